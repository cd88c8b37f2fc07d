// Takes back a batch whose look-ups were refused: it is refunded, or never charged.

import { sql } from 'kysely'
import { revertPlanChange } from '../../account/plans/plan-history.ts'
import { firstRow, hasRow, type Sql, type StoreKind } from '../../store/store.ts'
import type { Counted, CountedCharge } from './batch.ts'

interface VoidResult {
  readonly kind: 'prevented' | 'refunded' | 'already-void'
}

export async function run(db: Sql, { batchId }: { readonly batchId: string }, kind: StoreKind) {
  if (kind === 'sqlite') return voidOnSqlite(db, batchId)
  // One call, so that no lock outlives it.
  const result = await firstRow<VoidResult>(db)`select void_charge_keys(${batchId}) as kind`
  if (result === undefined) throw new Error('void_charge_keys has no result.')
  return result
}

/** Does what `void_charge_keys` does on PostgreSQL. */
async function voidOnSqlite(tx: Sql, batchId: string): Promise<VoidResult> {
  const isPrevented = await hasRow(tx)`
    insert into charge_batch (id, state, result) values (${batchId}, 'void', '')
    on conflict (id) do nothing
    returning id`
  if (isPrevented) return { kind: 'prevented' }
  const batch = await firstRow<{ result: string }>(tx)`
    update charge_batch set state = 'void' where id = ${batchId} and state = 'counted'
    returning result`
  if (batch === undefined) return { kind: 'already-void' }
  const { day, accounts } = JSON.parse(batch.result) as Counted
  for (const charge of accounts) if (charge.kind === 'counted') await refund(tx, charge, day)
  return { kind: 'refunded' }
}

async function refund(tx: Sql, charge: CountedCharge, day: string): Promise<void> {
  const { accountId, fromDay, fromBuffer } = charge
  const left = await firstRow<{ lookups: number }>(tx)`
    update usage_day set lookups = lookups - ${fromDay + fromBuffer}
    where account_id = ${accountId} and day = ${day}
    returning lookups`
  if (fromBuffer > 0) {
    await sql`
      update usage_month set buffer_used = buffer_used - ${fromBuffer}
      where account_id = ${accountId} and month = ${day.slice(0, 7)}`.execute(tx)
  }
  for (const [kind, name, lookups] of charge.keys ?? []) {
    await sql`
      update usage_by_key set lookups = lookups - ${lookups}
      where account_id = ${accountId} and day = ${day} and kind = ${kind}
        and name = ${name}`.execute(tx)
  }
  await revertUpgrade(tx, charge, left?.lookups ?? 0)
}

// Undoes an auto-upgrade caused by refused look-ups, unless others have filled the old plan since.
async function revertUpgrade(
  tx: Sql,
  { accountId, planName, outgrown = [] }: CountedCharge,
  lookups: number,
): Promise<void> {
  const old = outgrown.find(({ upTo }) => lookups < upTo)
  if (old === undefined) return
  const isReverted = await hasRow(tx)`
    update subscription set plan_name = ${old.planName}
    where account_id = ${accountId} and plan_name = ${planName}
    returning account_id`
  if (isReverted) await revertPlanChange(tx, accountId, planName, old.planName)
}
