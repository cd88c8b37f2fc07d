// The billing run: each term invoiced once, on its date, however often and wherever it is run.
// Covers: src/billing/*.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { choosePlan, endSubscription, subscriptionOf } from '../../src/account/subscriptions.ts'
import { setBillingAddress } from '../../src/billing/billing-address.ts'
import { previewBilling, runBilling } from '../../src/billing/billing-run.ts'
import { examine } from '../../src/billing/doctor/doctor.ts'
import { announceEnding } from '../../src/billing/endings.ts'
import { eventsAfter } from '../../src/webhooks/event-log.ts'
import { eachSharedStore } from '../support/stores.ts'
import { type Books, DAY_MS, day, emptyBooks, holder, invoicesOf, mailsOf, PLANS } from './books.ts'

async function billAt(parts: Books, iso: string) {
  parts.clock.set(iso)
  return runBilling(parts, parts.clock.now())
}

async function assertSound(parts: Books): Promise<void> {
  const faults = (await examine(parts)).flatMap(({ faults: found }) => found)
  assert.deepEqual(faults, [])
}

eachSharedStore((makeStore) => {
  test('nothing is invoiced before its date, one invoice on it, and no second one', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-03-10T09:00:00Z')
    const accountId = await holder(parts, 'small')
    assert.deepEqual((await billAt(parts, '2026-04-10T08:59:59Z')).invoices, [])
    assert.deepEqual((await billAt(parts, '2026-04-10T09:00:00Z')).invoices, ['1'])
    assert.deepEqual((await billAt(parts, '2026-04-30T09:00:00Z')).invoices, [])
    const [invoice] = await invoicesOf(parts, accountId)
    assert.equal(invoice.invoicedAt, Date.parse('2026-04-10T09:00:00Z'))
    assert.deepEqual(invoice.lines, [
      {
        quantity: 1,
        details: 'Plan small, 10 Mar 2026 to 9 Apr 2026',
        unitMinor: 2800,
        subtotalMinor: 2800,
      },
    ])
    assert.deepEqual([invoice.netMinor, invoice.taxMinor, invoice.totalMinor], [2800, 560, 3360])
    const subscription = await subscriptionOf(parts.store.db, accountId)
    assert.equal(subscription?.nextBillingAt, Date.parse('2026-05-10T09:00:00Z'))
  })

  test('the last days of who left are invoiced on their date, and not before', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-03-10T09:00:00Z')
    const accountId = await holder(parts, 'small')
    parts.clock.set('2026-03-20T09:00:00Z')
    await endSubscription(parts.store, accountId, parts.clock.now())
    // Somebody else, so that a new run has more than one account to look at.
    await holder(parts, 'year')
    const { rows } = await sql<{ due_at: number }>`
      select due_at from ended_term where account_id = ${accountId}`.execute(parts.store.db)
    const [{ due_at: dueAt } = { due_at: 0 }] = rows
    assert.deepEqual((await runBilling(parts, dueAt - 1)).invoices, [])
    assert.equal((await previewBilling(parts, dueAt)).invoices.length, 1)
    assert.deepEqual((await runBilling(parts, dueAt)).invoices, ['1'])
  })

  test('an ending is announced by the first that comes to it, and by no other', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-03-10T09:00:00Z')
    const accountId = await holder(parts, 'small')
    await endSubscription(parts.store, accountId, parts.clock.now())
    const now = parts.clock.now()
    const announce = () =>
      parts.store.transaction((tx) => announceEnding(tx, accountId, now, parts.settings, now))
    assert.deepEqual([await announce(), await announce()], [true, false])
    const events = await eventsAfter(parts.store.db, accountId, 0)
    assert.equal(events.filter(({ kind }) => kind === 'expired').length, 1)
  })

  test('terms that began on the 31st end on the last day of shorter months', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2027-10-31T23:30:00Z')
    const accountId = await holder(parts, 'small')
    await billAt(parts, '2028-05-01T00:00:00Z')
    const ends = (await invoicesOf(parts, accountId)).map(({ term }) => day(term.end))
    assert.deepEqual(ends, [
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ])
    await assertSound(parts)
  })

  test('a year that began on 29 February ends on the 28th, until there is a 29th again', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2028-02-29T00:00:00Z')
    const accountId = await holder(parts, 'year')
    await billAt(parts, '2032-03-01T00:00:00Z')
    const invoices = await invoicesOf(parts, accountId)
    assert.deepEqual(
      invoices.map(({ term }) => day(term.end)),
      ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
    )
    assert.deepEqual(new Set(invoices.map(({ netMinor }) => netMinor)), new Set([36_500]))
    await assertSound(parts)
  })

  test('terms that were missed are caught up with, oldest first over all accounts', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-15T00:00:00Z')
    const first = await holder(parts, 'small')
    parts.clock.set('2026-01-20T00:00:00Z')
    const second = await holder(parts, 'small')
    const { invoices } = await billAt(parts, '2026-04-18T00:00:00Z')
    assert.deepEqual(invoices, ['1', '2', '3', '4', '5'])
    const numbers = async (id: string) => (await invoicesOf(parts, id)).map(({ number }) => number)
    assert.deepEqual(await numbers(first), ['1', '3', '5'])
    assert.deepEqual(await numbers(second), ['2', '4'])
    await assertSound(parts)
  })

  test('each day of a term is billed at the largest plan that it saw', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T10:00:00Z')
    const { store, clock } = parts
    const accountId = await holder(parts, 'small')
    clock.set('2026-02-08T09:00:00Z')
    await choosePlan(store, PLANS, accountId, 'large', clock.now())
    clock.set('2026-02-22T10:00:00Z')
    await choosePlan(store, PLANS, accountId, 'small', clock.now())
    // Back and forth within a day: the largest counts.
    await choosePlan(store, PLANS, accountId, 'year', clock.now() + 1000)
    await choosePlan(store, PLANS, accountId, 'small', clock.now() + 2000)
    await billAt(parts, '2026-03-01T10:00:00Z')
    const [invoice] = await invoicesOf(parts, accountId)
    assert.deepEqual(
      invoice.lines.map(({ details, subtotalMinor }) => [details, subtotalMinor]),
      [
        ['Plan small, 1 Feb 2026 to 6 Feb 2026 (6 of 28 days)', 600],
        ['Plan large, 7 Feb 2026 to 21 Feb 2026 (15 of 28 days)', 3000],
        ['Plan year, 22 Feb 2026 to 22 Feb 2026 (1 of 28 days)', 109],
        ['Plan small, 23 Feb 2026 to 28 Feb 2026 (6 of 28 days)', 600],
      ],
    )
    assert.equal(invoice.netMinor, 4309)
    await assertSound(parts)
  })

  test('a change to yearly keeps the term, and years follow it', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-31T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await choosePlan(parts.store, PLANS, accountId, 'year', parts.clock.now() + 14 * DAY_MS)
    await billAt(parts, '2027-03-01T00:00:00Z')
    const invoices = await invoicesOf(parts, accountId)
    assert.deepEqual(
      invoices.map(({ term, netMinor }) => [day(term.end), netMinor]),
      [
        // Half of a month at 28, half of a twelfth of a year at 365.
        ['2026-02-28', 1400 + 1521],
        ['2027-02-28', 36_500],
      ],
    )
    await assertSound(parts)
  })

  test('the end of a trial is told once, to the holder and the list of that name', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const accountId = await holder(parts)
    await sql`
      insert into cc_recipient (account_id, id, list, email, email_folded)
      values (${accountId}, 1, 'expired', 'boss@example.com', 'boss@example.com'),
        (${accountId}, 2, 'invoices', 'books@example.com', 'books@example.com')
      `.execute(parts.store.db)
    assert.equal((await billAt(parts, '2026-01-30T23:59:59Z')).endings, 0)
    assert.equal((await billAt(parts, '2026-01-31T00:00:00Z')).endings, 1)
    assert.equal((await billAt(parts, '2026-03-31T00:00:00Z')).endings, 0)
    // An operator who then ends the account tells its holder nothing new.
    await endSubscription(parts.store, accountId, parts.clock.now())
    assert.equal((await billAt(parts, '2026-04-01T00:00:00Z')).endings, 0)
    const [mail, ...more] = await mailsOf(parts, accountId)
    assert.deepEqual(more, [])
    assert.equal(mail.kind, 'expired')
    assert.equal(mail.cc, '["boss@example.com"]')
    assert.match(mail.subject, /trial has ended/)
    const events = await eventsAfter(parts.store.db, accountId, 0)
    assert.deepEqual(
      events.map(({ kind, body }) => [kind, JSON.parse(body).details.status]),
      [['expired', 'trial-ended']],
    )
    assert.match(mail.body_text, /31 Jan 2026/)
    assert.match(mail.body_text, /https:\/\/addresses\.example\.com\/console/)
  })

  test('every end of a subscription is told, once each', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const { store, clock } = parts
    const accountId = await holder(parts, 'small')
    for (let time = 1; time <= 2; time += 1) {
      clock.advance(DAY_MS)
      await endSubscription(store, accountId, clock.now())
      await runBilling(parts, clock.now())
      await runBilling(parts, clock.now())
      assert.equal((await mailsOf(parts, accountId)).length, time)
      await choosePlan(store, PLANS, accountId, 'small', clock.now())
    }
  })

  test('an invoice goes by mail with its PDF, in the transaction that issues it', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await sql`
      insert into cc_recipient (account_id, id, list, email, email_folded)
      values (${accountId}, 1, 'invoices', 'books@example.com', 'books@example.com')
      `.execute(parts.store.db)
    await billAt(parts, '2026-02-01T00:00:00Z')
    const [mail, ...more] = await mailsOf(parts, accountId)
    assert.deepEqual(more, [])
    assert.equal(mail.once_key, 'invoice:1')
    assert.equal(mail.invoice_number, '1')
    assert.equal(mail.cc, '["books@example.com"]')
    assert.equal(mail.subject, 'Invoice 1 from Acme Ltd')
    for (const body of [mail.body_text, mail.body_html]) {
      assert.match(body, /£33\.60/)
      assert.match(body, /VAT 20%/)
      assert.doesNotMatch(body, /api_|admin_/)
    }
  })

  test('an invoice keeps seller and address as they were', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await setBillingAddress(parts.store.db, accountId, ['Jo Ltd', '1 High St'])
    await billAt(parts, '2026-02-01T00:00:00Z')
    await setBillingAddress(parts.store.db, accountId, ['Elsewhere'])
    const [invoice] = await invoicesOf(parts, accountId)
    assert.deepEqual(invoice.addressee.lines, ['Jo Ltd', '1 High St'])
    assert.equal(invoice.seller.name, 'Acme Ltd')
  })

  test('an account on a plan that is gone is named, and the others are billed', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const gone = await holder(parts, 'large')
    const there = await holder(parts, 'small')
    parts.clock.set('2026-02-01T00:00:00Z')
    const plans = PLANS.filter(({ name }) => name !== 'large')
    const billed = await runBilling({ ...parts, plans }, parts.clock.now())
    assert.equal(billed.invoices.length, 1)
    assert.match(billed.faults[0], new RegExp(`${gone}.*large`))
    assert.equal((await invoicesOf(parts, there)).length, 1)
    // Put back, it is billed as if nothing had been.
    const again = await runBilling(parts, parts.clock.now())
    assert.deepEqual(again, { invoices: ['2'], endings: 0, reminders: 0, faults: [] })
  })

  test('a plan that is gone holds up the last days of who left, and a term that saw it, until it is back', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const { store, clock } = parts
    const left = await holder(parts, 'large')
    const changed = await holder(parts, 'large')
    const both = await holder(parts, 'large')
    clock.set('2026-01-10T00:00:00Z')
    for (const id of [changed, both]) await choosePlan(store, PLANS, id, 'small', clock.now())
    for (const id of [left, both]) await endSubscription(store, id, clock.now())
    clock.set('2026-02-01T00:00:00Z')
    const without = { ...parts, plans: PLANS.filter(({ name }) => name !== 'large') }
    const faults = [left, changed, both].map(
      (id) => `The account ${id} is not billed: plans.json has no plan large.`,
    )
    const preview = await previewBilling(without, clock.now())
    assert.deepEqual([preview.invoices, preview.faults.toSorted()], [[], faults.toSorted()])
    for (let run = 0; run < 2; run += 1) {
      const billed = await runBilling(without, clock.now())
      assert.deepEqual([billed.invoices, billed.faults.toSorted()], [[], faults.toSorted()])
    }
    assert.equal((await runBilling(parts, clock.now())).invoices.length, 3)
    const ends = await Promise.all([left, changed, both].map((id) => invoicesOf(parts, id)))
    assert.deepEqual(
      ends.flat().map(({ term }) => day(term.end)),
      ['2026-01-11', '2026-02-01', '2026-01-11'],
    )
    await assertSound(parts)
  })

  test('three runs at once issue each invoice once, without gaps', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-01T00:00:00Z')
    const accounts: string[] = []
    for (let at = 0; at < 8; at += 1) accounts.push(await holder(parts, 'small'))
    parts.clock.set('2026-03-01T00:00:00Z')
    const runs = await Promise.all([1, 2, 3].map(() => runBilling(parts, parts.clock.now())))
    const numbers = runs.flatMap(({ invoices }) => invoices.map(Number)).sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: 16 }, (_, at) => at + 1),
    )
    for (const accountId of accounts) assert.equal((await invoicesOf(parts, accountId)).length, 2)
    await assertSound(parts)
  })
})
