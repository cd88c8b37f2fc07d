// The terms of UK postcodes, with their space and without; in `au` a postcode is a word of the place.

import { elementAt } from '../../lib/element-at.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { sortTexts } from '../rows/text-order.ts'
import type { TermNumbers } from '../terms/term-numbers.ts'
import { KIND } from '../terms/terms.ts'

export class PostcodeTerms {
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
