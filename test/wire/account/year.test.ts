// A year in the life of an account, from the first free look-up to the last invoice, with every document and mail.
// Covers: src/service.ts, src/jobs.ts, src/billing/**, src/account/**

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { runBilling } from '../../../src/billing/billing-run.ts'
import { examine } from '../../../src/billing/doctor/doctor.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { startTestService, type TestAccount, type TestService } from '../../support/running.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { eachStore } from '../../support/stores.ts'

after(stopOwnPostgres)

const PLANS = [
  { name: 'small', product: 'uk', amount: 28, daily_lookup_limit_1: 3, daily_lookup_limit_2: 5 },
  { name: 'large', product: 'uk', amount: 62, daily_lookup_limit_1: 7, monthly_buffer: 2 },
]
const SETTINGS = { INVOICE_SELLER: 'Acme Ltd', INVOICE_TAX_UK: '20' }

/** What the account holder and the operator do, in few words. */
class Life {
  readonly #running: TestService
  readonly #account: TestAccount
  readonly clock: ManualClock
  lookups = 0

  constructor(running: TestService, account: TestAccount, clock: ManualClock) {
    this.#running = running
    this.#account = account
    this.clock = clock
  }

  async see(path: string) {
    return (await this.#running.ask(path, this.#account.adminKey)).json
  }

  async put(path: string, body: unknown = {}, key = this.#account.adminKey) {
    const init = { method: 'PUT', body: JSON.stringify(body) }
    return (await this.#running.ask(path, key, init)).json
  }

  async post(path: string, body: unknown) {
    const init = { method: 'POST', body: JSON.stringify(body) }
    return (await this.#running.ask(path, this.#account.adminKey, init)).json
  }

  async autoUpgrade() {
    return this.put('/subscription/auto-upgrade', { 'auto-upgrade': true }, this.#account.apiKey)
  }

  /** The status of each of so many look-ups, with those alike together. */
  async lookUp(times: number): Promise<Record<string, number>> {
    const { apiKey } = this.#account
    const found = await this.#running.ask('/autocomplete/netherby road', apiKey)
    const url = found.json.suggestions?.[0].url ?? '/get/x'
    const statuses: Record<string, number> = {}
    for (let time = 0; time < times; time += 1) {
      const { status } = await this.#running.ask(url, apiKey)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    this.lookups += statuses[200] ?? 0
    return statuses
  }

  async bill() {
    const { store, plans, clock, config } = this.#running.service
    return runBilling({ store, plans, clock, settings: config.billing }, clock.now())
  }

  async events(): Promise<string[]> {
    const { rows } = await sql<{ day: string; kind: string; limit_reached: number }>`
      select day, kind, limit_reached from limit_event
      where account_id = ${this.#account.accountId} order by day, kind
      `.execute(this.#running.service.store.db)
    return rows.map((row) => `${row.day} ${row.kind} ${row.limit_reached}`)
  }

  /** The mails of one kind that were made now, as they arrive. The service's own round may have one under way. */
  async arrived(kind: string) {
    const { store, jobs } = this.#running.service
    for (let round = 0; round < 2_000; round += 1) {
      if (round > 0) await delay(20)
      await jobs.mailSender.round()
      const { rows } = await sql<{ id: string; kind: string; sent_at: number | null }>`
        select id, kind, sent_at from mail
        where account_id = ${this.#account.accountId} and created_at = ${this.clock.now()}
        order by id`.execute(store.db)
      if (rows.some((row) => row.sent_at === null)) continue
      const files = rows.filter((row) => row.kind === kind).map((row) => `${row.id}.eml`)
      return Promise.all(files.map((name) => this.#read(join('outbox', name))))
    }
    return assert.fail('The mails were not sent.')
  }

  async #read(name: string) {
    const mail = await PostalMime.parse(await readFile(join(this.#running.dataDir, name)))
    return {
      to: mail.to?.map(({ address }) => address),
      cc: mail.cc?.map(({ address }) => address) ?? [],
      subject: mail.subject,
      text: mail.text ?? '',
      files: mail.attachments.map(({ filename, mimeType }) => `${filename} ${mimeType}`),
    }
  }

  async faults(): Promise<string[]> {
    return (await examine(this.#running.service)).flatMap(({ faults }) => faults)
  }
}

eachStore((_makeStore, newPlace, kind) => {
  test(`a year in the life of an account (${kind})`, async (t) => {
    const { databaseUrl } = await newPlace(t)
    const clock = new ManualClock('2026-01-01T09:00:00Z')
    await using running = await startTestService({
      databaseUrl,
      plans: PLANS,
      clock,
      settings: SETTINGS,
    })
    // The service bills each minute of real time; here every billing is one that the operator asks for.
    await running.service.jobs.billing.close()
    const life = new Life(running, await running.account('uk'), clock)
    const { 'email-address': email } = await life.see('/email-address')

    // January: a free trial. Somebody in the office wants to know when it ends.
    assert.deepEqual(await life.lookUp(3), { 200: 3 })
    assert.equal((await life.see('/v2/subscription')).next_billing_date, '1/31/2026 9:00:00 AM')
    await life.post('/cc/expired', { 'email-address': 'office@example.com' })
    clock.set('2026-01-31T09:00:00Z')
    assert.deepEqual(await life.lookUp(1), { 403: 1 })
    assert.equal((await life.see('/v2/subscription')).status, 'trial-ended')
    assert.deepEqual(await life.bill(), { invoices: [], endings: 1, reminders: 0, faults: [] })
    const [farewell] = await life.arrived('expired')
    assert.deepEqual([farewell.to, farewell.cc], [[email], ['office@example.com']])
    assert.equal(farewell.subject, 'Your free trial has ended')

    // The same day a plan is chosen, and the same keys work. Its terms begin on the 31st.
    const chosen = await life.put('/subscription/change-plan', { plan_name: 'small' })
    assert.deepEqual(
      [chosen.status, chosen.start_date, chosen.next_billing_date],
      ['active', '1/31/2026 9:00:00 AM', '2/28/2026 9:00:00 AM'],
    )
    assert.deepEqual(await life.lookUp(2), { 200: 2 })
    await life.post('/cc/invoices', { 'email-address': 'books@example.com' })

    // 14 February: both limits in one day.
    clock.set('2026-02-14T12:00:00Z')
    assert.deepEqual(await life.lookUp(7), { 200: 5, 429: 2 })
    assert.deepEqual(await life.events(), [
      '2026-02-14 first-limit-reached 3',
      '2026-02-14 second-limit-reached 5',
    ])
    assert.deepEqual(await life.see('/v3/usage'), {
      usage_today: 5,
      daily_limit: 5,
      ...{ monthly_buffer: 0, monthly_buffer_used: 0 },
    })

    // The first invoice, on the last day of February.
    clock.set('2026-02-28T09:00:00Z')
    assert.deepEqual((await life.bill()).invoices, ['1'])
    const [first] = await life.see('/invoices')
    assert.deepEqual([first.number, first.tax, first.total], ['1', 5.6, 33.6])
    assert.deepEqual(
      first.invoice_lines.map((line: { details: string }) => line.details),
      ['Plan small, 31 Jan 2026 to 27 Feb 2026', 'Look-ups, included in the plan'],
    )
    const [sent] = await life.arrived('invoice')
    assert.deepEqual([sent.to, sent.cc], [[email], ['books@example.com']])
    assert.deepEqual(sent.files, ['invoice-1.pdf application/pdf'])
    assert.match(sent.text, /£33\.60/)

    // March: with auto-upgrade a full day moves on to the larger plan, and its buffer is drawn.
    await life.autoUpgrade()
    clock.set('2026-03-16T08:00:00Z')
    assert.deepEqual(await life.lookUp(6), { 200: 6 })
    assert.equal((await life.see('/v2/subscription')).plan.amount, 62)
    await life.put('/subscription', { autoUpgrade: false })
    assert.deepEqual(await life.lookUp(5), { 200: 3, 429: 2 })
    assert.equal((await life.see('/v4/usage')).monthly_buffer_used, 2)
    clock.set('2026-03-31T09:00:00Z')
    await life.bill()
    const [second] = await life.see('/invoices')
    assert.deepEqual(
      second.invoice_lines.map((line: { details: string; subtotal: number }) => [
        line.details,
        line.subtotal,
      ]),
      [
        ['Plan small, 28 Feb 2026 to 14 Mar 2026 (15 of 31 days)', 13.55],
        ['Plan large, 15 Mar 2026 to 30 Mar 2026 (16 of 31 days)', 32],
        ['Look-ups, included in the plan', 0],
      ],
    )
    await life.arrived('invoice')

    // April to December: an invoice a month. In July the address changes, and mails follow it.
    for (const [at, end] of ENDS.entries()) {
      if (end === '2026-07-31') {
        await life.put('/email-address', { 'new-email-address': `new-${email}` })
      }
      clock.set(`${end}T09:00:00Z`)
      const number = String(at + 3)
      assert.deepEqual((await life.bill()).invoices, [number])
      assert.deepEqual(await life.bill(), { invoices: [], endings: 0, reminders: 0, faults: [] })
      const [invoice] = await life.see('/invoices')
      const [, month, date] = end.split('-').map(Number)
      assert.equal(invoice.date, `${month}/${date}/${end.slice(0, 4)} 9:00:00 AM`)
      assert.deepEqual([invoice.number, invoice.total], [number, 74.4])
      const [mail, ...more] = await life.arrived('invoice')
      assert.deepEqual(more, [])
      assert.deepEqual(mail.to, [end < '2026-07-31' ? email : `new-${email}`])
      assert.deepEqual(mail.files, [`invoice-${number}.pdf application/pdf`])
      const { status, headers } = await fetch(invoice.pdf_url)
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/pdf'])
      await life.lookUp(1)
    }

    // The end: no look-ups, one mail, and the last days on one more invoice.
    clock.set('2027-02-10T09:00:00Z')
    const ended = await life.put('/subscription/unsubscribe')
    assert.deepEqual([ended.status, ended.next_billing_date], ['ended', '2/10/2027 9:00:00 AM'])
    assert.deepEqual(await life.bill(), { invoices: [], endings: 1, reminders: 0, faults: [] })
    const [end] = await life.arrived('expired')
    assert.deepEqual([end.to, end.cc], [[`new-${email}`], ['office@example.com']])
    assert.deepEqual(await life.lookUp(1), { 403: 1 })
    clock.set('2028-02-10T09:00:00Z')
    assert.deepEqual(await life.bill(), { invoices: ['13'], endings: 0, reminders: 0, faults: [] })

    // And the books: thirteen invoices, and every look-up of the year in usage.
    const all = await life.see('/invoices')
    assert.equal(all.length, 13)
    const days = [
      ...(await life.see('/v3/usage/from/1/1/2026/to/31/12/2026')),
      ...(await life.see('/v3/usage/from/1/1/2027/to/31/12/2027')),
    ]
    const used = days.reduce((sum, { count }) => sum + count, 0)
    assert.equal(used, life.lookups)
    assert.deepEqual(await life.faults(), [])
  })
})

const ENDS = [
  '2026-04-30',
  '2026-05-31',
  '2026-06-30',
  '2026-07-31',
  '2026-08-31',
  '2026-09-30',
  '2026-10-31',
  '2026-11-30',
  '2026-12-31',
  '2027-01-31',
]
