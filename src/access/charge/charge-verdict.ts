// What each look-up of a batch gets: the stage of the day that it was counted in, or the Problem that refuses it.

import { dailyLimit, findPlan, type Plan, type Plans } from '../../account/plans/plans.ts'
import type { Problem } from '../../http/problem.ts'
import type { Caller } from '../caller.ts'
import { allowanceUsedUp, noSubscription, notLive, unknownPlan } from '../refusals.ts'
import type { AccountCharge, CountedCharge } from './batch.ts'

export interface Charge {
  readonly stage: 'plain' | 'penalty' | 'buffer'
  /** How long the plan makes this answer wait; zero but in the penalty stage. */
  readonly penaltyMs: number
}

const PLAIN: Charge = { stage: 'plain', penaltyMs: 0 }
const FROM_BUFFER: Charge = { stage: 'buffer', penaltyMs: 0 }

/** `place` is that of the look-up in its batch: first come, first served. */
export function verdictOf(
  account: AccountCharge,
  caller: Caller,
  place: number,
  { plans, now }: { readonly plans: Plans; readonly now: number },
): Charge | Problem {
  if (account.kind === 'no-subscription') return noSubscription()
  if (account.kind === 'not-live') return notLive(account.state)
  if (account.kind === 'unknown-plan') return unknownPlan(account.planName)
  const lookup = account.before + place + 1
  const outgrown = account.outgrown?.find(({ upTo }) => lookup <= upTo)
  const planName = outgrown?.planName ?? account.planName
  const plan = planOf(plans, caller, planName)
  if (plan === undefined) return unknownPlan(planName)
  if (place < account.fromDay) return chargeOfDay(plan, lookup)
  if (place < account.fromDay + account.fromBuffer) return FROM_BUFFER
  return allowanceUsedUp(plan, now)
}

/** What the account has left at the most. */
export function remainingAfter(charge: CountedCharge, caller: Caller, plans: Plans): number {
  const plan = planOf(plans, caller, charge.planName)
  const limit = plan === undefined ? 0 : dailyLimit(plan)
  return Math.max(0, limit - charge.before - charge.fromDay) + charge.bufferLeft
}

function chargeOfDay(plan: Plan, lookup: number): Charge {
  const hasPenalty = dailyLimit(plan) > plan.dailyLookupLimit1
  if (!hasPenalty || lookup <= plan.dailyLookupLimit1) return PLAIN
  return { stage: 'penalty', penaltyMs: plan.timePenaltyMs }
}

// The store read the plan with the charge; the product of an account never changes.
function planOf(plans: Plans, { subscription }: Caller, planName: string): Plan | undefined {
  return subscription === undefined ? undefined : findPlan(plans, subscription.product, planName)
}
