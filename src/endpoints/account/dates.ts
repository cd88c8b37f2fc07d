// Days in paths, as day, month and year. A date that does not exist is refused with the name of the wrong part.

import Type from 'typebox'
import { badRequest } from '../../http/problem.ts'
import { DAY_MS } from '../../lib/clock.ts'

const RANGE_DAYS_MAX = 366

const Day = Type.Integer({ minimum: 1, maximum: 31 })
const Month = Type.Integer({ minimum: 1, maximum: 12 })
const Year = Type.Integer({ minimum: 1970, maximum: 9999 })

export const DayParams = { day: Day, month: Month, year: Year }

export const RangeParams = {
  from_day: Day,
  from_month: Month,
  from_year: Year,
  to_day: Day,
  to_month: Month,
  to_year: Year,
}

export const RANGE_PATH =
  'from/{from_day}/{from_month}/{from_year}/To/{to_day}/{to_month}/{to_year}'

function midnightOf(day: number, month: number, year: number, field: string): number {
  const ms = Date.UTC(year, month - 1, day)
  if (new Date(ms).getUTCMonth() === month - 1) return ms
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const detail = `Month ${month} of ${year} has ${last} days, so ${field} must be from 1 to ${last}.`
  throw badRequest(field, detail)
}

/** A day as a range. */
export function dayOf({ day, month, year }: Readonly<Record<keyof typeof DayParams, number>>) {
  const midnight = midnightOf(day, month, year, 'day')
  return { from: midnight, to: midnight }
}

/** The midnights of the first and last day, both included in the range. */
export function rangeOf(params: Readonly<Record<keyof typeof RangeParams, number>>) {
  const from = midnightOf(params.from_day, params.from_month, params.from_year, 'from_day')
  const to = midnightOf(params.to_day, params.to_month, params.to_year, 'to_day')
  if (from > to) throw badRequest('from', 'The first day must not be after the last day.')
  if ((to - from) / DAY_MS + 1 > RANGE_DAYS_MAX) {
    throw badRequest('to', `A range can have at most ${RANGE_DAYS_MAX} days.`)
  }
  return { from, to }
}
