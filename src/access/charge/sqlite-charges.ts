// Writes the decision about a batch in the transaction that read the accounts.

import { sql } from 'kysely'
import { recordPlanChange } from '../../account/plans/plan-history.ts'
import { utcDay, utcMonth } from '../../lib/clock.ts'
import { queueMail } from '../../mail/queue.ts'
import { firstRow, type Sql } from '../../store/store.ts'
import { appendToLog, type LogRow, limitRow, trackRow } from '../../webhooks/event-log.ts'
import type { ChargeBatch } from './batch.ts'
import type { Change, Decision } from './charge-decision.ts'

export async function writeOnSqlite(tx: Sql, batch: ChargeBatch, decisions: readonly Decision[]) {
  const day = utcDay(batch.now)
  const changes = decisions.flatMap((one) => (one.kind === 'change' ? [one.change] : []))
  if (changes.length > 0) await writeUsage(tx, changes, batch.now)
  for (const change of changes) {
    await writePlan(tx, change, batch.now)
    await queueNotice(tx, change, batch.now)
  }
  const tracked = changes.filter(({ traces }) => traces.length > 0)
  const tracks = tracked.map(({ charge, traces }) => trackRow(charge.accountId, traces))
  const limits = await fireLimitEvents(tx, changes, batch)
  await appendToLog(tx, [...tracks, ...limits], batch.now)
  const accounts = decisions.map((one) => (one.kind === 'change' ? one.change.charge : one.charge))
  const counted = { day, accounts }
  await sql`
    insert into charge_batch (id, state, result)
    values (${batch.batchId}, 'counted', ${JSON.stringify(counted)})`.execute(tx)
  return counted
}

async function writeUsage(tx: Sql, changes: readonly Change[], now: number): Promise<void> {
  const [day, month] = [utcDay(now), utcMonth(now)]
  const days = changes.map(({ charge: { accountId, fromDay, fromBuffer } }) => {
    return sql`(${accountId}, ${day}, ${fromDay + fromBuffer})`
  })
  await sql`
    insert into usage_day (account_id, day, lookups) values ${sql.join(days)}
    on conflict (account_id, day) do update
    set lookups = usage_day.lookups + excluded.lookups`.execute(tx)
  const keys = changes.flatMap(({ charge: { accountId, keys = [] } }) =>
    keys.map(([kind, name, lookups]) => sql`(${accountId}, ${day}, ${kind}, ${name}, ${lookups})`),
  )
  if (keys.length > 0) {
    await sql`
      insert into usage_by_key (account_id, day, kind, name, lookups) values ${sql.join(keys)}
      on conflict (account_id, day, kind, name) do update
      set lookups = usage_by_key.lookups + excluded.lookups`.execute(tx)
  }
  const months = changes
    .filter(({ charge }) => charge.fromBuffer > 0)
    .map(({ charge: { accountId, fromBuffer } }) => sql`(${accountId}, ${month}, ${fromBuffer})`)
  if (months.length === 0) return
  await sql`
    insert into usage_month (account_id, month, buffer_used) values ${sql.join(months)}
    on conflict (account_id, month) do update
    set buffer_used = usage_month.buffer_used + excluded.buffer_used`.execute(tx)
}

async function writePlan(tx: Sql, { charge }: Change, now: number): Promise<void> {
  const { accountId, planName, outgrown: [old] = [] } = charge
  if (old === undefined) return
  await sql`
    update subscription set plan_name = ${planName} where account_id = ${accountId}`.execute(tx)
  await recordPlanChange(tx, accountId, old.planName, planName, now)
}

async function queueNotice(tx: Sql, { charge, notice }: Change, now: number): Promise<void> {
  if (notice === undefined) return
  const { accountId } = charge
  const { notAfter, ...mail } = notice
  const account = await firstRow<{ email: string }>(tx)`
    select email from account where id = ${accountId}
      and not exists (select 1 from mail where once_key in (${sql.join(notAfter)}))`
  if (account === undefined) return
  const to = account.email
  await queueMail(tx, { accountId, kind: 'limit-notice', to, cc: [], ...mail, now })
}

// A refund may take an account below a limit that it reaches again: each event fires once a day.
async function fireLimitEvents(
  tx: Sql,
  changes: readonly Change[],
  { now, upgradeLink = '' }: ChargeBatch,
): Promise<LogRow[]> {
  const day = utcDay(now)
  const rows: LogRow[] = []
  for (const { charge, limits } of changes) {
    for (const reached of limits) {
      const fired = await sql`
        insert into limit_event (account_id, day, kind, created_at, plan_name, limit_reached,
          next_limit, time_penalty_ms)
        values (${charge.accountId}, ${day}, ${reached.kind}, ${now}, ${reached.planName},
          ${reached.limit}, ${reached.nextLimit}, ${reached.timePenaltyMs})
        on conflict (account_id, day, kind) do nothing
        returning kind`.execute(tx)
      if (fired.rows.length > 0) rows.push(limitRow(charge.accountId, reached, upgradeLink, now))
    }
  }
  return rows
}
