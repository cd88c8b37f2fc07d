// GET and POST /nearest-location/{latitude}/{longitude}: the places around a point. One look-up.

import Type from 'typebox'
import { renderTemplate } from '../../address/template.ts'
import { type Endpoint, endpoint, ok, oneLookup } from '../endpoint.ts'
import { LocationSuggestion, NearOptions, PointParams, topOption } from '../schemas.ts'
import { kilometres, locationSuggestion, readTemplate } from './look-up.ts'
import type { Variant } from './variant.ts'

const Nearby = Type.Object({
  distance: Type.Number({ description: 'Kilometres.' }),
  ...LocationSuggestion.properties,
})

export function nearestLocation<Address, Place>(variant: Variant<Address, Place>): Endpoint {
  return endpoint({
    path: '/nearest-location/{latitude}/{longitude}',
    methods: ['GET', 'POST'],
    scope: 'lookup',
    product: variant.product,
    summary: 'Find the nearest places to a point',
    notes:
      'Costs one look-up, even if the list is empty. Resolve a suggestion with `/get-location/{id}`.',
    params: PointParams,
    options: Type.Object({
      top: topOption(1, 20),
      radius: Type.Number({ default: 5, maximum: 20, description: 'Kilometres.' }),
      ...NearOptions,
    }),
    answers: ok('Suggestions, nearest first.', Type.Object({ suggestions: Type.Array(Nearby) })),
    problems: ['daily-limit', 'monthly-buffer'],
    metered: true,
    handle({ params, options }, context) {
      const template = readTemplate(options.template, variant.nearestLocationTemplate)
      const found = variant.search(context).nearestPlace({
        ...params,
        top: options.top,
        radiusKm: options.radius,
        work: context.work,
        ...(options.term !== undefined && { term: options.term }),
      })
      const suggestions = found.map(({ id, item, distanceMetres }) => {
        const text = renderTemplate(template, (name) => variant.placeField(item, name))
        return { distance: kilometres(distanceMetres), ...locationSuggestion(id, text) }
      })
      return oneLookup({ suggestions })
    },
  })
}
