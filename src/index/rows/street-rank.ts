// Ranks streets: those that most people mean come first.
// Unchecked: hot, counts every address.

import type { AddressTable } from './address-table.ts'
import { countUp, kept } from './row-order.ts'

interface RankedStreet {
  /** How many words its name has: who types PARK means Park Drive before Moore Park Drive. */
  readonly words: number
  /** Better known streets have more. */
  readonly score: number
  /** Decides between equal scores, so that the order never depends on the order of the rows. */
  readonly tie: string
}

export type RankStreet = (street: number, addresses: number) => RankedStreet

/** All streets that have an address, best known first. `dropped` has 1 for each row that is left out. */
export function rankStreets(
  table: AddressTable,
  dropped: Uint8Array,
  rank: RankStreet,
): Uint32Array {
  const counts = new Uint32Array(table.streets.count)
  table.street.view().forEach((street, row) => {
    if (dropped[row] === 0) counts[street]++
  })
  const used = kept(countUp(counts.length), (street) => counts[street] > 0)
  const ranked: RankedStreet[] = []
  for (const street of used) ranked[street] = rank(street, counts[street])
  return used.sort((a, b) => compare(ranked[a], ranked[b]))
}

function compare(a: RankedStreet, b: RankedStreet): number {
  return a.words - b.words || b.score - a.score || (a.tie < b.tie ? -1 : a.tie > b.tie ? 1 : 0)
}

/** Addresses without a street come last: nobody means them by a number alone. */
const NO_NAME_WORDS = 100

export function countWords(...names: readonly string[]): number {
  const words = names.join(' ').split(' ')
  return words.filter((word) => word !== '').length || NO_NAME_WORDS
}
