// POST /match: which address each of up to 100 messy lines means, and how sure that is. One look-up for each found.

import Type, { type Static, type TObject } from 'typebox'
import { PRODUCTS, type Product } from '../../address/product.ts'
import { badRequest, type Problem } from '../../http/problem.ts'
import { slicedMap } from '../../lib/turns/turns.ts'
import type { MatchInput } from '../../match/input-line.ts'
import { matchAddress } from '../../match/match.ts'
import type { Match } from '../../match/verdict.ts'
import type { AnySearch } from '../../search/address-search.ts'
import { Work } from '../../search/work.ts'
import { type Endpoint, endpoint, type Outcome, ok } from '../endpoint.ts'
import { listOf, members, oneOf, text, texts } from '../schemas.ts'
import { AreasOption, AreasShown, areasReader } from './areas.ts'
import { searchOf } from './variant.ts'

/** A hundred lines of the greatest length, in letters of several bytes. */
const BODY_BYTES_MAX = 256 * 1024
const LINE_CHARACTERS_MAX = 500
/** Roughly what reading a row and comparing it with what was found costs. */
const ROW_STEPS = 10_000

const Part = Type.Optional(Type.String({ maxLength: LINE_CHARACTERS_MAX }))

const Row = Type.Object({
  ...members(['line', 'organisation', 'building', 'unit', 'level', 'number'], Part),
  ...members(['street', 'type', 'place', 'state', 'postcode'], Part),
})

const Options = {
  addresses: Type.Optional(
    Type.Array(Type.String({ maxLength: LINE_CHARACTERS_MAX }), {
      maxItems: 100,
      'x-empty': '',
      description: 'Addresses as written, one line each.',
    }),
  ),
  rows: Type.Optional(
    Type.Array(Row, {
      maxItems: 100,
      'x-empty': {},
      description: 'Instead of `addresses`: rows with one field per part.',
    }),
  ),
  areas: AreasOption,
}

const MatchShown = Type.Object({
  verdict: oneOf(['exact', 'corrected', 'ambiguous', 'not-found', 'refused']),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  id: text('For `/get/{id}`; empty unless exact or corrected.'),
  ...texts('address'),
  areas: AreasShown,
  parts: listOf({
    name: Type.String(),
    state: oneOf(['confirmed', 'corrected', 'inferred', 'missing', 'contradicted', 'ignored']),
    ...texts('typed', 'held'),
  }),
  candidates: listOf(
    { ...texts('id', 'address'), confidence: Type.Number() },
    { maxItems: 3, description: 'Addresses that come close.' },
  ),
  reason: text('Why no address, or no certain address, was found.'),
  code: Type.Optional(text('The error code of a refused row.')),
})

export const matchEndpoints = PRODUCTS.map(matchOf)

function matchOf(product: Product): Endpoint {
  return endpoint('POST /match', {
    scope: 'lookup',
    product,
    summary: 'Match messy addresses',
    notes:
      'At most 100 addresses, as lines or as rows of parts, answered in order. Each `exact` or `corrected` one costs a ' +
      'look-up; `ambiguous` and `not-found` are free. When the allowance is used up, the rest is `refused` with the ' +
      'error code, free of charge. `confidence` is how often such an answer is right. ' +
      'The body can have at most 256 KiB.',
    options: Options,
    bodyBytesMax: BODY_BYTES_MAX,
    answers: ok('One match per address, in order.', {
      matches: Type.Array(MatchShown, { maxItems: 100 }),
    }),
    metered: true,
    isLong: true,
    refusedPart,
    async handle({ options }, context) {
      const { work, turns, caller } = context
      const search = countedSearch(searchOf(context, product), work)
      const areasOf = areasReader(search, options.areas, work)
      const matches = slicedMap(inputsOf(options), (input) => {
        work.spent += ROW_STEPS
        const match = matchAddress(search, input)
        return match.id === '' ? match : { ...match, ...areasOf(match.id) }
      })
      return outcomeOf(await turns.run(caller.accountId, matches))
    },
  })
}

function inputsOf({ addresses, rows }: Static<TObject<typeof Options>>): readonly MatchInput[] {
  if (addresses !== undefined && rows !== undefined) {
    throw badRequest('rows', 'Send addresses or rows, not both.')
  }
  const inputs = addresses ?? rows
  if (inputs !== undefined) return inputs
  throw badRequest('addresses', 'addresses is required: a list of 1 to 100 lines.')
}

function outcomeOf(matches: readonly Match[]): Outcome {
  const costly = matches.flatMap(({ verdict, parts }, at) => {
    if (verdict !== 'exact' && verdict !== 'corrected') return []
    return [{ at, postcode: parts.find(({ name }) => name === 'postcode')?.held ?? '' }]
  })
  return {
    status: 200,
    body: { matches },
    lookups: costly.length,
    ...(costly.length > 0 && { inParts: { list: 'matches', costly } }),
  }
}

function refusedPart({ detail, code }: Problem): Static<typeof MatchShown> {
  const nothing = { confidence: 0, id: '', address: '', parts: [], candidates: [] }
  return { verdict: 'refused', ...nothing, reason: detail, code }
}

/** Matching one row asks several times, each with the budget of a search, or less; adds what is spent to `total`. */
function countedSearch<S extends AnySearch>(search: S, total: Work): S {
  const counted = <Query extends object, Found>(ask: (query: Query & { work: Work }) => Found) => {
    return (query: Query & { readonly work?: Work | undefined }): Found => {
      const { work = new Work() } = query
      const found = ask({ ...query, work })
      total.spent += work.spent
      return found
    }
  }
  return {
    ...search,
    wordsApart: counted(search.wordsApart),
    autocomplete: counted(search.autocomplete),
    validate: counted(search.validate),
    ...(search.onStreet && { onStreet: counted(search.onStreet) }),
  }
}
