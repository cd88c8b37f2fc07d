// GET /distance/{from}/{to}, Variant A: whole metres between two addresses or places. Free.

import Type from 'typebox'
import { noAddress } from '../both-variants/look-up.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { DistanceParams } from '../schemas.ts'
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
  answers: ok('Whole metres.', Type.Object({ metres: Type.Integer() })),
  problems: ['not-found'],
  handle({ params }, context) {
    const metres = nationalSearch(context).distance(params.from, params.to)
    if (metres === undefined) throw noAddress()
    return free({ metres: Math.round(metres) })
  },
})
