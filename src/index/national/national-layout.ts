// Which fields the structures of a national index have, in which order.

import type { NationalName } from '../terms/name-terms.ts'

/** Columns of searched names: `record.building`, `record.site`. */
export const NATIONAL_NAMES = ['building', 'site'] as const
/** Fields of `name.texts`. */
export const NAME_FIELDS = ['streetName', 'streetType', 'streetSuffix'] as const
/** Fields of `place.texts`, and of a stored place. */
export const PLACE_FIELDS = ['localityName', 'state', 'postcode'] as const

export type PlaceField = (typeof PLACE_FIELDS)[number]

const ALIAS_SEPARATOR = '|'

/** Another name of a street as one text of `name.aliases`. */
export function aliasText(name: NationalName): string {
  return NAME_FIELDS.map((field) => name[field]).join(ALIAS_SEPARATOR)
}

/** Name, type and suffix. */
export function aliasParts(text: string): readonly string[] {
  return text.split(ALIAS_SEPARATOR)
}
