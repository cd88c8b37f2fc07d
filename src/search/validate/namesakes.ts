// Whether a street or a place of exactly the typed name exists, where an address that fits has another name.

import { KIND } from '../../index/terms/terms.ts'
import { wordsOf } from '../../index/words/fold.ts'
import { streetTypeForms, suffixForms } from '../../index/words/written-forms.ts'
import type { HeldStreet } from '../../judge/held-parts.ts'
import { isNameWord } from '../../lines/typed-words.ts'
import type { AddressLayer } from '../address-layer.ts'
import { STEPS, type Work } from '../work.ts'

export class Namesakes {
  readonly #layer: AddressLayer
  readonly #work: Work
  /** Many candidates for a line are on streets of one place. */
  readonly #found = new Map<string, boolean>()

  constructor(layer: AddressLayer, work: Work) {
    this.#layer = layer
    this.#work = work
  }

  /** Whether the place of a street has one of exactly these words; without a type, of whatever type. */
  hasStreet(words: readonly string[], street: number): boolean {
    return this.#some(street, words, (other) => {
      // What cannot be looked at may be one: then the line is taken to say too little.
      if (!this.#work.affords(STEPS.name)) return true
      return this.#layer.streetNames(other).some((name) => isNamed(name, words))
    })
  }

  /** Whether the place of a street has one with the word in its name. */
  hasStreetWith(word: string, street: number): boolean {
    return this.#some(street, [word], () => true)
  }

  /** Whether the region of a street has a place of exactly these words. */
  hasPlace(words: readonly string[], street: number): boolean {
    return this.#placesNamed(words, this.#layer.finder.index.streets.placeOf(street)).length > 0
  }

  #placesNamed(words: readonly string[], beside: number): readonly number[] {
    const known = this.#layer.knownPlaces
    if (known === undefined) return []
    const { region } = known.texts
    return known.named(words).filter((place) => region(place) === region(beside))
  }

  /** Whether a street that has the first word, in the place of another or in one of the same name, is wanted. */
  #some(street: number, words: readonly string[], isWanted: (street: number) => boolean): boolean {
    const { finder, knownPlaces } = this.#layer
    const { streets, postings, terms } = finder.index
    const own = streets.placeOf(street)
    const key = `${own} ${words.length} ${words.join(' ')}`
    const kept = this.#found.get(key)
    if (kept !== undefined) return kept
    const term = terms.whole(KIND.strong, words[0] ?? '')?.from
    if (term === undefined) return false
    const [start, end] = [postings.start(term), postings.end(term)]
    if (postings.isMap(term) || !this.#work.affords((end - start) * STEPS.check)) return true
    const [name = ''] = knownPlaces?.texts.names(own) ?? []
    const places = new Set([own, ...this.#placesNamed(wordsOf(name), own)])
    const list = postings.lists.subarray(start, end)
    const found = list.some((each) => places.has(streets.placeOf(each)) && isWanted(each))
    this.#found.set(key, found)
    return found
  }
}

/** No word of the name more and none less. */
function isNamed({ name, type, suffix }: HeldStreet, words: readonly string[]): boolean {
  if (!name.every((word, at) => isNameWord(words[at] ?? '', word))) return false
  const behind = words.slice(name.length)
  const [types, suffixes] = [streetTypeForms(type), suffixForms(suffix)]
  const isSaid = suffix === '' || behind.some((word) => suffixes.includes(word))
  return isSaid && behind.every((word) => types.includes(word) || suffixes.includes(word))
}
