// The fields of one record after another, by the column map of its file.

import type { Splitter } from '../lib/delimited/splitter.ts'
import { TRAIT_CONTROL } from '../lib/delimited/text-cache.ts'
import { type ColumnMap, WHOLE_FIELDS } from './csv-map.ts'

/** Where the fields of a file are. */
export interface CsvColumns {
  /** The column of each field that the file has, from 0. */
  readonly places: ReadonlyMap<string, number>
  readonly constants: ColumnMap['constants']
}

/** -1 where the file has no column for the field. */
export function placeOf({ places }: CsvColumns, field: string): number {
  return places.get(field) ?? -1
}

/** Whether addresses are still to be taken apart. */
export function isWhole({ places }: CsvColumns): boolean {
  return WHOLE_FIELDS.some((field) => places.has(field))
}

interface WholeTexts {
  /** The whole address or its lines, those that are not empty; line ends inside a cell are kept. */
  readonly texts: readonly string[]
  /** Whether they hold bytes that no text has. */
  readonly hasControl: boolean
}

export function wholeTexts(record: Splitter, { places }: CsvColumns): WholeTexts {
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

/** Spreadsheets write rows of nothing behind the last one. */
export function isBlank(record: Splitter, { places }: CsvColumns): boolean {
  for (const column of places.values()) {
    if (!record.isEmpty(column) && record.text(column).trim() !== '') return false
  }
  return true
}

/** NaN where the file has no such column or the cell no number. */
export function numberIn(record: Splitter, columns: CsvColumns, field: string): number {
  const column = placeOf(columns, field)
  return column === -1 ? Number.NaN : record.decimal(column)
}
