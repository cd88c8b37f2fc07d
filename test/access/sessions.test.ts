// Calls in a console: which path is meant, whose session it is, and that nobody else's page makes them.
// Covers: src/access/sessions.ts, src/access/caller.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { operatorCaller } from '../../src/access/caller.ts'
import {
  type ConsoleKind,
  callerForAccount,
  cookieOf,
  detourOf,
  Sessions,
  setCookie,
} from '../../src/access/sessions.ts'
import { addOperator, removeOperator } from '../../src/account/operators/operators.ts'
import { startSession } from '../../src/account/sessions/sessions.ts'
import { subscriptionOf } from '../../src/account/subscriptions.ts'
import type { Request } from '../../src/http/message.ts'
import { parseTarget } from '../../src/http/target.ts'
import { makePlans, NO_TOKEN, newCaller } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore } from '../support/stores.ts'

const OWN = 'https://address.example'
const PLANS = makePlans()
const SESSION_MS = 12 * 3_600_000

function requestWith(headers: Record<string, string>, target = '/x'): Request {
  const { path, query } = parseTarget(target) ?? assert.fail(target)
  const readBody = async () => ({ kind: 'text', text: '' }) as const
  return { id: '1', method: 'GET', path, query, headers, remoteAddress: '127.0.0.1', readBody }
}

test('a path below a console or an account is the path behind it, and every other is what it says', () => {
  const account = (accountId: string, path: string, session?: ConsoleKind) => {
    return { path, session, accountId }
  }
  const cases: readonly (readonly [string, ReturnType<typeof detourOf>])[] = [
    ['/v2/usage', undefined],
    ['/console', undefined],
    ['/console/session', undefined],
    ['/console/session/api', undefined],
    ['/console/sessions/api/x', undefined],
    ['/operator/accounts', undefined],
    ['/operator/accounts/acc_1', undefined],
    ['/operator/accounts/acc_1/api', undefined],
    ['/operator/accounts/other/api/v2/usage', undefined],
    [
      '/console/session/api/v2/usage',
      { path: '/v2/usage', session: 'console', accountId: undefined },
    ],
    [
      '/operator/session/api/operator/accounts',
      { path: '/operator/accounts', session: 'operator', accountId: undefined },
    ],
    ['/operator/accounts/acc_1/api/v2/usage', account('acc_1', '/v2/usage')],
    ['/operator/session/api/operator/accounts/acc_9z/api/x', account('acc_9z', '/x', 'operator')],
    ['/console/session/api/operator/accounts/acc_1/api/x', account('acc_1', '/x', 'console')],
  ]
  for (const [path, detour] of cases) assert.deepEqual(detourOf(path), detour, path)
})

test('a cookie is read whole by its name, and is written for its console alone', () => {
  const read = (cookie: string) => cookieOf(requestWith({ cookie }), 'a')
  assert.equal(read('b=1; a=x=y=; aa=2'), 'x=y=')
  assert.equal(read('a='), '')
  assert.equal(read('aa=2;ba=1'), undefined)
  assert.equal(cookieOf(requestWith({}), 'a'), undefined)
  assert.equal(
    setCookie('console', 'n', 'v', 9, 'http://localhost:8080'),
    'n=v; Path=/console/session; Max-Age=9; HttpOnly; SameSite=Strict',
  )
})

eachSharedStore((makeStore) => {
  test('a session is found by its cookie until it ends, as its holder or its operator and nobody else', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const { accountId } = await newCaller(store, PLANS, 'trial', clock.now())
    const name = `Ada ${store.kind}`
    await addOperator(store, name, clock.now())
    const { rows } = await sql<{ id: string }>`
      select id from operator_key where name = ${name}`.execute(store.db)
    const operator = { id: rows[0]?.id ?? '', name, role: 'administrator' } as const
    const sessions = {
      console: new Sessions('console', store, clock, OWN),
      operator: new Sessions('operator', store, clock, OWN),
    }
    const cookies = { console: 'doorplate_session', operator: 'doorplate_operator' }
    const find = (kind: ConsoleKind, secret: string) =>
      sessions[kind].find(requestWith({ 'x-console': '1', cookie: `${cookies[kind]}=${secret}` }))
    const start = (owner: { accountId?: string; operatorId?: string }) =>
      store.transaction((tx) => startSession(tx, owner, SESSION_MS, clock.now()))
    const idOf = async (which: string) => {
      const found = await sql<{ id: string }>`
        select id from console_session where ${sql.raw(which)} order by created_at desc limit 1
      `.execute(store.db)
      return found.rows[0]?.id ?? ''
    }

    const held = await start({ accountId })
    const sessionId = await idOf(`account_id = '${accountId}'`)
    const subscription = await subscriptionOf(store.db, accountId)
    const holder = { ...NO_TOKEN, kind: 'admin', accountId, subscription } as const
    assert.deepEqual(await find('console', held), { ...holder, credentialId: sessionId, sessionId })
    assert.equal(await find('operator', held), undefined)
    assert.equal(await find('console', `${held}x`), undefined)

    const led = await start({ operatorId: operator.id })
    const ledId = await idOf(`operator_id = '${operator.id}'`)
    assert.deepEqual(await find('operator', led), operatorCaller(operator, ledId))
    assert.equal(await find('console', led), undefined)
    const bare = sessions.operator.authenticate(requestWith({ 'x-console': '1' }))
    await assert.rejects(bare, { code: 'unauthorized' })

    clock.advance(SESSION_MS - 1)
    assert.ok(await find('console', held))
    clock.advance(1)
    assert.equal(await find('console', held), undefined)
    const next = await start({ operatorId: operator.id })
    assert.ok(await find('operator', next))
    await sql`update operator_key set revoked_at = 1 where id = ${operator.id}`.execute(store.db)
    assert.equal(await find('operator', next), undefined)
    await removeOperator(store, name, 1)
  })

  test('an operator is whoever they act for, with all that its admin key may do; nobody else is', async (t) => {
    const store = await makeStore(t)
    const { accountId, subscription } = await newCaller(store, PLANS, 'trial', 1)
    const operator = { id: 'op_1', name: 'Ada', role: 'viewer' } as const
    const acting = await callerForAccount(store.db, operatorCaller(operator), accountId)
    const holder = { ...NO_TOKEN, credentialId: 'op_1', kind: 'admin', accountId, subscription }
    assert.deepEqual(acting, { ...holder, operator })
    const none = callerForAccount(store.db, operatorCaller(operator), 'acc_none')
    await assert.rejects(none, { code: 'not-found', detail: 'There is no account acc_none.' })
    const { operator: _, ...other } = acting
    for (const id of [accountId, 'acc_none']) {
      await assert.rejects(callerForAccount(store.db, other, id), { code: 'forbidden' })
    }
    await sql`insert into account (id, email, email_of_product, created_at)
      values ('acc_bare', 'bare@x.example', 'bare@x.example', 1)`.execute(store.db)
    const bare = await callerForAccount(store.db, operatorCaller(operator), 'acc_bare')
    assert.equal(bare.subscription, undefined)
  })

  test('only a page of ours that says so makes a call, and with no key in its address', async (t) => {
    const store = await makeStore(t)
    const sessions = new Sessions('console', store, new ManualClock(), OWN)
    const rest = 'HttpOnly; SameSite=Strict; Secure'
    for (const kind of ['console', 'operator'] as const) {
      const own = new Sessions(kind, store, new ManualClock(), OWN)
      const [begun = '', ...facts] = own.cookie('s3cret', 90).split('; ')
      assert.match(begun, /^[\w-]+=s3cret$/)
      assert.equal(facts.join('; '), `Path=/${kind}/session; Max-Age=90; ${rest}`)
      const name = begun.slice(0, begun.indexOf('='))
      const over = `${name}=; Path=/${kind}/session; Max-Age=0; ${rest}`
      assert.equal(own.cookie(undefined, 90), over, 'one that is over is gone at once')
    }
    const code = (headers: Record<string, string>, target?: string) => {
      try {
        sessions.refuseOtherPages(requestWith(headers, target))
        return 'ok'
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    const ours = { 'x-console': '1' }
    assert.equal(code(ours), 'ok')
    assert.equal(code({ ...ours, origin: OWN, 'sec-fetch-site': 'same-origin' }), 'ok')
    assert.equal(code({}), 'forbidden')
    assert.equal(code({ 'x-console': '0' }), 'forbidden')
    assert.equal(code({ ...ours, origin: 'https://evil.example' }), 'forbidden')
    assert.equal(code({ ...ours, 'sec-fetch-site': 'cross-site' }), 'forbidden')
    assert.equal(code(ours, '/x?api-key='), 'unauthorized')
    assert.equal(code(ours, '/x?api-key=admin_1'), 'unauthorized')
  })
})
