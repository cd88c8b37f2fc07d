// /batch/preview and /batch/{id}/rows: previewing a list, and reviewing its doubtful rows.

import Type, { type Static } from 'typebox'
import { PRODUCTS } from '../../address/product.ts'
import type { Owner } from '../../batches/batch.ts'
import { REVIEW_KINDS, type ReviewRow } from '../../batches/review.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import { COLUMN_ROLES } from '../../lists/matching/column-reads.ts'
import { accountCall } from '../account-call.ts'
import { type Context, type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { operatorCall } from '../operator/operator-call.ts'
import { NoParams } from '../schemas.ts'
import { BatchParams, findOwn, unlessBusy, uploadRefusal } from './batch-json.ts'

const TOP = 25
/** Reading, guessing columns and matching ten rows, in steps of about ten nanoseconds. */
const PREVIEW_STEPS_PER_BYTE = 20
const TERM_CHARACTERS_MAX = 500

const PreviewShown = Type.Object({
  product: Type.String({ enum: [...PRODUCTS] }),
  format: Type.String({ enum: ['delimited', 'ndjson'] }),
  encoding: Type.String(),
  header: Type.Boolean(),
  names: Type.Array(Type.String(), { description: 'The names of all columns.' }),
  columns: Type.Array(Type.Object({ column: Type.Integer(), read_as: Type.String() }), {
    description: 'How each column is read. Columns are numbered from 1.',
  }),
  roles: Type.Array(Type.String(), { description: 'The possible values of `read_as`.' }),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer(),
      cells: Type.Array(Type.String()),
      verdict: Type.String(),
      confidence: Type.Number(),
      address: Type.String(),
      reason: Type.String(),
    }),
    { maxItems: 10, description: 'The first rows.' },
  ),
})

const RowShown = Type.Object({
  row: Type.Integer({ description: 'Counted from 1, without the header.' }),
  typed: Type.String({ description: 'The address as read from the row.' }),
  verdict: Type.String({ enum: ['exact', 'corrected', 'ambiguous', 'not-found'] }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  id: Type.String(),
  address: Type.String(),
  reason: Type.String(),
  chosen: Type.Boolean({ description: 'Whether a person chose the address.' }),
  differences: Type.Array(Type.String()),
  candidates: Type.Array(
    Type.Object({ id: Type.String(), address: Type.String(), confidence: Type.Number() }),
    { maxItems: 3 },
  ),
})

const PageOptions = Type.Object({
  show: Type.String({ default: 'doubtful', enum: [...REVIEW_KINDS] }),
  after: Type.Integer({ default: 0, minimum: 0, description: 'The `next` of the previous page.' }),
  top: Type.Integer({ default: TOP, minimum: 1, maximum: 100 }),
})

const RowParams = Type.Object({
  ...BatchParams.properties,
  row: Type.Integer({ minimum: 1, description: 'The number of the row.' }),
})

/** The lists of an account, or those of operators. */
interface Side {
  readonly path: string
  readonly call: Pick<Endpoint, 'scope' | 'notes'>
  ownerOf(context: Context): Owner
}

const SIDES: readonly Side[] = [
  {
    path: '/batch',
    call: { scope: 'review', notes: accountCall.notes },
    ownerOf: ({ caller: { accountId } }) => ({ accountId }),
  },
  { path: '/operator/batch', call: operatorCall, ownerOf: () => ({ accountId: undefined }) },
]

export const reviewEndpoints: readonly Endpoint[] = SIDES.flatMap((side) => [
  previewOf(side),
  rowsOf(side),
  chooseOf(side),
  suggestionsOf(side),
])

function previewOf({ path, call, ownerOf }: Side): Endpoint {
  return endpoint({
    ...call,
    path: `${path}/preview`,
    methods: ['POST'],
    takesFile: true,
    summary: 'Preview how a list is read',
    notes:
      `${call.notes} The body is the first part of the list, at most 1 MiB of whole rows. Answers how the columns are ` +
      'read, and the matches of the first ten rows. Free; nothing is stored.',
    params: NoParams,
    options: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 200 })),
      columns: Type.Optional(Type.String({ maxLength: 1000 })),
      product: Type.Optional(
        Type.String({
          maxLength: 2,
          description: 'For operators: `au` or `uk`; detected if absent.',
        }),
      ),
    }),
    answers: ok('The preview.', PreviewShown),
    problems: ['request-timeout'],
    metered: false,
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

function rowsOf({ path, call, ownerOf }: Side): Endpoint {
  return endpoint({
    ...call,
    path: `${path}/{id}/rows`,
    methods: ['GET'],
    summary: 'List the doubtful rows of a batch',
    notes: `${call.notes} In order. \`next\` is the \`after\` of the next page, or empty.`,
    params: BatchParams,
    options: PageOptions,
    answers: ok(
      'A page of rows.',
      Type.Object({ rows: Type.Array(RowShown), next: Type.String() }),
    ),
    problems: ['not-found'],
    metered: false,
    steps: 350_000,
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      const show = REVIEW_KINDS.find((kind) => kind === options.show)
      if (show === undefined)
        throw badRequest('show', `show must be one of ${REVIEW_KINDS.join(', ')}.`)
      const { rows, next } = unlessBusy(await context.batches.review(batch, { ...options, show }))
      return free({ rows: rows.map(rowJson), next: next === undefined ? '' : String(next) })
    },
  })
}

function rowJson({ isChosen, differences, candidates, ...row }: ReviewRow) {
  return { ...row, chosen: isChosen, differences: [...differences], candidates: [...candidates] }
}

function chooseOf({ path, call, ownerOf }: Side): Endpoint {
  return endpoint({
    ...call,
    path: `${path}/{id}/rows/{row}`,
    methods: ['PUT'],
    summary: 'Choose the address of a row',
    notes:
      `${call.notes} The result then has this address. Free; the counts of the batch do not change. ` +
      '`none`: the row has no address. `undo`: back to the match that was found.',
    params: RowParams,
    options: Type.Object({
      choice: Type.String({ enum: ['address', 'none', 'undo'] }),
      address_id: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    answers: ok('The row after the change.', RowShown),
    problems: ['not-found'],
    metered: false,
    steps: 500_000,
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      const row = unlessBusy(await context.batches.choose(batch, params.row, askedOf(options)))
      if (row === 'no-address') throw badRequest('address_id', 'No address has this ID.')
      if (row === undefined)
        throw new Problem('not-found', 'The batch has no such row, or it is not matched yet.')
      return free(rowJson(row))
    },
  })
}

function askedOf({ choice, address_id: id = '' }: { choice: string; address_id?: string }) {
  if (choice === 'none' || choice === 'undo') return { kind: choice } as const
  if (choice !== 'address') throw badRequest('choice', 'choice must be address, none or undo.')
  if (id === '') throw badRequest('address_id', 'address_id is required with the choice address.')
  return { kind: 'address', id } as const
}

function suggestionsOf({ path, call, ownerOf }: Side): Endpoint {
  return endpoint({
    ...call,
    path: `${path}/{id}/suggestions`,
    methods: ['GET'],
    summary: 'Suggest addresses for a row of a batch',
    params: BatchParams,
    options: Type.Object({ term: Type.String({ default: '', maxLength: TERM_CHARACTERS_MAX }) }),
    answers: ok(
      'At most six addresses.',
      Type.Object({
        suggestions: Type.Array(Type.Object({ id: Type.String(), address: Type.String() })),
      }),
    ),
    problems: ['not-found'],
    metered: false,
    steps: 250_000,
    async handle({ params, options }, context) {
      const batch = await findOwn(context, ownerOf(context), params.id)
      const suggestions = unlessBusy(await context.batches.suggest(batch, options.term))
      return free({ suggestions: [...suggestions] })
    },
  })
}
