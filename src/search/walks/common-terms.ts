// The requirements of a walk that are one common term each: a street is looked up in the bit maps of the index.
// Unchecked: `have` runs for every candidate, and places in a bit map follow from the number of a street.

import { keepCommon } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { sizeOf } from './requirement-size.ts'

export class CommonTerms {
  readonly #maps: Uint32Array
  /** Where each bit map begins. */
  readonly #starts: readonly number[]

  constructor(postings: Postings, requirements: readonly Requirement[]) {
    this.#maps = postings.maps
    const starts: number[] = []
    for (const requirement of requirements) {
      const { common } = sizeOf(postings, requirement)
      if (common !== undefined) starts.push(postings.mapStart(common))
    }
    this.#starts = starts
  }

  have(street: number): boolean {
    const word = street >>> 5
    for (let i = 0; i < this.#starts.length; i++) {
      if (((this.#maps[this.#starts[i] + word] >>> (street & 31)) & 1) === 0) return false
    }
    return true
  }

  /** Which of the 32 streets of a word of a bit map have all the terms. */
  word(word: number): number {
    let bits = -1
    for (let i = 0; i < this.#starts.length; i++) bits &= this.#maps[this.#starts[i] + word]
    return bits
  }

  /** Leaves in the words of a bit map of streets from `from` to `to` only streets that have all the terms. */
  keep(map: Uint32Array, from: number, to: number): void {
    for (const start of this.#starts) keepCommon(map, this.#maps, start, from, to)
  }
}
