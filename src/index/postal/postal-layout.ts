// Which fields the structures of a UK index have, in which order.

import { storedNames } from '../../countries/fields.ts'
import { POSTAL_ROW_FIELDS } from '../../countries/postal-fields.ts'

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
export const PLACE_FIELDS = storedNames(POSTAL_ROW_FIELDS, 'place')

export type PlaceField = (typeof PLACE_FIELDS)[number]
