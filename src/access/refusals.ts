// The refusals that several parts of access share, so that one cause always has one wording.

import { dailyLimit, type Plan } from '../account/plans/plans.ts'
import type { SubscriptionState } from '../account/subscription.ts'
import { Problem } from '../http/problem.ts'
import { secondsToUtcMidnight } from '../lib/clock.ts'

const STORE_RETRY_SECONDS = 1

function unavailable(detail: string): Problem {
  return new Problem('service-unavailable', detail, { retryAfterSeconds: STORE_RETRY_SECONDS })
}

export function storeUnavailable(): Problem {
  return unavailable('The key store is temporarily unavailable.')
}

export function tooManyWaiting(): Problem {
  return unavailable('Too many look-ups are waiting to be charged.')
}

export function overloaded(): Problem {
  return unavailable('The service is overloaded. Try again later.')
}

export function unknownPlan(planName: string): Problem {
  return unavailable(`The plan "${planName}" is not configured.`)
}

/** The day's look-ups, and the monthly buffer if there is one, are used up until midnight UTC. */
export function allowanceUsedUp(plan: Plan, now: number): Problem {
  const retryAfterSeconds = secondsToUtcMidnight(now)
  const daily = `The ${dailyLimit(plan)} look-ups of the day`
  return plan.monthlyBuffer > 0
    ? new Problem('monthly-buffer', `${daily} and the monthly buffer are used up.`, {
        retryAfterSeconds,
      })
    : new Problem('daily-limit', `${daily} are used up.`, { retryAfterSeconds })
}

export function noSubscription(): Problem {
  return new Problem('forbidden', 'This key has no subscription.')
}

export function suspended(): Problem {
  return new Problem('forbidden', 'The operator of this service has suspended the account.')
}

export function notLive(state: SubscriptionState): Problem {
  const what = state === 'trial-ended' ? 'free trial' : 'subscription'
  return new Problem(
    'forbidden',
    `The ${what} has ended. Choose a plan to use the same keys again.`,
  )
}
