// What the search knows about the addresses of a product, in addition to what every index has.

import type { Country } from '../countries/country.ts'
import type { Places } from '../index/geography/places.ts'
import type { AnyAddress, ComparedAddress, HeldStreet } from '../judge/held-parts.ts'
import type { KnownPlaces } from './giving-up/known-places.ts'
import type { AddressFinder } from './match/address-finder.ts'
import type { FilterLayer } from './match/filter.ts'

export interface AddressLayer<Address = AnyAddress> extends FilterLayer {
  readonly finder: AddressFinder
  readonly country: Country
  /** Where places lie; absent in a product that gives nothing up for which that must be known. */
  readonly knownPlaces?: KnownPlaces
  readonly places: Places
  /** The record with this id, or NONE. */
  find(id: string): number
  address(record: number): Address
  /** The same; only what is compared with a line has to be there. */
  compared(record: number): ComparedAddress
  /** The address under each other name of its street and place. */
  underOtherNames(record: number): readonly Address[]
  /** The address on one line. */
  label(record: number): string
  /** The words of a street's name, and of each name of its place: one of them in full names it. */
  nameWords(street: number): readonly string[]
  placeNames(street: number): readonly (readonly string[])[]
  /** The words of a street's name with its type in full. */
  wholeStreet(street: number): readonly string[]
  /** The street by each of its names. */
  streetNames(street: number): readonly HeldStreet[]
  /** Absent where no address is found by its whole text: a UK postcode leaves few enough to compare. */
  ownText?(record: number, street: number): OwnText
  /** How many words the name of a street has without its type. */
  streetWords(street: number): number | undefined
  /** Whether a word is the type of a street. */
  hasStreetType(street: number, word: string): boolean
}

/** The words of an address as it is shown. */
export interface OwnText {
  /** The lines above the place. */
  readonly lines: readonly string[]
  /** Its own names: of the part of a building, of the building, of organisations. */
  readonly names: readonly (readonly string[])[]
  /** The names of the place from near to far. A line may leave out any of them. */
  readonly places: readonly (readonly string[])[]
  /** Whether the words are its lines, and after them nothing but names of the place: see whole-line.ts. */
  isWhole(words: readonly string[]): boolean
}
