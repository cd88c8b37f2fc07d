// Memory that walks need, kept from walk to walk: clearing it costs less than asking for it anew.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import type { Work } from '../work.ts'
import { BATCH_MAX, LISTS_MAX } from './batch.ts'
import { FinishedWalks } from './finished-walks.ts'
import { isFoldedFor, stepsToUnite } from './requirement-size.ts'
import { markAll, type StreetMap, StreetMaps } from './street-map.ts'

/** So many requirements are kept as bit maps of their streets at most. */
const WHOLE_MAPS_MAX = 8
const FOLDED_MAPS_MAX = 16

/** A bit map has one bit for each street. As all walks share these, only the walk that was opened last may go on. */
export class WalkBuffers {
  /** The candidates of a window. */
  readonly candidates: Uint32Array
  /** Streets that have one more requirement. */
  readonly beside: Uint32Array
  /** Streets that are being gathered, and which words of their bit map have any: both empty between two uses. */
  readonly marked: Uint32Array
  readonly markedWords: Uint32Array
  /** A sorted list of streets. */
  readonly gathered: Uint32Array
  /** Streets of one or a few lists that are checked together. */
  readonly batch = new Uint32Array(BATCH_MAX * LISTS_MAX)
  /** Those of one list, while they are put among the others. */
  readonly run = new Uint32Array(BATCH_MAX)
  /** Which of them have a requirement that is looked up. */
  readonly found = new Uint8Array(BATCH_MAX * LISTS_MAX)
  /** Streets that have a requirement of many lists, kept for the walks of one request. */
  readonly #wholeMaps: StreetMaps
  /** The same of those that have few postings. */
  readonly #foldedMaps: StreetMaps
  readonly finished = new FinishedWalks()
  #request: Work | undefined
  #walk = 0

  constructor(postings: Postings, gatheredMax: number) {
    this.candidates = new Uint32Array(postings.mapWords)
    this.beside = new Uint32Array(postings.mapWords)
    this.marked = new Uint32Array(postings.mapWords)
    this.markedWords = new Uint32Array((postings.mapWords + 31) >>> 5)
    this.gathered = new Uint32Array(gatheredMax)
    this.#wholeMaps = new StreetMaps(postings.mapWords, WHOLE_MAPS_MAX)
    this.#foldedMaps = StreetMaps.folded(postings.mapWords, FOLDED_MAPS_MAX)
  }

  /** What is kept for a walk that was opened before may be overwritten from now on. */
  beginWalk(work: Work): void {
    this.#walk++
    if (this.#request === work) return
    this.#request = work
    for (const kept of [this.#wholeMaps, this.#foldedMaps, this.finished]) kept.forget()
  }

  /** The streets that have a requirement, where they were marked before in this request. */
  kept(postings: Postings, requirement: Requirement): StreetMap | undefined {
    return this.#mapsFor(postings, requirement).kept(requirement, this.#walk)
  }

  /** The same, marked now; undefined where the walk has too many such maps, or the work is spent. */
  united(postings: Postings, requirement: Requirement, work: Work): StreetMap | undefined {
    const kept = this.kept(postings, requirement)
    if (kept !== undefined) return kept
    if (!work.affords(stepsToUnite(postings, requirement))) return undefined
    const united = this.#mapsFor(postings, requirement).add(requirement, this.#walk)
    if (united !== undefined) markAll(united, postings, requirement)
    return united
  }

  #mapsFor(postings: Postings, requirement: Requirement): StreetMaps {
    return isFoldedFor(postings, requirement) ? this.#foldedMaps : this.#wholeMaps
  }
}
