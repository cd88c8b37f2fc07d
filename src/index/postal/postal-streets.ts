// The streets of the UK: the texts and terms of each name part and place part, and their postcodes.

import type { StreetParts } from '../streets/street-parts.ts'
import { postalNameTerms, postalPlaceTerms } from '../terms/name-terms.ts'
import type { TermNumbers } from '../terms/term-numbers.ts'
import type { PlaceField } from './postal-layout.ts'
import type { PostalTable } from './postal-table.ts'
import { houseNumber, unitOf } from './premise-numbers.ts'

/** A street here is the part of a whole street that has one postcode. */
export class PostalStreets implements StreetParts {
  readonly #rows: PostalTable

  constructor(rows: PostalTable) {
    this.#rows = rows
  }

  wholeOf(street: number): number {
    return this.#rows.table.streets.firstOf(street)
  }

  nameOf(street: number): number {
    return this.#rows.wholeStreets.firstOf(this.wholeOf(street))
  }

  placeOf(street: number): number {
    return this.#rows.wholeStreets.secondOf(this.wholeOf(street))
  }

  postcodeOf(street: number): string {
    const { texts, streets } = this.#rows.table
    return texts.at(streets.secondOf(street))
  }

  /** `Flat 3` and `12A` are only other ways to write a unit and a number. */
  isSearchedName(name: string): boolean {
    if (this.#rows.namesBeside.has(name)) return true
    return unitOf(name) === undefined && houseNumber(name) === undefined
  }

  nameTerms(terms: TermNumbers, name: number) {
    const { dependentThoroughfare, thoroughfare } = this.name(name)
    return postalNameTerms(terms, [dependentThoroughfare, thoroughfare])
  }

  placeTerms(terms: TermNumbers, place: number) {
    const { county, district, country, ...own } = this.place(place)
    const localities = [own.doubleDependentLocality, own.dependentLocality, own.townOrCity]
    return { ...postalPlaceTerms(terms, localities, [county, district, country]), near: [] }
  }

  name(name: number) {
    return this.#rows.names.at(name)
  }

  place(place: number): Readonly<Record<PlaceField, string>> {
    return this.#rows.places.at(place)
  }
}
