// Reviewing a batch: its doubtful rows, and the addresses that a person chooses for them.

import { sql } from 'kysely'
import { inputOf } from '../lists/matching/match-rows.ts'
import { differencesOf } from '../lists/matching/result-columns.ts'
import type { ListRow } from '../lists/matching/rows.ts'
import { type MatchSummary, typedText } from '../lists/matching/summary.ts'
import type { Match } from '../match/verdict.ts'
import { firstRow, hasRow, inPages, type Sql } from '../store/store.ts'
import type { TakeTurn } from './account-turns.ts'
import { type Batch, doneRows, packed, type StoredRows } from './batch.ts'

/** Matches with less confidence should be reviewed. */
const SURE = 0.9
const SURE_BIN = 9
const CHUNKS_AT_ONCE = 100
/** Chunks read for one page; the rest is on the next page. */
const CHUNKS_READ_MAX = 10
const TRIES_MAX = 5

export const REVIEW_KINDS = ['doubtful', 'ambiguous', 'corrected', 'not-found', 'chosen'] as const

export interface ReviewQuestion {
  readonly show: (typeof REVIEW_KINDS)[number]
  /** The row before the first one. */
  readonly after: number
  readonly top: number
}

export interface ReviewRow extends Omit<Match, 'parts'> {
  readonly row: number
  /** As it was asked for. */
  readonly typed: string
  readonly isChosen: boolean
  readonly differences: readonly string[]
}

export interface ReviewPage {
  readonly rows: readonly ReviewRow[]
  /** The row before the next page; undefined on the last page. */
  readonly next: number | undefined
}

/** What a person chooses for a row: an address, none, or again what was found. */
type Choice =
  | { readonly kind: 'address'; readonly id: string; readonly address: string }
  | { readonly kind: 'none' | 'undo' }

/** A match, with the original one if a person has chosen another. */
type ReviewedMatch = Match & { readonly found?: Match }

export async function reviewRows(
  db: Sql,
  batch: Batch,
  question: ReviewQuestion,
  takeTurn: TakeTurn,
): Promise<ReviewPage> {
  const { after, top } = question
  const rows: ReviewRow[] = []
  let read = 0
  for await (const { number, before, summary } of chunksBehind(db, batch.id, after)) {
    if (!mayHave(summary, question)) continue
    if (read === CHUNKS_READ_MAX) return { rows, next: Math.max(before, after) }
    read += 1
    await takeTurn(batch)
    for (const { row, match } of (await readChunk(db, batch.id, number))?.rows ?? []) {
      if (row.row <= after || !isWanted(match, question)) continue
      if (rows.length === top) return { rows, next: rows.at(-1)?.row }
      rows.push(shownRow(row, match, batch))
    }
  }
  return { rows, next: undefined }
}

/** Undefined if the batch has no such row, or it is not done yet. */
export async function chooseForRow(db: Sql, batch: Batch, rowNumber: number, choice: Choice) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const number = await chunkOfRow(db, batch.id, rowNumber)
    const chunk = number === undefined ? undefined : await readChunk(db, batch.id, number)
    const at = chunk?.rows.findIndex(({ row }) => row.row === rowNumber) ?? -1
    const held = chunk?.rows[at]
    if (chunk === undefined || held === undefined) return undefined
    const match = chosen(held.match, choice)
    const matches = chunk.rows.map((each) => each.match)
    matches[at] = match
    if (await writeChunk(db, chunk, matches)) return shownRow(held.row, match, batch)
  }
  throw new Error('Too many people are changing rows of the batch at once.')
}

function chosen({ found, ...now }: ReviewedMatch, choice: Choice): ReviewedMatch {
  const before = found ?? now
  if (choice.kind === 'undo') return before
  const { candidates } = before
  if (choice.kind === 'address') {
    const { id } = choice
    // What the row has found itself is paid for, and stays as it was found.
    const address = id === before.id ? before.address : choice.address
    const made = { id, address, parts: [], candidates, reason: 'Chosen by a person.' }
    return { verdict: 'corrected', confidence: 1, ...made, found: before }
  }
  const none = { id: '', address: '', parts: [], candidates, reason: 'A person chose no address.' }
  return { verdict: 'not-found', confidence: 0, ...none, found: before }
}

function isWanted({ found, ...now }: ReviewedMatch, { show }: ReviewQuestion): boolean {
  if (show === 'chosen') return found !== undefined
  const { verdict, confidence } = found ?? now
  const isDoubtful = confidence < SURE
  return isDoubtful && (show === 'doubtful' || show === verdict)
}

/** Whether a chunk may have such rows, by what is known of it without unpacking it. */
function mayHave(text: string, { show }: ReviewQuestion): boolean {
  const { verdicts, confidences, chosen: count = 0 } = summaryOf(text)
  if (show === 'chosen') return count > 0
  const unsure = confidences.slice(0, SURE_BIN).reduce((sum, rows) => sum + rows, 0)
  return show === 'not-found' ? verdicts[show] > 0 : unsure + verdicts['not-found'] > 0
}

/** With the number of rows that a person has chosen for. */
function summaryOf(text: string): MatchSummary & { readonly chosen?: number } {
  return JSON.parse(text)
}

function shownRow(row: ListRow, match: ReviewedMatch, { layout }: Batch): ReviewRow {
  const { verdict, confidence, id, address, reason, candidates } = match
  return {
    row: row.row,
    typed: row.fault === '' ? typedText(inputOf(row.cells, layout)) : (row.cells[0] ?? ''),
    verdict,
    confidence,
    id,
    address,
    reason,
    isChosen: match.found !== undefined,
    differences: differencesOf(match),
    candidates,
  }
}

interface ChunkFacts {
  readonly number: number
  /** How many rows are in front of it. */
  readonly before: number
  readonly summary: string
}

/** Finished chunks, from the one with the first row after `after`. */
function chunksBehind(db: Sql, id: string, after: number) {
  return inPages<ChunkFacts>(db, CHUNKS_AT_ONCE, (last) => {
    return sql`
      select number, cast(last - row_count as bigint) as before, summary from (
        select number, row_count, done_rows, summary, sum(row_count) over (order by number) as last
        from batch_chunk where batch_id = ${id}) as chunk
      where last > ${after} and number > ${last?.number ?? -1} and done_rows = row_count
        and summary <> '' order by number`
  })
}

async function chunkOfRow(db: Sql, id: string, row: number): Promise<number | undefined> {
  const chunk = await firstRow<{ number: number }>(db)`
    select number from (
      select number, sum(row_count) over (order by number) as last
      from batch_chunk where batch_id = ${id}) as chunk
    where last >= ${row} order by number limit 1`
  return chunk?.number
}

interface ReadChunk {
  readonly batchId: string
  readonly number: number
  readonly fence: number
  readonly summary: string
  readonly rows: readonly { readonly row: ListRow; readonly match: ReviewedMatch }[]
}

/** Undefined if it is gone, or not all of its rows are done. */
async function readChunk(db: Sql, batchId: string, number: number): Promise<ReadChunk | undefined> {
  const chunk = await firstRow<Omit<ReadChunk, 'rows'> & StoredRows>(db)`
    select batch_id, number, fence, input, result, summary from batch_chunk
    where batch_id = ${batchId} and number = ${number} and done_rows = row_count`
  return chunk && { ...chunk, rows: doneRows(chunk) }
}

/** False if somebody else has changed it since it was read. */
async function writeChunk(
  db: Sql,
  { batchId, number, fence, summary }: ReadChunk,
  matches: readonly ReviewedMatch[],
) {
  const count = matches.filter(({ found }) => found !== undefined).length
  const counted = JSON.stringify({ ...summaryOf(summary), chosen: count })
  return hasRow(db)`
    update batch_chunk set result = ${packed(matches)}, summary = ${counted}, fence = fence + 1
    where batch_id = ${batchId} and number = ${number} and fence = ${fence}
    returning number`
}
