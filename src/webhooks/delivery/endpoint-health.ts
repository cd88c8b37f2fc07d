// What a run says of its endpoint: how long it has been failing, when to try it again, and whether to give it up.

import type { DeliveryRun } from './delivery-run.ts'
import type { Ending } from './endpoint-off-mail.ts'
import { BREAKER_FAILURES, BREAKER_MS, isToBeSwitchedOff, retryAfterMs } from './schedule.ts'

export interface Health {
  readonly failures: number
  readonly failingSince: number | undefined
  readonly pausedUntil: number
  readonly ending: Ending | undefined
}

export function healthAfter({ batch, outcomes }: DeliveryRun, now: number): Health {
  let { failures, failingSince } = batch.endpoint
  let pausedUntil = 0
  let ending: Ending | undefined
  for (const { isReceived, isGone, retryAfter, delivery, attempt } of outcomes) {
    if (isReceived) {
      failures = 0
      failingSince = undefined
      continue
    }
    failures += 1
    failingSince ??= attempt.at
    pausedUntil = Math.max(pausedUntil, now + retryAfterMs(retryAfter, now))
    if (isGone) ending = 'gone'
    else if (isToBeSwitchedOff(failingSince, delivery.failedAttempts + 1, now)) {
      ending ??= 'failed-too-long'
    }
  }
  if (failures >= BREAKER_FAILURES) pausedUntil = Math.max(pausedUntil, now + BREAKER_MS)
  return { failures, failingSince, pausedUntil, ending }
}
