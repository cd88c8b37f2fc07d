// GET and POST /nearest/{latitude}/{longitude}: the addresses around a point. Free.

import Type from 'typebox'
import { renderTemplate } from '../../address/template.ts'
import { type Endpoint, endpoint, free, ok } from '../endpoint.ts'
import { NearOptions, PointParams, topOption } from '../schemas.ts'
import { kilometres, readTemplate, suggestion } from './look-up.ts'
import type { Variant } from './variant.ts'

const NearestSuggestion = Type.Object({
  distance: Type.Number({ description: 'Kilometres.' }),
  address: Type.String(),
  url: Type.String(),
  id: Type.String(),
})

// One published library always sends the text "false" by default.
const Residential = Type.Boolean({
  description: 'True: residential addresses only. False: companies only. The text "false": both.',
  'x-text-false': 'unset',
})

export function nearest<Address, Place>(variant: Variant<Address, Place>): Endpoint {
  return endpoint({
    path: '/nearest/{latitude}/{longitude}',
    methods: ['GET', 'POST'],
    scope: 'lookup',
    product: variant.product,
    summary: 'Find the nearest addresses to a point',
    notes: 'Free. Nearest first. No match is an empty list. Resolve a suggestion with `/get/{id}`.',
    params: PointParams,
    options: Type.Object({
      top: topOption(1, 20),
      radius: Type.Number({ default: 0.2, maximum: 1, description: 'Kilometres.' }),
      ...NearOptions,
      filter: Type.Optional(Type.Object({ residential: Type.Optional(Residential) })),
    }),
    answers: ok(
      'Suggestions, nearest first.',
      Type.Object({ suggestions: Type.Array(NearestSuggestion) }),
    ),
    problems: [],
    metered: false,
    handle({ params, options }, context) {
      const template = readTemplate(options.template, variant.nearestTemplate)
      const residential = options.filter?.residential
      const found = variant.search(context).nearest({
        ...params,
        top: options.top,
        radiusKm: options.radius,
        work: context.work,
        ...(options.term !== undefined && { term: options.term }),
        ...(residential !== undefined && { residential }),
      })
      const suggestions = found.map(({ id, item, distanceMetres }) => {
        const text = renderTemplate(template, (name) => variant.addressField(item, name))
        return { distance: kilometres(distanceMetres), ...suggestion(id, text) }
      })
      return free({ suggestions })
    },
  })
}
