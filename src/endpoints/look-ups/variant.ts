// How the look-ups of the products differ: Variant A has national addresses, Variant B postal ones.

import Type, { type TObject, type TSchema, type TString } from 'typebox'
import { EMPTY_NATIONAL_ROW, nationalAddress } from '../../address/national.ts'
import type { Product } from '../../address/product.ts'
import {
  NATIONAL_TEMPLATES,
  nationalAddressField,
  nationalPlaceField,
  POSTAL_NEAREST_LOCATION_TEMPLATE,
  POSTAL_NEAREST_TEMPLATE,
  postalAddressField,
  postalPlaceField,
  type TemplateRule,
} from '../../address/template.ts'
import {
  COUNTRIES,
  type Country,
  countryOf,
  isNational,
  nationalShape,
  type ProductOf,
} from '../../countries/country.ts'
import type { AddressField } from '../../countries/fields.ts'
import { UK } from '../../countries/uk.ts'
import { Problem } from '../../http/problem.ts'
import type {
  AddressSearch,
  AnyNationalSearch,
  PostalSearch,
  Searches,
} from '../../search/address-search.ts'
import type { Context } from '../endpoint.ts'
import { texts } from '../schemas.ts'
import { OneOrMany } from './schemas.ts'
import { exampleById } from './test-postcodes.ts'

const RETRY_SECONDS = 5

export interface Variant {
  readonly product: Product
  /** The release in use; throws the 503 of a product that has none. */
  search(context: Context): AddressSearch<object, unknown>
  readonly addressSchema: TObject
  /** An address for trying things out, which costs nothing. */
  exampleById?(id: string): object | undefined
  addressField(address: unknown, name: string): string
  readonly nearestTemplate: TemplateRule
  readonly placeSchema: TSchema
  placeField(place: unknown, name: string): string
  readonly nearestLocationTemplate: TemplateRule
  /** The fields that typeahead can complete. */
  readonly fields: readonly string[]
  /** The fields that its filter can name. */
  readonly filterFields: readonly string[]
  readonly filterValue: TString | typeof OneOrMany
}

/** A 503, never an empty list: a form would tell its visitor that the address does not exist. */
export function searchOf<P extends Product>(
  { searches }: Pick<Context, 'searches'>,
  product: P,
): NonNullable<Searches[P]> {
  const search = searches[product]
  if (search !== undefined) return search
  const detail = `The ${countryOf(product).adjective} address data is temporarily unavailable.`
  throw new Problem('service-unavailable', detail, { retryAfterSeconds: RETRY_SECONDS })
}

export function postalSearch(context: Context): PostalSearch {
  return searchOf(context, UK.product)
}

export const PostalAddressSchema = addressSchema(UK.fields, Object.keys(UK.fields))

const Point = { latitude: Type.Number(), longitude: Type.Number() }
const POSTAL_FILTERS = ['postcode', 'locality', 'town_or_city', 'district', 'county', 'country']

export interface NationalVariant extends Variant {
  search(context: Context): AnyNationalSearch
  /** What follows the locality, by its name on the wire. */
  readonly outer: string
}

function nationalVariant(country: Country, product: ProductOf<'national'>): NationalVariant {
  const shape = nationalShape(country)
  const { outer } = shape
  const templates = NATIONAL_TEMPLATES[outer]
  const order = Object.keys(nationalAddress(EMPTY_NATIONAL_ROW, shape))
  return {
    product,
    outer,
    search: (context) => searchOf(context, product),
    addressSchema: addressSchema(country.fields, order),
    addressField: nationalAddressField,
    nearestTemplate: templates.address,
    placeSchema: Type.Object({ ...Point, ...texts('locality_name', outer, 'postcode') }),
    placeField: nationalPlaceField,
    nearestLocationTemplate: templates.place,
    fields: ['locality_name', outer, 'postcode', 'street_name'],
    filterFields: ['locality_name', 'locality', outer, 'postcode', 'street_name'],
    filterValue: OneOrMany,
  }
}

export const variantB: Variant = {
  product: UK.product,
  search: postalSearch,
  addressSchema: PostalAddressSchema,
  exampleById,
  addressField: postalAddressField,
  nearestTemplate: POSTAL_NEAREST_TEMPLATE,
  placeSchema: Type.Object({
    ...Point,
    ...texts('area', 'town_or_city', 'county', 'country', 'postcode', 'outcode'),
  }),
  placeField: postalPlaceField,
  nearestLocationTemplate: POSTAL_NEAREST_LOCATION_TEMPLATE,
  fields: POSTAL_FILTERS,
  filterFields: POSTAL_FILTERS,
  filterValue: Type.String(),
}

export const NATIONAL_VARIANTS = COUNTRIES.flatMap((country) =>
  isNational(country.product) ? nationalVariant(country, country.product) : [],
)
export const VARIANTS: readonly Variant[] = [...NATIONAL_VARIANTS, variantB]

/** The schema of an Address, made of the table of its fields; `order` is that of an Address. */
function addressSchema(fields: Readonly<Record<string, AddressField>>, order: readonly string[]) {
  const members = order.map((name) => [name, memberSchema(fields[name] ?? {})])
  return Type.Object(Object.fromEntries(members) as Record<string, TSchema>)
}

function memberSchema({ kind, about }: AddressField): TSchema {
  const described = about === undefined ? {} : { description: about }
  switch (kind) {
    case 'optional':
      return Type.Optional(Type.String(described))
    case 'number':
      return Type.Number(described)
    case 'flag':
      return Type.Boolean(described)
    case 'lines':
      return Type.Array(Type.String(), { minItems: 5, maxItems: 5, ...described })
    case 'notes':
      return Type.Record(Type.String(), Type.String(), described)
    case 'point':
      return Type.Object({ latitude: Type.Number(), longitude: Type.Number() })
    default:
      return Type.String(described)
  }
}
