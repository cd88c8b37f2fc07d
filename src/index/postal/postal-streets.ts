// The streets of the UK: the texts and terms of each name part and place part, and their postcodes.

import type { StreetParts } from '../streets/street-parts.ts'
import { postalNameTerms, postalPlaceTerms } from '../terms/name-terms.ts'
import type { TermNumbers } from '../terms/terms-writer.ts'
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

  /** A street with other names has a name part of its own, with a number behind those of all names. */
  nameOf(street: number): number {
    const whole = this.wholeOf(street)
    const hasOthers = this.#rows.streetOthers.of(whole).length > 0
    return hasOthers ? this.#rows.names.count + whole : this.sharedNameOf(street)
  }

  /** The name part that all streets of that name have. */
  sharedNameOf(street: number): number {
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
    const others = this.otherNames(name)
    return postalNameTerms(terms, [dependentThoroughfare, thoroughfare, ...others])
  }

  placeTerms(terms: TermNumbers, place: number) {
    const { county, district, country, ...own } = this.place(place)
    const named = [own.doubleDependentLocality, own.dependentLocality, own.townOrCity]
    const localities = [...named, ...this.otherPlaces(place)]
    return { ...postalPlaceTerms(terms, localities, [county, district, country]), near: [] }
  }

  name(name: number) {
    const { names, wholeStreets } = this.#rows
    const whole = name - names.count
    return names.at(whole < 0 ? name : wholeStreets.firstOf(whole))
  }

  /** None for a name part that streets share. */
  otherNames(name: number): readonly string[] {
    return this.#rows.streetOthers.of(name - this.#rows.names.count)
  }

  otherPlaces(place: number): readonly string[] {
    return this.#rows.placeOthers.of(place)
  }

  place(place: number): Readonly<Record<PlaceField, string>> {
    return this.#rows.places.at(place)
  }
}
