// GET and POST /typeahead/{term}: completes a partial word of a field. Free.

import Type, { type Static, type TString } from 'typebox'
import { badRequest } from '../../http/problem.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { type OneOrMany, TermParams, topOption } from '../schemas.ts'
import { fieldFilter, readTerm } from './look-up.ts'
import type { Variant } from './variant.ts'

export function typeahead<Address, Place>(variant: Variant<Address, Place>): Endpoint {
  const names = variant.fields.map((name) => `\`${name}\``).join(', ')
  const Options = Type.Object({
    top: topOption(6, 20),
    search: Type.Optional(
      Type.Array(Type.String(), { description: `Search only these fields: ${names}.` }),
    ),
    filter: Type.Optional(filterOf(variant.filterFields, variant.filterValue)),
  })
  return endpoint({
    path: '/typeahead/{term+}',
    methods: ['GET', 'POST'],
    scope: 'address',
    product: variant.product,
    summary: 'Complete a partial word',
    notes: 'Free. Answers distinct values of the searched fields that start with the term.',
    params: TermParams,
    options: Options,
    answers: ok('The values.', Type.Array(Type.String())),
    isRepeatable: true,
    handle({ params, options }, context) {
      return free(
        variant.search(context).typeahead({
          term: readTerm(params.term),
          top: options.top,
          work: context.work,
          ...searchOf(options, variant.fields),
          ...(options.filter && { filter: fieldFilter(options.filter) }),
        }),
      )
    },
  })

  function searchOf({ search }: Static<typeof Options>, known: readonly string[]) {
    const unknown = search?.find((name) => !known.includes(name))
    if (unknown === undefined) return search === undefined ? {} : { search }
    throw badRequest('search', `search can name these fields: ${known.join(', ')}.`)
  }
}

/** Each field with the value, or the list of values, that it may have. */
export function filterOf(fields: readonly string[], value: TString | typeof OneOrMany) {
  return Type.Object(Object.fromEntries(fields.map((name) => [name, Type.Optional(value)])))
}
