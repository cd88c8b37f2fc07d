// GET /distance/{from}/{to}, Variant B: metres between two postcodes. Free.

import Type from 'typebox'
import { metresBetween } from '../../address/geo.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import { badRequest, Problem } from '../../http/problem.ts'
import type { PostalSearch } from '../../search/address-search.ts'
import { centimetres } from '../both-variants/look-up.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { DistanceParams } from '../schemas.ts'
import { postalSearch } from './variant.ts'

const End = Type.Object({
  latitude: Type.Number(),
  longitude: Type.Number(),
  postcode: Type.String(),
})

export const distance = endpoint({
  path: '/distance/{from}/{to}',
  methods: ['GET'],
  scope: 'lookup',
  product: 'uk',
  summary: 'Measure the distance between two postcodes',
  notes: 'Free. Great-circle distance between the centres of the postcodes.',
  params: DistanceParams,
  answers: ok(
    'Both ends and the distance in metres.',
    Type.Object({ from: End, to: End, metres: Type.Number() }),
  ),
  problems: ['not-found'],
  handle({ params }, context) {
    const search = postalSearch(context)
    const from = endOf(search, params.from, 'from')
    const to = endOf(search, params.to, 'to')
    return free({ from, to, metres: centimetres(metresBetween(from, to)) })
  },
})

function endOf(search: PostalSearch, text: string, name: string) {
  const postcode = normalisePostcode(text)
  if (postcode === undefined) {
    throw badRequest(name, 'Send a full postcode, such as SK1 1AA.')
  }
  const point = search.locate(postcode)
  if (point === undefined)
    throw new Problem('not-found', `No address has the postcode ${postcode}.`)
  return { latitude: point.latitude, longitude: point.longitude, postcode }
}
