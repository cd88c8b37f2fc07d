// Decides the final order: streets by rank, and inside a street its addresses by number and unit.

import {
  CODE_UNKNOWN,
  NO_NUMBER,
  packNumber,
  readNumberText,
  templatesInOrder,
} from '../words/number-code.ts'
import type { AddressTable } from './address-table.ts'
import { countUp, freeMemory, kept, sortByKey } from './growing-arrays.ts'

export const DROPPED = 0xffffffff

export interface FinalOrder {
  /** Final street to street of first use. */
  readonly streets: Uint32Array
  /** Where the run of each final street begins; one more at the end. */
  readonly streetStart: Uint32Array
  /** Final record to row. */
  readonly rows: Uint32Array
  /** Row to final record, DROPPED for a row that repeats another's id. */
  readonly recordOf: Uint32Array
  /** Number of a number's text to its packed form; NO_NUMBER for none. */
  readonly packed: Uint32Array
  readonly templates: readonly string[]
}

interface RankedStreet {
  /** How many words its name has: who types PARK means Park Drive before Moore Park Drive. */
  readonly words: number
  /** Better known streets have more. */
  readonly score: number
  /** Decides between equal scores, so that the order never depends on the order of the rows. */
  readonly tie: string
}

export function putInOrder(
  table: AddressTable,
  dropped: Uint8Array,
  rank: (street: number, addresses: number) => RankedStreet,
  compareWith: (packed: Uint32Array) => RowComparison,
): FinalOrder {
  const { packed, templates } = packNumbers(table)
  const compareRows = compareWith(packed)
  const streets = rankStreets(table, dropped, rank)
  const place = new Uint32Array(table.streets.count).fill(DROPPED)
  streets.forEach((street, at) => {
    place[street] = at
  })
  const rows = sortRows(table, { dropped, packed, place, compareRows })
  const recordOf = new Uint32Array(table.rows).fill(DROPPED)
  const streetStart = new Uint32Array(streets.length + 1)
  const streetOf = table.street.view()
  for (let record = 0; record < rows.length; record++) {
    const row = rows[record]
    recordOf[row] = record
    streetStart[place[streetOf[row]] + 1]++
  }
  for (let i = 0; i < streets.length; i++) streetStart[i + 1] += streetStart[i]
  return { streets, streetStart, rows, recordOf, packed, templates }
}

function packNumbers(table: AddressTable): { packed: Uint32Array; templates: readonly string[] } {
  const texts = table.numberTexts.texts
  const counts = new Map<string, number>()
  for (let i = 1; i < texts.length; i++) {
    const { template } = readNumberText(texts[i])
    counts.set(template, (counts.get(template) ?? 0) + 1)
  }
  const templates = templatesInOrder(counts)
  const codes = new Map(templates.map((template, code) => [template, code]))
  const packed = new Uint32Array(texts.length).fill(NO_NUMBER)
  for (let i = 1; i < texts.length; i++) {
    const { value, template } = readNumberText(texts[i])
    packed[i] = packNumber(value, codes.get(template) ?? CODE_UNKNOWN)
  }
  return { packed, templates }
}

function rankStreets(
  table: AddressTable,
  dropped: Uint8Array,
  rank: (street: number, addresses: number) => RankedStreet,
): Uint32Array {
  const counts = new Uint32Array(table.streets.count)
  const streetOf = table.street.view()
  for (let row = 0; row < streetOf.length; row++) if (dropped[row] === 0) counts[streetOf[row]]++
  const used = kept(countUp(counts.length), (street) => counts[street] > 0)
  const ranked: RankedStreet[] = []
  for (const street of used) ranked[street] = rank(street, counts[street])
  return used.sort((a, b) => {
    const [one, other] = [ranked[a], ranked[b]]
    if (one.words !== other.words) return one.words - other.words
    return other.score - one.score || (one.tie < other.tie ? -1 : one.tie > other.tie ? 1 : 0)
  })
}

/** Addresses without a street come last: nobody means them by a number alone. */
const NO_NAME_WORDS = 100

export function countWords(...names: readonly string[]): number {
  const words = names.join(' ').split(' ')
  return words.filter((word) => word !== '').length || NO_NAME_WORDS
}

/** Orders two rows of the same street and number. */
export type RowComparison = (a: number, b: number) => number

interface RowSorting {
  readonly dropped: Uint8Array
  readonly packed: Uint32Array
  readonly place: Uint32Array
  readonly compareRows: RowComparison
}

/** By street and number with two radix sorts, then the few rows that share both by all the rest. */
function sortRows(table: AddressTable, sorting: RowSorting): Uint32Array {
  const { dropped, packed, place, compareRows } = sorting
  const streetOf = table.street.view()
  const numberOf = table.number.view()
  const key = new Uint32Array(table.rows)
  for (let row = 0; row < key.length; row++) key[row] = packed[numberOf[row]]
  let rows: Uint32Array = kept(countUp(table.rows), (row) => dropped[row] === 0)
  rows = sortByKey(rows, key)
  for (let row = 0; row < key.length; row++) key[row] = place[streetOf[row]]
  rows = sortByKey(rows, key)
  freeMemory(key)
  for (let from = 0; from < rows.length; ) {
    const first = rows[from]
    const number = packed[numberOf[first]]
    let to = from + 1
    while (
      to < rows.length &&
      streetOf[rows[to]] === streetOf[first] &&
      packed[numberOf[rows[to]]] === number
    ) {
      to++
    }
    if (to - from > 1) rows.subarray(from, to).sort(compareRows)
    from = to
  }
  return rows
}
