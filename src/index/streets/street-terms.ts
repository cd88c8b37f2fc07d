// The terms that streets have themselves: those of their name, their place and their postcode.

import { elementAt } from '../../lib/element-at.ts'
import { writeLists } from '../columns/lists.ts'
import type { ListsName } from '../file/sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { sortTexts } from '../rows/text-numbers.ts'
import type { PartTerms } from '../terms/name-terms.ts'
import { KIND } from '../terms/terms.ts'
import type { TermNumbers } from '../terms/terms-writer.ts'
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

/** The terms of UK postcodes, with their space and without; in `au` a postcode is a word of the place. */
class PostcodeTerms {
  /** All postcodes, sorted. */
  readonly texts: readonly string[]
  readonly #joined: readonly number[]
  readonly #spaced: readonly number[]
  /** The postcode of each street, one past the last for none; empty where no street has one. */
  readonly #of: Uint32Array

  constructor(terms: TermNumbers, streets: Uint32Array, postcodeOf: (street: number) => string) {
    const distinct = new Set<string>()
    for (const street of streets) distinct.add(postcodeOf(street))
    distinct.delete('')
    this.texts = sortTexts([...distinct]).sorted
    this.#joined = this.texts.map((text) => terms.add(KIND.postcodeJoined, text.replace(' ', '')))
    this.#spaced = this.texts.map((text) => terms.add(KIND.postcodeSpaced, text))
    const none = this.texts.length
    const numbers = new Map(this.texts.map((text, number) => [text, number]))
    const numberOf = (street: number) => numbers.get(postcodeOf(street)) ?? none
    this.#of = Uint32Array.from(none === 0 ? [] : streets, numberOf)
  }

  each(street: number, add: (term: number) => void): void {
    const postcode = this.#of[street] ?? this.texts.length
    const [joined, spaced] = [this.#joined[postcode], this.#spaced[postcode]]
    if (joined !== undefined) add(joined)
    if (spaced !== undefined) add(spaced)
  }

  /** Sorted postcodes have sorted terms with the space, so that the first of these is enough. */
  async write(writer: SectionWriter, final: Uint32Array): Promise<void> {
    await writer.add('street.postcode', this.#of)
    const joined = Uint32Array.from(this.#joined, (term) => elementAt(final, term))
    await writer.add('postcode.joined', joined)
    const [first] = this.#spaced
    await writer.add('postcode.spacedFrom', first === undefined ? 0 : elementAt(final, first))
  }
}
