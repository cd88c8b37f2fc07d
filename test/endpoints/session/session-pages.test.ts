// Signing in over its pages: how many tries each lets through, and whose sessions an act ends.
// Covers: src/endpoints/session/**

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createAccount } from '../../../src/account/accounts.ts'
import {
  addOperator,
  removeOperator,
  replaceOperatorKey,
} from '../../../src/account/operators/operators.ts'
import { browserMark, mailSignUpLink } from '../../../src/account/sessions/sign-in-links.ts'
import { openInProcess } from '../../support/servers/in-process.ts'

const { service, ask, account, clock, logged } = await openInProcess(
  { after },
  { SIGN_UP: 'open', OPERATOR_FROM: 'any' },
)
const { apiKey } = await account('au')

/** What is tried for the nth time, how often a visitor may, and the answer until then. */
const TRIES: [path: string, body: (nth: number) => object, most: number, status: number][] = [
  ['/console/session', () => ({ admin_key: 'adm_wrong' }), 30, 401],
  ['/operator/session', () => ({ operator_key: apiKey }), 30, 400],
  ['/console/session/link', (nth) => ({ email: `link-${nth}@example.com` }), 10, 200],
  [
    '/console/session/sign-up',
    (nth) => ({ email: `new-${nth}@example.com`, product: 'uk' }),
    5,
    200,
  ],
]

for (const [at, [path, body, most, status]] of TRIES.entries()) {
  test(`${path} answers one visitor ${most} times in a quarter of an hour, and then 429`, async () => {
    const tries = async (remoteAddress: string, count: number) => {
      const statuses: number[] = []
      for (let nth = 0; nth < count; nth += 1) {
        const headers = { 'x-console': '1' }
        const asking = { method: 'POST', headers, remoteAddress, body: body(nth) }
        statuses.push((await ask(path, asking)).status)
      }
      return statuses
    }
    const expected = [...Array<number>(most).fill(status), 429]
    assert.deepEqual(await tries(`192.0.2.${at}`, most + 1), expected)
    assert.deepEqual(await tries(`198.51.100.${at}`, 1), [status])
  })
}

type Cookies = Readonly<Record<string, string>>
const PAGE = { 'x-console': '1' }

async function signedIn(kind: 'console' | 'operator', body: object): Promise<string> {
  const asking = { method: 'POST', headers: PAGE, body }
  const { status, headers } = await ask(`/${kind}/session`, asking)
  assert.equal(status, 200)
  return headers['set-cookie']?.split(';')[0] ?? ''
}

async function stillIn(kind: 'console' | 'operator', cookies: Cookies): Promise<string[]> {
  const names: string[] = []
  for (const [name, cookie] of Object.entries(cookies)) {
    const { json } = await ask(`/${kind}/session`, { headers: { ...PAGE, cookie } })
    if (json.signed_in) names.push(name)
  }
  return names
}

for (const [act, remaining] of [
  ['DELETE /console/session', ['another', 'stranger']],
  ['DELETE /console/session?everywhere=false', ['another', 'stranger']],
  ['DELETE /console/session?everywhere=true', ['stranger']],
  ['PUT /console/session/api/security/admin-key?grace=0', ['own', 'stranger']],
  ['PUT /console/session/api/security/api-key?grace=0', ['own', 'another', 'stranger']],
  ['PUT /console/session/api/security/admin-key?grace=60', ['own', 'another', 'stranger']],
] as const) {
  test(`after ${act} these are still signed in: ${remaining.join(', ')}`, async () => {
    const [holder, stranger] = [await account('uk'), await account('uk')]
    const cookies = {
      own: await signedIn('console', { admin_key: holder.adminKey }),
      another: await signedIn('console', { admin_key: holder.adminKey }),
      stranger: await signedIn('console', { admin_key: stranger.adminKey }),
    }
    assert.deepEqual(await stillIn('console', cookies), Object.keys(cookies))
    const [method = '', path = ''] = act.split(' ')
    const { status } = await ask(path, { method, headers: { ...PAGE, cookie: cookies.own } })
    assert.equal(status, 200)
    assert.deepEqual(await stillIn('console', cookies), remaining)
  })
}

for (const [act, remaining] of [
  ['signs out', ['another', 'stranger']],
  ['has the key replaced', ['stranger']],
  ['is removed', ['stranger']],
] as const) {
  test(`after an operator ${act} these are still signed in: ${remaining.join(', ')}`, async () => {
    const name = `operator who ${act}`
    const { store } = service
    const key = await addOperator(store, name, clock.now())
    const other = await addOperator(store, `not the ${name}`, clock.now())
    const cookies = {
      own: await signedIn('operator', { operator_key: key }),
      another: await signedIn('operator', { operator_key: key }),
      stranger: await signedIn('operator', { operator_key: other }),
    }
    const signOut = { method: 'DELETE', headers: { ...PAGE, cookie: cookies.own } }
    if (act === 'signs out') await ask('/operator/session', signOut)
    else if (act === 'is removed') await removeOperator(store, name, clock.now())
    else await replaceOperatorKey(store, name)
    assert.deepEqual(await stillIn('operator', cookies), remaining)
  })
}

test('a link that opens an account is refused where there is one of its address by now', async () => {
  const { store, plans } = service
  const email = 'twice@example.com'
  const asked = { email, product: 'uk', linkUrl: 'https://x.example/in' } as const
  await mailSignUpLink(store, asked, clock.now())
  const { rows } = await sql<{ body_text: string }>`
    select body_text from mail where recipient = ${email}`.execute(store.db)
  const link = /link_\w+/.exec(rows[0]?.body_text ?? '')?.[0]
  const made = await createAccount(store, plans, { email, product: 'uk' }, clock.now())
  assert.equal(made.kind, 'created')
  const headers = { ...PAGE, cookie: `doorplate_browser=${browserMark(email)}` }
  const opening = { method: 'POST', headers, body: { link } }
  const opened = await ask('/console/session/link/open', opening)
  assert.deepEqual(
    [opened.status, opened.json.title, opened.json.detail, opened.headers['set-cookie']],
    [400, 'link', 'This address already has an account.', undefined],
  )
})

test('while a hundred mails are being made the next is refused with 503; one that fails is told to the log alone', async () => {
  const { store } = service
  const askedBy = (nth: number) => {
    const body = { email: `held-${nth}@example.com` }
    const remoteAddress = `203.0.113.${nth}`
    return ask('/console/session/link', { method: 'POST', headers: PAGE, remoteAddress, body })
  }
  const held = Promise.withResolvers<never>()
  const { transaction } = store
  store.transaction = () => held.promise
  const answers = await Promise.all(Array.from({ length: 101 }, (_, nth) => askedBy(nth)))
  store.transaction = transaction
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map(({ status, headers }) => [status, headers['retry-after']]),
    [[503, '1']],
  )
  held.reject(new Error('no mail today'))
  await new Promise(setImmediate)
  const failures = logged.filter(({ event }) => event === 'sign-in mail failed')
  assert.deepEqual([failures.length, failures[0]?.level], [100, 'warn'])
  assert.equal((await askedBy(200)).status, 200)
})
