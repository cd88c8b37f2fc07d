// What an operator does and reads is in the audit log, with its outcome and the account that it was about.
// Covers: src/request/audited-answers.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auditEntriesBefore } from '../../../src/account/operators/audit-entries.ts'
import { addOperator } from '../../../src/account/operators/operators.ts'
import { PRIVATE_READS } from '../../../src/request/audited-answers.ts'
import { ENDPOINTS, makeRoutes, scopeOf } from '../../../src/routes.ts'
import { openInProcess } from '../../support/servers/in-process.ts'

const { service, ask, account } = await openInProcess({ after }, {})
const key = await addOperator(service.store, 'Ada', 1)

function asOperator(method: string, path: string, body?: object) {
  const mark = path.includes('?') ? '&' : '?'
  return ask(`/operator${path}${mark}api-key=${key}`, { method, body })
}

/** What was written since the last time, oldest first. */
let seen = 0
async function written(): Promise<[string, string, string][]> {
  const acts = await auditEntriesBefore(service.store.db, 1e9, undefined, 99)
  const fresh = acts.filter(({ number }) => number > seen).reverse()
  seen = acts[0]?.number ?? 0
  return fresh.map(({ details, accountId, outcome }) => {
    return [JSON.parse(details).call, accountId, outcome]
  })
}

/** Figures, settings and the operators' own matters. A new path is put here, or with those that are logged. */
const NOT_LOGGED = [
  '/v3/usage',
  '/v3/usage/{day}/{month}/{year}',
  '/v3/usage/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}',
  '/v4/usage',
  '/v4/usage/{day}/{month}/{year}',
  '/v4/usage/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}',
  '/v2/usage',
  '/v2/usage/{day}/{month}/{year}',
  '/v2/usage/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}',
  '/usage/{day}/{month}/{year}',
  '/usage/from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}',
  '/v2/subscription',
  '/subscription',
  '/plans',
  '/batch',
  '/batch/{id}',
  '/changes',
  '/security/api-key',
  '/security/admin-key',
  '/security/api-keys',
  '/webhook',
  '/webhook/{kind}',
  '/webhook/{kind}/{id}',
  '/operator/overview',
  '/operator/plans',
  '/operator/accounts',
  '/operator/releases',
  '/operator/releases/{release}/diff',
  '/operator/layers',
  '/operator/health',
  '/operator/doctor',
  '/operator/acts',
  '/operator/batch',
  '/operator/batch/{id}',
  '/operator/batch/{id}/rows',
  '/operator/batch/{id}/result',
  '/operator/batch/{id}/suggestions',
]

test('every path at which an operator can read is logged, or is known to show nothing private', () => {
  const scopes = ['account', 'batch', 'lists', 'review', 'operator']
  const readable = makeRoutes(ENDPOINTS, [])
    .filter(({ methods }) => methods.includes('GET'))
    .filter((route) => scopes.includes(scopeOf(route, 'GET')))
    .map(({ path }) => path)
  assert.deepEqual(readable.toSorted(), [...PRIVATE_READS, ...NOT_LOGGED].toSorted())
})

test('an act is logged with what became of it, and an account that it created by its id', async () => {
  const wanted = { email: 'made@example.com', product: 'uk' }
  const made = await asOperator('POST', '/accounts', wanted)
  const { account_id: accountId } = made.json
  assert.equal((await asOperator('POST', '/accounts', wanted)).status, 400)
  assert.equal((await asOperator('PUT', `/accounts/${accountId}/note`, { note: 'x' })).status, 200)
  assert.equal((await asOperator('PUT', '/accounts/acc_none/suspend')).status, 404)
  assert.equal((await asOperator('PUT', '/invoices/7', { state: 'paid' })).status, 404)
  assert.equal((await asOperator('DELETE', '/releases/none')).status, 404)
  const taken = 'This address already has an account for this product.'
  assert.deepEqual(await written(), [
    ['POST /operator/accounts', accountId, 'done'],
    ['POST /operator/accounts', '', `refused: 400 bad-request, ${taken}`],
    [`PUT /operator/accounts/${accountId}/note`, accountId, 'done'],
    [
      'PUT /operator/accounts/acc_none/suspend',
      'acc_none',
      'refused: 404 not-found, There is no account acc_none.',
    ],
    ['PUT /operator/invoices/7', '', 'refused: 404 not-found, No invoice has the number 7.'],
    ['DELETE /operator/releases/none', '', 'refused: 404 not-found, There is no release none.'],
  ])
})

test('an operator’s access to an account is logged, and access to figures is not', async () => {
  const { accountId } = await account('uk')
  const own = `/accounts/${accountId}`
  for (const path of [
    `${own}/api/v2/private-address`,
    `${own}/api/invoices`,
    `${own}/api/batch/bat_none/rows`,
    `${own}/mails`,
    `/invoices?account=${accountId}`,
    '/invoices',
    `${own}/api/v4/usage`,
    '/health',
  ]) {
    await asOperator('GET', path)
  }
  const entries = await written()
  assert.deepEqual(
    entries.map(([call, about, outcome]) => [call, about, outcome.slice(0, 12)]),
    [
      [`GET /operator${own}/api/v2/private-address`, accountId, 'done'],
      [`GET /operator${own}/api/invoices`, accountId, 'done'],
      [`GET /operator${own}/api/batch/bat_none/rows`, accountId, 'refused: 404'],
      [`GET /operator${own}/mails`, accountId, 'done'],
      ['GET /operator/invoices', accountId, 'done'],
      ['GET /operator/invoices', '', 'done'],
    ],
  )
})

test('nothing private leaves, and nothing is done, where the audit log cannot be written', async () => {
  const { accountId } = await account('uk')
  const { store } = service
  const { transaction } = store
  const own = `/accounts/${accountId}`
  store.transaction = () => Promise.reject(new Error('no log today'))
  const read = await asOperator('GET', `${own}/mails`)
  const act = await asOperator('PUT', `${own}/note`, { note: 'unseen' })
  store.transaction = transaction
  assert.deepEqual([read.status, act.status], [500, 500])
  assert.equal((await asOperator('GET', own)).json.note, '')
})
