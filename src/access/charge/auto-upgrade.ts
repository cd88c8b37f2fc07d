// Auto-upgrade: a subscription whose last limit of the day is reached moves to the next larger plan.

import { dailyLimit, nextPlan, type Plan, type Plans } from '../../account/plans/plans.ts'
import { type Subscription, subscriptionState } from '../../account/subscription.ts'

/** A trial stays a trial: a person chooses first what costs money. */
export function isUpgradable(subscription: Subscription, now: number): boolean {
  return subscription.autoUpgrade && subscriptionState(subscription, now) === 'active'
}

/** The plan, and those after it as long as so many look-ups a day reach the limit of the one before. */
export function plansReached(
  plans: Plans,
  from: Plan,
  lookups: number,
): readonly [Plan, ...Plan[]] {
  const reached: [Plan, ...Plan[]] = [from]
  for (let plan = from; lookups >= dailyLimit(plan); ) {
    const next = nextPlan(plans, plan)
    if (next === undefined) break
    reached.push(next)
    plan = next
  }
  return reached
}
