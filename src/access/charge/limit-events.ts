// Which limits of the day a charge reaches, through all plans that it fills.

import { dailyLimit, type Plan } from '../../account/plans/plans.ts'
import type { LimitReached } from '../../webhooks/bodies.ts'

export interface ReachedLimit extends LimitReached {
  readonly planName: string
}

/** `plans` in the order in which they are filled; `before` and `after` are look-ups of the day. */
export function limitsReached(
  plans: readonly Plan[],
  before: number,
  after: number,
): ReachedLimit[] {
  let from = before
  return plans.flatMap((plan) => {
    const last = dailyLimit(plan)
    const limits = [
      ['first-limit-reached', plan.dailyLookupLimit1],
      ['second-limit-reached', last],
    ] as const
    const reached = limits
      .filter(([, limit]) => from < limit && limit <= after)
      .map(([kind, limit]) => ({
        kind,
        planName: plan.name,
        limit,
        nextLimit: last,
        timePenaltyMs: plan.timePenaltyMs,
      }))
    // Of a larger plan, only what lies above the one before can be reached.
    from = Math.max(from, last)
    return reached
  })
}
