// Terms of a subscription in calendar months, and where one ends that is broken off.

import { DAY_MS } from '../lib/clock.ts'

/** The same day of a later month, or that month's last day where it has no such day. */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/** Terms are counted from the start, so that 31 January is followed by 28 February and then by 31 March. */
export function nextBillingDate(startedAt: number, from: number, termMonths: number): number {
  return addMonths(startedAt, monthsBetween(startedAt, from) + termMonths)
}

/** Calendar months from one moment's month to another's. */
export function monthsBetween(from: number, to: number): number {
  const [a, b] = [new Date(from), new Date(to)]
  const years = b.getUTCFullYear() - a.getUTCFullYear()
  return years * 12 + b.getUTCMonth() - a.getUTCMonth()
}

/**
 * A term that is broken off is paid for up to and including its last day, by the calendar, and never beyond its own
 * end. Terms begin and end at the time of day of the start.
 */
export function brokenOffAt(startedAt: number, nextBillingAt: number, endedAt: number): number {
  const daysBefore = Math.floor(endedAt / DAY_MS) - Math.floor(startedAt / DAY_MS)
  const dayAfterLast = startedAt + (Math.max(0, daysBefore) + 1) * DAY_MS
  return nextBillingAt > endedAt ? Math.min(nextBillingAt, dayAfterLast) : dayAfterLast
}
