// When a failed delivery is retried, and when an endpoint is paused or disabled.

import { BREAKER_FAILURES, type DeliveryRun } from './delivery-run.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** After the first failure, after the second, and so on: 75 hours in all. */
export const RETRY_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
const JITTER = 0.2
const RETRY_AFTER_MAX_MS = DAY

const BREAKER_MS = MINUTE

const SWITCH_OFF_MS = 5 * DAY
/** An endpoint with one event a week is not switched off for a single failure. */
const SWITCH_OFF_ATTEMPTS_MIN = 3

/** Undefined when that was the last attempt. `random` is from 0 to 1. */
export function nextAttemptAt(
  failedAttempts: number,
  now: number,
  random: number,
  retryAfter: string | undefined,
): number | undefined {
  const base = RETRY_MS[failedAttempts - 1]
  if (base === undefined) return undefined
  const jittered = Math.round(base * (1 - JITTER + 2 * JITTER * random))
  return now + Math.max(jittered, retryAfterMs(retryAfter, now))
}

/** Seconds or an HTTP date, at most a day; 0 when there is none or it cannot be read. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const text = header.trim()
  const wanted = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now
  return Number.isFinite(wanted) ? Math.min(Math.max(0, wanted), RETRY_AFTER_MAX_MS) : 0
}

export interface Health {
  readonly failures: number
  readonly failingSince: number | undefined
  readonly pausedUntil: number
  readonly ending: Ending | undefined
}

/** Since when the endpoint has failed after a run, when it is tried again, and whether it is given up. */
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
    const isTooLong = now - failingSince >= SWITCH_OFF_MS
    if (isGone) ending = 'gone'
    else if (isTooLong && delivery.failedAttempts + 1 >= SWITCH_OFF_ATTEMPTS_MIN) {
      ending ??= 'failed-too-long'
    }
  }
  if (failures >= BREAKER_FAILURES) pausedUntil = Math.max(pausedUntil, now + BREAKER_MS)
  return { failures, failingSince, pausedUntil, ending }
}

export type Ending = 'gone' | 'failed-too-long'
