// Ranks streets: those that most people mean come first.
// Unchecked: hot, counts every address, and the UK has two million streets with a postcode each.

import type { AddressTable } from './address-table.ts'
import { countUp, kept, sortByKey } from './row-order.ts'
import { sortTexts } from './text-numbers.ts'

/** Each has a value for every street. */
interface StreetRanks {
  /** How many words its name has: who types PARK means Park Drive before Moore Park Drive. */
  readonly words: Uint32Array
  /** Better known streets have more. */
  readonly score: Float64Array
  /** Decide between equal scores, the first before the next, so that the order never depends on that of the rows. */
  readonly ties: readonly Uint32Array[]
}

/** `addresses` has how many each street has. */
export type RankStreets = (addresses: Uint32Array) => StreetRanks

const HIGH = 2 ** 32
const MOST = HIGH - 1

/** All streets that have an address, best known first. `dropped` has 1 for each row that is left out. */
export function rankStreets(
  table: AddressTable,
  dropped: Uint8Array,
  rank: RankStreets,
): Uint32Array {
  const addresses = new Uint32Array(table.streets.count)
  const streetOf = table.street.view()
  for (let row = 0; row < streetOf.length; row++) if (dropped[row] === 0) addresses[streetOf[row]]++
  const { words, score, ties } = rank(addresses)
  const scoreLow = Uint32Array.from(score, (value) => MOST - (value % HIGH))
  const scoreHigh = Uint32Array.from(score, (value) => MOST - Math.floor(value / HIGH))
  let streets: Uint32Array = kept(countUp(addresses.length), (street) => addresses[street] > 0)
  for (const key of [...ties.toReversed(), scoreLow, scoreHigh, words]) {
    streets = sortByKey(streets, key)
  }
  return streets
}

/** For each of the numbers up to `count` the place of its text among those of all. */
export function placesOf(count: number, textOf: (number: number) => string): Uint32Array {
  return sortTexts(Array.from({ length: count }, (_, number) => textOf(number))).places
}

/** Addresses without a street come last: nobody means them by a number alone. */
const NO_NAME_WORDS = 100

export function countWords(...names: readonly string[]): number {
  const words = names.join(' ').split(' ')
  return words.filter((word) => word !== '').length || NO_NAME_WORDS
}
