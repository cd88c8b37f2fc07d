// Works on one chunk: claims it, matches its rows, and writes what may be charged of them.

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Plans } from '../account/plans/plans.ts'
import { isLive, subscriptionState } from '../account/subscription.ts'
import { subscriptionOf } from '../account/subscriptions.ts'
import { secondsToUtcMidnight } from '../lib/clock.ts'
import { newSortableId } from '../lib/ids.ts'
import { matchRow } from '../lists/matching/match-rows.ts'
import type { ListRow } from '../lists/matching/rows.ts'
import {
  addToSummary,
  joinSummary,
  type MatchSummary,
  newSummary,
} from '../lists/matching/summary.ts'
import type { Match } from '../match/verdict.ts'
import { withFreeCandidates } from '../match/verdict.ts'
import type { ProductSearch } from '../search/address-search.ts'
import type { Store } from '../store/store.ts'
import type { Trace } from '../webhooks/bodies.ts'
import type { TakeTurn } from './account-turns.ts'
import { type Batch, packed, unpackedMatches, unpackedRows } from './batch.ts'
import { endBatch, finishBatches } from './batch-end.ts'
import { type ClaimedChunk, claimChunk, releaseChunk } from './claims.ts'
import type { DoneRows, run as finishRows, RowsEnd } from './finish-rows.ts'

const FINISH_ROWS = new URL('./finish-rows.ts', import.meta.url)
/** Tries for an account that is being changed. */
const TRIES_MAX = 20
const TRY_AGAIN_MS = 25
/** A paused batch is tried again this often, in case of a larger plan. */
const HELD_MS = 10 * 60_000

export interface WorkParts {
  readonly store: Store
  readonly plans: Plans
  readonly upgradeLink: string
  /** For which a list that has ended is kept. */
  readonly keptDays: number
  now(): number
  /** What the batch is matched with; undefined while there is no data of its product. */
  searchFor(batch: Batch, privateVersion: number | undefined): Promise<ProductSearch | undefined>
  readonly takeTurn: TakeTurn
}

/** False if there was nothing to do. */
export async function workOnce(parts: WorkParts): Promise<boolean> {
  await finishBatches(parts, parts.now())
  const chunk = await claimChunk(parts.store, parts.now())
  if (chunk === undefined) return false
  if (!(await mayBeMatched(parts, chunk.batch))) {
    await hold(parts, chunk, 'forbidden')
    return true
  }
  const search = await parts.searchFor(chunk.batch, chunk.privateVersion)
  if (search === undefined) await hold(parts, chunk, 'service-unavailable')
  else await workOn(parts, chunk, search)
  return true
}

/** As for look-ups: not while the account is suspended, and only test lists after its subscription ended. */
async function mayBeMatched({ store, now }: WorkParts, batch: Batch): Promise<boolean> {
  if (batch.accountId === undefined) return true
  const subscription = await subscriptionOf(store.db, batch.accountId)
  if (subscription === undefined || subscription.suspendedAt !== undefined) return false
  return batch.isTest || isLive(subscriptionState(subscription, now()))
}

async function workOn(parts: WorkParts, chunk: ClaimedChunk, search: ProductSearch): Promise<void> {
  const rows = unpackedRows(chunk.input)
  const { layout } = chunk.batch
  const matched: MatchedRow[] = []
  for (const row of rows.slice(chunk.doneRows)) {
    await parts.takeTurn(chunk.batch)
    matched.push({ row, ...matchRow(search, row, layout) })
  }
  let take = matched.length
  let heldBy = ''
  for (let tries = 0; take > 0 && tries < TRIES_MAX; tries += 1) {
    const end = await finish(parts, chunk, matched.slice(0, take))
    if (end.kind === 'done') {
      if (heldBy !== '') await hold(parts, chunk, heldBy)
      else await finishBatches(parts, parts.now())
      return
    }
    if (end.kind === 'lost') return
    if (end.kind === 'busy') {
      await delay(TRY_AGAIN_MS)
      continue
    }
    heldBy = end.by
    take = end.kind === 'short' ? rowsWithin(matched, end.left) : rowsWithin(matched, 0)
  }
  if (heldBy !== '') await hold(parts, chunk, heldBy)
  else await releaseChunk(parts.store, chunk)
}

type MatchedRow = ReturnType<typeof matchRow> & { readonly row: ListRow }

/** How many of the first rows cost no more look-ups than this. */
function rowsWithin(matched: readonly MatchedRow[], lookups: number): number {
  let left = lookups
  const first = matched.findIndex(({ match }) => isFound(match) && left-- <= 0)
  return first === -1 ? matched.length : first
}

function finish(
  { store, plans, upgradeLink, now }: WorkParts,
  chunk: ClaimedChunk,
  matched: readonly MatchedRow[],
): Promise<RowsEnd> {
  const { batch, number, fence, doneRows } = chunk
  const matches = matched.map(({ match }) => match)
  const summary = newSummary()
  for (const { row, input, match } of matched) addToSummary(summary, { ...row, input, match })
  const { verdicts } = summary
  const shown = matches.map((match) =>
    batch.accountId === undefined ? match : withFreeCandidates(match, batch.product),
  )
  const rows: DoneRows = {
    batchId: batch.id,
    chunk: number,
    fence,
    fromRow: doneRows,
    toRow: doneRows + matched.length,
    result: packed([...unpackedMatches(chunk.result), ...shown]).toString('base64'),
    summary: JSON.stringify(joined(chunk.summary, summary)),
    verdicts,
    ...chargeOf(batch, matches),
    chargeId: newSortableId(now()),
    now: now(),
    plans,
    upgradeLink,
  }
  return store.procedure<typeof finishRows>(FINISH_ROWS, rows)
}

function joined(before: string, later: MatchSummary): MatchSummary {
  if (before === '') return later
  const summary = JSON.parse(before) as MatchSummary
  joinSummary(summary, later)
  return summary
}

function chargeOf(batch: Batch, matches: readonly Match[]): Pick<DoneRows, 'charge'> {
  const { accountId, keyName, isCharged } = batch
  if (accountId === undefined || !isCharged) return {}
  const found = matches.filter(isFound)
  const traces = found.map(({ parts }): Trace => {
    return ['', parts.find(({ name }) => name === 'postcode')?.held ?? '', '']
  })
  const keys = found.map(() => ['api', keyName] as const)
  return { charge: { accountId, lookups: found.length, traces, keys } }
}

function isFound({ verdict }: Match): boolean {
  return verdict === 'exact' || verdict === 'corrected'
}

/** Pauses the batch, or ends it if it does not wait. */
async function hold(parts: WorkParts, chunk: ClaimedChunk, by: string): Promise<void> {
  const { store, now } = parts
  await releaseChunk(store, chunk)
  const { batch } = chunk
  if (!batch.waits) return endBatch(parts, batch.id, by, now())
  const dueAt = now() + Math.min(HELD_MS, secondsToUtcMidnight(now()) * 1000)
  await sql`
    update batch set held_by = ${by}, due_at = ${dueAt}
    where id = ${batch.id} and state = 'open'`.execute(store.db)
}
