// Counts a batch of look-ups in the thread of the store: exactly once, never past the allowance, delaying nobody.

import { sql } from 'kysely'
import { firstRow, type Sql, type Store } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import { type BatchResult, type ChargeBatch, type Counted, readAccountStates } from './batch.ts'
import { decide } from './charge-decision.ts'
import { writeOnPostgres } from './postgres-charges.ts'
import { writeOnSqlite } from './sqlite-charges.ts'

const FORGOTTEN_AT_ONCE_MAX = 2000

/** One transaction on SQLite. On PostgreSQL each step is a statement of its own: nothing is locked between them. */
export async function run(db: Sql, batch: ChargeBatch, kind: Store['kind']): Promise<BatchResult> {
  const { byAccount, isNewBatch } = await readAccountStates(db, batch)
  const earlier = isNewBatch ? undefined : await findBatch(db, batch.batchId)
  if (earlier !== undefined) return earlier
  const decisions = batch.charges.map((charge) =>
    decide(charge, byAccount.get(charge.accountId), batch),
  )
  const write = kind === 'postgres' ? writeOnPostgres : writeOnSqlite
  const counted = await write(db, batch, decisions)
  await forgetBatches(db, batch.forgetBefore)
  if (counted !== undefined) return { kind: 'counted', counted }
  // Another try was thought lost and has come through in the meantime. Without its result nobody may be answered.
  const other = await findBatch(db, batch.batchId)
  if (other === undefined) throw new StoreError('This batch is being settled by another try.')
  return other
}

async function findBatch(db: Sql, batchId: string): Promise<BatchResult | undefined> {
  const row = await firstRow<{ state: 'counted' | 'void'; result: string }>(db)`
    select state, result from charge_batch where id = ${batchId}`
  if (row === undefined) return undefined
  if (row.state === 'void') return { kind: 'void' }
  return { kind: 'counted', counted: JSON.parse(row.result) as Counted }
}

async function forgetBatches(db: Sql, before: string | undefined): Promise<void> {
  if (before === undefined) return
  await sql`
    delete from charge_batch where id in (
      select id from charge_batch where id < ${before}
      order by id limit ${FORGOTTEN_AT_ONCE_MAX})`.execute(db)
}
