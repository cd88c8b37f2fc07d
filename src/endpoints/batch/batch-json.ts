// What the calls about batches share: whose they are, a batch as JSON, and the errors of uploads.

import Type, { type Static, type TProperties } from 'typebox'
import type { Scope } from '../../access/authorize.ts'
import { PRODUCTS } from '../../address/product.ts'
import { type Batch, type ListedBatch, type Owner, UNDER_WAY_MAX } from '../../batches/batch.ts'
import { type Batches, OWN_QUESTIONS_MAX, OWN_UPLOADS_MAX } from '../../batches/batches.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import type { Context } from '../endpoint.ts'
import { listOf, oneOf, text, texts, whole, wholes } from '../schemas.ts'

export interface Side {
  readonly path: string
  readonly scopes: Readonly<Record<'list' | 'read' | 'remove' | 'review', Scope>>
  readonly deleteNote: string
  ownerOf(context: Context): Owner
}

export const OF_ACCOUNTS: Side = {
  path: '/batch',
  scopes: { list: 'lists', read: 'batch', remove: 'account', review: 'review' },
  deleteNote: 'Also works after the subscription has ended. ',
  ownerOf: ({ caller: { accountId } }) => ({ accountId }),
}

export const OF_OPERATORS: Side = {
  path: '/operator/batch',
  scopes: { list: 'operator', read: 'operator', remove: 'operator', review: 'operator' },
  deleteNote: '',
  ownerOf: () => ({ accountId: undefined }),
}

export const BatchParams = { id: text('The `id` of the batch.', { maxLength: 50 }) }

const Summary = Type.Object({
  unreadable: whole('Rows that could not be read, which count as not found.'),
  confidences: Type.Array(Type.Integer(), {
    description: 'Number of rows by confidence: 0 to 0.1, 0.1 to 0.2, and so on.',
  }),
  reasons: listOf({ reason: Type.String(), rows: Type.Integer() }),
})

/** `members` are what a column has in addition to its number. */
export function columnsRead<Members extends TProperties>(members: Members) {
  const description = 'How each column is read. Columns are numbered from 1.'
  return listOf({ column: Type.Integer(), ...members }, { description })
}

export const BatchShown = Type.Object({
  ...texts('id', 'name'),
  product: oneOf(PRODUCTS),
  test: Type.Boolean({
    description: 'Uploaded with a test key and matched against the sample data.',
  }),
  state: oneOf(['waiting', 'running', 'paused', 'finished']),
  rows: Type.Integer(),
  done: whole('Rows matched so far.'),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  counts: Type.Object(wholes('exact', 'corrected', 'ambiguous', 'not_found')),
  lookups: whole('Look-ups charged so far.'),
  columns: columnsRead(texts('name', 'read_as')),
  created_at: Type.String(),
  paused_by: text('The error code of the reason for the pause.'),
  paused_until: text('When matching continues at the latest.'),
  finished_at: Type.String(),
  ended_by: text('The error code if it ended before all rows were matched.'),
  deleted_at: text('When a finished batch is deleted.'),
  summary: Type.Optional(Summary),
})

export function batchJson(
  batch: ListedBatch,
  { listDays, clock }: Pick<Context, 'listDays' | 'clock'>,
): Static<typeof BatchShown> {
  const { id, name, product, rows, doneRows, exact, corrected, ambiguous, finishedAt } = batch
  const state = stateOf(batch, clock.now())
  const isPaused = state === 'paused'
  return {
    id,
    name,
    product,
    test: batch.isTest,
    state,
    rows,
    done: doneRows,
    progress: rows === 0 ? 1 : Math.floor((1000 * doneRows) / rows) / 1000,
    counts: { exact, corrected, ambiguous, not_found: batch.notFound },
    lookups: batch.isCharged ? exact + corrected : 0,
    columns: [...batch.columns],
    created_at: usTimestamp(batch.createdAt),
    paused_by: isPaused ? batch.heldBy : '',
    paused_until: isPaused ? usTimestamp(batch.dueAt) : '',
    finished_at: finishedAt === undefined ? '' : usTimestamp(finishedAt),
    ended_by: batch.endedBy,
    deleted_at: finishedAt === undefined ? '' : usTimestamp(finishedAt + listDays * DAY_MS),
    ...summaryOf(batch),
  }
}

function stateOf({ isFinished, heldBy, dueAt, doneRows }: ListedBatch, now: number) {
  if (isFinished) return 'finished'
  if (heldBy !== '' && dueAt > now) return 'paused'
  return doneRows > 0 ? 'running' : 'waiting'
}

function summaryOf({ summary }: ListedBatch): { summary?: Static<typeof Summary> } {
  if (summary === undefined) return {}
  const { unreadable, confidences } = summary
  const reasons = Object.entries(summary.reasons)
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((a, b) => b.rows - a.rows)
  return { summary: { unreadable, confidences: [...confidences], reasons } }
}

/** The same 404 for one of another account as for none. A test key, which needs no paid plan, sees only test lists. */
export async function findOwn(context: Context, owner: Owner, id: string): Promise<Batch> {
  const found = await context.batches.find(owner, id)
  if (found === undefined || (context.caller.isTest === true && !found.isTest)) throw noBatch()
  return found
}

export function noBatch(): Problem {
  return new Problem('not-found', 'No batch has this ID.')
}

type Refused = Exclude<Awaited<ReturnType<Batches['receive']>>, { readonly kind: 'made' }>

export function uploadRefusal(refused: Refused): Problem {
  if (refused.kind === 'refused') return badRequest(refused.field, refused.sentence)
  return REFUSALS[refused.kind === 'no-room' ? refused.why : refused.kind]
}

const UPLOAD_RETRY_SECONDS = 5

const NO_STORAGE = new Problem(
  'service-unavailable',
  'No storage is free for another list right now. Try again later.',
  { retryAfterSeconds: 60 },
)

type Reason =
  | Exclude<Refused['kind'], 'refused' | 'no-room'>
  | Extract<Refused, { readonly kind: 'no-room' }>['why']

const REFUSALS: Readonly<Record<Reason, Problem>> = {
  'too-many-rows': new Problem(
    'payload-too-large',
    'A list can have at most 1,000,000 rows. Split it.',
  ),
  'too-large': new Problem(
    'payload-too-large',
    'A list can have at most 200 MiB. Split or compress it.',
  ),
  'cut-off': new Problem('request-timeout', 'The list did not arrive in full and was discarded.'),
  'too-slow': new Problem(
    'request-timeout',
    'The list arrived at less than 1 KiB per second and was discarded.',
  ),
  encoded: badRequest('Content-Encoding', 'A list can only be compressed with gzip.'),
  'under-way': badRequest(
    'body',
    `${UNDER_WAY_MAX} batches are already in progress. Wait for one to finish or delete one.`,
  ),
  kept: badRequest(
    'body',
    'Finished batches use all the storage of the account. Delete some of them.',
  ),
  'own-uploads': new Problem(
    'rate-limit',
    `${OWN_UPLOADS_MAX} uploads or previews are already in progress. Wait for one to finish.`,
    { retryAfterSeconds: UPLOAD_RETRY_SECONDS },
  ),
  all: NO_STORAGE,
  'all-uploads': NO_STORAGE,
}

export function unlessBusy<Answer>(answer: Answer | 'busy'): Answer {
  if (answer !== 'busy') return answer
  const detail = `${OWN_QUESTIONS_MAX} requests about lists are already waiting. Try again in a second.`
  throw new Problem('rate-limit', detail, { retryAfterSeconds: 1 })
}
