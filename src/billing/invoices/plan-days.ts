// At which plan each day of a term is billed: the largest that the day saw, for however short a time.

import type { PlanChange } from '../../account/plans/plan-history.ts'
import { findPlan, monthlyCounterpart, type Plan, type Plans } from '../../account/plans/plans.ts'
import type { Subscription } from '../../account/subscription.ts'
import { DAY_MS } from '../../lib/clock.ts'

/** Whole days: a term begins and ends at the same time of day. */
export interface Term {
  readonly start: number
  readonly end: number
}

/** The day on which a term ends is the first of the next one. */
export function lastDayOf({ start, end }: Term): number {
  return Math.max(start, end - DAY_MS)
}

/** `changes` are those since the start of the term, the last first. */
export function planDays(
  subscription: Pick<Subscription, 'product' | 'planName'>,
  term: Term,
  changes: readonly PlanChange[],
  plans: Plans,
) {
  const days: Plan[] = []
  const rates = new Map<Plan, number>()
  const rateOf = (plan: Plan) => {
    const rate = rates.get(plan) ?? monthlyMinor(plan, plans)
    rates.set(plan, rate)
    return rate
  }
  let { planName } = subscription
  let until = Number.POSITIVE_INFINITY
  for (const { changedAt, fromPlan } of [...changes, { changedAt: term.start, fromPlan: '' }]) {
    for (const inForce of timesInForce(changedAt, until).flatMap((time) => within(time, term))) {
      const plan = findPlan(plans, subscription.product, planName)
      if (plan === undefined) return { kind: 'unknown-plan', planName } as const
      markDays(days, plan, inForce, term.start, rateOf)
    }
    until = changedAt
    planName = fromPlan
  }
  return { kind: 'days', plans: days } as const
}

// Where the clock was set back while a plan was in force, two moments of it are known: its choice and its end.
function timesInForce(start: number, end: number): Term[] {
  if (start <= end) return [{ start, end }]
  return [
    { start, end: start + 1 },
    { start: end - 1, end },
  ]
}

function within(time: Term, term: Term): Term[] {
  const common = { start: Math.max(time.start, term.start), end: Math.min(time.end, term.end) }
  return common.start < common.end ? [common] : []
}

function markDays(
  days: Plan[],
  plan: Plan,
  { start, end }: Term,
  termStart: number,
  rateOf: (plan: Plan) => number,
): void {
  const last = Math.ceil((end - termStart) / DAY_MS)
  for (let day = Math.floor((start - termStart) / DAY_MS); day < last; day += 1) {
    const other = days[day]
    if (other === undefined || rateOf(plan) > rateOf(other)) days[day] = plan
  }
}

/** What one month on a plan costs, if the plan is left after it. */
function monthlyMinor(plan: Plan, plans: Plans): number {
  const monthly = monthlyCounterpart(plans, plan)?.amountMinor ?? 0
  return Math.max(plan.amountMinor / plan.termMonths, monthly)
}
