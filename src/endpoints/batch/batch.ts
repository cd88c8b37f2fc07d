// /batch: lists that are matched in the background: listed, read, downloaded and deleted.

import Type from 'typebox'
import type { Batch } from '../../batches/batch.ts'
import { Problem } from '../../http/problem.ts'
import { type Context, type Endpoint, endpoint, free, type Outcome, ok } from '../endpoint.ts'
import { flag, Message } from '../schemas.ts'
import {
  BatchParams,
  BatchShown,
  batchJson,
  findOwn,
  noBatch,
  OF_ACCOUNTS,
  OF_OPERATORS,
  type Side,
} from './batch-json.ts'
import { upload, uploadForOperators } from './upload.ts'

function batchCalls(side: Side): Endpoint[] {
  const { path, scopes, ownerOf, deleteNote } = side
  return [
    endpoint(`GET ${path}`, {
      scope: scopes.list,
      summary: 'List batches',
      answers: ok('Newest first.', Type.Array(BatchShown)),
      async handle(_input, context) {
        const all = await context.batches.list(ownerOf(context))
        return free(all.map((batch) => batchJson(batch, context.clock.now())))
      },
    }),
    endpoint(`GET ${path}/{id}`, {
      scope: scopes.read,
      summary: 'Get a batch and its progress',
      params: BatchParams,
      answers: ok('The batch.', BatchShown),
      async handle({ params }, context) {
        const batch = await findOwn(context, ownerOf(context), params.id)
        return free(batchJson(batch, context.clock.now()))
      },
    }),
    endpoint(`DELETE ${path}/{id}`, {
      scope: scopes.remove,
      summary: 'Delete a batch',
      notes: `${deleteNote}Matching stops at once. Look-ups already charged are not refunded.`,
      params: BatchParams,
      answers: ok('Deleted.', Message),
      async handle({ params: { id } }, context) {
        if (!(await context.batches.remove(ownerOf(context), id))) throw noBatch()
        return free({ message: `Batch ${id} was deleted.` })
      },
    }),
    resultCall(side),
  ]
}

function resultCall({ path, scopes, ownerOf }: Side): Endpoint {
  return endpoint(`GET ${path}/{id}/result`, {
    scope: scopes.read,
    summary: 'Download the result of a batch',
    notes:
      'The list as uploaded, in UTF-8, with added columns: verdict, confidence, id, address, ' +
      'differences, reason and candidates. Available for 7 days.',
    params: BatchParams,
    options: {
      partial: flag('True: the rows matched so far, even if the batch is not finished.'),
    },
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

export const batchEndpoints: readonly Endpoint[] = [
  upload,
  ...batchCalls(OF_ACCOUNTS),
  uploadForOperators,
  ...batchCalls(OF_OPERATORS),
]
