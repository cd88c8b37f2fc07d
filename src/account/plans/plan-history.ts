// Which plan a subscription was on at any moment: for the limits of past days and for invoices.

import { sql } from 'kysely'
import type { Sql, Tx } from '../../store/store.ts'

/** An account with more changes is shown the last ones only. */
const CHANGES_MAX = 10_000

export interface PlanChange {
  readonly changedAt: number
  readonly fromPlan: string
  readonly toPlan: string
}

/** The caller has locked the subscription, so that changes are counted in their order. */
export async function recordPlanChange(
  tx: Tx,
  accountId: string,
  fromPlan: string,
  toPlan: string,
  now: number,
): Promise<void> {
  if (fromPlan === toPlan) return
  await sql`
    insert into plan_change (account_id, seq, changed_at, from_plan, to_plan)
    select ${accountId}, coalesce(max(seq), 0) + 1, cast(${now} as bigint), ${fromPlan}, ${toPlan}
    from plan_change where account_id = ${accountId}`.execute(tx)
}

/** Makes the last change, which was to `toPlan`, one to `insteadPlan`. */
export async function revertPlanChange(
  tx: Tx,
  accountId: string,
  toPlan: string,
  insteadPlan: string,
): Promise<void> {
  await sql`
    update plan_change set to_plan = ${insteadPlan}
    where account_id = ${accountId} and to_plan = ${toPlan}
      and seq = (select max(seq) from plan_change where account_id = ${accountId})`.execute(tx)
}

/** Since a moment, the last first. */
export async function planChanges(
  db: Sql,
  accountId: string,
  since: number,
): Promise<PlanChange[]> {
  const { rows } = await sql<{ changed_at: number; from_plan: string; to_plan: string }>`
    select changed_at, from_plan, to_plan from plan_change
    where account_id = ${accountId} and changed_at >= ${since}
    order by seq desc limit ${CHANGES_MAX}`.execute(db)
  return rows.map((row) => ({
    changedAt: row.changed_at,
    fromPlan: row.from_plan,
    toPlan: row.to_plan,
  }))
}

/** The plan just before a moment: from the one of now, back through the changes, the last of which is first. */
export function planBefore(
  moment: number,
  planNow: string,
  changes: readonly PlanChange[],
): string {
  let plan = planNow
  for (const change of changes) if (change.changedAt >= moment) plan = change.fromPlan
  return plan
}
