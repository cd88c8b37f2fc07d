// What a column of a list can be said to be: a role, the same in every country, or a field of an address.

import type { Product } from '../address/product.ts'
import { countryOf } from '../countries/country.ts'
import { foldedName } from '../importers/reading/table.ts'
import { fieldNamed, WHOLE_FIELDS } from './column-names.ts'

/** The possible values of `read_as`. Several columns may be the same; their cells are joined in the order given. */
export const COLUMN_ROLES = [
  'address',
  'organisation',
  'building',
  'unit-type',
  'unit',
  'level',
  'lot',
  'number',
  'number-last',
  'street',
  'type',
  'place',
  'state',
  'postcode',
] as const

export type ColumnRole = (typeof COLUMN_ROLES)[number]

/** The role of each field that an import knows, in the order in which cells are joined. */
export const ROLES_OF_FIELDS: Readonly<Record<string, ColumnRole>> = {
  ...Object.fromEntries(WHOLE_FIELDS.map((field) => [field, 'address'])),
  organisation: 'organisation',
  building_name: 'building',
  flat_type: 'unit-type',
  flat_number: 'unit',
  sub_building: 'unit',
  level_number: 'level',
  lot_number: 'lot',
  number_first: 'number',
  building_number: 'number',
  number_last: 'number-last',
  dependent_thoroughfare: 'street',
  thoroughfare: 'street',
  street_name: 'street',
  street_type: 'type',
  street_suffix: 'type',
  double_dependent_locality: 'place',
  dependent_locality: 'place',
  town_or_city: 'place',
  locality_name: 'place',
  town_city: 'state',
  state: 'state',
  postcode: 'postcode',
}

/** The field of this name. */
export function fieldCalled(name: string, product: Product): string | undefined {
  const folded = foldedName(name)
  const all = [...Object.keys(countryOf(product).lists.columns), ...WHOLE_FIELDS]
  return all.find((field) => foldedName(field) === folded)
}

/** The same also by its role, or as people name their columns. */
export function fieldGiven(name: string, product: Product): string | undefined {
  const { columns, key, place } = countryOf(product).lists
  const folded = foldedName(name)
  if (folded === 'id') return key
  if (folded === 'place') return place
  const isRole = folded === 'type' || folded === 'state'
  return (
    fieldCalled(name, product) ??
    fieldNamed(name, product) ??
    Object.keys(columns).find((field) => isRole && ROLES_OF_FIELDS[field] === folded)
  )
}

/** A field as both `import csv` and `match` take it: its role, where that means no other field. */
export function shownField(field: string, product: Product): string {
  const role = ROLES_OF_FIELDS[field]
  return role !== undefined && fieldGiven(role, product) === field ? role : field
}
