// Which streets each term is found on: sorted lists for rare terms, bit maps for common ones.

import type { IndexSections } from './index-file.ts'

export class Postings {
  readonly streetCount: number
  /** Words of a bit map over all streets. */
  readonly mapWords: number
  /** Street ids of the list of a term, or the words of its bit map. */
  readonly data: Uint32Array
  readonly #offset: Uint32Array
  /** Postings of all terms before this one. */
  readonly #before: Uint32Array

  constructor(sections: IndexSections, streetCount: number) {
    this.streetCount = streetCount
    this.mapWords = bitMapWords(streetCount)
    this.data = sections.u32('postings.data')
    this.#offset = sections.u32('postings.offset')
    this.#before = sections.u32('postings.before')
  }

  /** How many postings a range of terms has. A street that has two of the terms counts twice. */
  count(from: number, to: number): number {
    return this.#before[to] - this.#before[from]
  }

  isMap(term: number): boolean {
    return isMapped(this.#before[term + 1] - this.#before[term], this.streetCount)
  }

  start(term: number): number {
    return this.#offset[term]
  }

  end(term: number): number {
    return this.#offset[term + 1]
  }

  /** Marks in `map` every street of the terms in the range. */
  markStreets(map: Uint32Array, from: number, to: number): void {
    for (let term = from; term < to; term++) {
      const start = this.#offset[term]
      if (this.isMap(term)) {
        for (let i = 0; i < this.mapWords; i++) map[i] |= this.data[start + i]
      } else {
        const end = this.#offset[term + 1]
        for (let i = start; i < end; i++) {
          const street = this.data[i]
          map[street >>> 5] |= 1 << (street & 31)
        }
      }
    }
  }
}

export function bitMapWords(streetCount: number): number {
  return (streetCount + 31) >>> 5
}

/** A bit map takes fewer bytes than a list from here on; below 1,024 streets a list is as good. */
export function isMapped(count: number, streetCount: number): boolean {
  return streetCount >= 1024 && count > bitMapWords(streetCount)
}
