// /watch: the ids that an account wants to hear of, each with what became of it. Free.

import Type from 'typebox'
import { findPlan } from '../../account/plans/plans.ts'
import { CHANGE_KINDS } from '../../address/change.ts'
import { badRequest, type Problem } from '../../http/problem.ts'
import { count, counted } from '../../lib/columns.ts'
import { usTimestamp } from '../../lib/us-timestamp.ts'
import { readWatchCsv } from '../../watch/watch-csv.ts'
import {
  changeWatchList,
  emptyWatchList,
  WATCHED_PER_CALL_MAX,
  type WatchChange,
  type Watched,
  watchedPage,
} from '../../watch/watch-list.ts'
import { type Context, endpoint, free, ok } from '../endpoint.ts'
import { flag, listOf, Message, oneOf, text, texts, whole, wholes } from '../schemas.ts'
import { productOf, SuccessorsSchema } from './changes.ts'

const ID_CHARACTERS_MAX = 100
const PAGE_MAX = 100
const FILE_CHARACTERS_MAX = 1_000_000
const FILE_IDS_MAX = 50_000
const BODY_BYTES_MAX = 2 * 1024 * 1024

const STATES = ['unchanged', ...CHANGE_KINDS, 'unknown']
/** Inserts an id of a file, or deletes one with the list. */
const STEPS_PER_ID = 500

const Ids = (description: string) =>
  Type.Array(Type.String({ maxLength: ID_CHARACTERS_MAX }), {
    maxItems: WATCHED_PER_CALL_MAX,
    default: [],
    description,
  })

export const watchEndpoints = [
  endpoint('GET /watch', {
    scope: 'lists',
    steps: 100_000,
    summary: 'List the watched IDs and what became of each',
    notes: 'Free. In the order of IDs. Continue with `after` = `next` while there is one.',
    options: {
      after: Type.Optional(text('Only IDs after this one.', { maxLength: ID_CHARACTERS_MAX })),
      limit: whole('IDs a page.', { default: PAGE_MAX, minimum: 1, maximum: PAGE_MAX }),
      changed: flag('Only IDs that have changed since they were added.'),
    },
    answers: ok('The page.', {
      ids: whole('How many the list has.'),
      ids_max: whole('The maximum, set by the plan.'),
      watched: listOf({
        id: Type.String(),
        state: oneOf(STATES),
        changed_at: Type.Optional(text('When the last change came into use.')),
        successors: Type.Optional(SuccessorsSchema),
      }),
      next: Type.Optional(Type.String()),
    }),
    async handle({ options: { after, limit, changed } }, context) {
      const owner = { accountId: context.caller.accountId, product: productOf(context) }
      const page = await watchedPage(context.store.db, owner, { after, limit, isChanged: changed })
      if (page === undefined) throw badId('after', after ?? '')
      const { ids, watched } = page
      const last = watched.length < limit ? undefined : watched.at(-1)
      return free({
        ids,
        ids_max: idsMaxOf(context),
        watched: watched.map((each) => watchedJson(each, context)),
        ...(last !== undefined && { next: last.id }),
      })
    },
  }),
  endpoint('POST /watch', {
    scope: 'lists',
    steps: 300_000,
    summary: 'Add IDs to the watch list, or remove them',
    notes:
      'Free. All changes are made, or none. A watched ID gives an `address-changed` or `address-retired` event ' +
      'whenever a new release changes it. IDs that are already on the list are ignored.',
    options: {
      add: Ids(`At most ${WATCHED_PER_CALL_MAX}.`),
      remove: Ids(`At most ${WATCHED_PER_CALL_MAX}.`),
    },
    answers: ok('Changed.', { ...texts('message'), ...wholes('added', 'removed', 'ids') }),
    async handle({ options: { add, remove } }, context) {
      const { added, removed, ids } = await change(context, { add, remove })
      const message = `${counted(added, 'ID')} added, ${counted(removed, 'ID')} removed.`
      return free({ message, added, removed, ids })
    },
  }),
  endpoint('POST /watch/import', {
    scope: 'lists',
    summary: 'Add the IDs of a CSV file to the watch list',
    notes:
      'Free. One ID a line or, where the first line names columns, those of the column `id`. If a line ' +
      'has no ID nothing is added, and the error lists the lines. At most 50,000 IDs and a million characters: ' +
      'send a larger file in parts.',
    options: {
      file: text('The text of a CSV file, separated by commas, semicolons or tabs.', {
        maxLength: FILE_CHARACTERS_MAX,
      }),
    },
    bodyBytesMax: BODY_BYTES_MAX,
    answers: ok('Added.', { ...texts('message'), ...wholes('added', 'ids') }),
    async handle({ options }, context) {
      const { caller, turns, oneAtATime, work } = context
      const csv = options.file.replace(/^\uFEFF/, '')
      const { ids, faults } = await turns.run(
        caller.accountId,
        readWatchCsv(csv, productOf(context)),
      )
      if (ids.length > FILE_IDS_MAX) {
        throw badRequest('file', 'A file can have at most 50,000 IDs. Send it in parts.')
      }
      if (faults.length > 0) throw badRequest('file', ['Nothing was added.', ...faults].join('\n'))
      work.add(ids.length * STEPS_PER_ID)
      return oneAtATime.run(caller.accountId, () => addAll(ids, context))
    },
  }),
  endpoint('DELETE /watch', {
    scope: 'lists',
    summary: 'Empty the watch list',
    answers: ok('Emptied.', Message),
    async handle(_input, { store, caller: { accountId }, oneAtATime, work }) {
      const removed = await oneAtATime.run(accountId, () => emptyWatchList(store, accountId))
      work.add(removed * STEPS_PER_ID)
      return free({ message: 'The watch list is empty.' })
    },
  }),
]

function badId(field: string, id: string): Problem {
  return badRequest(field, `"${id}" is not the ID of an address.`)
}

/** `field` is what the call names the IDs to add. */
async function change(context: Context, wanted: WatchChange, field = 'add') {
  const { store, caller, changeLog } = context
  const product = productOf(context)
  const latest = changeLog.steps(product).at(-1)
  const idsMax = idsMaxOf(context)
  const owner = { accountId: caller.accountId, product, idsMax, latest }
  const changed = await changeWatchList(store, owner, wanted)
  if (changed.kind === 'changed') return changed
  if (changed.kind === 'not-an-id') throw badId(changed.field, changed.id)
  const detail = `The watch list has ${counted(changed.ids, 'ID')} and can have at most ${count(idsMax)}.`
  throw badRequest(field, detail)
}

/** In transactions of a bounded size: nobody waits for all of them. */
async function addAll(ids: readonly string[], context: Context) {
  const sum = { added: 0, ids: 0 }
  for (let from = 0; from === 0 || from < ids.length; from += WATCHED_PER_CALL_MAX) {
    const add = ids.slice(from, from + WATCHED_PER_CALL_MAX)
    const changed = await change(context, { add, remove: [] }, 'file')
    sum.added += changed.added
    sum.ids = changed.ids
  }
  return free({ message: `${counted(sum.added, 'ID')} added.`, ...sum })
}

function idsMaxOf({ plans, caller: { subscription } }: Context): number {
  if (subscription === undefined) return 0
  return findPlan(plans, subscription.product, subscription.planName)?.watchedIdsMax ?? 0
}

function watchedJson({ id, change, changedAt }: Watched, context: Context) {
  const { searches, retired } = context
  const product = productOf(context)
  const isHeld = (each: string) => searches[product]?.get(each) !== undefined
  const at = changedAt === undefined ? {} : { changed_at: usTimestamp(changedAt) }
  if (isHeld(id)) return { id, state: change ?? 'unchanged', ...at }
  const known = retired(product, id, isHeld)
  if (known === undefined) return { id, state: 'unknown', ...at }
  return { id, state: 'retired', ...at, successors: known.successors }
}
