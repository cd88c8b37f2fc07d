// Listing, reading, downloading and deleting lists, for accounts and operators.

import Type from 'typebox'
import type { Batch, Owner } from '../../batches/batch.ts'
import { Problem } from '../../http/problem.ts'
import { type Context, type Endpoint, endpoint, free, type Outcome, ok } from '../endpoint.ts'
import { Message, NoOptions, NoParams } from '../schemas.ts'
import { BatchParams, BatchShown, batchJson, findOwn, noBatch } from './batch-json.ts'

/** Whose lists they are, and the keys for each call. */
interface BatchAccess {
  readonly path: string
  ownerOf(context: Context): Owner
  readonly listing: Pick<Endpoint, 'scope' | 'notes'>
  readonly reading: Pick<Endpoint, 'scope' | 'notes'>
  readonly deleting: Pick<Endpoint, 'scope' | 'notes'>
}

export function batchCalls(access: BatchAccess): Endpoint[] {
  return [listCall(access), readCall(access), removeCall(access), resultCall(access)]
}

const CALL = {
  params: BatchParams,
  options: NoOptions,
  problems: ['not-found'],
  metered: false,
} as const

function listCall({ path, ownerOf, listing: { scope, notes } }: BatchAccess): Endpoint {
  return endpoint({
    ...CALL,
    scope,
    notes,
    path,
    methods: ['GET'],
    summary: 'List batches',
    params: NoParams,
    problems: [],
    answers: ok('Newest first.', Type.Array(BatchShown)),
    async handle(_input, context) {
      const all = await context.batches.list(ownerOf(context))
      return free(all.map((batch) => batchJson(batch, context.parts.clock.now())))
    },
  })
}

function readCall({ path, ownerOf, reading: { scope, notes } }: BatchAccess): Endpoint {
  return endpoint({
    ...CALL,
    scope,
    notes,
    path: `${path}/{id}`,
    methods: ['GET'],
    summary: 'Get a batch and its progress',
    answers: ok('The batch.', BatchShown),
    async handle({ params }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      return free(batchJson(batch, context.parts.clock.now()))
    },
  })
}

function removeCall({ path, ownerOf, deleting: { scope, notes } }: BatchAccess): Endpoint {
  return endpoint({
    ...CALL,
    scope,
    path: `${path}/{id}`,
    methods: ['DELETE'],
    summary: 'Delete a batch',
    notes: `${notes} Matching stops at once. Look-ups already charged are not refunded.`,
    answers: ok('Deleted.', Message),
    async handle({ params: { id } }, context) {
      if (!(await context.batches.remove(ownerOf(context), id))) throw noBatch()
      return free({ message: `Batch ${id} was deleted.` })
    },
  })
}

function resultCall({ path, ownerOf, reading: { scope, notes } }: BatchAccess): Endpoint {
  return endpoint({
    ...CALL,
    scope,
    path: `${path}/{id}/result`,
    methods: ['GET'],
    summary: 'Download the result of a batch',
    notes:
      `${notes} The list as uploaded, in UTF-8, with added columns: verdict, confidence, id, address, ` +
      'differences, reason and candidates. Available for 7 days.',
    options: Type.Object({
      partial: Type.Boolean({
        default: false,
        description: 'True: the rows matched so far, even if the batch is not finished.',
      }),
    }),
    answers: { 200: { description: 'The list.', schema: Type.String(), contentType: 'text/csv' } },
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      if (batch.isFinished || options.partial) return resultOf(context, batch)
      const percent = Math.floor((100 * batch.doneRows) / Math.max(1, batch.rows))
      const detail = `The batch is not finished (${percent} %). Use partial=true for the rows matched so far.`
      throw new Problem('not-found', detail)
    },
  })
}

function resultOf({ batches }: Context, batch: Batch): Outcome {
  const { format, delimiter } = batch.layout
  const [type, ending] =
    format === 'ndjson'
      ? ['application/x-ndjson', 'ndjson']
      : delimiter === '\t'
        ? ['text/tab-separated-values', 'tsv']
        : ['text/csv', 'csv']
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${batch.id}.${ending}"`,
  }
  return { status: 200, body: '', lookups: 0, file: { headers, stream: batches.result(batch) } }
}
