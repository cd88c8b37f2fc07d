// The terms that streets have themselves: those of their name, their place and their postcode.

import { elementAt } from '../../lib/element-at.ts'
import { writeLists } from '../columns/lists-writer.ts'
import type { ListsName } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { PartTerms } from '../terms/name-terms.ts'
import type { TermNumbers } from '../terms/term-numbers.ts'
import { PostcodeTerms } from './postcode-terms.ts'
import {
  type FinalParts,
  type PlaceTerms,
  type Renumbered,
  renumber,
  type StreetParts,
} from './street-parts.ts'

export class StreetTerms {
  readonly #names: Renumbered
  readonly #places: Renumbered
  readonly #nameTerms: readonly PartTerms[]
  readonly #placeTerms: readonly PlaceTerms[]
  readonly #postcodes: PostcodeTerms

  constructor(terms: TermNumbers, streets: Uint32Array, parts: StreetParts) {
    this.#names = renumber(streets, (street) => parts.nameOf(street))
    this.#places = renumber(streets, (street) => parts.placeOf(street))
    this.#nameTerms = this.#names.values.map((name) => parts.nameTerms(terms, name))
    this.#placeTerms = this.#places.values.map((place) => parts.placeTerms(terms, place))
    this.#postcodes = new PostcodeTerms(terms, streets, (street) => parts.postcodeOf(street))
  }

  parts(): FinalParts {
    return {
      names: this.#names.values,
      places: this.#places.values,
      postcodes: this.#postcodes.texts,
    }
  }

  each(street: number, add: (term: number) => void): void {
    const name = elementAt(this.#nameTerms, elementAt(this.#names.of, street))
    const place = elementAt(this.#placeTerms, elementAt(this.#places.of, street))
    for (const list of [name.strong, name.weak, place.strong, place.weak, place.near]) {
      for (const term of list) add(term)
    }
    this.#postcodes.each(street, add)
  }

  /** `final` has the final number of each term. */
  async write(writer: SectionWriter, final: Uint32Array): Promise<void> {
    const lists: readonly (readonly [ListsName, readonly (readonly number[])[]])[] = [
      ['name.strong', this.#nameTerms.map(({ strong }) => strong)],
      ['name.weak', this.#nameTerms.map(({ weak }) => weak)],
      ['place.strong', this.#placeTerms.map(({ strong }) => strong)],
      ['place.weak', this.#placeTerms.map(({ weak }) => weak)],
      ['place.near', this.#placeTerms.map(({ near }) => near)],
    ]
    for (const [name, values] of lists) await writeLists(writer, name, values, final)
    await writer.add('street.name', this.#names.of)
    await writer.add('street.place', this.#places.of)
    await this.#postcodes.write(writer, final)
  }
}
