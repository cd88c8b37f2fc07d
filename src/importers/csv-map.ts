// Reads the column map of a CSV import: which column of the file is which field of an address.

import type { Product } from '../address/product.ts'
import { countryOf } from '../countries/country.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { LINES_MAX } from './lists/column-names.ts'
import { foldedName, placesIn } from './reading/header.ts'
import { printable } from './reading/printable.ts'

export interface ColumnMap {
  /** Field to the column's name or its number, counted from 1. */
  readonly columns: ReadonlyMap<string, string | number>
  /** Fields that say the same in every row. */
  readonly constants: ReadonlyMap<string, string>
  readonly hasHeader: boolean
  /** Undefined: found in the file's first line. */
  readonly delimiter: string | undefined
}

/** An address that is still to be taken apart. */
export const WHOLE_FIELDS: readonly string[] = [
  'address',
  ...Array.from({ length: LINES_MAX }, (_, at) => `line_${at + 1}`),
]

/**
 * The map is `{"street_name": "Street", "number_first": 4, …}`: fields to columns by name or by
 * number; the other way round works too. `{"columns": {…}, "delimiter": ";", "header": false}` says
 * more about the file. A column that begins with `=` is a text for every row: `{"town_or_city": "=Sutton"}`.
 */
export function readColumnMap(json: unknown, product: Product): ColumnMap {
  if (!isObject(json)) throw refused('it must be one JSON object')
  const { columns: inner, delimiter, header } = json
  const isWrapped = isObject(inner)
  const pairs = Object.entries(isWrapped ? inner : json)
  const columns = new Map<string, string | number>()
  const constants = new Map<string, string>()
  for (const [field, column] of forward(pairs, product)) {
    if (columns.has(field) || constants.has(field)) {
      throw refused(`the field ${field} is named twice`)
    }
    if (typeof column === 'string' && column.startsWith('=')) constants.set(field, column.slice(1))
    else columns.set(field, column)
  }
  const isWhole = WHOLE_FIELDS.some((field) => columns.has(field))
  const missing = countryOf(product).lists.required.filter(
    (field) => !columns.has(field) && !constants.has(field),
  )
  if (missing.length > 0 && !isWhole) {
    throw refused(`product ${product} needs a column for ${missing.join(', ')}`)
  }
  const isByName = [...columns.values()].some((column) => typeof column === 'string')
  const isHeaderNamed = isWrapped && typeof header === 'boolean'
  return {
    columns,
    constants,
    hasHeader: isHeaderNamed ? header || isByName : isByName,
    delimiter: isWrapped ? delimiterOf(delimiter) : undefined,
  }
}

/** The columns that it names, as they are written in a header. */
export function namedColumns({ columns }: ColumnMap): string[] {
  return [...columns.values()].filter((column) => typeof column === 'string')
}

/** Where each field is in a file with this header, from 0. */
export function fieldPlaces(
  { columns, hasHeader }: ColumnMap,
  first: readonly string[],
): ReadonlyMap<string, number> {
  const named = hasHeader ? placesIn(first) : new Map<string, number>()
  const places = new Map<string, number>()
  for (const [field, column] of columns) {
    const place = typeof column === 'number' ? column - 1 : named.get(foldedName(column))
    if (place !== undefined && place < first.length) {
      places.set(field, place)
      continue
    }
    const has = hasHeader
      ? `its columns are ${printable(first.join(', '))}`
      : `it has ${first.length} columns`
    throw new ImportRefused(`The file has no column ${column} for ${field}; ${has}.`)
  }
  return places
}

function forward(
  pairs: readonly (readonly [string, unknown])[],
  product: Product,
): [string, string | number][] {
  const isTurned =
    pairs.length > 0 &&
    pairs.every(
      ([, value]) => typeof value === 'string' && fieldOf(value, product) !== undefined,
    ) &&
    !pairs.every(([key]) => fieldOf(key, product) !== undefined)
  return pairs.map(([key, value]) => {
    const [name, column] = isTurned ? [String(value), key] : [key, value]
    const field = fieldOf(name, product)
    if (field === undefined) {
      const known = Object.keys(countryOf(product).lists.columns).filter(
        (each) => each !== 'address',
      )
      throw refused(
        `product ${product} has no field ${name.slice(0, 60)}; its fields are address, line_1, …, ${known.join(', ')}`,
      )
    }
    return [field, columnOf(column, field)]
  })
}

function fieldOf(name: string, product: Product): string | undefined {
  const { columns, synonyms } = countryOf(product).lists
  const folded = foldedName(name)
  const known = [...Object.keys(columns), ...WHOLE_FIELDS]
  return known.find((field) => foldedName(field) === folded) ?? synonyms[folded]
}

function columnOf(column: unknown, field: string): string | number {
  if (typeof column === 'string' && column !== '') return column
  if (typeof column === 'number' && Number.isInteger(column) && column >= 1) return column
  throw refused(`${field} must name a column, or give its number from 1`)
}

function delimiterOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  const text = value === '\\t' ? '\t' : value
  if (typeof text === 'string' && /^[,;|\t]$/.test(text)) return text
  throw refused('delimiter must be a comma, a semicolon, a pipe or a tab')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refused(why: string): ImportRefused {
  return new ImportRefused(`The column map cannot be used: ${why}.`)
}
