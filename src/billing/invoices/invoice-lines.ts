// What a term costs: each of its days at the largest plan that it saw, and days of one plan together on one line.

import type { PlanChange } from '../../account/plans/plan-history.ts'
import { monthlyCounterpart, type Plan, type Plans } from '../../account/plans/plans.ts'
import { monthsBetween, nextBillingDate, type Subscription } from '../../account/subscription.ts'
import { DAY_MS, formatDay } from '../../lib/clock.ts'
import { lastDayOf, planDays, type Term } from './plan-days.ts'

export interface InvoiceLine {
  readonly quantity: number
  readonly details: string
  readonly unitMinor: number
  readonly subtotalMinor: number
}

/** `changes` are those since the start of the term, the last first. */
export function invoiceLines(
  subscription: Pick<Subscription, 'product' | 'planName'>,
  term: BilledTerm,
  changes: readonly PlanChange[],
  plans: Plans,
  lookups: number,
) {
  const days = planDays(subscription, term, changes, plans)
  if (days.kind === 'unknown-plan') return days
  const lines = planLines(stretches(days.plans, term.start), term, plans)
  const all = lookups === 0 ? lines : [...lines, lookupsLine(lookups)]
  return { kind: 'priced', lines: all } as const
}

function stretches(days: readonly Plan[], start: number): Stretch[] {
  const found: Stretch[] = []
  days.forEach((plan, day) => {
    const end = start + (day + 1) * DAY_MS
    const last = found.at(-1)
    if (last?.plan === plan) found[found.length - 1] = { ...last, end }
    else found.push({ plan, start: end - DAY_MS, end })
  })
  return found
}

function planLines(all: readonly Stretch[], term: BilledTerm, plans: Plans): InvoiceLine[] {
  const annual = annualPrice(all, term, plans)
  const [only] = all
  if (annual !== undefined && only !== undefined && all.length === 1) {
    return [planLine(only, term, annual.totalMinor, 'at the annual price')]
  }
  const lines = all.map((stretch) => {
    const { minor, isMonthlyPrice } = stretchPrice(stretch, term, plans)
    return planLine(stretch, term, minor, isMonthlyPrice ? 'at the monthly price' : '')
  })
  if (annual === undefined) return lines
  const minor = lines.reduce((sum, line) => sum + line.subtotalMinor, 0)
  const details = `Credit: the annual price of plan ${annual.plan.name} covers more of these days`
  return [...lines, lineOf(details, annual.totalMinor - minor)]
}

function planLine({ plan, start, end }: Stretch, term: BilledTerm, minor: number, price: string) {
  const [days, wholeDays] = [daysBetween(start, end), daysBetween(term.start, term.wholeEnd)]
  const isWhole = days === wholeDays
  // A year at the annual price, like a month at the monthly price, needs no explanation.
  const isPlain = isWhole && price !== 'at the monthly price'
  const part = isWhole ? [] : [`${days} of ${wholeDays} days`]
  const notes = isPlain ? [] : [...part, ...(price === '' ? [] : [price])]
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`
  const lastDay = formatDay(lastDayOf({ start, end }))
  return lineOf(`Plan ${plan.name}, ${formatDay(start)} to ${lastDay}${note}`, minor)
}

function lineOf(details: string, minor: number): InvoiceLine {
  return { quantity: 1, details, unitMinor: minor, subtotalMinor: minor }
}

function lookupsLine(lookups: number): InvoiceLine {
  const details = 'Look-ups, included in the plan'
  return { quantity: lookups, details, unitMinor: 0, subtotalMinor: 0 }
}

/** Half a cent up. */
export function taxOn(netMinor: number, basisPoints: number): number {
  return Math.round((netMinor * basisPoints) / 10_000)
}

/** What is billed of a term: all of it, or its days up to the one on which it was broken off. */
export interface BilledTerm extends Term {
  readonly anchorAt: number
  /** The end of the whole term, which prices are for. */
  readonly wholeEnd: number
}

/** Consecutive days on one plan. */
interface Stretch extends Term {
  readonly plan: Plan
}

/** A monthly plan by calendar month. An annual one as its monthly counterpart, or by its share of the year if more. */
function stretchPrice(stretch: Stretch, term: BilledTerm, plans: Plans) {
  const { plan } = stretch
  if (plan.termMonths === 1) {
    return { minor: byMonth(plan, stretch, term), isMonthlyPrice: false }
  }
  const share = shareOfTerm(plan, stretch, term)
  const monthly = monthlyCounterpart(plans, plan)
  const minor = monthly === undefined ? 0 : byMonth(monthly, stretch, term)
  return minor > share ? { minor, isMonthlyPrice: true } : { minor: share, isMonthlyPrice: false }
}

// In a term of a year, whoever pays the whole price of an annual plan gets all days of the term up to the size of that
// plan; days on a larger plan cost the difference. Undefined if the days one by one cost no more.
function annualPrice(stretches: readonly Stretch[], term: BilledTerm, plans: Plans) {
  const priceOf = (stretch: Stretch) => stretchPrice(stretch, term, plans).minor
  const months = monthsBetween(term.start, term.wholeEnd)
  let totalMinor = sum(stretches.map(priceOf))
  let best: { plan: Plan; totalMinor: number } | undefined
  for (const plan of new Set(stretches.map((stretch) => stretch.plan))) {
    if (plan.termMonths === 1 || plan.termMonths !== months) continue
    const beyond = stretches.map((stretch) =>
      Math.max(0, priceOf(stretch) - priceOf({ ...stretch, plan })),
    )
    const minor = plan.amountMinor + sum(beyond)
    if (minor >= totalMinor) continue
    totalMinor = minor
    best = { plan, totalMinor }
  }
  return best
}

/** Each month of the term is rounded by itself, as on the invoices of a monthly plan. */
function byMonth({ amountMinor }: Plan, { start, end }: Term, term: BilledTerm): number {
  let minor = 0
  for (let from = term.start; from < end; ) {
    const to = nextBillingDate(term.anchorAt, from, 1)
    const days = daysBetween(Math.max(from, start), Math.min(to, end))
    if (days > 0) minor += Math.round((amountMinor * days) / daysBetween(from, to))
    from = to
  }
  return minor
}

function shareOfTerm(plan: Plan, { start, end }: Term, term: BilledTerm): number {
  const months = monthsBetween(term.start, term.wholeEnd)
  const wholeDays = daysBetween(term.start, term.wholeEnd)
  const days = daysBetween(start, end)
  return Math.round((plan.amountMinor * months * days) / (plan.termMonths * wholeDays))
}

function daysBetween(start: number, end: number): number {
  return Math.round((end - start) / DAY_MS)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
