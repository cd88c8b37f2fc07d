// The end of a batch: its summary, the event and the mail about it, once, in the transaction that ends it.

import { sql } from 'kysely'
import { emailOf } from '../account/email-change.ts'
import { DAY_MS } from '../lib/clock.ts'
import { count, counted } from '../lib/columns.ts'
import { joinSummary, type MatchSummary, newSummary } from '../lists/matching/summary.ts'
import { type MailBody, mailBody, SERVICE_URL } from '../mail/layout.ts'
import { queueMail } from '../mail/queue.ts'
import { allRows, firstRow, inPages, type Sql, type Store } from '../store/store.ts'
import { batchFinishedBody } from '../webhooks/bodies.ts'
import { recordEvent } from '../webhooks/event-log.ts'
import { BATCH_COLUMNS, type Batch, type BatchRow, batchFromRow } from './batch.ts'

/** A batch without progress for this long ends with the rows matched so far. */
const IDLE_MS_MAX = 7 * DAY_MS
const BATCHES_AT_ONCE = 10
const SUMMARIES_AT_ONCE = 100

interface EndParts {
  readonly store: Store
  readonly keptDays: number
}

/** Ends those that have no row left, and those that have waited for too long. */
export async function finishBatches(parts: EndParts, now: number): Promise<void> {
  const ended = await allRows<{ id: string; heldBy: string; isDone: boolean }>(parts.store.db)`
    select id, held_by, case when done_rows = row_count then 1 else 0 end as is_done from batch
    where state = 'open' and (done_rows = row_count or worked_at < ${now - IDLE_MS_MAX})
    order by worked_at limit ${BATCHES_AT_ONCE}`
  for (const { id, heldBy, isDone } of ended) {
    await endBatch(parts, id, isDone ? '' : heldBy || 'service-unavailable', now)
  }
}

/** With what is done; `endedBy` is '' where that is all. */
export async function endBatch(parts: EndParts, id: string, endedBy: string, now: number) {
  const { store, keptDays } = parts
  // Nobody is shown the examples, and a list of lists would read them each time.
  const { examples } = newSummary()
  const summary = JSON.stringify({ ...(await summaryOf(store.db, id)), examples })
  await store.transaction(async (tx) => {
    const row = await firstRow<BatchRow>(tx)`
      update batch set state = 'finished', finished_at = ${now}, ended_by = ${endedBy},
        held_by = '', summary = ${summary}
      where id = ${id} and state = 'open' returning ${BATCH_COLUMNS}`
    if (row !== undefined) await notify(tx, batchFromRow(row), keptDays, now)
  })
}

/** Lists of operators and of test keys cause no event or mail. */
async function notify(tx: Sql, batch: Batch, keptDays: number, now: number): Promise<void> {
  const { accountId, id, name, rows, doneRows, exact, corrected, ambiguous, notFound } = batch
  if (accountId === undefined || batch.isTest) return
  const counts = { rows, done: doneRows, exact, corrected, ambiguous, not_found: notFound }
  const content = batchFinishedBody({ id, name, ...counts, ended_by: batch.endedBy }, now)
  await recordEvent(tx, { accountId, kind: 'batch-finished', content }, now)
  if (!batch.mails) return
  const onceKey = `batch-finished:${id}`
  const to = await emailOf(tx, accountId)
  const mail = batchFinishedMail(batch, keptDays)
  await queueMail(tx, { accountId, kind: 'batch-finished', onceKey, to, ...mail, now })
}

async function summaryOf(db: Sql, batchId: string): Promise<MatchSummary> {
  const whole = newSummary()
  type Chunk = { readonly number: number; readonly summary: string }
  const chunks = inPages<Chunk>(db, SUMMARIES_AT_ONCE, (last) => {
    return sql`
      select number, summary from batch_chunk
      where batch_id = ${batchId} and number > ${last?.number ?? -1} and summary <> ''
      order by number`
  })
  for await (const { summary } of chunks) joinSummary(whole, JSON.parse(summary) as MatchSummary)
  return whole
}

const NO_LOOKUPS = 'there were no look-ups left'
const REASONS: Readonly<Record<string, string>> = {
  forbidden: 'the subscription ended or the account was suspended',
  'service-unavailable': 'no address data was available',
}

function batchFinishedMail(batch: Batch, keptDays: number): MailBody {
  const name = batch.name === '' ? batch.id : batch.name
  const isWhole = batch.endedBy === ''
  const title = isWhole ? `Your list ${name} is finished` : `Your list ${name} is partly finished`
  const why = isWhole
    ? `Your list is matched: ${counted(batch.rows, 'row')}.`
    : `Matched ${count(batch.doneRows)} of ${counted(batch.rows, 'row')}: ${REASONS[batch.endedBy] ?? NO_LOOKUPS}.`
  return mailBody({
    title,
    paragraphs: [
      why,
      `Download the result within ${keptDays === 1 ? 'a day' : `${keptDays} days`}, in the console or with GET /batch/${batch.id}/result. After that it is deleted.`,
    ],
    facts: [
      ['Exact', count(batch.exact)],
      ['Corrected', count(batch.corrected)],
      ['Ambiguous', count(batch.ambiguous)],
      ['Not found', count(batch.notFound)],
    ],
    action: { label: 'View your lists', url: `${SERVICE_URL}/console#lists` },
  })
}
