// Usage of today, of a day, and of each day of a range, in versions 2, 3 and 4.

import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { type DayUsage, type KeyUsage, usageByKey, usageOfDays } from '../../account/usage.ts'
import { utcDay } from '../../lib/clock.ts'
import { elementAt } from '../../lib/element-at.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { texts, wholes } from '../schemas.ts'
import { DayParams, midnightOf, RANGE_PATH, RangeParams, rangeOf, today } from './dates.ts'

const UsageFields = {
  usage_today: Type.Integer({ description: 'All look-ups of the day, including the buffer.' }),
  daily_limit: Type.Integer({ description: "The larger of the plan's two limits." }),
  monthly_buffer: Type.Integer(),
  monthly_buffer_used: Type.Integer({ description: 'Used in the calendar month of that day.' }),
}
const UsageV3 = Type.Object(UsageFields)
const KeyCount = Type.Object({
  kind: Type.String({ enum: ['api-key', 'domain-token'] }),
  name: Type.String({ description: 'The name of the API key, or the domain of the token.' }),
  count: Type.Integer(),
})
const UsageV4 = Type.Object({
  date: Type.String(),
  ...UsageFields,
  usage_by_key: Type.Array(KeyCount, { description: 'Look-ups by key, most used first.' }),
})
export const DayCount = Type.Object({ ...texts('date'), ...wholes('count', 'limit') })
export const UsageV2 = Type.Object(wholes('count', 'limit1', 'limit2'))

export const usageEndpoints: readonly Endpoint[] = [
  usageOfToday('/v3/usage', UsageV3, asV3),
  usageOfDay('/v3/usage', UsageV3, asV3),
  usageOfRange('/v3/usage', DayCount, asDayCount),
  usageOfToday('/v4/usage', UsageV4, asV4),
  usageOfDay('/v4/usage', UsageV4, asV4),
  usageOfRange('/v4/usage', UsageV4, asV4),
  usageOfToday('/v2/usage', UsageV2, asUsageV2),
]

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

export function usageOfToday(path: string, schema: TSchema, show: Show): Endpoint {
  return usageCall(path, {}, 'Get usage of today', schema, (_params, context) =>
    oneDay(context, today(context.clock.now()), show),
  )
}

export function usageOfDay(path: string, schema: TSchema, show: Show): Endpoint {
  const dayPath = `${path}/{day}/{month}/{year}`
  return usageCall(dayPath, DayParams, 'Get usage of a day', schema, (params, context) =>
    oneDay(context, midnightOf(params.day, params.month, params.year), show),
  )
}

export function usageOfRange(path: string, schema: TSchema, show: Show): Endpoint {
  const summary = 'Get usage of each day of a range'
  const days = Type.Array(schema)
  return {
    ...usageCall(`${path}/${RANGE_PATH}`, RangeParams, summary, days, (params, context) =>
      shownDays(context, rangeOf(params), show),
    ),
    steps: 600_000,
  }
}

function usageCall<Params extends TProperties>(
  path: string,
  params: Params,
  summary: string,
  schema: TSchema,
  usage: (params: Static<TObject<Params>>, context: Context) => Promise<object>,
): Endpoint {
  return endpoint(`GET ${path}`, {
    summary,
    notes: 'Days are in UTC; limits are those of the plan at the end of the day.',
    params,
    answers: ok('Usage.', schema),
    handle: async ({ params: given }, context) => free(await usage(given, context)),
  })
}

async function oneDay(context: Context, midnight: number, show: Show): Promise<object> {
  return elementAt(await shownDays(context, { from: midnight, to: midnight }, show), 0)
}

async function shownDays(
  { store: { db }, plans, caller: { accountId } }: Context,
  range: { readonly from: number; readonly to: number },
  show: Show,
): Promise<object[]> {
  const days = await usageOfDays(db, plans, accountId, range)
  const keys = await usageByKey(db, accountId, utcDay(range.from), utcDay(range.to))
  return days.map((day) => show(day, keys.get(utcDay(day.at)) ?? []))
}
