// The streets of a national file: the names and terms of each name part and place part, other names included.

import type { StreetParts } from '../streets/street-parts.ts'
import {
  type NationalName,
  nationalNameTerms,
  nationalPlaceTerms,
  nearTerms,
} from '../terms/name-terms.ts'
import type { TermNumbers } from '../terms/terms-writer.ts'
import type { KnownNames } from './known-names.ts'
import type { NationalTable } from './national-table.ts'

/**
 * A street with other names is found by more terms than its namesakes, so it has a name part of its own, with a number
 * behind those of all names.
 */
export class NationalStreets implements StreetParts {
  readonly #rows: NationalTable
  readonly #known: KnownNames

  constructor(rows: NationalTable, known: KnownNames) {
    this.#rows = rows
    this.#known = known
  }

  nameOf(street: number): number {
    const own = this.#rows.names.count + street
    const { streets } = this.#rows.table
    return this.otherNames(own).length === 0 ? streets.firstOf(street) : own
  }

  placeOf(street: number): number {
    return this.#rows.table.streets.secondOf(street)
  }

  postcodeOf(): string {
    return ''
  }

  isSearchedName(): boolean {
    return true
  }

  nameTerms(terms: TermNumbers, name: number) {
    return nationalNameTerms(terms, [this.name(name), ...this.otherNames(name)])
  }

  placeTerms(terms: TermNumbers, place: number) {
    const { state, postcode, ...locality } = this.place(place)
    const localities = this.localityNames(place)
    const near = nearTerms(terms, this.#known.neighbours({ ...locality, state }))
    return { ...nationalPlaceTerms(terms, { localities, state, postcode }), near }
  }

  name(name: number): NationalName {
    const street = name - this.#rows.names.count
    return street < 0 ? this.#rows.names.at(name) : this.nameOfStreet(street)
  }

  nameOfStreet(street: number): NationalName {
    return this.#rows.names.at(this.#rows.table.streets.firstOf(street))
  }

  /** None for a name part that streets share. */
  otherNames(name: number): readonly NationalName[] {
    const street = name - this.#rows.names.count
    if (street < 0) return []
    return this.#known.streetAliases(this.nameOfStreet(street), this.place(this.placeOf(street)))
  }

  place(place: number) {
    return this.#rows.places.at(place)
  }

  /** The name of the place's locality, then its other names. */
  localityNames(place: number): readonly string[] {
    return this.#known.localityNames(this.place(place))
  }
}
