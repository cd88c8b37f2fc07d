// The requirements of a walk that are one common term each: a street is looked up in the bit maps of the index.
// Unchecked: runs for every candidate, and places in a bit map follow from the number of a street.

import { EVERY_WORD, keepBoth, keepCommon } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import { NO_TERM, type Requirement } from '../query/requirement.ts'
import { keepInMap } from './batch.ts'
import { measured } from './requirement-size.ts'

export class CommonTerms {
  readonly #maps: Uint32Array
  /** Where each bit map begins. */
  readonly #starts: readonly number[]

  constructor(postings: Postings, requirements: readonly Requirement[]) {
    this.#maps = postings.maps
    const starts: number[] = []
    const sizes: number[] = []
    // The rarest first: nearly all streets that lack one lack that.
    for (const requirement of requirements) {
      const { common, count } = measured(postings, requirement)
      if (common === NO_TERM) continue
      const start = postings.mapStart(common)
      if (starts.includes(start)) continue
      let at = starts.length
      while (at > 0 && sizes[at - 1] > count) at--
      starts.splice(at, 0, start)
      sizes.splice(at, 0, count)
    }
    this.#starts = starts
  }

  get count(): number {
    return this.#starts.length
  }

  /** Leaves in a batch, from `from` up to `end`, the streets that have all the terms; where they end. */
  keepStreets(batch: Uint32Array, from: number, end: number): number {
    let to = end
    for (let i = 0; i < this.#starts.length; i++) {
      to = keepInMap(this.#maps, this.#starts[i], EVERY_WORD, batch, from, to)
    }
    return to
  }

  /** Puts into the words of a bit map from `from` to `to` the streets that have all the terms. */
  copy(map: Uint32Array, from: number, to: number): void {
    const [maps, starts] = [this.#maps, this.#starts]
    if (starts.length === 0) {
      map.fill(-1, from, to)
      return
    }
    map.set(maps.subarray(starts[0] + from, starts[0] + to), from)
    for (let i = 1; i < starts.length; i += 2) {
      if (i + 1 === starts.length) keepCommon(map, maps, starts[i], from, to)
      else keepBoth(map, maps, starts[i], starts[i + 1], from, to)
    }
  }
}
