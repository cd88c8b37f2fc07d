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
  /** A sorted list of few streets. */
  readonly gathered: Uint32Array

  constructor(postings: Postings, gatheredMax: number) {
    this.candidates = new Uint32Array(postings.mapWords)
    this.beside = new Uint32Array(postings.mapWords)
    this.long = new Uint32Array(postings.mapWords)
    this.gathered = new Uint32Array(gatheredMax)
  }
}
