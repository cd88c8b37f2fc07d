// GET /get/{id} and /get-location/{id}: the full address, or the place, of a suggestion. One look-up.

import { orNotFound } from '../../http/problem.ts'
import { type Endpoint, endpoint, free, ok, oneLookup } from '../endpoint.ts'
import { IdParams } from './schemas.ts'
import { VARIANTS, type Variant } from './variant.ts'

export const NO_ADDRESS = 'No address has this ID.'

const GET_CALL = {
  scope: 'address',
  notes: 'Costs one look-up; an unknown ID is free.',
  params: IdParams,
  metered: true,
} as const

export const getEndpoints = VARIANTS.map(get)
export const getLocationEndpoints = VARIANTS.map(getLocation)

function get(variant: Variant): Endpoint {
  return endpoint('GET /get/{id}', {
    ...GET_CALL,
    product: variant.product,
    summary: 'Get the full address of a suggestion',
    answers: ok('The address.', variant.addressSchema),
    handle({ params }, context) {
      const example = variant.exampleById?.(params.id)
      if (example !== undefined) return free(example)
      return oneLookup(orNotFound(variant.search(context).get(params.id), NO_ADDRESS))
    },
  })
}

function getLocation(variant: Variant): Endpoint {
  return endpoint('GET /get-location/{id}', {
    ...GET_CALL,
    product: variant.product,
    summary: 'Get the place of a location suggestion',
    answers: ok('The place.', variant.placeSchema),
    handle({ params }, context) {
      const place = variant.search(context).getPlace(params.id)
      return oneLookup(orNotFound(place, 'No place has this ID.'))
    },
  })
}
