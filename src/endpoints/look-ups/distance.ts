// GET /distance: metres between two addresses or places (au), two postcodes (uk), or two points. Free.

import Type from 'typebox'
import { metresBetween } from '../../address/geo.ts'
import { askedPostcode } from '../../address/postcode.ts'
import { isNational } from '../../countries/country.ts'
import { UK } from '../../countries/uk.ts'
import { badRequest, orNotFound } from '../../http/problem.ts'
import type { PostalSearch } from '../../search/address-search.ts'
import { endpoint, free, ok } from '../endpoint.ts'
import { Latitude, Longitude } from '../schemas.ts'
import { NO_ADDRESS } from './get.ts'
import { NATIONAL_VARIANTS, type NationalVariant, postalSearch } from './variant.ts'

const Id = Type.String({ maxLength: 200 })
const End = Type.Object({
  latitude: Type.Number(),
  longitude: Type.Number(),
  postcode: Type.String(),
})

function betweenAddresses(variant: NationalVariant) {
  return endpoint('GET /distance/{from}/{to}', {
    scope: 'lookup',
    product: variant.product,
    summary: 'Measure the distance between two addresses or places',
    notes:
      'Free. Each end is an `address_detail_pid` or a location ID; places are measured from their centre.',
    params: { from: Id, to: Id },
    answers: ok('Whole metres.', { metres: Type.Integer() }),
    problems: ['not-found'],
    handle({ params }, context) {
      const metres = variant.search(context).distance(params.from, params.to)
      return free({ metres: Math.round(orNotFound(metres, NO_ADDRESS)) })
    },
  })
}

const betweenPostcodes = endpoint('GET /distance/{from}/{to}', {
  scope: 'lookup',
  product: UK.product,
  summary: 'Measure the distance between two postcodes',
  notes: 'Free. Great-circle distance between the centres of the postcodes.',
  params: { from: Id, to: Id },
  answers: ok('Both ends and the distance in metres.', {
    from: End,
    to: End,
    metres: Type.Number(),
  }),
  problems: ['not-found'],
  handle({ params }, context) {
    const search = postalSearch(context)
    const from = endOf(search, params.from, 'from')
    const to = endOf(search, params.to, 'to')
    return free({ from, to, metres: centimetres(metresBetween(from, to)) })
  },
})

function endOf(search: PostalSearch, text: string, name: string) {
  const postcode = askedPostcode(text)
  if (postcode === undefined) throw badRequest(name, 'Send a full postcode, such as SK1 1AA.')
  const point = orNotFound(search.locate(postcode), `No address has the postcode ${postcode}.`)
  return { latitude: point.latitude, longitude: point.longitude, postcode }
}

const PATH = '/distance/{from_latitude}/{from_longitude}/to/{to_latitude}/{to_longitude}'

const betweenPoints = endpoint(`GET ${PATH}`, {
  scope: 'lookup',
  summary: 'Measure the distance between two points',
  notes: 'Free. Great-circle distance; two decimals for product `uk`, whole metres otherwise.',
  params: {
    from_latitude: Latitude,
    from_longitude: Longitude,
    to_latitude: Latitude,
    to_longitude: Longitude,
  },
  answers: ok('Metres.', { metres: Type.Number() }),
  handle({ params }, { caller }) {
    const from = { latitude: params.from_latitude, longitude: params.from_longitude }
    const to = { latitude: params.to_latitude, longitude: params.to_longitude }
    const metres = metresBetween(from, to)
    const product = caller.subscription?.product
    const isWhole = product !== undefined && isNational(product)
    return free({ metres: isWhole ? Math.round(metres) : centimetres(metres) })
  },
})

export const distanceEndpoints = [
  ...NATIONAL_VARIANTS.map(betweenAddresses),
  betweenPostcodes,
  betweenPoints,
]

/** Rounded to two decimals. */
function centimetres(metres: number): number {
  return Math.round(metres * 100) / 100
}
