// The filter of Location: fields that a place must have, and a radius that it must be within.

import Type, { type Static, type TString } from 'typebox'
import type { PlacesQuery } from '../../search/address-search.ts'
import { type OneOrMany, Radius } from '../schemas.ts'
import { fieldFilter, radiusFilter } from './look-up.ts'
import { filterOf } from './typeahead.ts'

export function placesFilterOf(fields: readonly string[], value: TString | typeof OneOrMany) {
  return Type.Object({
    ...filterOf(fields, value).properties,
    radius: Type.Optional(Radius),
  })
}

export function placesFilter(
  given: Static<ReturnType<typeof placesFilterOf>>,
): Pick<PlacesQuery, 'filter' | 'radius'> {
  const { radius, ...fields } = given
  return { filter: fieldFilter(fields), ...radiusFilter(radius) }
}
