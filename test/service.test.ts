// A service as it is put together: who is given what, what is refused under load, and in which order its parts end.
// Covers: src/service.ts, src/jobs.ts, src/operations.ts, src/pipeline.ts

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { credentialFacts } from '../src/access/authenticate.ts'
import { runBilling } from '../src/billing/billing-run.ts'
import { renderInvoicePdf } from '../src/billing/invoices/invoice-pdf.ts'
import { InvoicePrinter } from '../src/billing/invoices/invoice-printer.ts'
import { invoiceByNumber } from '../src/billing/invoices/invoices.ts'
import { InvoiceLinks } from '../src/billing/invoices/signing.ts'
import { buildIndex, sourceOfRows } from '../src/engine/engine.ts'
import type { Request } from '../src/http/message.ts'
import { parseTarget } from '../src/http/target.ts'
import { closeJobs, makeJobs, startJobs, webhookContext } from '../src/jobs.ts'
import { pictureOf } from '../src/lib/brand/brand.ts'
import { makeLog } from '../src/lib/log.ts'
import { queueMail } from '../src/mail/queue.ts'
import { openService } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { openStore } from '../src/store/open-store.ts'
import { recordEvent } from '../src/webhooks/event-log.ts'
import { register } from '../src/webhooks/registrations.ts'
import { ManualClock } from './support/manual-clock.ts'
import { figureOf, openInProcess } from './support/servers/in-process.ts'
import { startReceiver } from './support/servers/receiver.ts'
import { newDataDir } from './support/stores.ts'

const PLAN = { product: 'uk', daily_lookup_limit_1: 1, requests_per_5_minutes: 100 }
const PLANS = [
  { ...PLAN, name: 'one' },
  { ...PLAN, name: 'two', daily_lookup_limit_1: 2, requests_per_5_minutes: 200 },
]

const BASE_URL = 'https://[::1]:8443'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const logo = join(newDataDir({ after }), 'logo.png')
await writeFile(logo, PIXEL)
/** One service for all tests that change nothing of it which others see. */
const { service, ask, account, clock, dataDir } = await openInProcess(
  { after },
  {
    ...{ BASE_URL, PORT: '8123', WEBHOOK_ALLOW: 'relay:81' },
    ...{ SIGNING_SECRET: 'sixteen letters!', BRAND_NAME: 'Acme', BRAND_LOGO: logo },
  },
  PLANS,
)

test('jobs run in the background, and deliveries keep to the settings', () => {
  const { jobs } = service
  const { mailSender, billing, webhooks, batches, watch, auditLog, erasures, retention } = jobs
  const all = [mailSender, billing, webhooks.dispatcher, batches, watch]
  assert.equal(jobs.all.length, 9)
  for (const job of [...all, auditLog, erasures, retention]) assert.ok(jobs.all.includes(job))
  assert.deepEqual(jobs.webhooks.rules, {
    ports: [443, 8443],
    allowed: [{ host: 'relay', port: 81 }],
    ownHost: '::1',
    ownPort: 8123,
  })
  const calls: unknown[] = []
  const { dispatcher } = jobs.webhooks
  const { wake, forget } = dispatcher
  dispatcher.wake = () => void calls.push('wake')
  dispatcher.forget = (...which) => void calls.push(which)
  const context = webhookContext(jobs, 'https://x.example')
  context.wake()
  context.forget('acc_1', 7)
  assert.deepEqual(calls, ['wake', ['acc_1', 7]])
  assert.equal(context.upgradeLink, 'https://x.example')
  Object.assign(dispatcher, { wake, forget })
})

test('all jobs are started, and the end waits for each of them', async () => {
  const said: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const job = (name: string, end: Promise<void>) => ({
    name,
    start: () => void said.push(`${name} started`),
    close: () => end.then(() => void said.push(`${name} closed`)),
  })
  const all = [job('quick', Promise.resolve()), job('slow', promise)]
  const jobs = { all } as unknown as Parameters<typeof startJobs>[0]
  startJobs(jobs)
  const closing = closeJobs(jobs).then(() => said.push('all closed'))
  await new Promise(setImmediate)
  assert.deepEqual(said, ['quick started', 'slow started', 'quick closed'])
  resolve()
  await closing
  assert.deepEqual(said.slice(3), ['slow closed', 'all closed'])
})

function loggingJobs(changes: Partial<Parameters<typeof makeJobs>[0]>, store = service.store) {
  const lines: Record<string, unknown>[] = []
  const log = makeLog(
    'debug',
    () => clock.now(),
    (line) => lines.push(JSON.parse(line)),
  )
  const printer = new InvoicePrinter(store.db, service.config.brand)
  const parts = { store, plans: service.plans, clock, printer }
  const { changeLog } = service.answering.context
  const needs = { memory: () => [], isBusy: () => false, changeLog }
  return { jobs: makeJobs({ ...service.config, ...changes }, parts, log, needs), lines }
}

test('each setting of days decides when what it names is gone', async () => {
  const { store } = service
  const { accountId } = await account('uk')
  const days = { requests: 1, mails: 8, lists: 2, track: 3, events: 9 }
  const keptDays = { ...days, auditLog: undefined, endedAccounts: undefined }
  const { jobs } = loggingJobs({ keptDays })
  const ago = (count: number) => clock.now() - count * 86_400_000
  /** A row just young enough, and one just too old. */
  for (const [at, older] of [0.01, -0.01].entries()) {
    const when = (count: number) => ago(count - older)
    await sql`insert into request_log (account_id, position, requests, logged_at)
      values (${accountId}, ${at}, '[]', ${when(days.requests)})`.execute(store.db)
    await sql`insert into mail (id, account_id, kind, once_key, recipient, cc, subject, body_text, body_html,
      created_at, due_at, sent_at)
      values (${`kept ${at}`}, ${accountId}, 'invoice', ${`kept ${at}`}, '', '[]', '', '', '', 1, 1, ${when(days.mails)})
    `.execute(store.db)
    await sql`insert into batch (id, account_id, product, is_test, is_charged, key_name, name, layout, state, waits,
      mails, bytes, created_at, due_at, worked_at, finished_at)
      values (${`kept ${at}`}, ${accountId}, 'uk', 0, 0, '', '', '{}', 'finished', 0, 0, 1, 1, 1, 1, ${when(days.lists)})
    `.execute(store.db)
    for (const [nth, kind] of (['track', 'expired'] as const).entries()) {
      const count = kind === 'track' ? days.track : days.events
      await sql`insert into account_event (account_id, number, events, kind, created_at, salt, content)
        values (${accountId}, ${1 + 2 * nth + at}, 1, ${kind}, ${when(count)}, '', '')`.execute(
        store.db,
      )
    }
  }
  await jobs.retention.round()
  await jobs.mailSender.round()
  await jobs.batches.round()
  await jobs.webhooks.dispatcher.upkeep()
  await closeJobs(jobs)
  for (const table of ['request_log', 'mail', 'batch', 'account_event']) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where account_id = ${accountId}`.execute(store.db)
    assert.equal(rows.length, table === 'account_event' ? 2 : 1, table)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(store.db)
  }
})

test('a job that fails is named in a warning, and an endpoint that was ended by its account and number', async (t) => {
  const closed = await openStore({ databaseUrl: '', dataDir: newDataDir(t) })
  await closed.close()
  const failing = loggingJobs({}, closed)
  t.mock.timers.enable({ apis: ['setInterval'] })
  startJobs(failing.jobs)
  t.mock.timers.tick(60_000)
  t.mock.timers.reset()
  const warnings = () => new Set(failing.lines.map(({ level, event }) => `${level} ${event}`))
  for (let turn = 0; turn < 1000 && warnings().size < 7; turn += 1) {
    await new Promise(setImmediate)
  }
  await closeJobs(failing.jobs)
  assert.deepEqual([...warnings()].sort(), [
    'warn audit log cannot be read',
    'warn batches failed',
    'warn billing failed',
    'warn erasing accounts failed',
    'warn finishing imports failed',
    'warn forgetting old data failed',
    'warn mail failed',
    'warn webhooks failed',
  ])
  const { url } = await startReceiver(t, () => 410)
  const { jobs, lines } = loggingJobs({ webhookAllow: [{ host: '127.0.0.1', port: undefined }] })
  const { accountId } = await account('uk')
  const { store } = service
  await register(store, accountId, 'expired', url, clock.now())
  const expired = { accountId, kind: 'expired', content: '{}' } as const
  await store.transaction((tx) => recordEvent(tx, expired, clock.now()))
  await jobs.webhooks.dispatcher.round()
  const [{ level, event, ...facts } = {}] = lines
  assert.deepEqual([level, event], ['info', 'webhook endpoint ended'])
  assert.deepEqual([facts.accountId, facts.id], [accountId, 1])
})

test('everything that writes to the store ends before it does: jobs, then charges, then private lists', async (t) => {
  const { service: ending } = await openInProcess(t)
  const ended: string[] = []
  const late = (name: string, part: { close(): Promise<void> }) => {
    const close = part.close.bind(part)
    part.close = async () => {
      ended.push(`${name} begins`)
      await new Promise(setImmediate)
      await close()
      ended.push(`${name} ends`)
    }
  }
  late('mail', ending.jobs.mailSender)
  late('batches', ending.jobs.batches)
  late('meter', ending.answering.meter)
  late('private', ending.answering.privateSearches)
  late('store', ending.store)
  await ending.close()
  const [first, second, third, fourth, ...rest] = ended
  assert.deepEqual([first, second].sort(), ['batches begins', 'mail begins'])
  assert.deepEqual([third, fourth].sort(), ['batches ends', 'mail ends'])
  const inTurn = ['meter', 'private', 'store'].flatMap((name) => [`${name} begins`, `${name} ends`])
  assert.deepEqual(rest, inTurn)
})

test('a start that fails half-way leaves no store open behind it', async (t) => {
  const dataDir = newDataDir(t)
  const store = await openStore({ databaseUrl: '', dataDir })
  await sql`delete from test_clock`.execute(store.db)
  await store.close()
  const config = readConfig({ DATA_DIR: dataDir, TEST_CLOCK: '1' })
  const log = makeLog('silent', Date.now, () => {})
  await assert.rejects(openService({ config, clock: new ManualClock(), log }), /test_clock/)
  assert.deepEqual(existsSync(join(dataDir, 'doorplate.sqlite-wal')), false)
})

test('under too much load people are refused with a time, older clients in their words, and each is counted', async (t) => {
  const { service: busy, ask: askBusy } = await openInProcess(t, {
    IN_FLIGHT_MAX: '0',
    LOOP_DELAY_MAX_MS: '100',
  })
  const { metrics } = busy
  metrics.requestWaits()
  const admin = await askBusy('/v2/subscription')
  assert.deepEqual([admin.status, admin.headers['retry-after']], [503, '1'])
  assert.equal(admin.json.Message, admin.json.detail)
  assert.match(admin.json.type, /^https:\/\/addresses\.example\/docs\/errors#service-unavailable$/)
  const find = await askBusy('/find/SW1A1AA')
  assert.deepEqual([find.status, find.json.Message], [503, 'Service Unavailable'])
  assert.equal((await askBusy('/mcp', { method: 'POST' })).status, 503)
  assert.equal((await askBusy('/mcp', { method: 'OPTIONS' })).status, 204)
  assert.equal((await askBusy('/health/live')).status, 200)
  assert.equal(figureOf(busy, 'doorplate_shed_total{class="administration"}'), 1)
  metrics.requestSettled()
  assert.equal((await askBusy('/v2/subscription')).status, 401)
  // The same for a loop that is late time after time, from the setting on.
  const lateBy = (ms: number) => {
    let nowMs = 1e12
    for (let tick = 0; tick < 30; tick += 1) {
      nowMs += 50 + ms
      metrics.loopDelay.tick(nowMs)
    }
  }
  lateBy(99)
  assert.equal((await askBusy('/v2/subscription')).status, 401)
  lateBy(101)
  assert.equal((await askBusy('/v2/subscription')).status, 503)
})

test('a key that nobody uses is in memory for a minute at the most', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const other = await openInProcess(t)
  const { apiKey } = await other.account('uk')
  const target = `/autocomplete/queens?api-key=${apiKey}`
  assert.equal((await other.ask(target)).status, 200)
  const request = { headers: {}, query: parseTarget(target)?.query } as unknown as Request
  const isKnown = () =>
    !(other.service.admission.authenticate(credentialFacts(request)) instanceof Promise)
  assert.equal(isKnown(), true)
  t.mock.timers.tick(60_001)
  assert.equal(isKnown(), false)
})

test('a plan that auto-upgrade has reached counts for the very next request', async () => {
  const { apiKey } = await account('uk', 'one')
  await sql`
    update subscription set auto_upgrade = 1 where plan_name = 'one'`.execute(service.store.db)
  const { json } = await ask(`/autocomplete/queens?api-key=${apiKey}`)
  const get = `${json.suggestions[0].url}?api-key=${apiKey}`
  assert.match((await ask(get)).policy ?? '', /"plan";q=100;/)
  const next = await ask(get)
  assert.deepEqual([next.status, /"plan";q=200;/.test(next.policy ?? '')], [200, true])
})

test('links and sessions are made with the secret and the address of the settings', () => {
  const links = new InvoiceLinks('sixteen letters!', BASE_URL)
  const { context } = service.answering
  assert.equal(context.invoiceUrl('7'), links.urlOf('7', clock.now()))
  const { sessions } = service.admission
  assert.equal(
    sessions.operator.cookie('s', 5),
    'doorplate_operator=s; Path=/operator/session; Max-Age=5; HttpOnly; SameSite=Strict; Secure',
  )
  assert.equal(
    sessions.console.cookie(undefined, 5),
    'doorplate_session=; Path=/console/session; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  )
})

test('health has the figures of the moment, and the books are read anew for who asks later', async () => {
  const { operations } = service.answering.context
  const { db } = service.store
  await sql`delete from mail`.execute(db)
  for (const onceKey of ['1', '2']) {
    const words = { subject: '', text: '', html: '' }
    const mail = {
      accountId: undefined,
      kind: 'sign-in',
      onceKey,
      to: 'a@b.example',
      cc: [],
    } as const
    await queueMail(db, { ...mail, ...words, now: clock.now() })
  }
  for (const id of ['a', 'b', 'c'])
    await sql`insert into node (id, beat) values (${id}, 1)`.execute(db)
  const { accountId } = await account('uk')
  for (const [id, offAt] of [
    [1, null],
    [2, 3],
  ] as const) {
    await sql`
      insert into webhook_endpoint
        (account_id, id, kind, url, secret, created_at, read_to, switched_off_at)
      values (${accountId}, ${id}, 'track', ${`https://x.example/${id}`}, 'x', 0, 0, ${offAt})
    `.execute(db)
  }
  for (let at = 0; at < 5; at += 1) {
    await sql`
      insert into webhook_delivery (account_id, endpoint_id, event_id, created_at, body, state,
        attempts, failed_attempts)
      values (${accountId}, 1, ${`e${at}`}, 1, '{}', 'pending', '[]', 0)`.execute(db)
  }
  for (let at = 0; at < 4; at += 1) service.metrics.requestWaits()
  assert.deepEqual(await operations.health(), {
    store: 'sqlite',
    rate_limits: 'own',
    nodes: 3,
    mails_waiting: 2,
    webhooks_waiting: 5,
    webhook_endpoints_off: 1,
    lookups_waiting: 0,
    requests_in_flight: 4,
    last_errors: [],
  })
  const faults = async () => (await operations.examine()).flatMap((one) => one.faults)
  const [one, same] = [operations.examine(), operations.examine()]
  assert.equal(one, same)
  assert.deepEqual(
    (await one).flatMap((each) => each.faults),
    [],
  )
  await sql`update invoice_counter set last_number = 1`.execute(db)
  assert.deepEqual(await faults(), ['Invoice 1 is missing, although later ones were issued.'])
  await sql`update invoice_counter set last_number = 0`.execute(db)
  await sql`delete from mail`.execute(db)
  for (let at = 0; at < 4; at += 1) service.metrics.requestSettled()
})

test('a mail without a server is a file in the outbox, under the name and with the logo of the brand', async () => {
  const words = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  const mail = { accountId: undefined, kind: 'sign-in', onceKey: '1', to: 'a@b.example' } as const
  await queueMail(service.store.db, { ...mail, cc: [], ...words, now: clock.now() })
  await service.jobs.mailSender.round()
  const outbox = join(dataDir, 'outbox')
  const [name = '', ...more] = await readdir(outbox)
  assert.deepEqual(more, [])
  const text = await readFile(join(outbox, name), 'utf8')
  assert.match(text, /^From: Acme <doorplate@localhost>/m)
  assert.match(text, /^Content-Type: image\/png/m)
})

test('the mail of an invoice has the printed invoice, with the logo', async () => {
  const { db } = service.store
  await account('uk', 'starter')
  clock.advance(40 * 86_400_000)
  const { store, plans, config } = service
  await runBilling({ store, plans, clock, settings: config.billing }, clock.now())
  await service.jobs.mailSender.round()
  const outbox = join(dataDir, 'outbox')
  const files = await Promise.all(
    (await readdir(outbox)).map((name) => readFile(join(outbox, name))),
  )
  const mails = await Promise.all(files.map((file) => PostalMime.parse(file)))
  const mail = mails.find(({ subject }) => subject === 'Invoice 1 from Acme')
  const attachments = mail?.attachments ?? []
  const pdf = attachments.find(({ mimeType }) => mimeType === 'application/pdf')
  const invoice = (await invoiceByNumber(db, '1')) ?? assert.fail('no invoice')
  const printed = await renderInvoicePdf(invoice, pictureOf(config.brand))
  assert.equal(pdf?.filename, 'invoice-1.pdf')
  assert.deepEqual(Buffer.from(pdf?.content as ArrayBuffer), printed)
  assert.notDeepEqual(printed, await renderInvoicePdf(invoice), 'the logo is on it')
  assert.equal(attachments.length, 2, 'and the logo of the mail')
})

test('a release is served as soon as it is used, and the list marks it without showing its path', async () => {
  const { operations } = service.answering.context
  const rows = [
    { addressDetailPid: 'GAVIC1', localityName: 'TOWN', state: 'VIC', postcode: '3999' },
  ]
  const source = sourceOfRows('au', rows)
  const directory = join(dataDir, 'releases')
  const { release } = await buildIndex(source, { directory, now: Date.parse('2020-03-01') })
  const listed = async () =>
    (await operations.releases()).map((one) => [one.product, one.in_use, one.served])
  const sample = [true, true]
  assert.deepEqual((await listed()).sort(), [
    ['au', false, false],
    ['au', ...sample],
    ['nz', ...sample],
    ['uk', ...sample],
  ])
  assert.ok(!JSON.stringify(await operations.releases()).includes(dataDir))
  await operations.useRelease(release, false)
  assert.equal(service.data.searches.au?.release.release, release)
  assert.deepEqual((await listed()).sort(), [
    ['au', false, false],
    ['au', true, true],
    ['nz', ...sample],
    ['uk', ...sample],
  ])
  await assert.rejects(operations.removeRelease(release), /is in use/)
})
