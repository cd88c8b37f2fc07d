// GET /get/{id}: the full address of a suggestion. One look-up.

import { type Endpoint, endpoint, free, ok, oneLookup } from '../endpoint.ts'
import { IdParams } from '../schemas.ts'
import { noAddress } from './look-up.ts'
import type { Variant } from './variant.ts'

export function get<Address, Place>(variant: Variant<Address, Place>): Endpoint {
  return endpoint({
    path: '/get/{id}',
    methods: ['GET'],
    scope: 'address',
    product: variant.product,
    summary: 'Get the full address of a suggestion',
    notes: 'Costs one look-up; an unknown ID is free.',
    params: IdParams,
    answers: ok('The address.', variant.addressSchema),
    problems: ['not-found', 'daily-limit', 'monthly-buffer'],
    metered: true,
    handle({ params }, context) {
      const example = variant.exampleById?.(params.id)
      if (example !== undefined) return free(example)
      const address = variant.search(context).get(params.id)
      if (address === undefined) throw noAddress()
      return oneLookup(address)
    },
  })
}
