// GET /find/{postcode}[/{house}]: every address of a postcode, for older clients. One look-up.

import Type, { type Static } from 'typebox'
import type { PostalAddress } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import { Problem } from '../../http/problem.ts'
import { postalSearch } from '../both-variants/look-up.ts'
import { type Context, type Endpoint, endpoint, type Outcome } from '../endpoint.ts'
import { PostalAddressSchema } from './schemas.ts'
import { exampleOf } from './test-postcodes.ts'

const ADDRESSES_MAX = 1000

const Options = Type.Object({
  expand: Type.Boolean({
    default: false,
    description: 'True: addresses are objects. False: seven comma-separated parts.',
  }),
})

const {
  postcode: _p,
  latitude: _a,
  longitude: _o,
  residential: _r,
  ...expanded
} = PostalAddressSchema.properties

const Found = Type.Object({
  postcode: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  addresses: Type.Array(Type.Union([Type.String(), Type.Object(expanded)])),
})

const common = {
  methods: ['GET'],
  scope: 'address',
  product: 'uk',
  notes: 'Costs one look-up; a postcode without addresses is 404 and costs nothing.',
  options: Options,
  answers: { 200: { description: 'The addresses, in order.', schema: Found } },
  problems: ['not-found', 'daily-limit', 'monthly-buffer'],
} satisfies Partial<Endpoint>

export const find = endpoint({
  ...common,
  path: '/find/{postcode}',
  summary: 'List every address of a postcode',
  params: Type.Object({ postcode: Type.String() }),
  metered: true,
  handle: ({ params, options }, context) => answer(params.postcode, '', options, context),
})

export const findHouse = endpoint({
  ...common,
  path: '/find/{postcode}/{house+}',
  summary: 'List the addresses of a postcode that have a house number or name',
  params: Type.Object({ postcode: Type.String(), house: Type.String() }),
  metered: true,
  handle: ({ params, options }, context) => answer(params.postcode, params.house, options, context),
})

function answer(
  text: string,
  house: string,
  { expand }: Static<typeof Options>,
  context: Context,
): Outcome {
  const { addresses, lookups, ...rest } = addressesOfPostcode(text, house, context)
  const body = {
    ...rest,
    addresses: addresses.map((one) => (expand ? withoutPoint(one) : sevenParts(one))),
  }
  return { status: 200, body, lookups }
}

interface PostcodeAddresses {
  readonly postcode: string
  readonly latitude: number
  readonly longitude: number
  readonly addresses: readonly PostalAddress[]
  readonly lookups: Outcome['lookups']
}

/** Of the whole postcode, or of a house in it. Throws the 404 of a postcode that has none. */
export function addressesOfPostcode(
  text: string,
  house: string,
  context: Context,
): PostcodeAddresses {
  const example = exampleOf(text)
  if (example !== undefined) {
    const { postcode, latitude, longitude } = example.item
    return { postcode, latitude, longitude, addresses: [example.item], lookups: 0 }
  }
  const postcode = normalisePostcode(text)
  if (postcode === undefined) {
    throw new Problem('bad-request', 'Give a full postcode, such as SK1 1AA.', {
      title: 'postcode',
    })
  }
  const search = postalSearch(context)
  const found = search.autocomplete({
    term: house === '' ? postcode : `${house} ${postcode}`,
    top: ADDRESSES_MAX,
    work: context.work,
    filter: { fields: { postcode: [postcode] } },
  })
  // A private address may stand in a postcode that the data does not know.
  const point = search.locate(postcode) ?? found[0]?.item
  if (found.length === 0 || point === undefined) {
    throw new Problem('not-found', `No address was found for ${postcode}.`)
  }
  const { latitude, longitude } = point
  const addresses = found.map(({ item }) => item)
  return { postcode, latitude, longitude, addresses, lookups: 1 }
}

function withoutPoint(address: PostalAddress) {
  const {
    postcode: _postcode,
    latitude: _lat,
    longitude: _lon,
    residential: _res,
    ...rest
  } = address
  return rest
}

/** Clients split at commas and expect seven parts, so no part may contain a comma. */
export function sevenParts(address: PostalAddress): string {
  const { line_1, line_2, line_3, line_4, locality, town_or_city, county } = address
  return [line_1, line_2, line_3, line_4, locality, town_or_city, county]
    .map((part) => part.replace(/,\s*/g, ' '))
    .join(', ')
}
