// A charge with a planted fault: it reads the day without holding it and writes what it thought of it.

import { sql } from 'kysely'
import type { BatchResult, ChargeBatch } from '../../../src/access/charge/batch.ts'
import { dailyLimit, findPlan } from '../../../src/account/plans/plans.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import type { Sql } from '../../../src/store/store.ts'

export async function run(tx: Sql, batch: ChargeBatch): Promise<BatchResult> {
  const day = utcDay(batch.now)
  const accounts = []
  for (const { accountId, lookups } of batch.charges) {
    const { rows } = await sql<{ plan_name: string; used: number | null }>`
      select plan_name, (select lookups from usage_day
        where usage_day.account_id = subscription.account_id and day = ${day}) as used
      from subscription where account_id = ${accountId}`.execute(tx)
    const planName = rows[0]?.plan_name ?? ''
    const before = rows[0]?.used ?? 0
    const plan = findPlan(batch.plans, 'au', planName)
    const left = plan === undefined ? 0 : Math.max(0, dailyLimit(plan) - before)
    const fromDay = Math.min(lookups, left)
    await sql`select pg_sleep(0.005)`.execute(tx)
    await sql`
      insert into usage_day (account_id, day, lookups)
      values (${accountId}, ${day}, ${before + fromDay})
      on conflict (account_id, day) do update set lookups = excluded.lookups`.execute(tx)
    const rest = { before, fromDay, fromBuffer: 0, bufferLeft: 0 }
    accounts.push({ kind: 'counted', accountId, planName, ...rest } as const)
  }
  return { kind: 'counted', counted: { day, accounts } }
}
