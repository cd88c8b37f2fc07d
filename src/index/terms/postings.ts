// Which streets each term is found on: sorted lists for rare terms, bit maps for common ones.
// Unchecked: hot, read for every term of every keystroke.

import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { addList, addMap } from './bit-maps.ts'
import type { TermRange } from './terms.ts'

export class Postings {
  readonly streetCount: number
  /** Words of a bit map over all streets. */
  readonly mapWords: number
  /** Street ids of the list of a term, or the words of its bit map. */
  readonly data: Uint32Array
  readonly #offset: Uint32Array
  /** Postings of all terms before this one. */
  readonly #before: Uint32Array
  /** The terms whose postings are a bit map, in order. */
  readonly #mapTerms: Uint32Array

  constructor(sections: IndexSections, streetCount: number) {
    this.streetCount = streetCount
    this.mapWords = bitMapWords(streetCount)
    this.data = sections.get('postings.data')
    this.#offset = sections.get('postings.offset')
    this.#before = sections.get('postings.before')
    const maps: number[] = []
    for (let term = 0; term + 1 < this.#before.length; term++) if (this.isMap(term)) maps.push(term)
    this.#mapTerms = Uint32Array.from(maps)
  }

  /** How many postings a range of terms has. A street that has two of the terms counts twice. */
  count(from: number, to: number): number {
    return this.#before[to] - this.#before[from]
  }

  isMap(term: number): boolean {
    return isMapped(this.#before[term + 1] - this.#before[term], this.streetCount)
  }

  /** Whether the postings of any term of the range are a bit map. */
  hasMap(from: number, to: number): boolean {
    if (to - from === 1) return this.isMap(from)
    const maps = this.#mapTerms
    const first = lowerBoundU32(maps, from, 0, maps.length)
    return first < maps.length && maps[first] < to
  }

  start(term: number): number {
    return this.#offset[term]
  }

  end(term: number): number {
    return this.#offset[term + 1]
  }

  /** Marks in `map` the streets from `from` to `to` that have a term of the range. `from` begins a word. */
  markStreets(map: Uint32Array, range: TermRange, from: number, to: number): void {
    if (from === 0 && to === this.streetCount) {
      this.#markAll(map, range)
      return
    }
    const { data } = this
    for (let term = range.from; term < range.to; term++) {
      const start = this.#offset[term]
      if (this.isMap(term)) {
        addMap(map, data, start, from >>> 5, (to + 31) >>> 5)
        continue
      }
      const end = this.#offset[term + 1]
      for (let i = from === 0 ? start : lowerBoundU32(data, from, start, end); i < end; i++) {
        const street = data[i]
        if (street >= to) break
        map[street >>> 5] |= 1 << (street & 31)
      }
    }
  }

  /** The lists of neighbouring terms lie side by side, with a bit map between them here and there. */
  #markAll(map: Uint32Array, { from, to }: TermRange): void {
    const { data, mapWords } = this
    const maps = this.#mapTerms
    let start = this.#offset[from]
    for (let i = lowerBoundU32(maps, from, 0, maps.length); i < maps.length; i++) {
      const term = maps[i]
      if (term >= to) break
      addList(map, data, start, this.#offset[term])
      addMap(map, data, this.#offset[term], 0, mapWords)
      start = this.#offset[term + 1]
    }
    addList(map, data, start, this.#offset[to])
  }
}

export function bitMapWords(streetCount: number): number {
  return (streetCount + 31) >>> 5
}

/** Below this many streets a list is as good as a bit map. */
const STREETS_WITH_MAPS_MIN = 1024

/** A bit map takes fewer bytes than a list from here on. */
export function isMapped(count: number, streetCount: number): boolean {
  return streetCount >= STREETS_WITH_MAPS_MIN && count > bitMapWords(streetCount)
}
