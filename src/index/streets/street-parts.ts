// What a product knows of its streets, and how the parts that streets share are numbered.

import type { PartTerms } from '../terms/name-terms.ts'
import type { TermNumbers } from '../terms/terms-writer.ts'

/** Streets that have the same name share a name part, and those in the same place a place part. */
export interface StreetParts {
  nameOf(street: number): number
  placeOf(street: number): number
  /** UK only, else ''. */
  postcodeOf(street: number): string
  nameTerms(terms: TermNumbers, name: number): PartTerms
  placeTerms(terms: TermNumbers, place: number): PlaceTerms
  /** Whether a name is searched word by word, or is only another way to write a number. */
  isSearchedName(name: string): boolean
}

export interface PlaceTerms extends PartTerms {
  readonly near: readonly number[]
}

/** The final number of each part is its place in these lists; they hold the numbers of first use. */
export interface FinalParts {
  readonly names: readonly number[]
  readonly places: readonly number[]
  readonly postcodes: readonly string[]
}

export interface Renumbered {
  /** Final street to final number. */
  readonly of: Uint32Array
  /** Final number to that of first use. */
  readonly values: readonly number[]
}

/** Numbers of first use become final ones in the order in which the best-known streets have them. */
export function renumber(streets: Uint32Array, numberOf: (street: number) => number): Renumbered {
  const known = new Map<number, number>()
  const of = Uint32Array.from(streets, (street) => {
    const number = numberOf(street)
    const final = known.get(number) ?? known.size
    if (final === known.size) known.set(number, final)
    return final
  })
  return { of, values: [...known.keys()] }
}
