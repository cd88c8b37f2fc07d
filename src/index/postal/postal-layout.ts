// Which fields the structures of a UK index have, in which order.

/** Columns of searched names: `record.organisation` and so on. */
export const POSTAL_NAMES = [
  'organisation',
  'department',
  'poBox',
  'subBuilding',
  'buildingName',
] as const

/** Fields of `name.texts`. */
export const NAME_FIELDS = ['dependentThoroughfare', 'thoroughfare'] as const

/** Fields of `place.texts`. */
export const PLACE_FIELDS = [
  'doubleDependentLocality',
  'dependentLocality',
  'townOrCity',
  'county',
  'district',
  'country',
] as const

export type PlaceField = (typeof PLACE_FIELDS)[number]
