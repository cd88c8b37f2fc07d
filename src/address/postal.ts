// Variant B: the row that importers produce and the Address that callers get.
// Unchecked: hot, goes over every field of every row of a country.

import { emptyRow, type RowName, type TextName } from '../countries/fields.ts'
import { type POSTAL_FIELDS, POSTAL_ROW_FIELDS } from '../countries/postal-fields.ts'
import type { Point } from './geo.ts'

type RowTexts = { readonly [Name in TextName<typeof POSTAL_ROW_FIELDS> as RowName<Name>]: string }

/** One delivery point, as importers yield it: the texts of POSTAL_ROW_FIELDS, and more. Absent is ''. */
export interface PostalRow extends RowTexts, Point {
  readonly residential: boolean
  /** Names of its street and of its place in another language, by which it is found as well. */
  readonly otherNames?: OtherPostalNames
}

export interface OtherPostalNames {
  readonly streets: readonly string[]
  readonly places: readonly string[]
}

export const EMPTY_POSTAL_ROW: PostalRow = emptyRow(POSTAL_ROW_FIELDS)

/** The Address of Variant B, exactly as Get sends it. */
export interface PostalAddress
  extends Readonly<Record<TextName<typeof POSTAL_FIELDS>, string>>,
    Point {
  /** Always five entries: line_1, line_2, line_3 and line_4, locality and town, county. */
  readonly formatted_address: readonly [string, string, string, string, string]
  readonly residential: boolean
  /** Only where the data has it. */
  readonly uprn?: string
}

/** Each text once: most rows say what others do, and copying texts between threads takes long. */
export interface PackedRows {
  readonly texts: readonly string[]
  /** The number of the text of each field of each row. */
  readonly numbers: Uint32Array<ArrayBuffer>
  /** Of each row its latitude, its longitude, and 1 for a home. */
  readonly values: Float64Array<ArrayBuffer>
  readonly otherNames: readonly (readonly [row: number, names: OtherPostalNames])[]
}

type TextField = Exclude<keyof PostalRow, 'latitude' | 'longitude' | 'residential' | 'otherNames'>

const TEXT_FIELDS = Object.entries(EMPTY_POSTAL_ROW)
  .filter(([, value]) => value === '')
  .map(([name]) => name as TextField)
const VALUES = 3

export function packedRows(rows: readonly PostalRow[]): PackedRows {
  const known = new Map([['', 0]])
  const numbers = new Uint32Array(rows.length * TEXT_FIELDS.length)
  const values = new Float64Array(rows.length * VALUES)
  const otherNames: [number, OtherPostalNames][] = []
  let at = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    for (const field of TEXT_FIELDS) {
      const text = row[field]
      if (text !== '') {
        const number = known.get(text) ?? known.size
        if (number === known.size) known.set(text, number)
        numbers[at] = number
      }
      at++
    }
    values.set([row.latitude, row.longitude, row.residential ? 1 : 0], i * VALUES)
    if (row.otherNames !== undefined) otherNames.push([i, row.otherNames])
  }
  return { texts: [...known.keys()], numbers, values, otherNames }
}

export function unpackedRows({ texts, numbers, values, otherNames }: PackedRows): PostalRow[] {
  const rows: { -readonly [Name in keyof PostalRow]: PostalRow[Name] }[] = []
  for (let i = 0, at = 0; i < values.length; i += VALUES) {
    const [latitude, longitude] = [values[i], values[i + 1]]
    const residential = values[i + 2] === 1
    const row = { ...EMPTY_POSTAL_ROW, latitude, longitude, residential }
    for (const field of TEXT_FIELDS) row[field] = texts[numbers[at++]]
    rows.push(row)
  }
  for (const [row, names] of otherNames) rows[row].otherNames = names
  return rows
}
