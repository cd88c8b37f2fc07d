// GET /distance/{from}/{to}, Variant A: whole metres between two addresses or places. Free.

import Type from 'typebox'
import { noAddress } from '../both-variants/look-up.ts'
import { endpoint, free } from '../endpoint.ts'
import { DistanceParams, NoOptions } from '../schemas.ts'
import { nationalSearch } from './variant.ts'

export const distance = endpoint({
  path: '/distance/{from}/{to}',
  methods: ['GET'],
  scope: 'lookup',
  product: 'au',
  summary: 'Measure the distance between two addresses or places',
  notes:
    'Free. Each end is an `address_detail_pid` or a location ID; places are measured from their centre.',
  params: DistanceParams,
  options: NoOptions,
  answers: {
    200: { description: 'Whole metres.', schema: Type.Object({ metres: Type.Integer() }) },
  },
  problems: ['not-found'],
  metered: false,
  handle({ params }, context) {
    const metres = nationalSearch(context).distance(params.from, params.to)
    if (metres === undefined) throw noAddress()
    return free({ metres: Math.round(metres) })
  },
})
