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
import { postalSearch } from '../both-variants/look-up.ts'
import type { Variant } from '../both-variants/variant.ts'
import { PostalAddressSchema } from './schemas.ts'
import { exampleById } from './test-postcodes.ts'

const FIELDS = ['postcode', 'locality', 'town_or_city', 'district', 'county', 'country']

export const variantB: Variant<PostalAddress, PostalPlace> = {
  product: 'uk',
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
