// A batch: a list of addresses matched in the background, as the store holds it.

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { Product } from '../address/product.ts'
import { DAY_MS } from '../lib/clock.ts'
import type { ListLayout } from '../lists/matching/match-list.ts'
import type { ListRow } from '../lists/matching/rows.ts'
import type { MatchSummary } from '../lists/matching/summary.ts'
import type { Match } from '../match/verdict.ts'
import { allRows, firstRow, hasRow, type Sql } from '../store/store.ts'

export const BATCH_ROWS_MAX = 1_000_000
/** The size of the file, compressed and uncompressed. */
export const BATCH_BYTES_MAX = 200 * 1024 * 1024
/** Unfinished batches of one account, or of all operators. */
export const UNDER_WAY_MAX = 5
const KEPT_MAX = 100
const KEPT_BYTES_MAX = 1024 ** 3
/** For all accounts, which keeps the disk from filling up. */
const ALL_BYTES_MAX = 20 * 1024 ** 3

/** The account that owns it; undefined for operators. */
export interface Owner {
  readonly accountId: string | undefined
}

export interface BatchFacts extends Owner {
  readonly id: string
  readonly product: Product
  /** It was uploaded with a test key: it is matched with the sample data. */
  readonly isTest: boolean
  readonly isCharged: boolean
  /** The key that its look-ups are counted under. */
  readonly keyName: string
  readonly name: string
  /** Whether it waits for the next day when the allowance is used up. */
  readonly waits: boolean
  readonly mails: boolean
}

export interface ShownColumn {
  /** From 1. */
  readonly column: number
  readonly name: string
  readonly read_as: string
}

/** All but its layout, which may be large and which only its rows need. */
export interface ListedBatch extends BatchFacts {
  readonly columns: readonly ShownColumn[]
  readonly isFinished: boolean
  readonly bytes: number
  readonly rows: number
  readonly chunks: number
  readonly doneRows: number
  readonly exact: number
  readonly corrected: number
  readonly ambiguous: number
  readonly notFound: number
  readonly createdAt: number
  /** When a paused batch is tried again. */
  readonly dueAt: number
  /** Why it waits, as the code of a problem; '' if it does not. */
  readonly heldBy: string
  /** Why it ended before all rows were done; '' if it did not. */
  readonly endedBy: string
  readonly finishedAt: number | undefined
  /** Set once it is finished. */
  readonly summary: MatchSummary | undefined
}

export interface Batch extends ListedBatch {
  readonly layout: ListLayout
}

/** As the store has it: what has parts is JSON. */
type ListedRow = Omit<ListedBatch, 'columns' | 'summary'> &
  Readonly<Record<'columns' | 'summary', string>>

export type BatchRow = ListedRow & { readonly layout: string }

const LISTED_COLUMNS = sql`id, account_id, product, is_test, is_charged, key_name, name,
  shown_columns as columns, waits, mails, bytes, row_count as rows, chunk_count as chunks, done_rows,
  case when state = 'finished' then 1 else 0 end as is_finished, exact_rows as exact,
  corrected_rows as corrected, ambiguous_rows as ambiguous, not_found_rows as not_found,
  created_at, due_at, held_by, ended_by, finished_at, summary`
export const BATCH_COLUMNS = sql`${LISTED_COLUMNS}, layout`
const SHOWN = sql`state in ('open', 'finished')`

/** Undefined if the owner has no such batch: those of others do not exist for them. */
export async function findBatch(db: Sql, owner: Owner, id: string): Promise<Batch | undefined> {
  const row = await firstRow<BatchRow>(db)`
    select ${BATCH_COLUMNS} from batch where id = ${id} and ${isOf(owner)} and ${SHOWN}`
  return row && batchFromRow(row)
}

/** Newest first. */
export async function batchesOf(db: Sql, owner: Owner): Promise<ListedBatch[]> {
  const rows = await allRows<ListedRow>(db)`
    select ${LISTED_COLUMNS} from batch where ${isOf(owner)} and ${SHOWN}
    order by created_at desc, id limit ${KEPT_MAX}`
  return rows.map(listedFromRow)
}

/** Hides it from its owner and stops charges at once; its rows are deleted later. */
export async function removeBatch(db: Sql, owner: Owner, id: string): Promise<boolean> {
  return hasRow(db)`
    update batch set state = 'removed'
    where id = ${id} and ${isOf(owner)} and ${SHOWN} returning id`
}

type NoRoom = 'under-way' | 'kept' | 'all'

/** Undefined if the owner can have one more batch of this size. */
export async function whyNoRoom(db: Sql, owner: Owner, bytes: number): Promise<NoRoom | undefined> {
  type Sums = Record<'underWay' | 'kept' | 'own' | 'everybody', number>
  const sums = await firstRow<Sums>(db)`
    select
      cast(coalesce(sum(case when ${isOf(owner)} and state <> 'finished' then 1 end), 0) as bigint)
        as under_way,
      cast(coalesce(sum(case when ${isOf(owner)} then 1 end), 0) as bigint) as kept,
      cast(coalesce(sum(case when ${isOf(owner)} then bytes end), 0) as bigint) as own,
      cast(coalesce(sum(bytes), 0) as bigint) as everybody
    from batch where state <> 'removed'`
  const { underWay = 0, kept = 0, own = 0, everybody = 0 } = sums ?? {}
  if (underWay >= UNDER_WAY_MAX) return 'under-way'
  if (kept >= KEPT_MAX || own + bytes > KEPT_BYTES_MAX) return 'kept'
  return everybody + bytes > ALL_BYTES_MAX ? 'all' : undefined
}

function isOf({ accountId }: Owner): RawBuilder<unknown> {
  return accountId === undefined ? sql`account_id is null` : sql`account_id = ${accountId}`
}

export function batchFromRow(row: BatchRow): Batch {
  return { ...listedFromRow(row), layout: JSON.parse(row.layout) as ListLayout }
}

function listedFromRow(row: ListedRow): ListedBatch {
  const columns = JSON.parse(row.columns) as ShownColumn[]
  const summary = row.summary === '' ? undefined : (JSON.parse(row.summary) as MatchSummary)
  return { ...row, columns, summary }
}

const CHUNKS_AT_ONCE = 50
const BATCHES_AT_ONCE = 20
/** An upload that takes longer to be read was broken off by the end of its node. */
const READING_MS_MAX = 60 * 60_000

/** Deletes what is too old, and what is left of batches that were removed: a little at a time, so nobody waits. */
export async function removeOld(db: Sql, keptDays: number, now: number): Promise<void> {
  await sql`
    update batch set state = 'removed'
    where (state = 'finished' and finished_at <= ${now - keptDays * DAY_MS})
      or (state = 'reading' and created_at <= ${now - READING_MS_MAX})`.execute(db)
  const removed = await allRows<{ id: string }>(db)`
    select id from batch where state = 'removed' limit ${BATCHES_AT_ONCE}`
  for (const { id } of removed) await forgetRemoved(db, id)
}

export async function forgetRemoved(db: Sql, id: string): Promise<void> {
  const forgetSome = () => hasRow(db)`
    delete from batch_chunk where batch_id = ${id} and number in (
      select number from batch_chunk where batch_id = ${id} limit ${CHUNKS_AT_ONCE})
    returning number`
  while (await forgetSome());
  await sql`delete from batch where id = ${id} and state = 'removed'`.execute(db)
}

/** Fast: the store is spared most of the bytes by the lowest level already. */
const PACKING_LEVEL = 1

export function packed(value: readonly ListRow[] | readonly Match[]): Buffer {
  return deflateRawSync(JSON.stringify(value), { level: PACKING_LEVEL })
}

export function unpackedRows(bytes: Uint8Array): ListRow[] {
  return unpacked(bytes) as ListRow[]
}

/** None if nothing is done yet. */
export function unpackedMatches(bytes: Uint8Array | undefined): Match[] {
  return bytes === undefined ? [] : (unpacked(bytes) as Match[])
}

export interface StoredRows {
  readonly input: Uint8Array
  readonly result: Uint8Array | undefined
}

export function doneRows({ input, result }: StoredRows) {
  const matches = unpackedMatches(result)
  return unpackedRows(input).flatMap((row, at) => {
    const match = matches[at]
    return match === undefined ? [] : [{ row, match }]
  })
}

// It was packed above.
function unpacked(bytes: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(bytes).toString('utf8'))
}
