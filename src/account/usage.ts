// What an account has used: look-ups of days, and of their months what was drawn from the buffer.

import { sql } from 'kysely'
import { DAY_MS, utcDay } from '../lib/clock.ts'
import type { Sql, Store } from '../store/store.ts'
import { type PlanChange, planBefore, planChanges } from './plans/plan-history.ts'
import { dailyLimit, findPlan, type Plan, type Plans } from './plans/plans.ts'
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow } from './subscription-row.ts'

interface Usage {
  /** Every look-up of the day, those from the buffer included. */
  readonly lookups: number
  readonly bufferUsed: number
}

/** `day` is a UTC day such as `2026-02-28`. */
export async function readUsage(
  store: Pick<Store, 'db'>,
  accountId: string,
  day: string,
): Promise<Usage> {
  const { rows } = await sql<{ lookups: number | null; buffer_used: number | null }>`
    select
      (select lookups from usage_day
        where account_id = ${accountId} and day = ${day}) as lookups,
      (select buffer_used from usage_month
        where account_id = ${accountId} and month = ${day.slice(0, 7)}) as buffer_used
    `.execute(store.db)
  const [row] = rows
  return { lookups: row?.lookups ?? 0, bufferUsed: row?.buffer_used ?? 0 }
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
  const account = await accountPlan(db, accountId)
  const changes = await planChanges(db, accountId, from)
  const lookups = await lookupsByDay(db, accountId, from, to)
  const buffers = await bufferByMonth(db, accountId, from, to)
  const days: DayUsage[] = []
  for (let at = from; at <= to; at += DAY_MS) {
    const day = utcDay(at)
    const plan = account === undefined ? undefined : planOfDay(account, plans, changes, at)
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
export async function lookupsBetween(
  db: Sql,
  accountId: string,
  start: number,
  end: number,
): Promise<number> {
  const { rows } = await sql<{ lookups: number | null }>`
    select cast(sum(lookups) as bigint) as lookups from usage_day
    where account_id = ${accountId} and day >= ${utcDay(start)} and day < ${utcDay(end)}
    `.execute(db)
  return rows[0]?.lookups ?? 0
}

type AccountPlan = Pick<SubscriptionRow, 'product' | 'plan_name'> & { readonly created_at: number }

async function accountPlan(db: Sql, accountId: string): Promise<AccountPlan | undefined> {
  const { rows } = await sql<SubscriptionRow & { created_at: number }>`
    select account.created_at, ${SUBSCRIPTION_COLUMNS}
    from account join subscription on subscription.account_id = account.id
    where account.id = ${accountId}`.execute(db)
  return rows[0]
}

function planOfDay(
  account: AccountPlan,
  plans: Plans,
  changes: readonly PlanChange[],
  at: number,
): Plan | undefined {
  const dayEnd = at + DAY_MS
  if (dayEnd <= account.created_at) return undefined
  return findPlan(plans, account.product, planBefore(dayEnd, account.plan_name, changes))
}

async function lookupsByDay(
  db: Sql,
  accountId: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; lookups: number }>`
    select day, lookups from usage_day
    where account_id = ${accountId} and day >= ${utcDay(from)} and day <= ${utcDay(to)}
    `.execute(db)
  return new Map(rows.map((row) => [row.day, row.lookups]))
}

async function bufferByMonth(
  db: Sql,
  accountId: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ month: string; buffer_used: number }>`
    select month, buffer_used from usage_month
    where account_id = ${accountId}
      and month >= ${utcDay(from).slice(0, 7)} and month <= ${utcDay(to).slice(0, 7)}
    `.execute(db)
  return new Map(rows.map((row) => [row.month, row.buffer_used]))
}

/** What each key of an account has used: API keys by their name, domain tokens by their domain. */
export interface KeyUsage {
  readonly kind: 'api' | 'token'
  /** The name of the API key, or the domain of the token. It stays when the key is replaced or removed. */
  readonly name: string
  readonly lookups: number
}

/** By day such as `2026-02-28`, both ends included, the most used first. Days without look-ups are not in it. */
export async function usageByKey(
  db: Sql,
  accountId: string,
  from: string,
  to: string,
): Promise<ReadonlyMap<string, readonly KeyUsage[]>> {
  const { rows } = await sql<KeyUsage & { day: string }>`
    select day, kind, name, lookups from usage_by_key
    where account_id = ${accountId} and day >= ${from} and day <= ${to} and lookups > 0
    order by day, lookups desc, kind, name`.execute(db)
  return Map.groupBy(rows, ({ day }) => day)
}
