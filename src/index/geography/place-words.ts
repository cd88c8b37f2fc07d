// Finds places by the words of their names.

import { Lists } from '../columns/lists.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { KIND, type TermRange, Terms } from '../terms/terms.ts'
import { editsAllowed } from '../words/edits-allowed.ts'
import { tokensOf } from '../words/fold.ts'

const WORDS_MAX = 12

interface WordRanges {
  readonly strong: readonly TermRange[]
  readonly weak: readonly TermRange[]
}

export class PlaceWords {
  readonly #terms: Terms
  readonly #termsOf: Lists
  readonly #placesOf: Lists

  constructor(sections: IndexSections) {
    this.#terms = new Terms(sections, 'placeTerms')
    this.#termsOf = new Lists(sections, 'placeTerms.of')
    this.#placesOf = new Lists(sections, 'placeTerms.places')
  }

  /** Whether the word is of the name of any place. */
  has(word: string): boolean {
    return this.#terms.whole(KIND.strong, word) !== undefined
  }

  /**
   * Places that have every word, with at most so many typing errors in each, best known first. Each place that one of
   * the words leads to is asked for with `mayLook`; those after the first that it refuses are not looked at.
   */
  find(term: string, edits: number, mayLook: () => boolean): readonly number[] {
    const { words, open } = tokensOf(term)
    if (words.length === 0 || words.length > WORDS_MAX) return []
    const last = words.length - 1
    const wanted = words.flatMap((word, i) => {
      const isOpen = open && i === last
      return words.indexOf(word) < i && !isOpen ? [] : this.#rangesOf(word, isOpen, edits)
    })
    if (wanted.every(({ strong }) => strong.length === 0)) return []
    // A weak word alone (a county, a state) would name thousands: it counts only beside another.
    const all = wanted.map(({ strong, weak }) =>
      words.length === 1 ? strong : [...strong, ...weak],
    )
    const rarest = all.reduce((a, b) => (this.#count(b) < this.#count(a) ? b : a))
    return this.#placesIn(rarest).filter(
      (place) =>
        mayLook() &&
        all.every((ranges) => this.#has(place, ranges)) &&
        wanted.some(({ strong }) => this.#has(place, strong)),
    )
  }

  #rangesOf(word: string, open: boolean, edits: number): WordRanges {
    const find = (kind: 's' | 'w'): TermRange[] => {
      const range = open ? this.#terms.beginning(kind, word) : this.#terms.whole(kind, word)
      const exact = range === undefined ? [] : [range]
      const allowed = Math.min(edits, editsAllowed(word))
      return allowed === 0 ? exact : [...exact, ...this.#terms.misspelt(kind, word, allowed, open)]
    }
    return { strong: find(KIND.strong), weak: find(KIND.weak) }
  }

  /** All places that have a term of the ranges, in order. */
  #placesIn(ranges: readonly TermRange[]): readonly number[] {
    const found = new Uint32Array(this.#count(ranges))
    let count = 0
    for (const { from, to } of ranges) {
      const places = this.#placesOf.between(from, to)
      found.set(places, count)
      count += places.length
    }
    found.sort()
    return [...found.filter((place, i) => place !== found[i - 1])]
  }

  #count(ranges: readonly TermRange[]): number {
    return ranges.reduce(
      (count, { from, to }) => count + this.#placesOf.between(from, to).length,
      0,
    )
  }

  #has(place: number, ranges: readonly TermRange[]): boolean {
    const { values, offset } = this.#termsOf
    const end = offset[place + 1] ?? 0
    for (let at = offset[place] ?? end; at < end; at++) {
      const term = values[at] ?? 0
      for (const { from, to } of ranges) if (term >= from && term < to) return true
    }
    return false
  }
}
