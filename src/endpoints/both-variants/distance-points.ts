// GET /distance/{latitude}/{longitude}/to/{latitude}/{longitude}: metres between two points. Free.

import Type from 'typebox'
import { metresBetween } from '../../address/geo.ts'
import { isNational } from '../../countries/country.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { Latitude, Longitude, NoOptions } from '../schemas.ts'
import { centimetres } from './look-up.ts'

export const distanceBetweenPoints = endpoint({
  path: '/distance/{from_latitude}/{from_longitude}/to/{to_latitude}/{to_longitude}',
  methods: ['GET'],
  scope: 'lookup',
  summary: 'Measure the distance between two points',
  notes: 'Free. Great-circle distance; whole metres for product `au`, two decimals for `uk`.',
  params: Type.Object({
    from_latitude: Latitude,
    from_longitude: Longitude,
    to_latitude: Latitude,
    to_longitude: Longitude,
  }),
  options: NoOptions,
  answers: ok('Metres.', Type.Object({ metres: Type.Number() })),
  problems: [],
  metered: false,
  handle({ params }, { caller }) {
    const from = { latitude: params.from_latitude, longitude: params.from_longitude }
    const to = { latitude: params.to_latitude, longitude: params.to_longitude }
    const metres = metresBetween(from, to)
    const product = caller.subscription?.product
    const isWhole = product !== undefined && isNational(product)
    return free({ metres: isWhole ? Math.round(metres) : centimetres(metres) })
  },
})
