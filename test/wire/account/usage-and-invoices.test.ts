// Usage and invoices over HTTP: every form, every refusal, and links to PDFs that only open while they are genuine.
// Covers: src/endpoints/account/**, src/lib/us-timestamp.ts, src/billing/invoices/signing.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setBillingAddress } from '../../../src/billing/billing-address.ts'
import { runBilling } from '../../../src/billing/billing-run.ts'
import { LINK_SECONDS } from '../../../src/billing/invoices/signing.ts'
import { assertAsDefined } from '../../support/answers.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import {
  posting,
  startTestService,
  type TestAccount,
  type TestService,
  testService,
} from '../../support/running.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { eachStore } from '../../support/stores.ts'

after(stopOwnPostgres)

const DAY_MS = 86_400_000
const TWO = { daily_lookup_limit_1: 2, daily_lookup_limit_2: 3, monthly_buffer: 4, amount: 12.5 }
const PLANS = [
  { name: 'two', product: 'uk', ...TWO },
  { name: 'lots', product: 'uk', daily_lookup_limit_1: 50, amount: 99.99 },
]
const SETTINGS = { INVOICE_TAX_UK: '20', SIGNING_SECRET: 'a secret that is long enough' }
const clock = new ManualClock('2026-01-31T10:00:00Z')
const running = await testService({ plans: PLANS, settings: SETTINGS, clock })

async function lookUp(service: TestService, { apiKey }: TestAccount, times: number): Promise<void> {
  const { json } = await service.ask('/autocomplete/netherby road', apiKey)
  for (let time = 0; time < times; time += 1) {
    assert.equal((await service.ask(json.suggestions[0].url, apiKey)).status, 200)
  }
}

async function bill({ service }: TestService): Promise<readonly string[]> {
  const { store, plans, config } = service
  const parts = { store, plans, clock: service.clock, settings: config.billing }
  return (await runBilling(parts, service.clock.now())).invoices
}

eachStore((_makeStore, newPlace, kind) => {
  test(`usage in all its forms says the same (${kind})`, async (t) => {
    const { databaseUrl } = await newPlace(t)
    const time = new ManualClock('2026-02-27T12:00:00Z')
    await using own = await startTestService({ databaseUrl, plans: PLANS, clock: time })
    const account = await own.account('uk', 'two')
    const see = async (path: string) => (await own.ask(path, account.adminKey)).json
    await lookUp(own, account, 5)
    time.advance(2 * DAY_MS)
    await lookUp(own, account, 1)
    const body = { ...posting({ plan_name: 'lots' }), method: 'PUT' }
    await own.ask('/subscription/change-plan', account.adminKey, body)

    const today = { usage_today: 1, daily_limit: 50, monthly_buffer: 0, monthly_buffer_used: 0 }
    const then = { usage_today: 5, daily_limit: 3, monthly_buffer: 4, monthly_buffer_used: 2 }
    assert.deepEqual(await see('/v3/usage'), today)
    assert.deepEqual(await see('/V3/Usage/1/3/2026/'), today)
    assert.deepEqual(await see('/v3/usage/27/02/2026'), then)
    const byKey = (count: number) => ({ usage_by_key: [{ kind: 'api-key', name: 'main', count }] })
    const todayV4 = { date: '3/1/2026 12:00:00 AM', ...today, ...byKey(1) }
    const thenV4 = { date: '2/27/2026 12:00:00 AM', ...then, ...byKey(5) }
    assert.deepEqual(await see('/v4/usage'), todayV4)
    assert.deepEqual(await see('/v4/usage/27/2/2026'), thenV4)
    assert.deepEqual(await see('/v2/usage'), { count: 1, limit1: 50, limit2: 50 })
    assert.deepEqual(await see('/v3/usage/from/26/2/2026/To/1/3/2026'), [
      { date: '2/26/2026 12:00:00 AM', count: 0, limit: 0 },
      { date: '2/27/2026 12:00:00 AM', count: 5, limit: 3 },
      { date: '2/28/2026 12:00:00 AM', count: 0, limit: 3 },
      { date: '3/1/2026 12:00:00 AM', count: 1, limit: 50 },
    ])
    const range = await see('/v4/usage/FROM/27/02/2026/to/28/02/2026')
    assert.deepEqual(range[0], thenV4)
    assert.equal(range[1].monthly_buffer_used, 2)
    assert.equal(range.length, 2)
  })
})

test('a day that the calendar does not have is refused by the name of its part', async () => {
  const { adminKey } = await running.account('uk')
  for (const [path, title] of [
    ['/v3/usage/31/2/2026', 'day'],
    ['/v3/usage/29/2/2027', 'day'],
    ['/v3/usage/0/1/2026', 'day'],
    ['/v3/usage/32/1/2026', 'day'],
    ['/v4/usage/1/13/2026', 'month'],
    ['/v4/usage/1/x/2026', 'month'],
    ['/v4/usage/1.5/1/2026', 'day'],
    ['/v4/usage/1/1/26', 'year'],
    ['/v4/usage/1/1/99999', 'year'],
    ['/v3/usage/from/31/4/2026/to/1/5/2026', 'from_day'],
    ['/v3/usage/from/1/4/2026/to/31/6/2026', 'to_day'],
    ['/invoices/from/1/4/2026/to/31/6/2026', 'to_day'],
    ['/invoices/from/1/0/2026/to/1/6/2026', 'from_month'],
    ['/v3/usage/from/2/4/2026/to/1/4/2026', 'from'],
    ['/v4/usage/from/2/4/2026/to/1/4/2026', 'from'],
    ['/invoices/from/2/4/2026/to/1/4/2026', 'from'],
    ['/v3/usage/from/1/1/2026/to/2/1/2027', 'to'],
    ['/v4/usage/from/1/1/2026/to/2/1/2027', 'to'],
    ['/invoices/from/1/1/2026/to/2/1/2027', 'to'],
  ]) {
    const { status, json } = await running.ask(path, adminKey)
    assert.equal(status, 400, path)
    assert.deepEqual([json.code, json.title], ['bad-request', title], path)
    assert.equal(json.Message, json.detail)
  }
  const year = await running.ask('/v3/usage/from/1/1/2026/to/1/1/2027', adminKey)
  assert.equal(year.json.length, 366)
})

test('invoices are listed newest first, found by number and by day, and only by their owner', async () => {
  clock.set('2026-01-31T10:00:00Z')
  const account = await running.account('uk', 'two')
  await setBillingAddress(running.service.store.db, account.accountId, ['Jo Ltd', '1 High St'])
  const other = await running.account('uk', 'two')
  await lookUp(running, account, 4)
  clock.set('2026-04-01T00:00:00Z')
  assert.equal((await bill(running)).length, 4)
  const see = (path: string, { adminKey } = account) => running.ask(path, adminKey)
  const all = (await see('/invoices')).json
  assert.deepEqual(
    all.map(({ date }: { date: string }) => date),
    ['3/31/2026 10:00:00 AM', '2/28/2026 10:00:00 AM'],
  )
  const [, first] = all
  const { pdf_url, number, ...rest } = first
  assert.match(number, /^[1-9]\d*$/)
  assert.match(
    pdf_url,
    /^http:\/\/localhost:\d+\/invoices\/\d+\/pdf\?expires=\d+&signature=[\w-]+$/,
  )
  assert.deepEqual(rest, {
    date: '2/28/2026 10:00:00 AM',
    address_1: 'Jo Ltd',
    address_2: '1 High St',
    ...{ address_3: '', address_4: '', address_5: '', address_6: '' },
    total: 15,
    tax: 2.5,
    currency: 'GBP',
    invoice_lines: [
      {
        quantity: 1,
        details: 'Plan two, 31 Jan 2026 to 27 Feb 2026',
        unit_price: 12.5,
        subtotal: 12.5,
      },
      { quantity: 4, details: 'Look-ups, included in the plan', unit_price: 0, subtotal: 0 },
    ],
    due_date: '3/14/2026 10:00:00 AM',
    state: 'open',
  })
  assert.deepEqual((await see(`/Invoices/${number}/`)).json, first)
  assert.deepEqual((await see('/invoices/from/28/02/2026/To/28/2/2026')).json, [first])
  assert.deepEqual((await see('/invoices/from/1/3/2026/to/30/3/2026')).json, [])
  assertAsDefined('GET', '/invoices/{number}', { status: 200, json: first })
  assertAsDefined('GET', '/invoices', { status: 200, json: all })

  const foreign = await see(`/invoices/${number}`, other)
  assert.equal(foreign.status, 404)
  for (const none of ['99999', '0', '01', '-1', '1e3', 'x', '9'.repeat(40)]) {
    const missing = await see(`/invoices/${none}`)
    assert.equal(missing.status, 404, none)
    assert.deepEqual(missing.json, foreign.json)
  }
})

test('the link of an invoice opens its PDF without a key, until it expires', async () => {
  clock.set('2026-05-10T10:00:00Z')
  const { adminKey } = await running.account('uk', 'lots')
  clock.set('2026-06-10T10:00:00Z')
  await bill(running)
  const [invoice] = (await running.ask('/invoices', adminKey)).json
  const link = new URL(invoice.pdf_url)
  assert.ok(!invoice.pdf_url.includes(adminKey))
  const open = () => fetch(link)
  const answer = await open()
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  const bytes = Buffer.from(await answer.arrayBuffer())
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  assert.equal(Number(answer.headers.get('content-length')), bytes.length)
  assert.ok(bytes.equals(Buffer.from(await (await open()).arrayBuffer())))

  const path = `${link.pathname}${link.search}`
  for (const wrong of [
    path.replace(/expires=\d+/, (text) => `${text}0`),
    path.replace(/signature=./, (text) => `signature=${text.endsWith('A') ? 'B' : 'A'}`),
    ...otherSpellings(path),
    `${path}&signature=x`,
    `${path}&signature=`,
    `${path}&${link.searchParams}`,
    path.replace('?', `?expires=${Number(link.searchParams.get('expires')) + 1}&`),
    `${path}&number=1`,
    `${path}&utm_source=mail`,
    path.replace(/&signature=.*/, ''),
    path.replace(/&signature=.*/, '&signature='),
    path.replace(`/${invoice.number}/`, `/${Number(invoice.number) + 1}/`),
    path.replace(`/${invoice.number}/`, '/999999/'),
    link.pathname,
  ]) {
    for (const key of [undefined, adminKey]) {
      const refused = await running.ask(wrong, key)
      assert.equal(refused.status, 403, wrong)
      assert.equal(refused.json.code, 'forbidden')
    }
  }
  clock.advance(LINK_SECONDS * 1000 - 1000)
  assert.equal((await open()).status, 200)
  clock.advance(1000)
  assert.equal((await open()).status, 403)
  assert.equal((await running.ask(path, adminKey, { method: 'POST' })).status, 405)
})

/** The same bytes in base64, not as the service writes them. */
function otherSpellings(path: string): string[] {
  const last = path.slice(-1)
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  // 43 characters hold 258 bits for the 256 of the signature: the last two say nothing.
  const unused = digits[digits.indexOf(last) + 1]
  return [
    path.replace(/.$/, String(unused)),
    `${path}=`,
    `${path}%20`,
    `${path}!`,
    path.replace(/signature=.{10}/, (text) => `${text}%0A`),
  ]
}

test('without a setting the secret is made once, and links survive a restart', async () => {
  const { signingSecret } = await import('../../../src/billing/invoices/signing.ts')
  const { store } = running.service
  const [first, second] = await Promise.all([signingSecret(store, ''), signingSecret(store, '')])
  assert.equal(first, second)
  assert.ok(first.length >= 40)
  assert.equal(await signingSecret(store, 'of the settings'), 'of the settings')
})

test('no line that was logged holds a key or a secret', () => {
  for (const line of running.logged) assert.doesNotMatch(line, /(api|admin)_\w{20}|long enough/)
})
