// `/find/{postcode}[/{house}]` and the paths before it: every address of a postcode, for one look-up.

import Type, { type TSchema, type TString } from 'typebox'
import type { PostalAddress } from '../address/postal.ts'
import { askedPostcode } from '../address/postcode.ts'
import { UK } from '../countries/uk.ts'
import { type Context, type Endpoint, endpoint, ok } from '../endpoints/endpoint.ts'
import { exampleOf } from '../endpoints/look-ups/test-postcodes.ts'
import { PostalAddressSchema, postalSearch } from '../endpoints/look-ups/variant.ts'
import { flag, texts } from '../endpoints/schemas.ts'
import { badRequest, Problem } from '../http/problem.ts'

const ADDRESSES_MAX = 1000

/** A form in which clients take the addresses: as seven comma-separated parts, or as the option says. */
interface Form {
  readonly options: Readonly<Record<string, ReturnType<typeof flag>>>
  readonly schema: TSchema
  body(found: Found, options: Readonly<Record<string, boolean | undefined>>): object
}

interface Found {
  readonly postcode: string
  readonly latitude: number
  readonly longitude: number
  readonly addresses: readonly PostalAddress[]
  readonly lookups: 0 | 1
}

const {
  postcode: _p,
  latitude: _a,
  longitude: _o,
  residential: _r,
  ...expanded
} = PostalAddressSchema.properties

const FormattedAddress = Type.Array(Type.String(), { minItems: 5, maxItems: 5 })
const format = flag('True: an address is a list of five lines. False: seven comma-separated parts.')

const FIND: Form = {
  options: {
    expand: flag('True: addresses are objects. False: seven comma-separated parts.'),
    format,
  },
  schema: Type.Object({
    postcode: Type.String(),
    latitude: Type.Number(),
    longitude: Type.Number(),
    addresses: Type.Array(Type.Union([Type.String(), Type.Object(expanded), FormattedAddress])),
  }),
  body: ({ postcode, latitude, longitude, addresses }, options) => ({
    postcode,
    latitude,
    longitude,
    addresses: options.expand ? addresses.map(withoutPoint) : addresses.map(linesAs(options)),
  }),
}

const BEFORE_FIND: Form = {
  options: { format },
  schema: Type.Object({
    Latitude: Type.Number(),
    Longitude: Type.Number(),
    Addresses: Type.Array(Type.Union([Type.String(), FormattedAddress])),
  }),
  body: ({ latitude, longitude, addresses }, options) => ({
    Latitude: latitude,
    Longitude: longitude,
    Addresses: addresses.map(linesAs(options)),
  }),
}

function linesAs({ format }: { readonly format?: boolean | undefined }) {
  return (one: PostalAddress) => (format ? one.formatted_address : sevenParts(one))
}

export const findEndpoints = pathsOf('/find', FIND)

/** Some callers join their parts with one slash too many. */
export const olderFindEndpoints = [
  ...pathsOf('/v2/uk', BEFORE_FIND),
  ...pathsOf('/uk', BEFORE_FIND),
  ...pathsOf('/find/', FIND),
]

/** The paths of a whole postcode, and of a house in it. */
function pathsOf(path: string, form: Form): Endpoint[] {
  return [
    pathOf(`${path}/{postcode}`, form, 'List every address of a postcode', texts('postcode')),
    pathOf(
      `${path}/{postcode}/{house+}`,
      form,
      'List the addresses of a postcode that have a house number or name',
      texts('postcode', 'house'),
    ),
  ]
}

function pathOf(
  path: string,
  { options, schema, body }: Form,
  summary: string,
  params: Readonly<Record<string, TString>>,
): Endpoint {
  return endpoint(`GET ${path}`, {
    scope: 'address',
    product: UK.product,
    summary,
    notes: 'Costs one look-up. A postcode without addresses is a 404 and free.',
    params,
    options,
    answers: ok('The addresses, in order.', schema),
    problems: ['not-found'],
    metered: true,
    handle({ params: { postcode = '', house = '' }, options: asked }, context) {
      const found = addressesOf(postcode, house, context)
      return { status: 200, body: body(found, asked), lookups: found.lookups }
    },
  })
}

/** The addresses of a postcode, or of one house in it. Throws a 404 if there are none. */
function addressesOf(text: string, house: string, context: Context): Found {
  const example = exampleOf(text)
  if (example !== undefined) return { ...example.item, addresses: [example.item], lookups: 0 }
  const postcode = askedPostcode(text)
  if (postcode === undefined) {
    throw badRequest('postcode', 'Send a full postcode, such as SK1 1AA.')
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
  return { postcode, latitude, longitude, addresses: found.map(({ item }) => item), lookups: 1 }
}

function withoutPoint(address: PostalAddress) {
  const { postcode: _p, latitude: _a, longitude: _o, residential: _r, ...rest } = address
  return rest
}

/** Clients split at commas and expect seven parts, so no part may contain a comma. */
function sevenParts(address: PostalAddress): string {
  const { line_1, line_2, line_3, line_4, locality, town_or_city, county } = address
  return [line_1, line_2, line_3, line_4, locality, town_or_city, county]
    .map((part) => part.replace(/,\s*/g, ' '))
    .join(', ')
}
