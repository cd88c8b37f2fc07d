// The two variants: what the look-ups of product `au` and `uk` have, where they are otherwise the same.

import Type, { type TSchema, type TString } from 'typebox'
import { EMPTY_NATIONAL_ROW, nationalAddress } from '../../address/national.ts'
import type { Product } from '../../address/product.ts'
import {
  NATIONAL_ADDRESS_TEMPLATE,
  NATIONAL_PLACE_TEMPLATE,
  nationalAddressField,
  nationalPlaceField,
  POSTAL_NEAREST_LOCATION_TEMPLATE,
  POSTAL_NEAREST_TEMPLATE,
  postalAddressField,
  postalPlaceField,
  type TemplateRule,
} from '../../address/template.ts'
import { AU } from '../../countries/au.ts'
import { countryOf } from '../../countries/country.ts'
import type { AddressField } from '../../countries/fields.ts'
import { UK } from '../../countries/uk.ts'
import { Problem } from '../../http/problem.ts'
import type {
  AddressSearch,
  NationalSearch,
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
  search(context: Context): AddressSearch<unknown, unknown>
  readonly addressSchema: TSchema
  /** An address for trying things out, which costs nothing. */
  exampleById?(id: string): unknown
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

/** Never an empty list in place of 503: a form would tell its visitor that the address does not exist. */
export function searchOf<P extends Product>(
  { searches }: Pick<Context, 'searches'>,
  product: P,
): NonNullable<Searches[P]> {
  const search = searches[product]
  if (search !== undefined) return search
  const detail = `The ${countryOf(product).adjective} address data is temporarily unavailable.`
  throw new Problem('service-unavailable', detail, { retryAfterSeconds: RETRY_SECONDS })
}

export function nationalSearch(context: Context): NationalSearch {
  return searchOf(context, AU.product)
}

export function postalSearch(context: Context): PostalSearch {
  return searchOf(context, UK.product)
}

export const NationalAddressSchema = addressSchema(
  AU.fields,
  Object.keys(nationalAddress(EMPTY_NATIONAL_ROW)),
)
export const PostalAddressSchema = addressSchema(UK.fields, Object.keys(UK.fields))

const Point = { latitude: Type.Number(), longitude: Type.Number() }
const POSTAL_FIELDS = ['postcode', 'locality', 'town_or_city', 'district', 'county', 'country']

export const variantA: Variant = {
  product: AU.product,
  search: nationalSearch,
  addressSchema: NationalAddressSchema,
  addressField: nationalAddressField,
  nearestTemplate: NATIONAL_ADDRESS_TEMPLATE,
  placeSchema: Type.Object({ ...Point, ...texts('locality_name', 'state', 'postcode') }),
  placeField: nationalPlaceField,
  nearestLocationTemplate: NATIONAL_PLACE_TEMPLATE,
  fields: ['locality_name', 'state', 'postcode', 'street_name'],
  filterFields: ['locality_name', 'locality', 'state', 'postcode', 'street_name'],
  filterValue: OneOrMany,
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
  fields: POSTAL_FIELDS,
  filterFields: POSTAL_FIELDS,
  filterValue: Type.String(),
}

export const VARIANTS = [variantA, variantB]

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
