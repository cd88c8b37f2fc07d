// GET /get-location/{id}: the full place of a location suggestion. One look-up.

import { type Endpoint, endpoint, oneLookup } from '../endpoint.ts'
import { IdParams, NoOptions } from '../schemas.ts'
import { noPlace } from './look-up.ts'
import type { Variant } from './variant.ts'

export function getLocation<Address, Place>(variant: Variant<Address, Place>): Endpoint {
  return endpoint({
    path: '/get-location/{id}',
    methods: ['GET'],
    scope: 'address',
    product: variant.product,
    summary: 'Get the place of a location suggestion',
    notes: 'Costs one look-up; an unknown ID is free.',
    params: IdParams,
    options: NoOptions,
    answers: { 200: { description: 'The place.', schema: variant.placeSchema } },
    problems: ['not-found', 'daily-limit', 'monthly-buffer'],
    metered: true,
    handle({ params }, context) {
      const place = variant.search(context).getPlace(params.id)
      if (place === undefined) throw noPlace()
      return oneLookup(place)
    },
  })
}
