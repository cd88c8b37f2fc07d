// Memory that walks need, kept from walk to walk: clearing it costs less than asking for it anew.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { MARKED_PER_STEP } from '../steps.ts'
import type { Work } from '../work.ts'
import { BATCH_MAX, LISTS_MAX } from './list-walk.ts'
import { measured, stepsToMark, workToUnite } from './requirement-size.ts'
import { isFolded, markLists, type StreetMap, StreetMaps } from './street-map.ts'

/** So many requirements are kept as bit maps of their streets at most. */
const WHOLE_MAPS_MAX = 8
const FOLDED_MAPS_MAX = 16

/** A bit map has one bit for each street. As all walks share these, only the walk that was opened last may go on. */
export class WalkBuffers {
  /** The candidates of a window, or what is being united. */
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
  /** Streets that have a requirement of many lists, kept for the walks of one request. */
  readonly #wholeMaps: StreetMaps
  /** The same of what the lists alone have, and of those that have few postings. */
  readonly #listMaps: StreetMaps
  readonly #foldedMaps: StreetMaps
  #request: Work | undefined
  #walk = 0

  constructor(postings: Postings, gatheredMax: number) {
    this.candidates = new Uint32Array(postings.mapWords)
    this.beside = new Uint32Array(postings.mapWords)
    this.marked = new Uint32Array(postings.mapWords)
    this.markedWords = new Uint32Array((postings.mapWords + 31) >>> 5)
    this.gathered = new Uint32Array(gatheredMax)
    this.#wholeMaps = new StreetMaps(postings.mapWords, WHOLE_MAPS_MAX)
    this.#listMaps = new StreetMaps(postings.mapWords, WHOLE_MAPS_MAX)
    this.#foldedMaps = StreetMaps.folded(postings.mapWords, FOLDED_MAPS_MAX)
  }

  /** What is kept for a walk that was opened before may be overwritten from now on. */
  beginWalk(work: Work): void {
    this.#walk++
    if (this.#request === work) return
    this.#request = work
    for (const maps of [this.#wholeMaps, this.#listMaps, this.#foldedMaps]) maps.forget()
  }

  /** The streets that have a requirement; undefined where the walk has too many such maps, or the work is spent. */
  wholeMap(postings: Postings, requirement: Requirement, work: Work): StreetMap | undefined {
    const kept = this.#wholeMaps.kept(requirement, this.#walk)
    if (kept !== undefined) return kept
    if (!work.affords(workToUnite(postings, requirement) / MARKED_PER_STEP)) return undefined
    const whole = this.#wholeMaps.add(requirement, this.#walk)
    if (whole === undefined) return undefined
    const { streetCount } = postings
    for (const range of requirement.ranges) postings.markStreets(whole.map, range, 0, streetCount)
    return whole
  }

  /** The same of the lists of a requirement alone; what has other streets besides may be among them. */
  listMap(postings: Postings, requirement: Requirement, work: Work): StreetMap | undefined {
    const isFew = isFolded(measured(postings, requirement).listed)
    const maps = isFew ? this.#foldedMaps : this.#listMaps
    const kept = maps.kept(requirement, this.#walk)
    if (kept !== undefined) return kept
    if (!work.affords(stepsToMark(postings, requirement))) return undefined
    const added = maps.add(requirement, this.#walk)
    if (added !== undefined) markLists(added, postings, requirement)
    return added
  }
}
