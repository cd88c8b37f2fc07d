// Every call that operators can make, with every role: the table in docs/security.md says what happens.
// Covers: src/endpoints/operator/roles.ts, src/request/audited-answers.ts, src/account/operators/operators.ts

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { SCOPES } from '../../../src/access/authorize.ts'
import { auditEntriesBefore } from '../../../src/account/operators/audit-entries.ts'
import { addOperator, ROLES, type Role, setRole } from '../../../src/account/operators/operators.ts'
import { ROLE_RULES, rolesFor } from '../../../src/endpoints/operator/roles.ts'
import { ENDPOINTS } from '../../../src/routes.ts'
import { testService } from '../../support/running.ts'

const DOCUMENT = 'docs/security.md'
const BEGIN =
  '<!-- roles: written by UPDATE_DOCS=1 npm run -s node -- --test test/wire/access/roles.test.ts -->\n'
const END = '<!-- end of roles -->'
const running = await testService()
const { store, clock } = running.service

test('the table of roles in the security document is the one in the code', () => {
  const document = readFileSync(DOCUMENT, 'utf8')
  const [from, to] = [document.indexOf(BEGIN) + BEGIN.length, document.indexOf(END)]
  assert.ok(from >= BEGIN.length && to > 0)
  const rightsOf = ([, reads, changes]: (typeof ROLE_RULES)[number]) =>
    `${shown(reads)} | ${shown(changes)}`
  const rows = [...Map.groupBy(ROLE_RULES, rightsOf)].map(
    ([rights, rules]) => `| ${rules.map(([path]) => `\`${path}\``).join(', ')} | ${rights} |`,
  )
  const expected = [
    '| Path and below | May read | May change |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
  if (process.env.UPDATE_DOCS !== '1') assert.equal(document.slice(from, to), expected)
  else writeFileSync(DOCUMENT, document.slice(0, from) + expected + document.slice(to))
})

function shown(roles: string): string {
  return roles.replaceAll(' ', ', ')
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly isForAccount: boolean
}

/** All that an operator key or session can call: its own paths, and those of an account's admin key. */
const OPERATIONS: readonly Operation[] = ENDPOINTS.flatMap(({ path, methods, scope }) => {
  const rule: { allows: readonly string[]; allowsPeople?: boolean } = SCOPES[scope]
  const isForAccount = rule.allows.includes('admin') || rule.allowsPeople === true
  if (scope !== 'operator' && !isForAccount) return []
  return methods.map((method) => ({ method, path, isForAccount }))
}).sort((one, other) => Number(endsSomething(one)) - Number(endsSomething(other)))

/** What has ended refuses other calls for a reason of its own, so it ends last. */
function endsSomething({ path }: Operation): boolean {
  return /^\/subscription|suspend$/.test(path)
}

/** From the document, as a reader would do it: the longest path that fits. */
function documentedRoles(table: string, { method, path }: Operation): readonly string[] {
  const call = path.replace(/^\/v\d/, '')
  const rows = [...table.matchAll(/^\| (`.+`) \| (.*) \| (.*) \|$/gm)].flatMap(
    ([, paths = '', reads = '', changes = '']) =>
      [...paths.matchAll(/`(.+?)`/g)].map(([, prefix = '']) => ({ prefix, reads, changes })),
  )
  const [row] = rows
    .filter(({ prefix }) => `${call}/`.startsWith(`${prefix}/`))
    .sort((one, other) => other.prefix.length - one.prefix.length)
  const roles = method === 'GET' ? row?.reads : row?.changes
  return [...(roles ?? '').split(', '), 'administrator']
}

test('each role can make exactly the calls that the table allows, and a refused one is logged', async () => {
  assert.ok(OPERATIONS.length > 90)
  const document = readFileSync(DOCUMENT, 'utf8')
  const table = document.slice(document.indexOf(BEGIN), document.indexOf(END))
  for (const role of ROLES) {
    const { accountId } = await running.account('uk', 'starter')
    const key = (await addOperator(store, `The ${role}`, clock.now(), role)) ?? ''
    for (const operation of OPERATIONS) {
      const { method, path, isForAccount } = operation
      const inner = path.replace('{account}', accountId).replace(/\{\w+\}/g, '0')
      const target = isForAccount ? `/operator/accounts/${accountId}/api${inner}` : inner
      const { status, json } = await running.ask(target, key, { method })
      const isRefused = status === 403 && String(json?.detail).startsWith(`Your role is ${role}.`)
      const isAllowed = documentedRoles(table, operation).includes(role)
      assert.equal(isRefused, !isAllowed, `${role}: ${method} ${path} was answered ${status}`)
      if (isAllowed) continue
      const [last] = await auditEntriesBefore(store.db, Number.MAX_SAFE_INTEGER, undefined, 1)
      assert.deepEqual(
        [last?.operator, last?.outcome.slice(0, 12)],
        [`The ${role}`, 'refused: 403'],
      )
    }
  }
})

test('only administrators get a key that acts as the account, outside the audit log', async () => {
  const { accountId } = await running.account('uk')
  const path = `/operator/accounts/${accountId}/api/security/admin-key`
  for (const role of ROLES) {
    const key = (await addOperator(store, `Key ${role}`, clock.now(), role)) ?? ''
    const { status } = await running.ask(path, key, { method: 'PUT' })
    assert.equal(status, role === 'administrator' ? 200 : 403, role)
  }
})

test('every call has a row, and the reference names its roles', async () => {
  const unnamed = OPERATIONS.filter(
    (operation) =>
      rolesFor('GET', operation.path).length === 1 && !operation.path.startsWith('/operator'),
  )
  assert.deepEqual(unnamed, [])
  const { json } = await running.ask('/openapi.json')
  const { description } = json.paths['/operator/releases/{release}/use'].put
  assert.match(description, /\n\nRoles: data, administrator\.$/)
})

test('a changed role counts from the next call on, in an open session too', async () => {
  const key = (await addOperator(store, 'Ada', clock.now(), 'data')) ?? ''
  const headers = { 'x-console': '1', 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ operator_key: key })
  const signedIn = await running.ask('/operator/session', undefined, {
    method: 'POST',
    headers,
    body,
  })
  assert.deepEqual(signedIn.json, { signed_in: true, name: 'Ada', role: 'data' })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const asAda = { headers: { ...headers, cookie } }
  const see = async () => {
    const calls = [
      await running.ask('/operator/accounts', key),
      await running.ask('/operator/session/api/operator/accounts', undefined, asAda),
    ]
    return calls.map(({ status }) => status)
  }
  const become = (role: Role) => setRole(store, 'Ada', role)
  assert.deepEqual(await see(), [403, 403])
  assert.equal(await become('viewer'), true)
  assert.deepEqual(await see(), [200, 200])
  assert.equal(await become('data'), true)
  assert.deepEqual(await see(), [403, 403])
  assert.equal(await setRole(store, 'nobody', 'data'), false)
})
