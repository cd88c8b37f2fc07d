// Which plan a subscription was on at any moment: for the limits of past days and for invoices.

import { sql } from 'kysely'
import { DAY_MS } from '../../lib/clock.ts'
import { allRows, firstRow, type Sql } from '../../store/store.ts'

/** Plan changes of an account within 24 hours; keeps the history of a term small enough to read. */
export const CHANGES_PER_DAY_MAX = 50
/** More than a year of as many changes as a day may have, each followed by an auto-upgrade through all plans. */
const CHANGES_MAX = 200_000

export interface PlanChange {
  readonly changedAt: number
  readonly fromPlan: string
  readonly toPlan: string
}

/** The caller has locked the subscription, so that changes are counted in their order. */
export async function recordPlanChange(
  tx: Sql,
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

/** When the next change may be made, where there were too many of them in the last 24 hours. */
export async function tooManyChangesUntil(tx: Sql, accountId: string, now: number) {
  const change = await firstRow<PlanChange>(tx)`
    select changed_at from plan_change
    where account_id = ${accountId} and changed_at > ${now - DAY_MS} and changed_at <= ${now}
    order by seq desc limit 1 offset ${CHANGES_PER_DAY_MAX - 1}`
  return change && change.changedAt + DAY_MS
}

/** Rewrites the last change, which was to `toPlan`, as a change to `insteadPlan`. */
export async function revertPlanChange(
  tx: Sql,
  accountId: string,
  toPlan: string,
  insteadPlan: string,
): Promise<void> {
  await sql`
    update plan_change set to_plan = ${insteadPlan}
    where account_id = ${accountId} and to_plan = ${toPlan}
      and seq = (select max(seq) from plan_change where account_id = ${accountId})`.execute(tx)
}

/** Since a moment, the last first: from the first one after it on, even if the clock was set back later. */
export async function planChanges(db: Sql, accountId: string, since: number) {
  return allRows<PlanChange>(db)`
    select changed_at, from_plan, to_plan from plan_change
    where account_id = ${accountId} and seq >= (
      select min(seq) from plan_change
      where account_id = ${accountId} and changed_at >= ${since})
    order by seq desc limit ${CHANGES_MAX}`
}

/** The plan just before a moment: from today's, back through the changes, the latest first. */
export function planBefore(moment: number, planNow: string, changes: readonly PlanChange[]) {
  let plan = planNow
  for (const change of changes) if (change.changedAt >= moment) plan = change.fromPlan
  return plan
}
