// Terms and what they cost, for any start, any term and any changes of plan.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PlanChange } from '../../../src/account/plans/plan-history.ts'
import { nextBillingDate } from '../../../src/account/subscription.ts'
import { invoiceLines, taxOn } from '../../../src/billing/invoices/invoice-lines.ts'
import { isCurrency } from '../../../src/billing/invoices/money.ts'
import { DAY_MS, PLANS } from '../books.ts'

const moments = fc.integer({
  min: Date.parse('2020-01-01T00:00:00Z'),
  max: Date.parse('2099-12-31T23:59:59Z'),
})
const termMonths = fc.constantFrom(1, 12)
const planName = fc.constantFrom('small', 'large', 'year')

test('terms follow each other in whole days, on the day of the start or the last of the month', () => {
  fc.assert(
    fc.property(moments, fc.array(termMonths, { minLength: 1, maxLength: 40 }), (start, terms) => {
      const wanted = new Date(start).getUTCDate()
      let from = start
      for (const months of terms) {
        const to = nextBillingDate(start, from, months)
        const end = new Date(to)
        const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
        assert.equal(end.getUTCDate(), Math.min(wanted, last))
        const days = (to - from) / DAY_MS
        assert.ok(Number.isInteger(days))
        assert.ok(months === 1 ? days >= 28 && days <= 31 : days === 365 || days === 366)
        from = to
      }
    }),
  )
})

test('the days of the lines are those of the term, and a term of one plan costs its amount', () => {
  const changes = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), planName }),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(moments, termMonths, planName, changes, (start, months, firstPlan, wanted) => {
      const end = nextBillingDate(start, start, months)
      const term = { anchorAt: start, start, end, wholeEnd: end }
      let plan = firstPlan
      const history = wanted
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, planName: toPlan }) => {
          const change = {
            changedAt: Math.floor(start + at * (end - start)),
            fromPlan: plan,
            toPlan,
          }
          plan = toPlan
          return change
        })
        .toReversed()
      const subscription = { product: 'uk', planName: plan } as const
      const priced = invoiceLines(subscription, term, history, PLANS, 7)
      assert.equal(priced.kind, 'priced')
      const [lookups, ...rest] = priced.lines.toReversed()
      assert.equal(lookups.quantity, 7)
      const termDays = (end - start) / DAY_MS
      const days = rest.map(({ details }) => Number(/\((\d+) of/.exec(details)?.[1] ?? termDays))
      assert.equal(
        days.reduce((sum, count) => sum + count, 0),
        termDays,
      )
      for (const line of rest) assert.equal(line.subtotalMinor, line.quantity * line.unitMinor)
      const only = PLANS.find(({ name }) => name === firstPlan)
      if (wanted.length === 0 && only?.termMonths === months) {
        assert.deepEqual(
          rest.map(({ subtotalMinor }) => subtotalMinor),
          [only.amountMinor],
        )
      }
    }),
  )
})

test('tax is rounded half up, to the cent', () => {
  assert.deepEqual(
    [taxOn(1900, 2000), taxOn(5, 1000), taxOn(4, 1000), taxOn(1999, 1750), taxOn(0, 2000)],
    [380, 1, 0, 350, 0],
  )
})

test('half a cent of tax is rounded up, at any rate of two decimals', () => {
  for (const [netMinor, basisPoints, tax] of [
    [20, 1750, 4],
    [1020, 1750, 179],
    [60, 1750, 11],
    [50, 100, 1],
    [49, 100, 0],
    [2800, 2000, 560],
    [10_001, 1234, 1234],
    [0, 2000, 0],
  ] as const) {
    assert.equal(taxOn(netMinor, basisPoints), tax, `${netMinor} at ${basisPoints}`)
  }
})

test('a term of 28, 29, 30 or 31 days costs its amount, and a day of it its share', () => {
  for (const [from, to, days] of [
    ['2026-02-01', '2026-03-01', 28],
    ['2028-02-01', '2028-03-01', 29],
    ['2026-04-01', '2026-05-01', 30],
    ['2026-03-01', '2026-04-01', 31],
  ] as const) {
    const [start, wholeEnd] = [Date.parse(from), Date.parse(to)]
    const subscription = { product: 'uk', planName: 'small' } as const
    const price = (end: number) => {
      const priced = invoiceLines(
        subscription,
        { anchorAt: start, start, end, wholeEnd },
        [],
        PLANS,
        0,
      )
      return priced.kind === 'priced' ? priced.lines[0]?.subtotalMinor : undefined
    }
    assert.equal(price(wholeEnd), 2800, from)
    assert.equal(price(start + DAY_MS), Math.round(2800 / days), from)
  }
})

test('a line says its plan and its days, by UTC', () => {
  const start = Date.parse('2026-01-31T10:00:00Z')
  const wholeEnd = Date.parse('2026-02-28T10:00:00Z')
  const change = { changedAt: start + 2 * DAY_MS + 1, fromPlan: 'large', toPlan: 'small' }
  const details = (end: number, changes: readonly PlanChange[]) => {
    const subscription = { product: 'uk', planName: 'small' } as const
    const priced = invoiceLines(
      subscription,
      { anchorAt: start, start, end, wholeEnd },
      changes,
      PLANS,
      12,
    )
    return priced.kind === 'priced' ? priced.lines.map((line) => line.details) : []
  }
  const lookups = 'Look-ups, included in the plan'
  assert.deepEqual(details(wholeEnd, []), ['Plan small, 31 Jan 2026 to 27 Feb 2026', lookups])
  assert.deepEqual(details(start + 4 * DAY_MS, [change]), [
    'Plan large, 31 Jan 2026 to 2 Feb 2026 (3 of 28 days)',
    'Plan small, 3 Feb 2026 to 3 Feb 2026 (1 of 28 days)',
    lookups,
  ])
})

test('invoices are in currencies of exactly two decimals', () => {
  for (const code of ['GBP', 'AUD', 'EUR', 'CHF']) assert.equal(isCurrency(code), true, code)
  for (const code of ['JPY', 'KWD', 'CLF', 'gbp', 'XYZ', '']) {
    assert.equal(isCurrency(code), false, code)
  }
})
