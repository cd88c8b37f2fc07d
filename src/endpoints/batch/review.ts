// /batch/preview and /batch/{id}/rows: previewing a list, and reviewing its doubtful rows.

import Type, { type Static } from 'typebox'
import { PRODUCT_CHOICE, PRODUCTS } from '../../address/product.ts'
import { REVIEW_KINDS, type ReviewRow } from '../../batches/review.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { COLUMN_ROLES } from '../../lists/column-roles.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { readOneOf } from '../read-input.ts'
import { listOf, oneOf, text, texts, whole } from '../schemas.ts'
import {
  BatchParams,
  columnsRead,
  findOwn,
  OF_ACCOUNTS,
  OF_OPERATORS,
  type Side,
  unlessBusy,
  uploadRefusal,
} from './batch-json.ts'

/** Reading, guessing columns and matching ten rows, in steps of about ten nanoseconds. */
const PREVIEW_STEPS_PER_BYTE = 20
const TERM_CHARACTERS_MAX = 500

const PreviewShown = Type.Object({
  product: oneOf(PRODUCTS),
  format: oneOf(['delimited', 'ndjson']),
  encoding: Type.String(),
  header: Type.Boolean(),
  names: Type.Array(Type.String(), { description: 'The names of all columns.' }),
  columns: columnsRead(texts('read_as')),
  roles: Type.Array(Type.String(), { description: 'The possible values of `read_as`.' }),
  rows: listOf(
    {
      row: Type.Integer(),
      cells: Type.Array(Type.String()),
      verdict: Type.String(),
      confidence: Type.Number(),
      ...texts('address', 'reason'),
    },
    { maxItems: 10, description: 'The first rows.' },
  ),
})

const RowShown = Type.Object({
  row: whole('Counted from 1, without the header.'),
  typed: text('The address as read from the row.'),
  verdict: oneOf(['exact', 'corrected', 'ambiguous', 'not-found']),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  ...texts('id', 'address', 'reason'),
  chosen: Type.Boolean({ description: 'Whether a person chose the address.' }),
  differences: Type.Array(Type.String()),
  candidates: listOf({ ...texts('id', 'address'), confidence: Type.Number() }, { maxItems: 3 }),
})

export const reviewEndpoints: readonly Endpoint[] = [OF_ACCOUNTS, OF_OPERATORS].flatMap((side) => [
  previewOf(side),
  rowsOf(side),
  chooseOf(side),
  suggestionsOf(side),
])

function previewOf({ path, scopes, ownerOf }: Side): Endpoint {
  return endpoint(`POST ${path}/preview`, {
    scope: scopes.review,
    takesFile: true,
    summary: 'Preview how a list is read',
    notes:
      'The body is the first part of the list, at most 1 MiB of whole rows. Answers how the columns are ' +
      'read, and the matches of the first ten rows. Free; nothing is stored.',
    options: {
      name: Type.Optional(Type.String({ maxLength: 200 })),
      columns: Type.Optional(Type.String({ maxLength: 1000 })),
      product: Type.Optional(
        text(`For operators: ${PRODUCT_CHOICE}; detected if absent.`, { maxLength: 2 }),
      ),
    },
    answers: ok('The preview.', PreviewShown),
    async handle({ options }, context) {
      const { batches, upload, caller } = context
      if (upload === undefined) throw badRequest('body', 'Send the list as the request body.')
      const owner = ownerOf(context)
      const given = PRODUCTS.find((one) => one === options.product?.toLowerCase())
      const product = owner.accountId === undefined ? given : caller.subscription?.product
      const { name = '', columns } = options
      const counted: typeof upload = async (path, bytesMax) => {
        const saved = await upload(path, bytesMax)
        if (saved.kind === 'saved') context.work.add(saved.bytes * PREVIEW_STEPS_PER_BYTE)
        return saved
      }
      const shown = await batches.preview({ ...owner, name, columns, product }, counted)
      if (shown.kind === 'shown') return free(previewJson(shown.preview))
      if (shown.kind === 'refused') throw badRequest(shown.field, shown.sentence)
      if (shown.kind !== 'no-data') throw uploadRefusal(shown)
      throw new Problem('service-unavailable', 'No address data is loaded for this product.')
    },
  })
}

type Previewed = Extract<
  Awaited<ReturnType<Context['batches']['preview']>>,
  { readonly kind: 'shown' }
>['preview']

function previewJson({ layout, rows }: Previewed): Static<typeof PreviewShown> {
  const { product, format, encoding, hasHeader, names, reads } = layout
  return {
    ...{ product, format, encoding, header: hasHeader, names: [...names] },
    columns: reads.map(({ column, role }) => ({ column: column + 1, read_as: role })),
    roles: [...COLUMN_ROLES],
    rows: rows.map(({ row, cells, match: { verdict, confidence, address, reason } }) => {
      return { row, cells: [...cells], verdict, confidence, address, reason }
    }),
  }
}

function rowsOf({ path, scopes, ownerOf }: Side): Endpoint {
  return endpoint(`GET ${path}/{id}/rows`, {
    scope: scopes.review,
    summary: 'List the doubtful rows of a batch',
    notes: 'In order. `next` is the `after` of the next page, or empty.',
    params: BatchParams,
    options: {
      show: oneOf(REVIEW_KINDS, { default: 'doubtful' }),
      after: whole('The `next` of the previous page.', { default: 0, minimum: 0 }),
      top: Type.Integer({ default: 25, minimum: 1, maximum: 100 }),
    },
    answers: ok('A page of rows.', { rows: Type.Array(RowShown), ...texts('next') }),
    steps: 350_000,
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      const show = readOneOf('show', options.show, REVIEW_KINDS)
      const { rows, next } = unlessBusy(
        await context.batches.ask('review', batch, { ...options, show }),
      )
      return free({ rows: rows.map(rowJson), next: next === undefined ? '' : String(next) })
    },
  })
}

function rowJson({ isChosen, differences, candidates, ...row }: ReviewRow) {
  return { ...row, chosen: isChosen, differences: [...differences], candidates: [...candidates] }
}

function chooseOf({ path, scopes, ownerOf }: Side): Endpoint {
  return endpoint(`PUT ${path}/{id}/rows/{row}`, {
    scope: scopes.review,
    summary: 'Choose the address of a row',
    notes:
      'The result then has this address. Free; the counts of the batch do not change. ' +
      '`none`: the row has no address. `undo`: back to the match that was found.',
    params: { ...BatchParams, row: whole('The number of the row.', { minimum: 1 }) },
    options: {
      choice: oneOf(['address', 'none', 'undo']),
      address_id: Type.Optional(Type.String({ maxLength: 200 })),
    },
    answers: ok('The row after the change.', RowShown),
    steps: 500_000,
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      const row = unlessBusy(
        await context.batches.ask('choose', batch, params.row, choiceOf(options)),
      )
      if (row === 'no-address') throw badRequest('address_id', 'No address has this ID.')
      if (row === undefined)
        throw new Problem('not-found', 'The batch has no such row, or it is not matched yet.')
      return free(rowJson(row))
    },
  })
}

function choiceOf({ choice, address_id: id = '' }: { choice: string; address_id?: string }) {
  if (choice === 'none' || choice === 'undo') return { kind: choice } as const
  if (choice !== 'address') throw badRequest('choice', 'choice must be address, none or undo.')
  if (id === '') throw badRequest('address_id', 'address_id is required with the choice address.')
  return { kind: 'address', id } as const
}

function suggestionsOf({ path, scopes, ownerOf }: Side): Endpoint {
  return endpoint(`GET ${path}/{id}/suggestions`, {
    scope: scopes.review,
    summary: 'Suggest addresses for a row of a batch',
    params: BatchParams,
    options: { term: Type.String({ default: '', maxLength: TERM_CHARACTERS_MAX }) },
    answers: ok('At most six addresses.', { suggestions: listOf(texts('id', 'address')) }),
    steps: 250_000,
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      const suggestions = unlessBusy(await context.batches.ask('suggest', batch, options.term))
      return free({ suggestions: [...suggestions] })
    },
  })
}
