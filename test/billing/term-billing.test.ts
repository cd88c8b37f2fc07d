// Terms that change while they are being billed, and terms that end on the very date of their bill.
// Covers: src/billing/term-billing.ts, src/billing/billing-run.ts, src/account/subscription.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { choosePlan, endSubscription, subscriptionOf } from '../../src/account/subscriptions.ts'
import { usageOfDays } from '../../src/account/usage.ts'
import { previewBilling, runBilling } from '../../src/billing/billing-run.ts'
import { examine } from '../../src/billing/doctor/doctor.ts'
import { announceEnding } from '../../src/billing/endings.ts'
import type { Invoice } from '../../src/billing/invoices/invoice.ts'
import { billTerm } from '../../src/billing/term-billing.ts'
import { eachSharedStore } from '../support/stores.ts'
import { type Books, DAY_MS, day, emptyBooks, holder, invoicesOf, mailsOf, PLANS } from './books.ts'

const START = '2026-02-01T10:00:00Z'
const BILLED = '2026-03-01T10:00:00Z'

async function terms(parts: Books, accountId: string) {
  const all = await invoicesOf(parts, accountId)
  return all.map(({ term, netMinor }) => [day(term.start), day(term.end), netMinor])
}

eachSharedStore((makeStore) => {
  test('a term that was seen as due and has changed since is not billed', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const { store, clock } = parts
    const accountId = await holder(parts, 'small')
    const { startedAt = 0, nextBillingAt = 0 } =
      (await subscriptionOf(store.db, accountId)) ?? assert.fail()
    const due = { accountId, dueAt: nextBillingAt, anchorAt: startedAt, hasEnded: false }
    clock.set(BILLED)
    const bill = () => store.transaction((tx) => billTerm(tx, due, parts))
    assert.equal((await bill()).kind, 'issued')
    assert.equal((await bill()).kind, 'not-due', 'another node has billed it')
    const next = (await subscriptionOf(store.db, accountId))?.nextBillingAt ?? 0
    await endSubscription(store, accountId, clock.now() + 1)
    const later = { ...due, dueAt: next }
    const ended = await store.transaction((tx) => billTerm(tx, later, parts))
    assert.equal(ended.kind, 'not-due', 'its holder has left')
    assert.equal((await invoicesOf(parts, accountId)).length, 1)
  })

  test('a subscription that ends on the moment of its bill owes that day, once, and no more', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const { store, clock } = parts
    const accountId = await holder(parts, 'small')
    await endSubscription(store, accountId, Date.parse(BILLED))
    clock.set('2026-04-15T00:00:00Z')
    await runBilling(parts, clock.now())
    assert.deepEqual(await terms(parts, accountId), [
      ['2026-02-01', '2026-03-01', 2800],
      ['2026-03-01', '2026-03-02', 90],
    ])
    const faults = (await examine(parts)).flatMap(({ faults: found }) => found)
    assert.deepEqual(faults, [])
  })

  test('an invoice says what is to be paid, with its tax, and when', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const accountId = await holder(parts, 'small')
    // A run that comes days later gives nobody more time.
    parts.clock.set('2026-03-04T10:00:00Z')
    await runBilling(parts, parts.clock.now())
    const [invoice] = await invoicesOf(parts, accountId)
    assert.deepEqual([invoice?.netMinor, invoice?.taxMinor, invoice?.totalMinor], [2800, 560, 3360])
    assert.equal(invoice?.dueAt, Date.parse('2026-03-15T10:00:00Z'))
  })

  test('a run that is told to stop bills no more, and the next one goes on', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    for (let count = 0; count < 3; count += 1) await holder(parts, 'small')
    parts.clock.set(BILLED)
    let asked = 0
    const first = await runBilling(parts, parts.clock.now(), () => asked++ >= 1)
    assert.equal(first.invoices.length, 1)
    const rest = await runBilling(parts, parts.clock.now())
    assert.equal(rest.invoices.length, 2)
  })

  test('a preview says what would be issued, and keeps nothing', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const accountId = await holder(parts, 'small')
    const until = Date.parse('2026-04-01T10:00:00Z')
    assert.equal((await previewBilling(parts, until)).invoices.length, 2)
    assert.deepEqual(await terms(parts, accountId), [])
    assert.deepEqual(await mailsOf(parts, accountId), [])
    const gone = await previewBilling({ ...parts, plans: [] }, until)
    assert.deepEqual(gone, {
      invoices: [],
      faults: [`The account ${accountId} is not billed: plans.json has no plan small.`],
    })
  })

  test('a preview is what the run then issues, each once, of those who stay and of those who left', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const { store, clock } = parts
    const accounts = [await holder(parts, 'small'), await holder(parts, 'large')]
    for (const at of ['2026-02-10T10:00:00Z', '2026-02-20T10:00:00Z', BILLED]) {
      const leaving = await holder(parts, 'small')
      await endSubscription(store, leaving, Date.parse(at))
      accounts.push(leaving)
    }
    // One who has left and come back has two terms to be billed, of one account.
    const [, , back = ''] = accounts
    await choosePlan(store, PLANS, back, 'large', Date.parse('2026-03-01T10:00:00Z'))
    clock.set('2026-04-15T10:00:00Z')
    const until = clock.now()
    const shown = ({ accountId, term, netMinor }: Omit<Invoice, 'number'>) =>
      `${accountId} ${day(term.start)} ${day(term.end)} ${netMinor}`
    const preview = (await previewBilling(parts, until)).invoices.map(shown)
    await runBilling(parts, until)
    const issued = (await Promise.all(accounts.map((id) => invoicesOf(parts, id))))
      .flat()
      .map(shown)
    assert.deepEqual(preview.toSorted(), issued.toSorted())
    assert.equal(new Set(issued).size, issued.length)
    assert.ok(issued.length >= 7, issued.join('\n'))
  })

  test('a run that is told to stop announces no more endings, and the next one goes on', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    for (let count = 0; count < 3; count += 1) await holder(parts)
    const until = Date.parse('2026-04-01T10:00:00Z')
    let asked = 0
    assert.equal((await runBilling(parts, until, () => asked++ >= 1)).endings, 1)
    assert.equal((await runBilling(parts, until)).endings, 2)
  })

  test('a trial that became a plan before its end was told does not expire', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const { store, clock, settings } = parts
    const accountId = await holder(parts)
    const { trialEndsAt = 0 } = (await subscriptionOf(store.db, accountId)) ?? assert.fail()
    await choosePlan(store, PLANS, accountId, 'small', clock.now())
    const isAnnounced = await store.transaction((tx) =>
      announceEnding(tx, accountId, trialEndsAt, settings, trialEndsAt),
    )
    assert.equal(isAnnounced, false)
  })

  test('an ending is told once, though two nodes have seen it', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const { store, settings } = parts
    const accountId = await holder(parts)
    const { trialEndsAt = 0 } = (await subscriptionOf(store.db, accountId)) ?? assert.fail()
    const tell = (until: number) =>
      store.transaction((tx) => announceEnding(tx, accountId, until, settings, until))
    assert.equal(await tell(trialEndsAt - 1), false)
    assert.equal(await tell(trialEndsAt), true)
    assert.equal(await tell(trialEndsAt), false)
    assert.equal((await mailsOf(parts, accountId)).length, 1)
    for (const days of [10, 20]) {
      const now = trialEndsAt + days * DAY_MS
      await choosePlan(store, PLANS, accountId, 'small', now)
      await endSubscription(store, accountId, now + 1)
      assert.deepEqual([await tell(now + 1), await tell(now + 1)], [true, false], 'it ends again')
    }
    assert.equal((await mailsOf(parts, accountId)).length, 3)
  })

  test('an invoice counts the look-ups from its first day on, and those of its end are the next one’s', async (t) => {
    const parts = await emptyBooks(await makeStore(t), START)
    const { store, clock } = parts
    const accountId = await holder(parts, 'small')
    for (const [date, lookups] of [
      ['2026-01-31', 1],
      ['2026-02-01', 10],
      ['2026-02-28', 100],
      ['2026-03-01', 1000],
    ] as const) {
      await sql`insert into usage_day (account_id, day, lookups)
        values (${accountId}, ${date}, ${lookups})`.execute(store.db)
    }
    clock.set('2026-04-01T10:00:00Z')
    await runBilling(parts, clock.now())
    const counted = (await invoicesOf(parts, accountId)).map(({ lookups }) => lookups)
    assert.deepEqual(counted, [110, 1000])
  })

  test('each day of a range has the buffer of its own month, and the first and the last are in it', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-27T10:00:00Z')
    const { store, plans } = parts
    const accountId = await holder(parts, 'small')
    for (const [month, used] of [
      ['2026-02', 7],
      ['2026-03', 2],
    ] as const) {
      await sql`insert into usage_month (account_id, month, buffer_used)
        values (${accountId}, ${month}, ${used})`.execute(store.db)
    }
    const range = { from: Date.parse('2026-02-26'), to: Date.parse('2026-03-01') }
    const days = await usageOfDays(store.db, plans, accountId, range)
    assert.deepEqual(
      days.map(({ at, bufferUsed, limit }) => [day(at), bufferUsed, limit]),
      [
        ['2026-02-26', 7, 0],
        ['2026-02-27', 7, 10],
        ['2026-02-28', 7, 10],
        ['2026-03-01', 2, 10],
      ],
    )
  })
})
