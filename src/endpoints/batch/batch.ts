// /batch and /operator/batch: lists matched in the background: uploaded, listed, read, downloaded and deleted.

import Type from 'typebox'
import { apiKeysOf, MAIN_KEY } from '../../account/keys/account-keys.ts'
import { PRODUCT_CHOICE, type Product } from '../../address/product.ts'
import type { Batch } from '../../batches/batch.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { type Context, type Endpoint, endpoint, free, type Outcome, ok } from '../endpoint.ts'
import { knownLayers } from '../look-ups/areas.ts'
import { readProduct } from '../read-input.ts'
import { flag, Message, text } from '../schemas.ts'
import {
  BatchParams,
  BatchShown,
  batchJson,
  findOwn,
  noBatch,
  OF_ACCOUNTS,
  OF_OPERATORS,
  type Side,
  uploadRefusal,
} from './batch-json.ts'

const FILE =
  'The body is the file: CSV, TSV or one JSON object per line, optionally gzip-compressed, with at most ' +
  '1,000,000 rows and 200 MiB uncompressed. Options go in the query.'

const UploadOptions = {
  name: Type.Optional(text('A name, such as the file name.', { maxLength: 200 })),
  columns: Type.Optional(
    text(
      'How to read columns, by number or name; otherwise detected: `address=2,postcode=Postcode`.',
      { maxLength: 1000 },
    ),
  ),
  areas: Type.Optional(
    text('Add the code and name of the area of each address: `council,ward`, or `all`.'),
  ),
}

function layersOf({ searches }: Context, product: Product, asked: string | undefined) {
  if (asked === undefined) return []
  const layers = searches[product]?.areas
  return knownLayers(layers, layers?.named(asked) ?? [asked], 'areas')
}

export const batchEndpoints: readonly Endpoint[] = [
  endpoint('POST /batch', {
    scope: 'upload',
    takesFile: true,
    summary: 'Upload a list of addresses to match',
    notes:
      `${FILE} Each \`exact\` or \`corrected\` row costs one look-up. When the day's ` +
      'look-ups are used up, the batch waits for the next day or, with `wait=false`, ends early.',
    options: {
      ...UploadOptions,
      wait: Type.Boolean({
        default: true,
        description: "False: end early when the day's look-ups are used up.",
      }),
      mail: flag('True: send a mail when it is finished.'),
      key: Type.Optional(
        text('In the console: the name of the API key that look-ups are counted under.', {
          maxLength: 50,
        }),
      ),
    },
    answers: ok('Queued.', BatchShown),
    async handle({ options }, context) {
      const { caller } = context
      const product = caller.subscription?.product
      if (product === undefined) throw new Problem('forbidden', 'This key has no subscription.')
      const isTest = caller.isTest === true
      return received(context, {
        accountId: caller.accountId,
        product,
        isTest,
        // What an operator does for an account costs the account nothing.
        isCharged: !isTest && caller.operator === undefined,
        keyName: await keyNameOf(context, options.key),
        name: options.name ?? '',
        waits: options.wait,
        mails: options.mail,
        columns: options.columns,
        areas: layersOf(context, product, options.areas),
      })
    },
  }),
  ...batchCalls(OF_ACCOUNTS),
  endpoint('POST /operator/batch', {
    takesFile: true,
    summary: 'Upload a list of addresses to match, as an operator',
    notes: `Free. ${FILE}`,
    options: {
      ...UploadOptions,
      product: text(`The country: ${PRODUCT_CHOICE}.`, { maxLength: 2 }),
    },
    answers: ok('Queued.', BatchShown),
    handle({ options }, context) {
      const product = readProduct(options.product.toLowerCase())
      return received(context, {
        accountId: undefined,
        product,
        isTest: false,
        isCharged: false,
        keyName: '',
        name: options.name ?? '',
        waits: true,
        mails: false,
        columns: options.columns,
        areas: layersOf(context, product, options.areas),
      })
    },
  }),
  ...batchCalls(OF_OPERATORS),
]

/** The look-ups of a list are counted under an API key: that of the call, or one that is named. */
async function keyNameOf({ caller, store }: Context, wanted = MAIN_KEY): Promise<string> {
  if (caller.kind === 'api') return caller.name ?? MAIN_KEY
  const keys = await apiKeysOf(store.db, caller.accountId)
  if (keys.some(({ name, isTest }) => name === wanted && !isTest)) return wanted
  throw badRequest('key', `The account has no API key named ${wanted}.`)
}

async function received(
  context: Context,
  wanted: Parameters<Context['batches']['receive']>[0],
): Promise<Outcome> {
  const { batches, upload: save } = context
  if (save === undefined) throw badRequest('body', 'Send the list as the request body.')
  const made = await batches.receive(wanted, save)
  if (made.kind === 'made') return free(batchJson(made.batch, context))
  throw uploadRefusal(made)
}

function batchCalls(side: Side): Endpoint[] {
  const { path, scopes, ownerOf, deleteNote } = side
  return [
    endpoint(`GET ${path}`, {
      scope: scopes.list,
      summary: 'List batches',
      answers: ok('Newest first.', Type.Array(BatchShown)),
      async handle(_input, context) {
        const all = await context.batches.list(ownerOf(context))
        return free(all.map((batch) => batchJson(batch, context)))
      },
    }),
    endpoint(`GET ${path}/{id}`, {
      scope: scopes.read,
      summary: 'Get a batch and its progress',
      params: BatchParams,
      answers: ok('The batch.', BatchShown),
      async handle({ params }, context) {
        const batch = await findOwn(context, ownerOf(context), params.id)
        return free(batchJson(batch, context))
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
      'differences, reason, candidates, and two for each layer of areas. Available until `deleted_at`.',
    params: BatchParams,
    options: { partial: flag('True: the rows matched so far, even if the batch is not finished.') },
    answers: { 200: { description: 'The list.', schema: Type.String(), contentType: 'text/csv' } },
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      if (batch.isFinished || options.partial) return resultOf(context, batch)
      const percent = Math.floor((100 * batch.doneRows) / Math.max(1, batch.rows))
      const detail = `The batch is not finished (${percent}%). Use partial=true for the rows matched so far.`
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
