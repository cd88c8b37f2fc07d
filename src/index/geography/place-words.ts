// Finds places by the words of their names.
// Unchecked: hot, a word such as `ST` marks thousands of places, and all its words are gone over.

import { Lists } from '../columns/lists.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { addList, addMap, popCount, setBits } from '../terms/bit-maps.ts'
import { KIND, type TermRange, Terms } from '../terms/terms.ts'
import { tokensOf } from '../words/fold.ts'
import { editsAllowed } from '../words/written-forms.ts'

const WORDS_MAX = 12

/** What a search may still do: each is asked before or right after it is done, and it ends where one says no. */
export interface PlaceWork {
  /** Whether that many letters may be tried to find the words that one may have been meant as. */
  mayTry(letters: number): boolean
  /** Whether that many places of a word may be marked. */
  mayMark(places: number): boolean
}

export class PlaceWords {
  readonly #terms: Terms
  readonly #placesOf: Lists
  readonly #placeCount: number

  constructor(sections: IndexSections, placeCount: number) {
    this.#terms = new Terms(sections, 'placeTerms')
    this.#placesOf = new Lists(sections, 'placeTerms.places')
    this.#placeCount = placeCount
  }

  has(word: string): boolean {
    return this.#terms.whole(KIND.strong, word) !== undefined
  }

  /** Places that have every word, with at most so many typing errors in each. */
  find(term: string, edits: number, work: PlaceWork): PlaceSet {
    const { words, open } = tokensOf(term)
    const none = new PlaceSet(0)
    if (words.length === 0 || words.length > WORDS_MAX) return none
    const last = words.length - 1
    const triedBefore = this.#terms.lettersTried
    const wanted = words.flatMap((word, i) => {
      const isOpen = open && i === last
      return words.indexOf(word) < i && !isOpen ? [] : this.#rangesOf(word, isOpen, edits)
    })
    if (!work.mayTry(this.#terms.lettersTried - triedBefore)) return none
    if (wanted.every(({ strong }) => strong.length === 0)) return none
    const found = new PlaceSet(this.#placeCount)
    const strongly = new PlaceSet(this.#placeCount)
    for (const [i, { strong, weak }] of wanted.entries()) {
      // A weak word alone (a county, a state) would name thousands: it counts only together with another.
      const weakToo = words.length === 1 ? [] : weak
      if (!work.mayMark(this.#count(strong) + this.#count(weakToo))) return none
      const having = new PlaceSet(this.#placeCount)
      this.#mark(having, strong)
      strongly.addSet(having)
      this.#mark(having, weakToo)
      if (i === 0) found.addSet(having)
      else found.keep(having)
    }
    found.keep(strongly)
    return found
  }

  #rangesOf(word: string, open: boolean, edits: number) {
    const find = (kind: 's' | 'w'): TermRange[] => {
      const range = open ? this.#terms.beginning(kind, word) : this.#terms.whole(kind, word)
      const exact = range === undefined ? [] : [range]
      const allowed = Math.min(edits, editsAllowed(word))
      return allowed === 0 ? exact : [...exact, ...this.#terms.misspelt(kind, word, allowed, open)]
    }
    return { strong: find(KIND.strong), weak: find(KIND.weak) }
  }

  #mark(places: PlaceSet, ranges: readonly TermRange[]): void {
    for (const { from, to } of ranges) places.add(this.#placesOf.between(from, to))
  }

  #count(ranges: readonly TermRange[]): number {
    return ranges.reduce(
      (count, { from, to }) => count + this.#placesOf.between(from, to).length,
      0,
    )
  }
}

/** A set of places as bits, in their order: the best known first. */
export class PlaceSet {
  readonly #bits: Uint32Array

  /** Empty, for places below `count`. */
  constructor(count: number) {
    this.#bits = new Uint32Array((count + 31) >>> 5)
  }

  get isEmpty(): boolean {
    return this.#bits.every((word) => word === 0)
  }

  has(place: number): boolean {
    return ((this.#bits[place >>> 5] >>> (place & 31)) & 1) === 1
  }

  add(places: Uint32Array): void {
    addList(this.#bits, places, 0, places.length)
  }

  addSet(other: PlaceSet): void {
    addMap(this.#bits, other.#bits, 0)
  }

  keep(other: PlaceSet): void {
    for (let word = 0; word < this.#bits.length; word++) this.#bits[word] &= other.#bits[word]
  }

  [Symbol.iterator](): Iterator<number> {
    const count = this.#bits.reduce((sum, word) => sum + popCount(word), 0)
    return setBits(this.#bits, count).values()
  }
}
