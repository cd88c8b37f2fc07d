// GET /get-location/{id}: the full place of a location suggestion. One look-up.

import { type Endpoint, endpoint, ok, oneLookup } from '../endpoint.ts'
import { IdParams } from '../schemas.ts'
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
    answers: ok('The place.', variant.placeSchema),
    problems: ['not-found', 'daily-limit', 'monthly-buffer'],
    metered: true,
    handle({ params }, context) {
      const place = variant.search(context).getPlace(params.id)
      if (place === undefined) throw noPlace()
      return oneLookup(place)
    },
  })
}
