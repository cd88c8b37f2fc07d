// Usage: of today, of a day, of every day of a range, in the forms of versions 2, 3 and 4.

import Type, { type TObject, type TSchema } from 'typebox'
import { type DayUsage, usageOfDays } from '../../account/usage.ts'
import { type KeyUsage, usageByKey } from '../../account/usage-by-key.ts'
import { utcDay } from '../../lib/clock.ts'
import { elementAt } from '../../lib/element-at.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { accountCall } from '../account-call.ts'
import { type Context, deprecated, type Endpoint, endpoint, free } from '../endpoint.ts'
import { NoParams } from '../schemas.ts'
import { DayParams, midnightOf, RANGE_PATH, RangeParams, rangeOf, today } from './dates.ts'

const UsageFields = {
  usage_today: Type.Integer({ description: 'Every look-up of the day, buffer included.' }),
  daily_limit: Type.Integer({ description: 'The larger of the two limits of the plan.' }),
  monthly_buffer: Type.Integer(),
  monthly_buffer_used: Type.Integer({ description: 'Of the calendar month of that day.' }),
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
  usage_by_key: Type.Array(KeyCount, { description: 'The same look-ups by key, most first.' }),
})
const DayCount = Type.Object({
  date: Type.String(),
  count: Type.Integer(),
  limit: Type.Integer(),
})
const UsageV2 = Type.Object({
  count: Type.Integer(),
  limit1: Type.Integer(),
  limit2: Type.Integer(),
})

/** The oldest names, and those of version 2. */
const UsageV1 = Type.Object({
  ...UsageV2.properties,
  DailyRequestCount: Type.Integer(),
  DailyRequestLimit1: Type.Integer(),
  DailyRequestLimit2: Type.Integer(),
})

export const usageEndpoints: readonly Endpoint[] = [
  ofToday('/v3/usage', UsageV3, asV3),
  ofDay('/v3/usage', UsageV3, asV3),
  ofRange('/v3/usage', DayCount, asDayCount),
  ofToday('/v4/usage', UsageV4, asV4),
  ofDay('/v4/usage', UsageV4, asV4),
  ofRange('/v4/usage', UsageV4, asV4),
  ofToday('/v2/usage', UsageV2, asV2),
]

export const olderUsageEndpoints: readonly Endpoint[] = [
  deprecated(usageOfTodayV1(), '/v3/usage'),
  ...['/usage', '/v2/usage'].flatMap((path) => [
    deprecated(ofDay(path, UsageV2, asV2), '/v3/usage/{day}/{month}/{year}'),
    deprecated(ofRange(path, DayCount, asDayCount), `/v3/usage/${RANGE_PATH}`),
  ]),
]

function usageOfTodayV1(): Endpoint {
  const notes = 'API key or admin key. The day is that of UTC.'
  return { ...ofToday('/usage', UsageV1, asV1), scope: 'usage', notes }
}

function asV1(day: DayUsage) {
  return {
    ...asV2(day),
    DailyRequestCount: day.lookups,
    DailyRequestLimit1: day.limit1,
    DailyRequestLimit2: day.limit2,
  }
}

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

function asDayCount({ at, lookups, limit }: DayUsage) {
  return { date: usTimestamp(at), count: lookups, limit }
}

function asV2({ lookups, limit1, limit2 }: DayUsage) {
  return { count: lookups, limit1, limit2 }
}

type Show = (day: DayUsage, keys: readonly KeyUsage[]) => object

function ofToday(path: string, schema: TSchema, show: Show): Endpoint {
  return endpoint({
    ...usage(path, NoParams, 'See the usage of today', schema),
    async handle(_input, context) {
      const midnight = today(context.parts.clock.now())
      return free(await oneDay(context, midnight, show))
    },
  })
}

function ofDay(path: string, schema: TSchema, show: Show): Endpoint {
  return endpoint({
    ...usage(`${path}/{day}/{month}/{year}`, DayParams, 'See the usage of a day', schema),
    async handle({ params: { day, month, year } }, context) {
      return free(await oneDay(context, midnightOf(day, month, year), show))
    },
  })
}

function ofRange(path: string, schema: TSchema, show: Show): Endpoint {
  const summary = 'See the usage of every day of a range'
  return endpoint({
    ...usage(`${path}/${RANGE_PATH}`, RangeParams, summary, Type.Array(schema)),
    steps: 600_000,
    async handle({ params }, context) {
      return free(await shownDays(context, rangeOf(params), show))
    },
  })
}

function usage<Params extends TObject>(
  path: string,
  params: Params,
  summary: string,
  schema: TSchema,
) {
  return {
    ...accountCall,
    path,
    methods: ['GET'] as const,
    summary,
    notes: 'Admin key. Days are those of UTC; limits are those of the plan that the day ended on.',
    params,
    answers: { 200: { description: 'Usage.', schema } },
  }
}

async function oneDay(context: Context, midnight: number, show: Show): Promise<object> {
  return elementAt(await shownDays(context, { from: midnight, to: midnight }, show), 0)
}

async function shownDays(
  { parts, caller }: Context,
  range: { readonly from: number; readonly to: number },
  show: Show,
): Promise<object[]> {
  const { db } = parts.store
  const { accountId } = caller
  const days = await usageOfDays(db, parts.plans, accountId, range)
  const keys = await usageByKey(db, accountId, utcDay(range.from), utcDay(range.to))
  return days.map((day) => show(day, keys.get(utcDay(day.at)) ?? []))
}
