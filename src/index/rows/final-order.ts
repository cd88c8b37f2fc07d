// Decides the final order: streets by rank, and inside a street its addresses by number and unit.
// Unchecked: hot, goes over every address, and the UK has two million streets with a postcode each.

import type { SectionWriter } from '../file/index-writer.ts'
import {
  CODE_UNKNOWN,
  NO_NUMBER,
  packNumber,
  readNumberText,
  templatesInOrder,
} from '../words/number-code.ts'
import type { AddressTable } from './address-table.ts'
import { freeMemory } from './growing-arrays.ts'
import { countUp, kept, sortByKey } from './row-order.ts'
import { type FieldNumbers, sortTexts } from './text-numbers.ts'

export const DROPPED = 0xffffffff

export interface FinalOrder {
  /** Final street to street of first use. */
  readonly streets: Uint32Array
  /** Where the run of each final street begins; one more at the end. */
  readonly streetStart: Uint32Array
  /** Final record to row. */
  readonly rows: Uint32Array
  /** Row to final record, DROPPED for a row that repeats another's id. Made when it is first asked for. */
  readonly recordOf: Uint32Array
  /** Number of a number's text to its packed form; NO_NUMBER for none. */
  readonly packed: Uint32Array
  readonly templates: readonly string[]
}

export interface Build<Table extends AddressTable = AddressTable> {
  readonly writer: SectionWriter
  readonly table: Table
  readonly order: FinalOrder
}

export function rowsOfStreet({ rows, streetStart }: FinalOrder, street: number): Uint32Array {
  return rows.subarray(streetStart[street], streetStart[street + 1])
}

/** `dropped` has 1 for each row that is left out. */
export function putInOrder(
  table: AddressTable,
  dropped: Uint8Array,
  rankingOf: (addresses: Uint32Array) => Ranking,
  compareWith: (packed: Uint32Array) => RowComparison,
): FinalOrder {
  const { packed, templates } = packNumbers(table)
  const compareRows = compareWith(packed)
  const addresses = new Uint32Array(table.streets.count)
  const streetOf = table.street.view()
  for (let row = 0; row < streetOf.length; row++) if (dropped[row] === 0) addresses[streetOf[row]]++
  const streets = rankStreets(table, addresses, rankingOf(addresses))
  const place = new Uint32Array(table.streets.count).fill(DROPPED)
  streets.forEach((street, at) => {
    place[street] = at
  })
  const rows = sortRows(table, { dropped, packed, place, compareRows })
  const streetStart = new Uint32Array(streets.length + 1)
  for (let at = 0; at < rows.length; at++) streetStart[place[streetOf[rows[at]]] + 1]++
  for (let i = 0; i < streets.length; i++) streetStart[i + 1] += streetStart[i]
  let recordOf: Uint32Array | undefined
  return {
    streets,
    streetStart,
    rows,
    packed,
    templates,
    get recordOf() {
      recordOf ??= recordsOf(rows, dropped.length)
      return recordOf
    },
  }
}

function recordsOf(rows: Uint32Array, count: number): Uint32Array {
  const recordOf = new Uint32Array(count).fill(DROPPED)
  for (let record = 0; record < rows.length; record++) recordOf[rows[record]] = record
  return recordOf
}

/** What makes the streets of a product better known: those that most people mean come first. */
export interface Ranking {
  /** Counts words of a name: who types PARK means Park Drive before Moore Park Drive. */
  readonly wordFields: readonly string[]
  /** Better known streets have more; `addresses` is how many the street has. */
  score(street: number, addresses: number): number
  /** What ends the text of a place where two are compared. */
  readonly placeEnd: string
  /** Decide between streets that are equal so far: the order must not depend on that of the rows. */
  readonly ties: readonly Uint32Array[]
}

const HIGH = 2 ** 32
const MOST = HIGH - 1

/** All streets that have an address, best known first. */
function rankStreets(table: AddressTable, addresses: Uint32Array, ranking: Ranking) {
  const words = Uint32Array.from({ length: table.names.count }, (_, name) => {
    const texts = table.names.at(name)
    return wordsInName(ranking.wordFields.map((field) => texts[field]))
  })
  const byName = placesOf(table.names, '|')
  const byPlace = placesOf(table.places, ranking.placeEnd)
  const score = Float64Array.from(addresses, (count, street) => ranking.score(street, count))
  let streets: Uint32Array = kept(countUp(addresses.length), (street) => addresses[street] > 0)
  for (const key of [
    ...ranking.ties.toReversed(),
    addresses.map((_, street) => byPlace[table.placeOf(street)]),
    addresses.map((_, street) => byName[table.nameOf(street)]),
    Uint32Array.from(score, (value) => MOST - (value % HIGH)),
    Uint32Array.from(score, (value) => MOST - Math.floor(value / HIGH)),
    addresses.map((_, street) => words[table.nameOf(street)]),
  ]) {
    streets = sortByKey(streets, key)
  }
  return streets
}

/** The place of each part among all of them, by their texts. */
function placesOf(parts: FieldNumbers<string>, end: string): Uint32Array {
  const texts = Array.from(
    { length: parts.count },
    (_, part) => parts.textsOf(part).join('|') + end,
  )
  return sortTexts(texts).places
}

/** Addresses without a street come last: nobody means them by a number alone. */
const NO_NAME_WORDS = 100

export function wordsInName(texts: readonly string[]): number {
  let words = 0
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      if (text[at] !== ' ' && (at === 0 || text[at - 1] === ' ')) words++
    }
  }
  return words || NO_NAME_WORDS
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

/** Packs the texts of numbers once all are known: the commonest ways to write one get a template. */
function packNumbers({ numberTexts, beside }: AddressTable) {
  const [, ...texts] = numberTexts.texts
  const numbers = texts.map(readNumberText)
  const counts = new Map<string, number>()
  for (const { template } of numbers) counts.set(template, (counts.get(template) ?? 0) + 1)
  for (const template of beside?.templates ?? []) counts.set(template, Number.MAX_SAFE_INTEGER)
  const templates = templatesInOrder(counts)
  const codes = new Map(templates.map((template, code) => [template, code]))
  const packed = new Uint32Array(texts.length + 1).fill(NO_NUMBER)
  numbers.forEach(({ value, template }, i) => {
    packed[i + 1] = packNumber(value, codes.get(template) ?? CODE_UNKNOWN)
  })
  return { packed, templates }
}
