// Paths that published software still calls, though newer ones say the same. Each costs what its newer one costs.

import Type from 'typebox'
import { getSubscription } from './account/subscription.ts'
import { olderUsageEndpoints } from './account/usage.ts'
import { deprecated, type Endpoint, endpoint, type Input } from './endpoint.ts'
import { addressesOfPostcode, find, findHouse, sevenParts } from './variant-b/find.ts'

const Options = Type.Object({
  format: Type.Boolean({
    default: false,
    description: 'True: an address is a list of five lines. False: seven comma-separated parts.',
  }),
})

const Found = Type.Object({
  Latitude: Type.Number(),
  Longitude: Type.Number(),
  Addresses: Type.Array(
    Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 5, maxItems: 5 })]),
  ),
})

const Postcode = Type.Object({ postcode: Type.String() })
const PostcodeAndHouse = Type.Object({ postcode: Type.String(), house: Type.String() })

export const olderPaths: readonly Endpoint[] = [
  ...['/v2/uk', '/uk'].flatMap((path) => [
    deprecated(
      addresses(`${path}/{postcode}`, Postcode, 'List every address of a postcode'),
      find.path,
    ),
    deprecated(
      addresses(`${path}/{postcode}/{house+}`, PostcodeAndHouse, findHouse.summary),
      '/find/{postcode}/{house}',
    ),
  ]),
  // Some callers join their parts with one slash too many.
  deprecated({ ...find, path: '/find//{postcode}' }, find.path),
  deprecated({ ...findHouse, path: '/find//{postcode}/{house+}' }, '/find/{postcode}/{house}'),
  deprecated({ ...getSubscription, path: '/subscription' }, getSubscription.path),
  ...olderUsageEndpoints,
]

type PostcodeParams = typeof Postcode | typeof PostcodeAndHouse

function addresses(path: string, params: PostcodeParams, summary: string): Endpoint {
  return endpoint({
    path,
    methods: ['GET'],
    scope: 'address',
    product: 'uk',
    summary,
    notes: find.notes,
    params,
    options: Options,
    answers: { 200: { description: 'The addresses, in order.', schema: Found } },
    problems: find.problems,
    metered: true,
    handle({ params, options }: Input<PostcodeParams, typeof Options>, context) {
      const house = 'house' in params ? params.house : ''
      const found = addressesOfPostcode(params.postcode, house, context)
      const { latitude: Latitude, longitude: Longitude, lookups } = found
      const Addresses = found.addresses.map((address) =>
        options.format ? address.formatted_address : sevenParts(address),
      )
      return { status: 200, body: { Latitude, Longitude, Addresses }, lookups }
    },
  })
}
