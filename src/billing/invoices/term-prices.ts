// What days on a plan cost. Days on an annual plan that is left early cost no less than on the monthly plan.

import { monthlyCounterpart, type Plan, type Plans } from '../../account/plans/plans.ts'
import { monthsBetween, nextBillingDate } from '../../account/terms.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { Term } from './plan-days.ts'

/** What is billed of a term: all of it, or its days up to the one on which it was broken off. */
export interface BilledTerm extends Term {
  /** The start from which terms are counted. */
  readonly anchorAt: number
  /** Where the term ends that its plans are priced for. */
  readonly wholeEnd: number
}

/** Days of one plan that follow each other. */
export interface Stretch extends Term {
  readonly plan: Plan
}

interface StretchPrice {
  readonly minor: number
  /** Whether an annual plan is charged at the price of the monthly one. */
  readonly isMonthlyPrice: boolean
}

/** The whole price of an annual plan, where it is less than the days of the term cost one by one. */
interface AnnualPrice {
  readonly plan: Plan
  readonly totalMinor: number
}

/** A monthly plan by calendar month. An annual one as its monthly counterpart, or by its share of the year if more. */
export function stretchPrice(stretch: Stretch, term: BilledTerm, plans: Plans): StretchPrice {
  const { plan } = stretch
  if (plan.termMonths === 1) {
    return { minor: byMonth(plan, stretch, term), isMonthlyPrice: false }
  }
  const share = shareOfTerm(plan, stretch, term)
  const monthly = monthlyCounterpart(plans, plan)
  const minor = monthly === undefined ? 0 : byMonth(monthly, stretch, term)
  return minor > share ? { minor, isMonthlyPrice: true } : { minor: share, isMonthlyPrice: false }
}

/**
 * In a term of a year, whoever pays the whole price of an annual plan gets all days of the term up to the size of that
 * plan; days on a larger plan cost the difference. Undefined where the days one by one cost no more.
 */
export function annualPrice(
  stretches: readonly Stretch[],
  term: BilledTerm,
  plans: Plans,
): AnnualPrice | undefined {
  const priceOf = (stretch: Stretch) => stretchPrice(stretch, term, plans).minor
  const months = monthsBetween(term.start, term.wholeEnd)
  let totalMinor = sum(stretches.map(priceOf))
  let best: AnnualPrice | undefined
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

export function daysBetween(start: number, end: number): number {
  return Math.round((end - start) / DAY_MS)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
