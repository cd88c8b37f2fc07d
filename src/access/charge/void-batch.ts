// Takes back a batch whose look-ups were refused: it is refunded, or never charged.

import { sql } from 'kysely'
import { revertPlanChange } from '../../account/plans/plan-history.ts'
import type { Sql, Store } from '../../store/store.ts'
import type { Counted, CountedCharge } from './batch.ts'

interface VoidResult {
  readonly kind: 'prevented' | 'refunded' | 'already-void'
}

export async function run(
  db: Sql,
  { batchId }: { readonly batchId: string },
  kind: Store['kind'],
): Promise<VoidResult> {
  return kind === 'postgres' ? voidOnPostgres(db, batchId) : voidOnSqlite(db, batchId)
}

// One call, so that no lock outlives it.
async function voidOnPostgres(db: Sql, batchId: string): Promise<VoidResult> {
  const { rows } = await sql<VoidResult>`select void_charge_keys(${batchId}) as kind`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('void_charge_keys has no result.')
  return { kind: row.kind }
}

/** Does what `void_charge_keys` does on PostgreSQL. */
async function voidOnSqlite(tx: Sql, batchId: string): Promise<VoidResult> {
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
  const { day, accounts } = JSON.parse(row.result) as Counted
  for (const charge of accounts) if (charge.kind === 'counted') await refund(tx, charge, day)
  return { kind: 'refunded' }
}

async function refund(tx: Sql, charge: CountedCharge, day: string): Promise<void> {
  const { accountId, fromDay, fromBuffer } = charge
  const { rows } = await sql<{ lookups: number }>`
    update usage_day set lookups = lookups - ${fromDay + fromBuffer}
    where account_id = ${accountId} and day = ${day}
    returning lookups`.execute(tx)
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
  await revertUpgrade(tx, charge, rows[0]?.lookups ?? 0)
}

// Undoes an auto-upgrade caused by refused look-ups, unless others have filled the old plan since.
async function revertUpgrade(
  tx: Sql,
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
