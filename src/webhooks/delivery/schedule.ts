// When a failed delivery is retried, and when an endpoint is paused or disabled.

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
const ATTEMPTS_MAX = RETRY_MS.length + 1
const JITTER = 0.2
const RETRY_AFTER_MAX_MS = DAY

/** After this many failures in a row the endpoint is only probed. */
export const BREAKER_FAILURES = 5
export const BREAKER_MS = MINUTE

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
  const base = RETRY_MS.at(failedAttempts - 1)
  if (base === undefined || failedAttempts >= ATTEMPTS_MAX) return undefined
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

export function isToBeSwitchedOff(
  failingSince: number | undefined,
  failedAttempts: number,
  now: number,
): boolean {
  if (failingSince === undefined) return false
  return now - failingSince >= SWITCH_OFF_MS && failedAttempts >= SWITCH_OFF_ATTEMPTS_MIN
}
