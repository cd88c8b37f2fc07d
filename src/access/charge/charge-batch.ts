// Counts a batch of look-ups, beside the data: exactly once, never past the allowance, and waiting for nobody.

import { sql } from 'kysely'
import type { Plans } from '../../account/plans/plans.ts'
import type { SubscriptionState } from '../../account/subscription.ts'
import type { Sql, Store } from '../../store/store.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Trace } from '../../webhooks/bodies.ts'
import { readAccountStates } from './account-state.ts'
import { decide } from './charge-decision.ts'
import { writeOnPostgres } from './postgres-charges.ts'
import { writeOnSqlite } from './sqlite-charges.ts'

export interface ChargeBatch {
  /** The same at every retry, whatever became of the tries before. */
  readonly batchId: string
  /** The moment of this try: look-ups count on the day on which they are committed. */
  readonly now: number
  /** One entry an account. */
  readonly charges: readonly AccountLookups[]
  readonly plans: Plans
  /** Where a plan is chosen, for the events. */
  readonly upgradeLink?: string
  /** Batches with ids below this are forgotten. */
  readonly forgetBefore?: string | undefined
}

export interface AccountLookups {
  readonly accountId: string
  readonly lookups: number
  /** One a look-up, in the order in which they were asked for. */
  readonly traces?: readonly Trace[]
}

export type BatchResult =
  | { readonly kind: 'counted'; readonly counted: Counted }
  /** The waiters of this batch have been refused since; it must never count. */
  | { readonly kind: 'void' }

/** What the ledger keeps of a batch: enough to answer its waiters again, and to take it back. */
export interface Counted {
  readonly day: string
  /** An account that is missing was busy: nothing of it was counted, and it may be tried again in another batch. */
  readonly accounts: readonly AccountCharge[]
}

export type AccountCharge =
  | CountedCharge
  | { readonly kind: 'no-subscription'; readonly accountId: string }
  | { readonly kind: 'not-live'; readonly accountId: string; readonly state: SubscriptionState }
  | { readonly kind: 'unknown-plan'; readonly accountId: string; readonly planName: string }

export interface CountedCharge {
  readonly kind: 'counted'
  readonly accountId: string
  /** After this batch. */
  readonly planName: string
  /** Plans that this batch has filled, in order, where auto-upgrade moved on. */
  readonly outgrown?: readonly OutgrownPlan[]
  /** Look-ups of the day before this batch. */
  readonly before: number
  readonly fromDay: number
  readonly fromBuffer: number
  /** What is left of the buffer at the most: other nodes may have drawn from it too. */
  readonly bufferLeft: number
}

interface OutgrownPlan {
  readonly planName: string
  /** The last look-up of the day that was under this plan. */
  readonly upTo: number
}

const FORGOTTEN_AT_ONCE_MAX = 2000

/**
 * Reads, decides, and writes what was decided where it still holds. On SQLite all of it is one transaction. On
 * PostgreSQL each step is one statement that commits by itself, so that nothing is locked between them.
 */
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
  const { rows } = await sql<{ state: 'counted' | 'void'; result: string }>`
    select state, result from charge_batch where id = ${batchId}`.execute(db)
  const [row] = rows
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
