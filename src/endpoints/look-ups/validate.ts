// GET and POST /validate/{address}: confirms or corrects a one-line address. One look-up when it does.

import Type from 'typebox'
import { EMPTY_POSTAL_ADDRESS } from '../../address/postal-lines.ts'
import { countryOf } from '../../countries/country.ts'
import { UK } from '../../countries/uk.ts'
import { Problem } from '../../http/problem.ts'
import { passedOver } from '../../judge/compare.ts'
import type { AnySearch } from '../../search/address-search.ts'
import { differences } from '../../search/ranking.ts'
import { STEPS, type Work } from '../../search/work.ts'
import { endpoint, free, ok, oneLookup } from '../endpoint.ts'
import { listOf, texts } from '../schemas.ts'
import { AreasOption, areasReader, withAreas } from './areas.ts'
import { readTerm } from './look-up.ts'
import { ResidentialOption } from './schemas.ts'
import {
  NATIONAL_VARIANTS,
  type NationalVariant,
  PostalAddressSchema,
  postalSearch,
} from './variant.ts'

const NATIONAL_CHARACTERS_MAX = 200
const POSTAL_CHARACTERS_MAX = 500
const NEAREST_MAX = 3

const NEAREST_NOTE =
  'With a 404 comes `nearest`: at most three similar addresses, each with its ID for /get, what `differs`, and in ' +
  '`passed_over` the words of the line that were left out.'

const NearestSchema = {
  ...texts('id', 'address'),
  differs: Type.Array(Type.String()),
  passed_over: Type.Array(Type.String()),
}

type Nearest = Type.Static<ReturnType<typeof Type.Object<typeof NearestSchema>>>

const CALL = 'GET|POST /validate/{address+}'
const validateCall = {
  scope: 'lookup',
  summary: 'Confirm or correct a one-line address',
  metered: true,
} as const

function national(variant: NationalVariant) {
  return endpoint(CALL, {
    ...validateCall,
    product: variant.product,
    notes:
      '200 if exactly one address fits, which costs one look-up. 300 with at most 10 candidates if ' +
      'several fit, if the line names no suburb or postcode, or if it names a building that is ' +
      'held only as its units. 404 if none fits. Both are free. ' +
      NEAREST_NOTE,
    params: {
      address: Type.String({
        maxLength: NATIONAL_CHARACTERS_MAX,
        description: 'One line. The slash of a unit need not be encoded: `3/12 Smith St Fitzroy`.',
      }),
    },
    options: { areas: AreasOption },
    answers: {
      ...ok('The one address that fits.', withAreas(variant.addressSchema)),
      300: {
        description: 'Several fit.',
        schema: Type.Object({
          candidates: Type.Array(Type.String({ description: 'An address_detail_pid.' }), {
            maxItems: 10,
          }),
        }),
      },
    },
    problems: ['not-found'],
    handle({ params, options: { areas } }, context) {
      const line = readTerm(params.address, 'address')
      const search = variant.search(context)
      const areasOf = areasReader(search, areas, context.work)
      const { work } = context
      const result = search.validate({ line, strict: true, work })
      if (result.kind === 'one') return oneLookup({ ...result.address, ...areasOf(result.id) })
      if (result.kind === 'several') {
        return { status: 300, body: { candidates: result.ids }, lookups: 0 }
      }
      const detail = 'No address fits every word of the line.'
      const nearest = nearestTo(search, line, work)
      throw new Problem('not-found', detail, nearest.length === 0 ? {} : { members: { nearest } })
    },
  })
}

/** The most similar addresses, how each differs from the line, and which words of the line it leaves out. */
function nearestTo(search: AnySearch, line: string, work: Work): readonly Nearest[] {
  work.renew()
  const found = search.autocomplete({ term: line, isWhole: true, top: NEAREST_MAX, work })
  const country = countryOf(search.product)
  const steps = line.split(/[^\p{L}\p{N}]+/u).length * STEPS.lineWord
  return found.map(({ id, label, item, penalty, without }) => {
    const passed_over = work.affords(steps) ? [...passedOver(line, country, item)] : []
    const differs = [...new Set([...without, ...differences(penalty)])]
    return { id, address: label, differs: differs.length === 0 ? ['words'] : differs, passed_over }
  })
}

/** Its body says 200, 300 or 404, since clients lose other HTTP statuses. */
const postal = endpoint(CALL, {
  ...validateCall,
  product: UK.product,
  notes:
    'HTTP 200 always; `status` in the body is 200, 300 or 404. Only a `status` of 200 costs a ' +
    'look-up; with 300 and 404 the address is empty. ' +
    NEAREST_NOTE,
  params: { address: Type.String({ maxLength: POSTAL_CHARACTERS_MAX, description: 'One line.' }) },
  options: {
    strict: Type.Boolean({
      default: true,
      description: 'False: if several fit, return the most likely one.',
    }),
    residential: ResidentialOption,
    areas: AreasOption,
  },
  answers: ok('What was found.', {
    status: Type.Integer({ enum: [200, 300, 404] }),
    address: withAreas(PostalAddressSchema),
    nearest: Type.Optional(listOf(NearestSchema)),
  }),
  handle({ params, options: { areas, ...options } }, context) {
    const search = postalSearch(context)
    const line = readTerm(params.address, 'address')
    const areasOf = areasReader(search, areas, context.work)
    const result = search.validate({ line, ...options, work: context.work })
    if (result.kind === 'one') {
      return oneLookup({ status: 200, address: { ...result.address, ...areasOf(result.id) } })
    }
    if (result.kind === 'several') return free({ status: 300, address: EMPTY_POSTAL_ADDRESS })
    const nearest = nearestTo(search, line, context.work)
    return free({
      status: 404,
      address: EMPTY_POSTAL_ADDRESS,
      ...(nearest.length > 0 && { nearest }),
    })
  },
})

export const validateEndpoints = [...NATIONAL_VARIANTS.map(national), postal]
