// Variant B: UK addresses by the fields of the post.

import Type from 'typebox'
import type { PostalPlace } from '../../address/place.ts'
import type { PostalAddress } from '../../address/postal.ts'
import {
  POSTAL_NEAREST_LOCATION_TEMPLATE,
  POSTAL_NEAREST_TEMPLATE,
  postalAddressField,
  postalPlaceField,
} from '../../address/template.ts'
import { UK } from '../../countries/uk.ts'
import type { PostalSearch } from '../../search/address-search.ts'
import { addressSchema } from '../both-variants/address-schema.ts'
import { searchOf } from '../both-variants/look-up.ts'
import type { Variant } from '../both-variants/variant.ts'
import type { Context } from '../endpoint.ts'
import { exampleById } from './test-postcodes.ts'

const FIELDS = ['postcode', 'locality', 'town_or_city', 'district', 'county', 'country']

export const PostalAddressSchema = addressSchema(UK.fields)

export function postalSearch(context: Context): PostalSearch {
  return searchOf(context, UK.product)
}

export const variantB: Variant<PostalAddress, PostalPlace> = {
  product: UK.product,
  search: postalSearch,
  addressSchema: PostalAddressSchema,
  exampleById,
  addressField: postalAddressField,
  nearestTemplate: POSTAL_NEAREST_TEMPLATE,
  placeSchema: Type.Object({
    latitude: Type.Number(),
    longitude: Type.Number(),
    area: Type.String(),
    town_or_city: Type.String(),
    county: Type.String(),
    country: Type.String(),
    postcode: Type.String(),
    outcode: Type.String(),
  }),
  placeField: postalPlaceField,
  nearestLocationTemplate: POSTAL_NEAREST_LOCATION_TEMPLATE,
  fields: FIELDS,
  filterFields: FIELDS,
  filterValue: Type.String(),
}
