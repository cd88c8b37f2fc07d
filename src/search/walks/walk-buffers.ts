// Memory that walks need, kept from walk to walk: clearing it costs less than asking for it anew.

import type { Postings } from '../../index/terms/postings.ts'

/** A bit map has one bit for each street. As all walks share these, only the walk that was opened last may go on. */
export class WalkBuffers {
  /** The candidates of a window, or what is being united. */
  readonly candidates: Uint32Array
  /** Streets that have one more requirement. */
  readonly beside: Uint32Array
  /** Streets that have the requirements of many lists. */
  readonly long: Uint32Array
  /** Streets that are being gathered, and which words of their bit map have any: both empty between two uses. */
  readonly marked: Uint32Array
  readonly markedWords: Uint32Array
  /** A sorted list of streets. */
  readonly gathered: Uint32Array
  /** Streets that have one of the many lists of a requirement; made when first asked for. */
  readonly #united: Uint32Array[] = []

  constructor(postings: Postings, gatheredMax: number) {
    this.candidates = new Uint32Array(postings.mapWords)
    this.beside = new Uint32Array(postings.mapWords)
    this.long = new Uint32Array(postings.mapWords)
    this.marked = new Uint32Array(postings.mapWords)
    this.markedWords = new Uint32Array((postings.mapWords + 31) >>> 5)
    this.gathered = new Uint32Array(gatheredMax)
  }

  /** An empty bit map for the requirement of a walk that comes at this place. */
  united(at: number): Uint32Array {
    const map = this.#united[at] ?? new Uint32Array(this.candidates.length)
    this.#united[at] = map
    return map.fill(0)
  }
}
