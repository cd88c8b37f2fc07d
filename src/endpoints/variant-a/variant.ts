// Variant A: Australian addresses by the fields of the national file.

import Type from 'typebox'
import {
  EMPTY_NATIONAL_ROW,
  type NationalAddress,
  nationalAddress,
} from '../../address/national.ts'
import type { NationalPlace } from '../../address/place.ts'
import {
  NATIONAL_ADDRESS_TEMPLATE,
  NATIONAL_PLACE_TEMPLATE,
  nationalAddressField,
  nationalPlaceField,
} from '../../address/template.ts'
import { AU } from '../../countries/au.ts'
import type { NationalSearch } from '../../search/address-search.ts'
import { addressSchema } from '../both-variants/address-schema.ts'
import { searchOf } from '../both-variants/look-up.ts'
import type { Variant } from '../both-variants/variant.ts'
import type { Context } from '../endpoint.ts'
import { OneOrMany } from '../schemas.ts'

export const NationalAddressSchema = addressSchema(
  AU.fields,
  Object.keys(nationalAddress(EMPTY_NATIONAL_ROW)),
)

export function nationalSearch(context: Context): NationalSearch {
  return searchOf(context, AU.product)
}

export const variantA: Variant<NationalAddress, NationalPlace> = {
  product: AU.product,
  search: nationalSearch,
  addressSchema: NationalAddressSchema,
  addressField: nationalAddressField,
  nearestTemplate: NATIONAL_ADDRESS_TEMPLATE,
  placeSchema: Type.Object({
    latitude: Type.Number(),
    longitude: Type.Number(),
    locality_name: Type.String(),
    state: Type.String(),
    postcode: Type.String(),
  }),
  placeField: nationalPlaceField,
  nearestLocationTemplate: NATIONAL_PLACE_TEMPLATE,
  fields: ['locality_name', 'state', 'postcode', 'street_name'],
  filterFields: ['locality_name', 'locality', 'state', 'postcode', 'street_name'],
  filterValue: OneOrMany,
}
