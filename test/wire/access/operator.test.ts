// The API of operators: what it does, that nobody else gets in, from where one may come, and the audit log.
// Covers: src/endpoints/operator/**, src/account/operators/**, src/operations.ts, src/access/sessions.ts
// Covers: src/access/visitor.ts, src/endpoints/session/**

import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import Value from 'typebox/value'
import { addAuditEntry, auditLogFaults } from '../../../src/account/operators/audit-entries.ts'
import {
  addOperator,
  removeOperator,
  replaceOperatorKey,
} from '../../../src/account/operators/operators.ts'
import { runBilling } from '../../../src/billing/billing-run.ts'
import { DiffShown } from '../../../src/endpoints/operator/operations.ts'
import { buildIndex, sourceOfRows } from '../../../src/engine/engine.ts'
import { queueMail } from '../../../src/mail/queue.ts'
import { ENDPOINTS } from '../../../src/routes.ts'
import { tokenFor } from '../../support/credential-kinds.ts'
import { eachService } from '../../support/each-service.ts'
import { posting, startTestService, type TestService } from '../../support/running.ts'

const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' }
let operators = 0

async function operatorKey({ service }: TestService, name?: string): Promise<string> {
  operators += 1
  const { store, clock } = service
  const key = await addOperator(store, name ?? `Operator ${operators}`, clock.now())
  assert.ok(key)
  return key
}

function putting(body: object): RequestInit {
  return { method: 'PUT', body: JSON.stringify(body) }
}

eachService(promises)

function promises(service: () => Promise<TestService>): void {
  test('no other credential gets in, and an operator key gets in nowhere else', async () => {
    const running = await service()
    const account = await running.account('uk')
    const key = await operatorKey(running)
    const token = await tokenFor(running, account)
    const ours = ENDPOINTS.filter(({ scope }) => scope === 'operator')
    assert.ok(ours.length > 15)
    for (const { path, methods } of ours) {
      const target = path.replace(/\{account\}/, account.accountId).replace(/\{\w+\}/g, 'x')
      for (const method of methods) {
        for (const other of [account.apiKey, account.adminKey]) {
          assert.equal((await running.ask(target, other, { method })).status, 403, target)
        }
        assert.equal((await running.ask(target, undefined, { method })).status, 401, target)
      }
    }
    const origin = { headers: { origin: 'https://shop.example.com' } }
    assert.equal((await running.ask('/operator/accounts', token, origin)).status, 403)
    const behalf = `/operator/accounts/${account.accountId}/api/v2/subscription`
    for (const other of [account.apiKey, account.adminKey]) {
      assert.equal((await running.ask(behalf, other)).status, 403)
    }
    for (const path of [
      '/v2/subscription',
      '/autocomplete/queens',
      '/usage',
      '/security/api-keys',
    ]) {
      assert.equal((await running.ask(path, key)).status, 403, path)
    }
    // Nor from a page of another site.
    assert.equal((await running.ask('/operator/accounts', key, origin)).status, 401)
  })

  test('accounts are made, found, noted, suspended and resumed; whatever the admin key may do works for them', async () => {
    const running = await service()
    const key = await operatorKey(running)
    const ask = (path: string, init?: RequestInit) => running.ask(`/operator${path}`, key, init)
    const email = `made-${process.pid}-${running.service.store.kind}_x@example.com`
    const made = (await ask('/accounts', posting({ email, product: 'uk', plan_name: 'starter' })))
      .json
    const path = `/accounts/${made.account_id}`
    assert.equal((await ask('/accounts', posting({ email, product: 'uk' }))).json.title, 'email')
    const nope = await ask(
      '/accounts',
      posting({ email: 'n@example.com', product: 'uk', plan_name: 'x' }),
    )
    assert.equal(nope.json.title, 'plan_name')

    const found = (
      await ask(`/accounts?search=${encodeURIComponent(email.slice(0, -4).toUpperCase())}`)
    ).json
    assert.deepEqual(
      found.accounts.map((one: { email: string }) => one.email),
      [email],
    )
    assert.deepEqual(
      (await ask('/accounts?search=%25')).json.accounts,
      [],
      'a sign of SQL is a letter',
    )
    const first = (await ask('/accounts?top=1')).json
    const second = (await ask(`/accounts?top=1&after=${first.next}`)).json
    assert.notEqual(first.accounts[0].account_id, second.accounts[0].account_id)

    assert.equal((await ask(`${path}/note`, putting({ note: 'pays late' }))).json.note, 'pays late')
    const lines = ['Example Ltd', '1 High Street']
    assert.deepEqual((await ask(`${path}/address`, putting({ lines }))).json.address, lines)
    const why = { reason: 'Invoice 7 is unpaid.' }
    const suspended = (await ask(`${path}/suspend`, putting(why))).json
    assert.deepEqual([suspended.suspended, suspended.suspended_reason], [true, why.reason])
    const shown = (await running.ask('/v2/subscription', made.admin_key)).json
    assert.equal(shown.suspended, why.reason)
    const [mail] = (await ask(`${path}/mails`)).json
    assert.deepEqual([mail.kind, mail.to], ['suspended', email])
    const listed = (await ask('/accounts?status=suspended&product=uk&plan=starter')).json
    assert.deepEqual(
      listed.accounts.map((one: { email: string }) => one.email),
      [email],
    )
    assert.deepEqual((await ask('/accounts?status=suspended&product=nz')).json.accounts, [])
    assert.equal((await ask('/accounts?status=x')).json.title, 'status')
    const refused = await running.ask('/autocomplete/queens', made.api_key)
    assert.deepEqual([refused.status, /suspended/.test(refused.json.detail)], [403, true])
    assert.equal((await running.ask('/v2/subscription', made.admin_key)).status, 200)
    assert.equal((await ask(`${path}/resume`, { method: 'PUT' })).json.suspended, false)
    const resumed = (await running.ask('/v2/subscription', made.admin_key)).json
    assert.ok(!('suspended' in resumed))
    assert.equal((await running.ask('/autocomplete/queens', made.api_key)).status, 200)

    const plan = await ask(
      `${path}/api/subscription/change-plan`,
      putting({ plan_name: 'standard' }),
    )
    assert.equal(plan.status, 200)
    assert.equal((await ask(path)).json.plan, 'standard')
    const rotated = await ask(`${path}/api/security/api-key?grace=0`, { method: 'PUT' })
    assert.equal((await running.ask('/autocomplete/queens', made.api_key)).status, 401)
    assert.equal((await running.ask('/autocomplete/queens', rotated.json['api-key'])).status, 200)
    assert.equal((await ask(`${path}/api/v4/usage`)).json.usage_today, 0)
    for (const inner of ['/autocomplete/queens', '/operator/accounts', '/console', '/metrics']) {
      const { status } = await ask(`${path}/api${inner}`)
      assert.ok(status === 403 || status === 404, `${inner}: ${status}`)
    }
    assert.equal((await ask('/accounts/acc_none')).status, 404)
    assert.equal((await ask('/accounts/acc_none/api/v4/usage')).status, 404)
  })

  test('the overview has look-ups, errors, money, webhooks, disk and data; requests are logged for both sides', async () => {
    const running = await service()
    const { store, clock, plans, config } = running.service
    const key = await operatorKey(running)
    const account = await running.account('uk', 'starter')
    const { accountId, apiKey, adminKey } = account
    await running.ask('/autocomplete/queensway', apiKey)
    await running.ask('/nearest/91/0', apiKey)
    const requests = (await running.ask('/requests', adminKey)).json
    assert.deepEqual(
      requests.map((one: Record<string, unknown>) => [one.key, one.call, one.status]),
      [
        ['main', 'GET /nearest/{latitude}/{longitude}', 400],
        ['main', 'GET /autocomplete/{term}', 200],
      ],
    )
    assert.match(requests[0].error, /^bad-request: /)
    assert.doesNotMatch(JSON.stringify(requests), new RegExp(`${apiKey}|queensway`))
    const path = `/operator/accounts/${accountId}/api/requests`
    const errors = (await running.ask(`${path}?errors=true&top=1`, key)).json
    assert.deepEqual(errors, [requests[0]])

    const monthsAgo = (months: number) => clock.now() - months * 30 * 86_400_000
    await sql`
      update subscription set started_at = ${monthsAgo(2)}, next_billing_at = ${monthsAgo(1)}
      where account_id = ${accountId}`.execute(store.db)
    await runBilling({ store, plans, clock, settings: config.billing }, clock.now())
    await sql`
      insert into webhook_endpoint
        (account_id, id, kind, url, secret, created_at, read_to, failures, failing_since)
      values (${accountId}, 99, 'track', 'https://down.example', '', 1, 0, 3, 1)`.execute(store.db)
    const overview = (await running.ask('/operator/overview', key)).json
    assert.equal(overview.days.length, 30)
    assert.ok(overview.requests.requests >= 2 && overview.requests.refused >= 1)
    const isOurs = (one: { account_id: string }) => one.account_id === accountId
    assert.equal(overview.most_errors.find(isOurs).refused, 1)
    assert.equal(overview.failing_webhooks.find(isOurs).url, 'https://down.example')
    const pounds = overview.money.find((one: { currency: string }) => one.currency === 'GBP')
    assert.ok(pounds.overdue >= 19 && pounds.overdue_invoices >= 1)
    assert.ok(overview.disk.free_bytes > 0)
    assert.deepEqual(overview.data.map((one: { product: string }) => one.product).sort(), [
      'au',
      'nz',
      'uk',
    ])
    assert.ok(overview.notices.some((text: string) => /SMTP_URL/.test(text)))
    const overdue = (await running.ask('/operator/invoices?state=overdue', key)).json
    assert.ok(overdue.some(isOurs))
    const offered = (await running.ask('/operator/plans', key)).json
    const starter = offered.find(
      (one: { product: string; name: string }) => one.product === 'uk' && one.name === 'starter',
    )
    assert.ok(starter.accounts >= 1 && starter.amount === 19)
  })

  test('every act is in the log by name before it is done, and the log cannot be edited', async () => {
    const running = await service()
    const { store } = running.service
    const name = `Ada ${store.kind}`
    const key = await operatorKey(running, name)
    const { accountId } = await running.account('uk')
    const path = `/operator/accounts/${accountId}`
    await running.ask(`${path}/suspend`, key, { method: 'PUT' })
    await running.ask(`${path}/api/subscription/unsubscribe`, key, { method: 'PUT' })
    await running.ask(`${path}/api/subscription/unsubscribe`, key, { method: 'PUT' })
    await running.ask(path, key)
    const { json: acts } = await running.ask(`/operator/acts?account=${accountId}`, key)
    assert.deepEqual(
      acts.map((one: Record<string, string>) => [one.operator, one.act, one.outcome]),
      [
        [name, 'Get an account', 'done'],
        [name, 'End the subscription', 'done'],
        [name, 'End the subscription', 'done'],
        [name, 'Suspend an account', 'done'],
      ],
    )
    assert.ok(!JSON.stringify(acts).includes(key))
    const edits = [sql`update operator_act set operator = 'nobody'`, sql`delete from operator_act`]
    for (const edit of edits) await assert.rejects(edit.execute(store.db), /cannot be edited/)
    assert.deepEqual(await auditLogFaults(store.db), [])
    // Many at once have no gap between them.
    const act = { operator: name, act: 'Wait', accountId: '', details: '' }
    await Promise.all(Array.from({ length: 8 }, () => addAuditEntry(store, act, 1)))
    assert.deepEqual(await auditLogFaults(store.db), [])
  })

  test('who edits the tables behind its back is found out', async () => {
    const running = await service()
    const { store, clock } = running.service
    const act = { operator: 'x', act: 'Something', accountId: '', details: '' }
    await addAuditEntry(store, act, clock.now())
    await assert.rejects(
      store.transaction(async (tx) => {
        if (store.kind === 'sqlite') await sql`drop trigger act_is_kept_from_updates`.execute(tx)
        else await sql`alter table operator_act disable trigger act_is_kept`.execute(tx)
        await sql`update operator_act set details = 'changed' where number = 1`.execute(tx)
        assert.match((await auditLogFaults(tx))[0] ?? '', /Entry 1 of the audit log was changed/)
        throw new Error('taken back')
      }),
      /taken back/,
    )
  })

  test('a key that was replaced or taken back ends at once, with its sessions', async () => {
    const running = await service()
    const { store, clock } = running.service
    const name = `Leaver ${store.kind}`
    const key = await operatorKey(running, name)
    const signedIn = await running.ask('/operator/session', undefined, {
      method: 'POST',
      headers: OWN_PAGE,
      body: JSON.stringify({ operator_key: key }),
    })
    const [cookie = ''] = signedIn.headers.getSetCookie()
    assert.match(cookie, /Path=\/operator\/session; Max-Age=43200; HttpOnly; SameSite=Strict/)
    const headers = { ...OWN_PAGE, cookie: cookie.split(';')[0] ?? '' }
    const inSession = () =>
      running.ask('/operator/session/api/operator/accounts', undefined, { headers })
    assert.equal((await inSession()).status, 200)
    // The session of an operator is none of an account, and no key.
    const other = {
      ...headers,
      cookie: headers.cookie.replace('doorplate_operator', 'doorplate_session'),
    }
    const asHolder = { headers: other }
    assert.equal(
      (await running.ask('/console/session/api/v2/subscription', undefined, asHolder)).status,
      401,
    )
    assert.equal((await running.ask('/operator/accounts', undefined, { headers })).status, 401)
    const foreign = { headers: { ...headers, 'sec-fetch-site': 'cross-site' } }
    const stolen = await running.ask('/operator/session/api/operator/accounts', undefined, foreign)
    assert.equal(stolen.status, 403)

    const next = (await replaceOperatorKey(store, name)) ?? ''
    assert.equal((await running.ask('/operator/accounts', key)).status, 401)
    assert.equal((await inSession()).status, 401)
    assert.equal((await running.ask('/operator/accounts', next)).status, 200)
    assert.ok(await removeOperator(store, name, clock.now()))
    assert.equal((await running.ask('/operator/accounts', next)).status, 401)
  })

  test('a holder’s session and admin key open nothing of the operator', async () => {
    const running = await service()
    const { adminKey } = await running.account('uk')
    for (const [path, body] of [
      ['/operator/session', { operator_key: adminKey }],
      ['/console/session', { admin_key: await operatorKey(running) }],
    ] as const) {
      const refused = await running.ask(path, undefined, {
        method: 'POST',
        headers: OWN_PAGE,
        body: JSON.stringify(body),
      })
      assert.equal(refused.status, 400)
      assert.deepEqual(refused.headers.getSetCookie(), [])
    }
    const signedIn = await running.ask('/console/session', undefined, {
      method: 'POST',
      headers: OWN_PAGE,
      body: JSON.stringify({ admin_key: adminKey }),
    })
    const secret = /=([^;]+)/.exec(signedIn.headers.getSetCookie()[0] ?? '')?.[1]
    const headers = {
      ...OWN_PAGE,
      cookie: `doorplate_operator=${secret}; doorplate_session=${secret}`,
    }
    for (const path of [
      '/operator/session/api/operator/accounts',
      '/console/session/api/operator/accounts',
    ]) {
      const { status } = await running.ask(path, undefined, { headers })
      assert.ok(status === 401 || status === 403, `${path}: ${status}`)
    }
  })

  test('mails are listed and sent again, links to sign in are not', async () => {
    const running = await service()
    const key = await operatorKey(running)
    const { accountId } = await running.account('uk')
    const { store, clock } = running.service
    for (const kind of ['expired', 'sign-in'] as const) {
      const onceKey = `${kind}:${accountId}`
      const mail = { accountId, kind, onceKey, to: 'old@example.com', cc: [], now: clock.now() }
      await queueMail(store.db, { ...mail, subject: kind, text: 't', html: 'h' })
    }
    await sql`update mail set given_up_at = 1 where account_id = ${accountId}`.execute(store.db)
    const path = `/operator/accounts/${accountId}/mails`
    const list = async () =>
      (await running.ask(path, key)).json as {
        id: string
        kind: string
        to: string
        state: string
      }[]
    for (const { id, kind } of await list()) {
      const { status } = await running.ask(`${path}/${id}/resend`, key, { method: 'POST' })
      assert.equal(status, kind === 'sign-in' ? 404 : 200)
    }
    const again = (await list()).find(({ kind }) => kind === 'expired')
    assert.match(again?.to ?? '', /^holder-/)
    assert.notEqual(again?.state, 'given up')
  })

  test('data, health and books are seen; a release in use is not removed and a made-up one is named', async () => {
    const running = await service()
    const key = await operatorKey(running)
    const ask = (path: string, init?: RequestInit) => running.ask(`/operator${path}`, key, init)
    const releases = (await ask('/releases')).json as {
      release: string
      served: boolean
      product: string
    }[]
    assert.deepEqual(
      releases.map(({ served }) => served),
      [true, true, true],
    )
    const [first] = releases
    assert.equal((await ask(`/releases/${first?.release}`, { method: 'DELETE' })).status, 400)
    assert.equal((await ask(`/releases/${first?.release}/use`, { method: 'PUT' })).status, 200)
    const folder = join(running.dataDir, 'releases')
    const bytes = await readFile(join(folder, `${first?.release}.idx`))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    const damaged = `${first?.product}-2020-01-01-000000`
    await writeFile(join(folder, `${damaged}.idx`), bytes)
    const refused = await ask(`/releases/${damaged}/use`, { method: 'PUT' })
    assert.deepEqual([refused.status, refused.json.title], [400, 'release'])
    assert.match(refused.json.detail, new RegExp(`^The release ${damaged} cannot be read: `))
    const pointer = join(folder, `${first?.product}.current`)
    assert.equal(await readFile(pointer, 'utf8'), `${first?.release}\n`)
    await rm(join(folder, `${damaged}.idx`))
    assert.equal((await ask('/releases/nope/use', { method: 'PUT' })).status, 404)
    assert.equal((await ask('/releases/nope/diff')).status, 404)
    const names: string[] = []
    for (const ids of [
      [1, 2, 3],
      [1, 2],
    ]) {
      const rows = ids.map((id) => ({ addressDetailPid: `GAVIC${id}`, localityName: 'TOWN' }))
      const source = sourceOfRows('au', rows)
      names.push((await buildIndex(source, { directory: folder, now: ids.length })).release)
    }
    const [whole, less] = names
    assert.equal((await ask(`/releases/${whole}/use`, { method: 'PUT' })).status, 200)
    const { json: diff } = await ask(`/releases/${less}/diff`)
    assert.deepEqual([diff.from, diff.to, diff.retired], [whole, less, 1])
    assert.ok(Value.Check(DiffShown, diff))
    const held = await ask(`/releases/${less}/use`, { method: 'PUT' })
    assert.deepEqual([held.status, held.json.title], [400, 'yes'])
    assert.match(held.json.detail, /lacks 1 of the 3 addresses/)
    assert.equal((await ask(`/releases/${less}/use?yes=true`, { method: 'PUT' })).status, 200)
    assert.equal((await ask(`/releases/${first?.release}/use`, { method: 'PUT' })).status, 200)
    assert.equal((await ask('/releases/nope', { method: 'DELETE' })).status, 404)
    const health = (await ask('/health')).json
    assert.deepEqual(
      [health.store, health.rate_limits, health.nodes],
      [running.service.store.kind, 'own', 1],
    )
    const doctor = (await ask('/doctor')).json
    assert.deepEqual([doctor.ok, doctor.faults], [true, []])
    assert.equal((await ask('/invoices')).status, 200)
    assert.equal((await ask('/invoices/9999', putting({ state: 'paid' }))).status, 404)
    assert.equal((await ask('/invoices/1', putting({ state: 'gone' }))).status, 400)
  })
}

test('OPERATOR_FROM keeps everybody else out, also through a proxy', async (t) => {
  for (const [settings, headers, isIn] of [
    [{}, {}, true],
    [{}, { 'x-forwarded-for': '127.0.0.1' }, false],
    [{ OPERATOR_FROM: 'none' }, {}, false],
    [{ OPERATOR_FROM: '192.0.2.0/24' }, {}, false],
    [
      { OPERATOR_FROM: '192.0.2.0/24', TRUST_PROXY: '127.0.0.1' },
      { 'x-forwarded-for': '192.0.2.7' },
      true,
    ],
    [
      { OPERATOR_FROM: '192.0.2.0/24', TRUST_PROXY: '127.0.0.1' },
      { 'x-forwarded-for': '192.0.2.7, 203.0.113.9' },
      false,
    ],
    [{ OPERATOR_FROM: 'any' }, { 'x-forwarded-for': '203.0.113.9' }, true],
  ] as const) {
    const running = await startTestService({ settings })
    t.after(() => running[Symbol.asyncDispose]())
    const key = await operatorKey(running)
    const wanted = isIn ? 200 : 404
    const { accountId } = await running.account('uk')
    for (const path of ['/operator/accounts', `/operator/accounts/${accountId}/api/v4/usage`]) {
      const { status } = await running.ask(path, key, { headers })
      assert.equal(status, wanted, JSON.stringify([settings, headers, path]))
    }
    const session = await running.ask('/operator/session', undefined, {
      headers: { ...OWN_PAGE, ...headers },
    })
    assert.equal(session.status, wanted)
  }
})
