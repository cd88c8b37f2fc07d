// Places as an index of their own: found by name, by id, and by nearness.

import { metresBetween, type Point } from '../../address/geo.ts'
import { Lists } from '../columns/lists.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { editsAllowed, KIND, type TermRange, Terms } from '../terms/terms.ts'
import { foldedValue, tokensOf } from '../words/fold.ts'
import type { StoredPlace } from './stored-place.ts'

/** A field of a filter, and the folded values of which a place must have one. */
export interface WantedField {
  readonly field: string
  readonly values: ReadonlySet<string>
}

const WORDS_MAX = 12
const METRES_PER_DEGREE = 111_000

export class Places {
  readonly #places: readonly StoredPlace[]
  readonly #terms: Terms
  readonly #termsOf: Lists
  readonly #placesOf: Lists
  readonly #byId: ReadonlyMap<string, number>
  /** Places from south to north. */
  readonly #northwards: Uint32Array

  constructor(sections: IndexSections) {
    this.#places = sections.get('places')
    this.#terms = new Terms(sections, 'placeTerms')
    this.#termsOf = new Lists(sections, 'placeTerms.of')
    this.#placesOf = new Lists(sections, 'placeTerms.places')
    this.#byId = new Map(this.#places.map((place, i) => [place[0], i]))
    this.#northwards = Uint32Array.from(this.#places, (_, i) => i)
    this.#northwards.sort((a, b) => this.#places[a][2] - this.#places[b][2])
  }

  at(place: number): StoredPlace {
    return this.#places[place]
  }

  /** The place with this id, or -1. */
  find(id: string): number {
    return this.#byId.get(id) ?? -1
  }

  point(place: number): Point {
    return { latitude: this.#places[place][2], longitude: this.#places[place][3] }
  }

  /** Places that have every word, best known first, or nearest first if a location is given. */
  search(term: string, top: number, so: PlaceSearch): readonly number[] {
    const exact = this.#withWords(term, 0, so)
    const found = exact.length > 0 ? exact : this.#withWords(term, 1, so)
    const { location } = so
    if (location !== undefined) {
      const metres = new Map(found.map((at) => [at, metresBetween(this.point(at), location)]))
      found.sort((a, b) => (metres.get(a) ?? 0) - (metres.get(b) ?? 0) || a - b)
    }
    return found.slice(0, top)
  }

  /** Nearest first; `allows` may leave places out. */
  nearest(
    point: Point,
    metresMax: number,
    top: number,
    allows: (place: number) => boolean,
  ): readonly { readonly place: number; readonly metres: number }[] {
    const found: { place: number; metres: number }[] = []
    const reach = metresMax / METRES_PER_DEGREE
    for (let i = this.#firstAbove(point.latitude - reach); i < this.#northwards.length; i++) {
      const place = this.#northwards[i]
      if (this.#places[place][2] > point.latitude + reach) break
      const metres = metresBetween(point, this.point(place))
      if (metres <= metresMax && allows(place)) found.push({ place, metres })
    }
    found.sort((a, b) => a.metres - b.metres || a.place - b.place)
    return found.slice(0, top)
  }

  /** Whether the word is of the name of any place. */
  hasWord(word: string): boolean {
    return this.#terms.whole(KIND.strong, word) !== undefined
  }

  /** Whether the place's fields have the wanted values; `fieldAt` gives a field's position or -1. */
  allowed(
    place: number,
    wanted: readonly WantedField[],
    fieldAt: (field: string) => number,
  ): boolean {
    return wanted.every(({ field, values }) => {
      const value = this.#places[place][4 + fieldAt(field)]
      return fieldAt(field) >= 0 && typeof value === 'string' && values.has(foldedValue(value))
    })
  }

  #withWords(term: string, edits: number, so: PlaceSearch): number[] {
    const { words, open } = tokensOf(term)
    if (words.length === 0 || words.length > WORDS_MAX) return []
    const wanted = words.map((word, i) =>
      this.#rangesOf(word, open && i === words.length - 1, edits),
    )
    const strong = wanted.map((word) => word.strong)
    // A weak word alone (a county, a state) would name thousands: it counts only beside another.
    const all = wanted.map((word) =>
      words.length === 1 ? word.strong : [...word.strong, ...word.weak],
    )
    let driver = all[0]
    for (const ranges of all) if (this.#count(ranges) < this.#count(driver)) driver = ranges
    const found: number[] = []
    for (const place of this.#placesIn(driver)) {
      if (!all.every((ranges) => this.#has(place, ranges))) continue
      if (!strong.some((ranges) => this.#has(place, ranges))) continue
      if (so.allows(place)) found.push(place)
    }
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

  #placesIn(ranges: readonly TermRange[]): readonly number[] {
    const found = new Set<number>()
    const { values, offset } = this.#placesOf
    for (const { from, to } of ranges) {
      for (let i = offset[from]; i < offset[to]; i++) found.add(values[i])
    }
    return [...found].sort((a, b) => a - b)
  }

  #count(ranges: readonly TermRange[]): number {
    const { offset } = this.#placesOf
    return ranges.reduce((count, { from, to }) => count + offset[to] - offset[from], 0)
  }

  #has(place: number, ranges: readonly TermRange[]): boolean {
    const { values, offset } = this.#termsOf
    for (let i = offset[place]; i < offset[place + 1]; i++) {
      const term = values[i]
      for (const { from, to } of ranges) if (term >= from && term < to) return true
    }
    return false
  }

  #firstAbove(latitude: number): number {
    let low = 0
    let high = this.#northwards.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#places[this.#northwards[middle]][2] < latitude) low = middle + 1
      else high = middle
    }
    return low
  }
}

interface PlaceSearch {
  readonly location?: Point
  allows(place: number): boolean
}
