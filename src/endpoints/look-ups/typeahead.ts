// GET and POST /typeahead/{term}: completes a partial word of a field. Free.

import Type from 'typebox'
import { badRequest } from '../../http/problem.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { members, text } from '../schemas.ts'
import { knownLayers } from './areas.ts'
import { fieldFilter, readTerm } from './look-up.ts'
import { TermParams, topOption } from './schemas.ts'
import { VARIANTS, type Variant } from './variant.ts'

/** A few hundred names of a layer are folded and compared. */
const STEPS_PER_LAYER = 50_000

export const typeaheadEndpoints = VARIANTS.map(typeahead)

function typeahead(variant: Variant): Endpoint {
  const { fields, filterFields, filterValue } = variant
  const names = fields.map((name) => `\`${name}\``).join(', ')
  return endpoint('GET|POST /typeahead/{term+}', {
    scope: 'address',
    product: variant.product,
    summary: 'Complete a partial word',
    notes: 'Free. Returns distinct values of the searched fields that start with the term.',
    params: TermParams,
    options: {
      top: topOption(6, 20),
      search: Type.Optional(
        Type.Array(Type.String(), { description: `Search only these fields: ${names}.` }),
      ),
      filter: Type.Optional(Type.Object(members(filterFields, Type.Optional(filterValue)))),
      areas: Type.Optional(
        text('Complete the names of areas of these layers instead: `council,ward`, or `all`.'),
      ),
    },
    answers: ok('The values.', Type.Array(Type.String())),
    isRepeatable: true,
    handle({ params, options: { top, search, filter, areas } }, context) {
      const product = variant.search(context)
      const term = readTerm(params.term)
      if (areas !== undefined) {
        const names = knownLayers(product.areas, product.areas?.named(areas) ?? [areas], 'areas')
        context.work.spent += names.length * STEPS_PER_LAYER
        return free(product.areas?.complete(term, names, top) ?? [])
      }
      if (search?.some((name) => !fields.includes(name)) === true) {
        throw badRequest('search', `search can name these fields: ${fields.join(', ')}.`)
      }
      const { work } = context
      return free(
        product.typeahead({ term, top, work, search, filter: filter && fieldFilter(filter) }),
      )
    },
  })
}
