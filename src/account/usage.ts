// What an account has used: look-ups of days, and of their months what was drawn from the buffer.

import type { Product } from '../address/product.ts'
import { DAY_MS, utcDay } from '../lib/clock.ts'
import { allRows, firstRow, type Sql, type Store } from '../store/store.ts'
import { planBefore, planChanges } from './plans/plan-history.ts'
import { dailyLimit, findPlan, type Plans } from './plans/plans.ts'

interface Usage {
  /** Every look-up of the day, those from the buffer included. */
  readonly lookups: number
  readonly bufferUsed: number
}

/** `day` is a UTC day such as `2026-02-28`. */
export async function readUsage(store: Pick<Store, 'db'>, accountId: string, day: string) {
  const used = await firstRow<Partial<Usage>>(store.db)`
    select
      (select lookups from usage_day
        where account_id = ${accountId} and day = ${day}) as lookups,
      (select buffer_used from usage_month
        where account_id = ${accountId} and month = ${day.slice(0, 7)}) as buffer_used`
  return { lookups: used?.lookups ?? 0, bufferUsed: used?.bufferUsed ?? 0 }
}

/** A day with the limits of the plan that it ended on; without a plan, and before the account was made, they are 0. */
export interface DayUsage extends Usage {
  /** Its midnight, UTC. */
  readonly at: number
  readonly limit1: number
  readonly limit2: number
  /** The larger of the two. */
  readonly limit: number
  readonly buffer: number
}

/** One entry for every day; both moments are midnights. */
export async function usageOfDays(
  db: Sql,
  plans: Plans,
  accountId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<DayUsage[]> {
  const account = await firstRow<{ product: Product; planName: string; createdAt: number }>(db)`
    select account.created_at, subscription.product, subscription.plan_name
    from account join subscription on subscription.account_id = account.id
    where account.id = ${accountId}`
  const changes = await planChanges(db, accountId, from)
  const [first, last] = [utcDay(from), utcDay(to)]
  const used = await allRows<{ day: string; lookups: number }>(db)`
    select day, lookups from usage_day
    where account_id = ${accountId} and day >= ${first} and day <= ${last}`
  const drawn = await allRows<{ month: string; bufferUsed: number }>(db)`
    select month, buffer_used from usage_month
    where account_id = ${accountId}
      and month >= ${first.slice(0, 7)} and month <= ${last.slice(0, 7)}`
  const lookups = new Map(used.map((row) => [row.day, row.lookups]))
  const buffers = new Map(drawn.map((row) => [row.month, row.bufferUsed]))
  const days: DayUsage[] = []
  for (let at = from; at <= to; at += DAY_MS) {
    const [day, end] = [utcDay(at), at + DAY_MS]
    const plan =
      account !== undefined && end > account.createdAt
        ? findPlan(plans, account.product, planBefore(end, account.planName, changes))
        : undefined
    days.push({
      at,
      lookups: lookups.get(day) ?? 0,
      bufferUsed: buffers.get(day.slice(0, 7)) ?? 0,
      limit1: plan?.dailyLookupLimit1 ?? 0,
      limit2: plan?.dailyLookupLimit2 ?? 0,
      limit: plan === undefined ? 0 : dailyLimit(plan),
      buffer: plan?.monthlyBuffer ?? 0,
    })
  }
  return days
}

/** Look-ups of whole UTC days, including the first and excluding the last. */
export async function lookupsBetween(db: Sql, accountId: string, start: number, end: number) {
  const used = await firstRow<Partial<Usage>>(db)`
    select cast(sum(lookups) as bigint) as lookups from usage_day
    where account_id = ${accountId} and day >= ${utcDay(start)} and day < ${utcDay(end)}`
  return used?.lookups ?? 0
}

/** What each key of an account has used: API keys by their name, domain tokens by their domain. */
export interface KeyUsage {
  readonly kind: 'api' | 'token'
  /** The name of the API key, or the domain of the token. It stays when the key is replaced or removed. */
  readonly name: string
  readonly lookups: number
}

/** By day such as `2026-02-28`, both ends included, the most used first. Days without look-ups are not in it. */
export async function usageByKey(db: Sql, accountId: string, from: string, to: string) {
  const used = await allRows<KeyUsage & { day: string }>(db)`
    select day, kind, name, lookups from usage_by_key
    where account_id = ${accountId} and day >= ${from} and day <= ${to} and lookups > 0
    order by day, lookups desc, kind, name`
  return Map.groupBy(used, ({ day }) => day)
}

/** Look-ups of all accounts, by day. Days without look-ups are not in it. */
export async function lookupsByDay(db: Sql, from: string): Promise<Map<string, number>> {
  const used = await allRows<{ day: string; lookups: number }>(db)`
    select day, cast(sum(lookups) as bigint) as lookups from usage_day
    where day >= ${from} group by day`
  return new Map(used.map(({ day, lookups }) => [day, lookups]))
}
