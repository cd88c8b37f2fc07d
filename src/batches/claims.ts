// Which chunk a node works on: each is claimed on a lease, and accounts take turns, whatever number of lists they have.

import { sql } from 'kysely'
import { allRows, firstRow, hasRow, type Sql, type Store } from '../store/store.ts'
import { BATCH_COLUMNS, type Batch, type BatchRow, batchFromRow } from './batch.ts'

/** Far longer than a chunk takes, so that a lease only ends early when its node is gone. */
const LEASE_MS = 2 * 60_000
/** Batches that are looked at for a chunk that nobody has. */
const BATCHES_AT_ONCE = 20

export interface ClaimedChunk {
  readonly batch: Batch
  /** The version of the account's private addresses; undefined if it has none. */
  readonly privateVersion: number | undefined
  readonly number: number
  readonly fence: number
  readonly rows: number
  readonly doneRows: number
  readonly input: Uint8Array
  readonly result: Uint8Array | undefined
  /** The summary of the finished rows as JSON; '' if there are none. */
  readonly summary: string
}

/** Undefined if nothing is due. The account that has waited longest for a turn comes first, then its list. */
export async function claimChunk({ db }: Pick<Store, 'db'>, now: number) {
  // A turn that is still to come was taken before the clock was set back.
  const due = await allRows<{ id: string }>(db)`
    select id from batch
    where state = 'open' and due_at <= ${now} and done_rows < row_count
    order by coalesce(
      (select max(own.claimed_at) from batch as own
        where own.account_id = batch.account_id and own.claimed_at <= ${now}),
      (select max(own.claimed_at) from batch as own
        where own.account_id is null and batch.account_id is null and own.claimed_at <= ${now}),
      0), claimed_at, worked_at, id
    limit ${BATCHES_AT_ONCE}`
  for (const { id } of due) {
    const chunk = await claimOf(db, id, now)
    if (chunk === undefined) continue
    const claimed = await takeTurn(db, id, now)
    if (claimed !== undefined) return { ...claimed, ...chunk } satisfies ClaimedChunk
  }
  return undefined
}

/** Undefined if the batch is gone. */
async function takeTurn(db: Sql, id: string, now: number) {
  const row = await firstRow<BatchRow & Pick<ClaimedChunk, 'privateVersion'>>(db)`
    update batch set claimed_at = ${now} where id = ${id} and state = 'open'
    returning ${BATCH_COLUMNS}, (select version from private_address_list
      where private_address_list.account_id = batch.account_id) as private_version`
  return row && { batch: batchFromRow(row), privateVersion: row.privateVersion }
}

export async function isAnythingDue({ db }: Pick<Store, 'db'>, now: number): Promise<boolean> {
  return hasRow(db)`select id from batch where state = 'open' and due_at <= ${now} limit 1`
}

async function claimOf(db: Sql, batchId: string, now: number) {
  const leasedUntil = now + LEASE_MS
  // A lease that ends much later was given before the clock was set back; one by a clock a little ahead is respected.
  const isFree = sql`(leased_until <= ${now} or leased_until > ${leasedUntil + LEASE_MS})`
  return firstRow<Omit<ClaimedChunk, 'batch' | 'privateVersion'>>(db)`
    update batch_chunk set leased_until = ${leasedUntil}, fence = fence + 1
    where batch_id = ${batchId} and ${isFree} and number = (
      select number from batch_chunk
      where batch_id = ${batchId} and done_rows < row_count and ${isFree}
      order by number limit 1)
    returning number, fence, row_count as rows, done_rows, input, result, summary`
}

/** So that whoever comes next need not wait for the lease to end. */
export async function releaseChunk({ db }: Store, { batch, number, fence }: ClaimedChunk) {
  await sql`
    update batch_chunk set leased_until = 0
    where batch_id = ${batch.id} and number = ${number} and fence = ${fence}`.execute(db)
}
