// Takes a batch back whose waiters were refused: if it was not counted it never will be, if it was it is refunded.

import { sql } from 'kysely'
import { revertPlanChange } from '../../account/plans/plan-history.ts'
import type { Tx } from '../../store/store.ts'
import type { AccountCharge, Counted } from './charge-batch.ts'

type VoidResult = { readonly kind: 'prevented' | 'refunded' | 'already-void' }

export async function run(tx: Tx, { batchId }: { readonly batchId: string }): Promise<VoidResult> {
  // Takes the id, so that a try which is still on its way finds it taken; waits for one that is about to commit.
  const prevented = await sql<{ id: string }>`
    insert into charge_batch (id, state, result) values (${batchId}, 'void', '')
    on conflict (id) do nothing
    returning id`.execute(tx)
  if (prevented.rows.length > 0) return { kind: 'prevented' }
  const { rows } = await sql<{ result: string }>`
    update charge_batch set state = 'void' where id = ${batchId} and state = 'counted'
    returning result`.execute(tx)
  const [row] = rows
  if (row === undefined) return { kind: 'already-void' }
  await refund(tx, JSON.parse(row.result) as Counted)
  return { kind: 'refunded' }
}

async function refund(tx: Tx, { day, accounts }: Counted): Promise<void> {
  for (const one of accounts) {
    if (one.kind !== 'counted') continue
    const left = await refundDay(tx, one, day)
    await takeUpgradeBack(tx, one, left)
  }
  for (const one of accounts) {
    if (one.kind === 'counted' && one.fromBuffer > 0) {
      await sql`
        update usage_month set buffer_used = buffer_used - ${one.fromBuffer}
        where account_id = ${one.accountId} and month = ${day.slice(0, 7)}`.execute(tx)
    }
  }
}

type CountedCharge = Extract<AccountCharge, { kind: 'counted' }>

/** Answers the look-ups that are left of the day. */
async function refundDay(
  tx: Tx,
  { accountId, fromDay, fromBuffer }: CountedCharge,
  day: string,
): Promise<number> {
  const { rows } = await sql<{ lookups: number }>`
    update usage_day set lookups = lookups - ${fromDay + fromBuffer}
    where account_id = ${accountId} and day = ${day}
    returning lookups`.execute(tx)
  return rows[0]?.lookups ?? 0
}

// Nobody pays for a larger plan because of look-ups that were refused, unless others have filled the old one since.
async function takeUpgradeBack(
  tx: Tx,
  { accountId, planName, outgrown = [] }: CountedCharge,
  lookups: number,
): Promise<void> {
  const old = outgrown.find(({ upTo }) => lookups < upTo)
  if (old === undefined) return
  const { rows } = await sql<{ account_id: string }>`
    update subscription set plan_name = ${old.planName}
    where account_id = ${accountId} and plan_name = ${planName}
    returning account_id`.execute(tx)
  if (rows.length > 0) await revertPlanChange(tx, accountId, planName, old.planName)
}
