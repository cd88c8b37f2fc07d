// Days on an annual plan that is left early cost what they would have cost by the month, up to its annual price.
// Covers: src/billing/invoices/invoice-lines.ts, src/billing/invoices/invoice-lines.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PlanChange } from '../../../src/account/plans/plan-history.ts'
import type { Plans } from '../../../src/account/plans/plans.ts'
import { parsePlans } from '../../../src/account/plans/plans-file.ts'
import { addMonths, nextBillingDate } from '../../../src/account/subscription.ts'
import { invoiceLines } from '../../../src/billing/invoices/invoice-lines.ts'
import { runs } from '../../support/runs.ts'
import { DAY_MS } from '../books.ts'

/** Each size has a monthly plan and an annual one: `m0` and `a0`, in major units. */
function catalogue(prices: readonly (readonly [monthly: number, annual: number])[]): Plans {
  const plans = prices.flatMap(([monthly, annual], size) => {
    const limits = { product: 'uk', daily_lookup_limit_1: 10 * (size + 1) }
    return [
      { name: `m${size}`, amount: monthly, ...limits },
      { name: `a${size}`, term: 'annual', amount: annual, ...limits },
    ]
  })
  return parsePlans(JSON.stringify({ plans }), 'plans.json')
}

interface Span {
  readonly anchorAt: number
  readonly days: number
}

/** What plan began on which day of the span, the first on day 0. */
type Choice = readonly [day: number, planName: string]

/** The lines of each invoice from the start to the day of leaving. */
function billed(
  plans: Plans,
  { anchorAt, days }: Span,
  choices: readonly Choice[],
  months: number,
) {
  const changes: PlanChange[] = choices.slice(1).map(([day, toPlan], at) => {
    return { changedAt: anchorAt + day * DAY_MS, fromPlan: choices[at]?.[1] ?? '', toPlan }
  })
  const planName = choices.at(-1)?.[1] ?? ''
  const leftAt = anchorAt + days * DAY_MS
  const invoices = []
  for (let start = anchorAt; start < leftAt; ) {
    const wholeEnd = nextBillingDate(anchorAt, start, months)
    const term = { anchorAt, start, end: Math.min(wholeEnd, leftAt), wholeEnd }
    const later = changes.filter(({ changedAt }) => changedAt >= start).toReversed()
    const priced = invoiceLines({ product: 'uk', planName }, term, later, plans, 0)
    assert.equal(priced.kind, 'priced')
    invoices.push(priced.lines.map(({ details, subtotalMinor }) => [details, subtotalMinor]))
    start = wholeEnd
  }
  return invoices
}

function total(...args: Parameters<typeof billed>): number {
  const lines = billed(...args).flat()
  return lines.reduce((sum, [, minor]) => sum + Number(minor), 0)
}

const BUSINESS = catalogue([
  [179, 1790],
  [590, 5900],
])
const NOVEMBER = Date.parse('2025-11-17T10:00:00Z')
const A_YEAR = { anchorAt: NOVEMBER, days: 365 }

test('an annual plan that is left after 32 days costs the same as the monthly plan', () => {
  const span = { anchorAt: NOVEMBER, days: 32 }
  assert.deepEqual(billed(BUSINESS, span, [[0, 'a0']], 12), [
    [['Plan a0, 17 Nov 2025 to 18 Dec 2025 (32 of 365 days, at the monthly price)', 19_055]],
  ])
  assert.equal(total(BUSINESS, span, [[0, 'm0']], 1), 19_055)
})

test('an annual plan never costs more than its annual price, for a year or for eleven months', () => {
  assert.deepEqual(billed(BUSINESS, A_YEAR, [[0, 'a0']], 12), [
    [['Plan a0, 17 Nov 2025 to 16 Nov 2026', 179_000]],
  ])
  const span = { anchorAt: NOVEMBER, days: 334 }
  assert.deepEqual(billed(BUSINESS, span, [[0, 'a0']], 12), [
    [['Plan a0, 17 Nov 2025 to 16 Oct 2026 (334 of 365 days, at the annual price)', 179_000]],
  ])
})

test('who changes to a larger annual plan pays the annual price of the smaller and the difference by the month', () => {
  const lines = billed(
    BUSINESS,
    A_YEAR,
    [
      [0, 'a0'],
      [181, 'a1'],
    ],
    12,
  )
  assert.deepEqual(lines, [
    [
      ['Plan a0, 17 Nov 2025 to 16 May 2026 (181 of 365 days, at the monthly price)', 6 * 17_900],
      ['Plan a1, 17 May 2026 to 16 Nov 2026 (184 of 365 days, at the monthly price)', 6 * 59_000],
      [
        'Credit: the annual price of plan a0 covers more of these days',
        179_000 + 6 * (59_000 - 17_900) - 6 * (17_900 + 59_000),
      ],
    ],
  ])
})

test('an annual plan in a term of a month costs the monthly price', () => {
  const span = { anchorAt: NOVEMBER, days: 30 }
  assert.deepEqual(billed(BUSINESS, span, [[0, 'a0']], 1), [
    [['Plan a0, 17 Nov 2025 to 16 Dec 2025 (at the monthly price)', 17_900]],
  ])
})

test('an annual plan without a monthly one of the same limits costs its share of the year', () => {
  const plans = catalogue([[179, 1790]]).filter(({ name }) => name === 'a0')
  const span = { anchorAt: NOVEMBER, days: 32 }
  assert.deepEqual(billed(plans, span, [[0, 'a0']], 12), [
    [['Plan a0, 17 Nov 2025 to 18 Dec 2025 (32 of 365 days)', Math.round((179_000 * 32) / 365)]],
  ])
})

const SIZES = 3
const prices = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 14_000 })), {
    minLength: SIZES,
    maxLength: SIZES,
  })
  // A larger plan costs no less, by the month and by the year.
  .map((pairs) => {
    const [monthly, annual] = [0, 1].map((at) =>
      pairs.map((pair) => pair[at] ?? 0).toSorted((a, b) => a - b),
    )
    return pairs.map((_, size) => [monthly?.[size] ?? 0, annual?.[size] ?? 0] as const)
  })
const anchors = fc.integer({
  min: Date.parse('2020-01-01T00:00:00Z'),
  max: Date.parse('2060-12-31T23:59:59Z'),
})
/** What a person does from coming to leaving: the sizes that they choose, and when. */
const spells = fc.record({
  anchorAt: anchors,
  leavesAfter: fc.double({ min: 0, max: 1, noNaN: true }),
  choices: fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 366 }),
      size: fc.nat({ max: SIZES - 1 }),
      letter: fc.constantFrom('a', 'a', 'm'),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

test('coming and leaving on annual plans costs no less than on monthly ones, nor more than the whole annual price', () => {
  fc.assert(
    fc.property(prices, fc.array(spells, { minLength: 1, maxLength: 3 }), (costs, visits) => {
      const plans = catalogue(costs)
      let [paid, least, most] = [0, 0, 0]
      for (const { anchorAt, leavesAfter, choices } of visits) {
        const yearDays = Math.round((addMonths(anchorAt, 12) - anchorAt) / DAY_MS)
        const days = 1 + Math.floor(leavesAfter * (yearDays - 1))
        const sizes = choices
          .map((choice, at) => (at === 0 ? { ...choice, day: 0, letter: 'a' } : choice))
          .toSorted((a, b) => a.day - b.day)
          .filter(({ day }) => day < days)
        const span = { anchorAt, days }
        const chosen = sizes.map(({ day, size, letter }) => [day, `${letter}${size}`] as const)
        const monthly = sizes.map(({ day, size }) => [day, `m${size}`] as const)
        const isAnnual = ({ letter }: { letter: string }) => letter === 'a'
        const annual = sizes.filter(isAnnual).map(({ size }) => 100 * (costs[size]?.[1] ?? 0))
        paid += total(plans, span, chosen, 12)
        // By the month, or once a whole year of one of the plans is paid for.
        least += Math.min(total(plans, span, monthly, 1), ...annual)
        most += sizes.every(isAnnual) ? Math.max(...annual) : Number.POSITIVE_INFINITY
      }
      assert.ok(paid >= least, `${paid} is less than ${least}`)
      assert.ok(paid <= most, `${paid} is more than ${most}`)
    }),
    { numRuns: runs(250) },
  )
})
