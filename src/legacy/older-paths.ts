// Older paths that published software still calls, at the price of the newer ones.

import Type from 'typebox'
import type { DayUsage } from '../account/usage.ts'
import { RANGE_PATH } from '../endpoints/account/dates.ts'
import { getSubscription } from '../endpoints/account/subscription.ts'
import {
  asDayCount,
  asUsageV2,
  DayCount,
  UsageV2,
  usageOfDay,
  usageOfRange,
  usageOfToday,
} from '../endpoints/account/usage.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { wholes } from '../endpoints/schemas.ts'
import { olderFindEndpoints } from './find.ts'

/** The oldest names, and those of version 2. */
const UsageV1 = Type.Object({
  ...UsageV2.properties,
  ...wholes('DailyRequestCount', 'DailyRequestLimit1', 'DailyRequestLimit2'),
})

export const olderPaths: readonly Endpoint[] = [
  ...olderFindEndpoints.map((each) =>
    deprecated(each, each.path.endsWith('+}') ? '/find/{postcode}/{house}' : '/find/{postcode}'),
  ),
  deprecated({ ...getSubscription, path: '/subscription' }, getSubscription.path),
  deprecated(
    {
      ...usageOfToday('/usage', UsageV1, asUsageV1),
      scope: 'usage',
      notes: 'API key or admin key. The day is that of UTC.',
    },
    '/v3/usage',
  ),
  ...['/usage', '/v2/usage'].flatMap((path) => [
    deprecated(usageOfDay(path, UsageV2, asUsageV2), '/v3/usage/{day}/{month}/{year}'),
    deprecated(usageOfRange(path, DayCount, asDayCount), `/v3/usage/${RANGE_PATH}`),
  ]),
]

/** `newer` is the path to use instead. */
function deprecated(older: Endpoint, newer: string): Endpoint {
  const notes = `Kept for published software: use \`${newer}\` instead. ${older.notes}`
  return { ...older, notes, isDeprecated: true }
}

function asUsageV1(day: DayUsage) {
  return {
    ...asUsageV2(day),
    DailyRequestCount: day.lookups,
    DailyRequestLimit1: day.limit1,
    DailyRequestLimit2: day.limit2,
  }
}
