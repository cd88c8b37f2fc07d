// Usage of today, of a day, and of each day of a range, in versions 2, 3 and 4.

import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { type DayUsage, type KeyUsage, usageByKey, usageOfDays } from '../../account/usage.ts'
import { DAY_MS, utcDay } from '../../lib/clock.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { oneOf, text, texts, whole, wholes } from '../schemas.ts'
import { DayParams, dayOf, RANGE_PATH, RangeParams, rangeOf } from './dates.ts'

const UsageFields = {
  usage_today: whole('All look-ups of the day, including the buffer.'),
  daily_limit: whole("The larger of the plan's two limits."),
  monthly_buffer: Type.Integer(),
  monthly_buffer_used: whole('Used in the calendar month of that day.'),
}
const UsageV3 = Type.Object(UsageFields)
const KeyCount = Type.Object({
  kind: oneOf(['api-key', 'domain-token']),
  name: text('The name of the API key, or the domain of the token.'),
  count: Type.Integer(),
})
const UsageV4 = Type.Object({
  date: Type.String(),
  ...UsageFields,
  usage_by_key: Type.Array(KeyCount, { description: 'Look-ups by key, most used first.' }),
})
export const DayCount = Type.Object({ ...texts('date'), ...wholes('count', 'limit') })
export const UsageV2 = Type.Object(wholes('count', 'limit1', 'limit2'))

function asV3({ lookups, limit, buffer, bufferUsed }: DayUsage) {
  return {
    usage_today: lookups,
    daily_limit: limit,
    monthly_buffer: buffer,
    monthly_buffer_used: bufferUsed,
  }
}

function asV4(day: DayUsage, keys: readonly KeyUsage[]) {
  const byKey = keys.map(({ kind, name, lookups }) => ({
    kind: kind === 'api' ? 'api-key' : 'domain-token',
    name,
    count: lookups,
  }))
  return { date: usTimestamp(day.at), ...asV3(day), usage_by_key: byKey }
}

export function asDayCount({ at, lookups, limit }: DayUsage) {
  return { date: usTimestamp(at), count: lookups, limit }
}

export function asUsageV2({ lookups, limit1, limit2 }: DayUsage) {
  return { count: lookups, limit1, limit2 }
}

type Show = (day: DayUsage, keys: readonly KeyUsage[]) => object

export const usageOfToday = usageOf('', {}, 'Get usage of today', (_params, now) => {
  const midnight = now - (now % DAY_MS)
  return { from: midnight, to: midnight }
})

export const usageOfDay = usageOf('/{day}/{month}/{year}', DayParams, 'Get usage of a day', dayOf)

export const usageOfRange = usageOf(
  `/${RANGE_PATH}`,
  RangeParams,
  'Get usage of each day of a range',
  rangeOf,
)

function usageOf<Params extends TProperties>(
  pathEnd: string,
  params: Params,
  summary: string,
  daysIn: (params: Static<TObject<Params>>, now: number) => ReturnType<typeof rangeOf>,
) {
  const isRange = 'from_day' in params
  return (path: string, schema: TSchema, show: Show): Endpoint =>
    endpoint(`GET ${path}${pathEnd}`, {
      summary,
      notes: 'Days are in UTC; limits are those of the plan at the end of the day.',
      params,
      answers: ok('Usage.', isRange ? Type.Array(schema) : schema),
      ...(isRange && { steps: 600_000 }),
      async handle({ params: given }, { store: { db }, plans, caller: { accountId }, clock }) {
        const days = daysIn(given, clock.now())
        const usage = await usageOfDays(db, plans, accountId, days)
        const keys = await usageByKey(db, accountId, utcDay(days.from), utcDay(days.to))
        const shown = usage.map((day) => show(day, keys.get(utcDay(day.at)) ?? []))
        return free(isRange ? shown : shown[0])
      },
    })
}

export const usageEndpoints: readonly Endpoint[] = [
  usageOfToday('/v3/usage', UsageV3, asV3),
  usageOfDay('/v3/usage', UsageV3, asV3),
  usageOfRange('/v3/usage', DayCount, asDayCount),
  usageOfToday('/v4/usage', UsageV4, asV4),
  usageOfDay('/v4/usage', UsageV4, asV4),
  usageOfRange('/v4/usage', UsageV4, asV4),
  usageOfToday('/v2/usage', UsageV2, asUsageV2),
]
