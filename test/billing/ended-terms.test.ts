// Nobody leaves without paying for the days that were used, and nobody pays for a day twice.
// Covers: src/billing/term-billing.ts, src/billing/invoices/plan-days.ts, src/account/subscriptions.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CHANGES_PER_DAY_MAX } from '../../src/account/plans/plan-history.ts'
import { parsePlans } from '../../src/account/plans/plans-file.ts'
import { choosePlan, endSubscription } from '../../src/account/subscriptions.ts'
import { runBilling } from '../../src/billing/billing-run.ts'
import { examine } from '../../src/billing/doctor/doctor.ts'
import { runs } from '../support/runs.ts'
import { eachSharedStore } from '../support/stores.ts'
import { type Books, DAY_MS, day, emptyBooks, holder, invoicesOf, PLANS } from './books.ts'

/** An annual plan costs ten months of the monthly one. */
const SIZES = parsePlans(
  JSON.stringify({
    plans: [
      ['small', 28, 5],
      ['large', 56, 50],
    ].flatMap(([name, amount, limit]) => [
      { name, product: 'uk', amount, daily_lookup_limit_1: limit },
      {
        name: `${name}-annual`,
        product: 'uk',
        term: 'annual',
        amount: 10 * Number(amount),
        daily_lookup_limit_1: limit,
      },
    ]),
  }),
  'plans.json',
)

async function billAt(parts: Books, iso: string) {
  parts.clock.set(iso)
  return runBilling(parts, parts.clock.now())
}

async function endAt({ store }: Books, accountId: string, iso: string): Promise<void> {
  await endSubscription(store, accountId, Date.parse(iso))
}

async function chooseAt(parts: Books, accountId: string, plan: string, iso: string) {
  return choosePlan(parts.store, PLANS, accountId, plan, Date.parse(iso))
}

async function assertSound(parts: Books): Promise<void> {
  const faults = (await examine(parts)).flatMap(({ faults: found }) => found)
  assert.deepEqual(faults, [])
}

/** From, to and net of each invoice. */
async function billed(parts: Books, accountId: string) {
  const all = await invoicesOf(parts, accountId)
  return all.map(({ term, netMinor }) => [day(term.start), day(term.end), netMinor])
}

eachSharedStore((makeStore) => {
  test('a larger plan in the morning and the smaller one again in the evening costs a day of the larger', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await chooseAt(parts, accountId, 'large', '2026-02-10T08:00:00Z')
    await chooseAt(parts, accountId, 'small', '2026-02-10T20:00:00Z')
    await billAt(parts, '2026-03-01T00:00:00Z')
    const [invoice] = await invoicesOf(parts, accountId)
    assert.deepEqual(
      invoice?.lines.map(({ details, subtotalMinor }) => [details, subtotalMinor]),
      [
        ['Plan small, 1 Feb 2026 to 9 Feb 2026 (9 of 28 days)', 900],
        ['Plan large, 10 Feb 2026 to 10 Feb 2026 (1 of 28 days)', 200],
        ['Plan small, 11 Feb 2026 to 28 Feb 2026 (18 of 28 days)', 1800],
      ],
    )
    await assertSound(parts)
  })

  test('a term that is broken off is invoiced up to and including its last day', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T15:00:00Z')
    const accountId = await holder(parts, 'small')
    await endAt(parts, accountId, '2026-02-27T10:00:00Z')
    assert.deepEqual((await billAt(parts, '2026-02-28T14:59:59Z')).invoices, [])
    assert.deepEqual((await billAt(parts, '2026-02-28T15:00:00Z')).invoices, ['1'])
    assert.deepEqual((await billAt(parts, '2027-01-01T00:00:00Z')).invoices, [])
    assert.deepEqual(await billed(parts, accountId), [['2026-02-01', '2026-02-28', 2700]])
    const [invoice] = await invoicesOf(parts, accountId)
    assert.equal(
      invoice?.lines[0]?.details,
      'Plan small, 1 Feb 2026 to 27 Feb 2026 (27 of 28 days)',
    )
    await assertSound(parts)
  })

  test('terms that were due before the end are invoiced whole, then the days of the last one', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-10T00:00:00Z')
    const accountId = await holder(parts, 'small')
    // No run has happened since the start.
    await endAt(parts, accountId, '2026-03-20T00:00:00Z')
    await billAt(parts, '2026-03-21T00:00:00Z')
    assert.deepEqual(await billed(parts, accountId), [
      ['2026-01-10', '2026-02-10', 2800],
      ['2026-02-10', '2026-03-10', 2800],
      ['2026-03-10', '2026-03-21', Math.round((2800 * 11) / 31)],
    ])
    await assertSound(parts)
  })

  test('months that were due before the end are invoiced as months, whatever plan was chosen since', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-10T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await endAt(parts, accountId, '2026-03-20T00:00:00Z')
    await chooseAt(parts, accountId, 'year', '2026-03-25T00:00:00Z')
    await billAt(parts, '2026-03-26T00:00:00Z')
    const terms = (await billed(parts, accountId)).map(([from, to]) => [from, to])
    assert.deepEqual(terms, [
      ['2026-01-10', '2026-02-10'],
      ['2026-02-10', '2026-03-10'],
      ['2026-03-10', '2026-03-21'],
    ])
  })

  test('an end on the last day of the term costs the term and nothing more', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-10T09:00:00Z')
    const [before, at] = [await holder(parts, 'small'), await holder(parts, 'small')]
    await endAt(parts, before, '2026-02-10T08:00:00Z')
    await endAt(parts, at, '2026-02-10T09:00:00Z')
    await billAt(parts, '2026-06-01T00:00:00Z')
    assert.deepEqual(await billed(parts, before), [['2026-01-10', '2026-02-10', 2800]])
    assert.deepEqual(await billed(parts, at), [
      ['2026-01-10', '2026-02-10', 2800],
      ['2026-02-10', '2026-02-11', 100],
    ])
    await assertSound(parts)
  })

  test('annual plans, with upgrades, downgrades, leaving and coming back, cost no less than monthly ones', async (t) => {
    const store = await makeStore(t)
    const step = fc.record({
      days: fc.integer({ min: 0, max: 60 }),
      wish: fc.constantFrom('small', 'large', 'leave'),
    })
    const steps = fc.array(step, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(steps, fc.nat({ max: 365 }), async (wishes, firstDay) => {
        const start = Date.parse('2027-01-01T09:00:00Z') + firstDay * DAY_MS
        const parts = {
          ...(await emptyBooks(store, new Date(start).toISOString())),
          plans: SIZES,
        }
        const monthly = await holder(parts, 'small')
        const annual = await holder(parts, 'small-annual')
        let now = start
        const act = async (accountId: string, wish: string) => {
          if (wish === 'leave') await endSubscription(store, accountId, now)
          else await choosePlan(store, SIZES, accountId, wish, now)
        }
        for (const { days, wish } of [...wishes, { days: 1, wish: 'leave' }]) {
          now += days * DAY_MS + 1000
          await act(monthly, wish)
          await act(annual, wish === 'leave' ? wish : `${wish}-annual`)
        }
        parts.clock.set(new Date(now + 400 * DAY_MS).toISOString())
        await runBilling(parts, parts.clock.now())
        const paid = async (accountId: string) => {
          const invoices = await invoicesOf(parts, accountId)
          return invoices.reduce((sum, { netMinor }) => sum + netMinor, 0)
        }
        const [byMonth, byYear] = [await paid(monthly), await paid(annual)]
        assert.ok(byYear >= Math.min(byMonth, 28_000), `${byYear} is less than ${byMonth}`)
        await assertSound(parts)
      }),
      { numRuns: runs(8) },
    )
  })

  test('who comes back on the last day takes the term up again, and later begins a new one', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    await endAt(parts, accountId, '2026-02-10T09:00:00Z')
    await chooseAt(parts, accountId, 'small', '2026-02-10T18:00:00Z')
    await endAt(parts, accountId, '2026-02-20T09:00:00Z')
    await chooseAt(parts, accountId, 'large', '2026-02-21T00:00:00Z')
    await billAt(parts, '2026-03-21T00:00:00Z')
    assert.deepEqual(await billed(parts, accountId), [
      ['2026-02-01', '2026-02-21', 2000],
      ['2026-02-21', '2026-03-21', 5600],
    ])
    await assertSound(parts)
  })

  test('who leaves, is invoiced for the term before and comes back the same day is invoiced on', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-01-10T09:00:00Z')
    const accountId = await holder(parts, 'small')
    await endAt(parts, accountId, '2026-02-10T10:00:00Z')
    assert.deepEqual((await billAt(parts, '2026-02-10T11:00:00Z')).invoices, ['1'])
    await chooseAt(parts, accountId, 'small', '2026-02-10T12:00:00Z')
    assert.deepEqual((await billAt(parts, '2026-02-10T13:00:00Z')).invoices, [])
    assert.deepEqual((await billAt(parts, '2026-03-10T09:00:00Z')).invoices, ['2'])
    assert.deepEqual(await billed(parts, accountId), [
      ['2026-01-10', '2026-02-10', 2800],
      ['2026-02-10', '2026-03-10', 2800],
    ])
    await assertSound(parts)
  })

  test('the largest plan for 27 days and then leaving costs 27 days of it', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts)
    await chooseAt(parts, accountId, 'large', '2026-02-01T06:00:00Z')
    await endAt(parts, accountId, '2026-02-27T23:00:00Z')
    await billAt(parts, '2026-03-01T00:00:00Z')
    assert.deepEqual(await billed(parts, accountId), [['2026-02-01', '2026-02-28', 5400]])
    await assertSound(parts)
  })

  test('a trial that is ended costs nothing', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts)
    await endAt(parts, accountId, '2026-02-10T00:00:00Z')
    await billAt(parts, '2026-06-01T00:00:00Z')
    assert.deepEqual(await billed(parts, accountId), [])
    await assertSound(parts)
  })

  test('the plan may be changed so often in a day, and the next day again', async (t) => {
    const parts = await emptyBooks(await makeStore(t), '2026-02-01T00:00:00Z')
    const accountId = await holder(parts, 'small')
    for (let at = 0; at < CHANGES_PER_DAY_MAX; at += 1) {
      const plan = at % 2 === 0 ? 'large' : 'small'
      assert.equal((await chooseAt(parts, accountId, plan, '2026-02-02T00:00:00Z')).kind, 'chosen')
    }
    const refused = await chooseAt(parts, accountId, 'large', '2026-02-02T23:59:59Z')
    const until = Date.parse('2026-02-03T00:00:00Z')
    assert.deepEqual(refused, { kind: 'too-many-changes', until })
    assert.equal((await chooseAt(parts, accountId, 'large', '2026-02-03T00:00:00Z')).kind, 'chosen')
  })

  test('for any coming and going, each day with a plan is on exactly one invoice, at the largest plan it saw', async (t) => {
    const act = fc.record({
      afterDays: fc.integer({ min: 1, max: 40 }),
      what: fc.constantFrom('small', 'large', 'year', 'end'),
    })
    const acts = fc.array(act, { maxLength: 8 })
    const store = await makeStore(t)
    const end = Date.parse('2028-06-30T00:00:00Z')
    await fc.assert(
      fc.asyncProperty(acts, async (list) => {
        const parts = await emptyBooks(store, '2026-01-31T00:00:00Z')
        const accountId = await holder(parts, 'small')
        const dayPlans = new Map<number, number>()
        let plan: string | undefined = 'small'
        for (const { afterDays, what } of [...list, { afterDays: 1, what: 'end' as const }]) {
          for (let days = 0; days < afterDays; days += 1) {
            if (plan !== undefined) dayPlans.set(parts.clock.now() / DAY_MS, monthly(plan))
            parts.clock.advance(DAY_MS)
          }
          const now = parts.clock.now()
          // The day of the end is paid for, at its very beginning too.
          if (what === 'end' && plan !== undefined) dayPlans.set(now / DAY_MS, monthly(plan))
          if (what === 'end') await endSubscription(store, accountId, now)
          else await choosePlan(store, PLANS, accountId, what, now)
          plan = what === 'end' ? undefined : what
        }
        await runBilling(parts, end)
        const days = new Map<number, number>()
        for (const { term, lines } of await invoicesOf(parts, accountId)) {
          for (const { details } of lines) {
            const [, name = '', from = '', to = ''] =
              /^Plan (\w+), (.+) to (.+?)(?: \(|$)/.exec(details) ?? []
            for (let at = Date.parse(`${from} UTC`); at <= Date.parse(`${to} UTC`); at += DAY_MS) {
              assert.ok(!days.has(at / DAY_MS), `${day(at)} is billed twice`)
              days.set(at / DAY_MS, monthly(name))
            }
          }
          assert.ok(term.start < term.end)
        }
        assert.deepEqual([...days].toSorted(byDay), [...dayPlans].toSorted(byDay))
        parts.clock.set(new Date(end).toISOString())
        await assertSound(parts)
      }),
      { numRuns: runs(20) },
    )
  })
})

function byDay([a]: readonly [number, number], [b]: readonly [number, number]): number {
  return a - b
}

function monthly(planName: string): number {
  const plan = PLANS.find(({ name }) => name === planName)
  return plan === undefined ? Number.NaN : plan.amountMinor / plan.termMonths
}
