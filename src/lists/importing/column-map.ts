// The column map of an import: which column of the file is which field of an address, and the fields of a record by it.

import { readFile } from 'node:fs/promises'
import type { Product } from '../../address/product.ts'
import { countryOf } from '../../countries/country.ts'
import { printable } from '../../importers/reading/rejects.ts'
import { foldedName, placesIn } from '../../importers/reading/table.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { TRAIT_CONTROL } from '../../lib/delimited/text-cache.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { isObject } from '../../lib/record-of.ts'
import { columnPairs, LINES_MAX, WHOLE_FIELDS } from '../column-names.ts'
import { fieldCalled, fieldGiven } from '../column-roles.ts'

export interface ColumnMap {
  /** Field to the column's name or its number, counted from 1. */
  readonly columns: ReadonlyMap<string, string | number>
  /** Fields that say the same in every row. */
  readonly constants: ReadonlyMap<string, string>
  readonly hasHeader: boolean
  /** Undefined: told by the first records. */
  readonly delimiter: string | undefined
}

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

/** What `readColumnMap` takes, of `address=Street,postcode=PC` (several addresses are lines) or of a JSON file. */
export async function columnsOption(columns: string): Promise<unknown> {
  if (!columns.includes('=')) return jsonOf(columns)
  const pairs = columnPairs(columns)
  const hasLines = pairs.filter(([name]) => name === 'address').length > 1
  const given = new Map<string, string | number>()
  let lines = 0
  for (const [name, column = ''] of pairs) {
    const isLine = hasLines && name === 'address'
    if (isLine) lines += 1
    const field = isLine ? `line_${lines}` : name
    if (given.has(field) || lines > LINES_MAX) throw refused(`the field ${name} is named twice`)
    given.set(field, /^[1-9]\d{0,2}$/.test(column) ? Number(column) : column)
  }
  return Object.fromEntries(given)
}

async function jsonOf(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read'
    throw new ImportRefused(`The column map ${path} cannot be used: ${why}.`, { cause: error })
  }
}

/** Where each field is in a file with this header, from 0. */
export function fieldPlaces({ columns, hasHeader }: ColumnMap, first: readonly string[]) {
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
  const isField = (name: string) => fieldCalled(name, product) !== undefined
  const isTurned =
    pairs.length > 0 &&
    pairs.every(([, value]) => typeof value === 'string' && isField(value)) &&
    !pairs.every(([key]) => isField(key))
  return pairs.map(([key, value]) => {
    const [name, column] = isTurned ? [String(value), key] : [key, value]
    const field = fieldGiven(name, product)
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

function refused(why: string): ImportRefused {
  return new ImportRefused(`The column map cannot be used: ${why}.`)
}

/** The record of a file, which stands on one row after another, and where its fields are. */
export interface ListRecord {
  readonly record: Splitter
  /** The column of each field that the file has, from 0. */
  readonly places: ReadonlyMap<string, number>
  readonly constants: ColumnMap['constants']
}

/** The whole address or its lines, as far as they are not empty; line ends inside a cell are kept. */
export function wholeTexts({ record, places }: ListRecord) {
  const texts: string[] = []
  let hasControl = false
  for (const field of WHOLE_FIELDS) {
    const column = places.get(field)
    if (column === undefined || record.isEmpty(column)) continue
    const text = record.text(column).trim()
    if ((record.traits & TRAIT_CONTROL) !== 0) hasControl = true
    if (text !== '') texts.push(text)
  }
  return { texts, hasControl }
}

/** Spreadsheets write empty rows after the last one. */
export function isBlank({ record, places }: ListRecord): boolean {
  for (const column of places.values()) {
    if (!record.isEmpty(column) && record.text(column).trim() !== '') return false
  }
  return true
}

/** NaN where the file has no such column or the cell no number. */
export function numberIn({ record, places }: ListRecord, field: string): number {
  const column = places.get(field)
  return column === undefined ? Number.NaN : record.decimal(column)
}
