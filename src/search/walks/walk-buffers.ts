// Memory that walks need, kept from walk to walk: clearing it costs less than asking for it anew.

import { addList, clearList } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import type { Requirement } from '../query/requirement.ts'
import { MARKED_PER_STEP } from '../steps.ts'
import type { Work } from '../work.ts'
import { workToUnite } from './requirement-size.ts'

/** So many requirements are kept as bit maps of their streets at most. */
const WHOLE_MAPS_MAX = 8

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
  /** Streets that have one of the many lists of a requirement; made when first asked for. */
  readonly #united: UnitedMap[] = []
  /** Streets that have a requirement of many lists, kept for the walks of one request. */
  readonly #wholeMaps: WholeMap[] = []
  #request: Work | undefined
  #walk = 0

  constructor(postings: Postings, gatheredMax: number) {
    this.candidates = new Uint32Array(postings.mapWords)
    this.beside = new Uint32Array(postings.mapWords)
    this.marked = new Uint32Array(postings.mapWords)
    this.markedWords = new Uint32Array((postings.mapWords + 31) >>> 5)
    this.gathered = new Uint32Array(gatheredMax)
  }

  /** What is kept for a walk that was opened before may be overwritten from now on. */
  beginWalk(work: Work): void {
    this.#walk++
    if (this.#request === work) return
    this.#request = work
    for (const each of this.#wholeMaps) each.requirement = undefined
  }

  /** The streets that have a requirement; undefined where the walk has too many such maps, or the work is spent. */
  wholeMap(postings: Postings, requirement: Requirement, work: Work): Uint32Array | undefined {
    const kept = this.#wholeMaps.find((each) => each.requirement === requirement)
    const whole = kept ?? this.#freeMap()
    if (whole === undefined) return undefined
    const isKept = kept !== undefined
    if (!isKept && !work.affords(workToUnite(postings, requirement) / MARKED_PER_STEP)) {
      return undefined
    }
    whole.walk = this.#walk
    if (isKept) return kept.map
    whole.requirement = requirement
    whole.map.fill(0)
    const { streetCount } = postings
    for (const range of requirement.ranges) postings.markStreets(whole.map, range, 0, streetCount)
    return whole.map
  }

  /** One that this walk does not need; of these the one that was not needed for longest. */
  #freeMap(): WholeMap | undefined {
    if (this.#wholeMaps.length < WHOLE_MAPS_MAX) {
      const map = new Uint32Array(this.candidates.length)
      const added = { map, requirement: undefined, walk: 0 }
      this.#wholeMaps.push(added)
      return added
    }
    const oldest = this.#wholeMaps.reduce((a, b) => (b.walk < a.walk ? b : a))
    return oldest.walk < this.#walk ? oldest : undefined
  }

  /**
   * The streets that the lists of these ranges have, as a bit map for the requirement of a walk that comes at this
   * place. Of what it held before only the words that have a street are emptied: they are few among all.
   */
  united(at: number, postings: Postings, ranges: readonly TermRange[]): Uint32Array {
    const { lists } = postings
    const known = this.#united[at] ?? { map: new Uint32Array(postings.mapWords), ranges: [] }
    const { map } = known
    for (const { from, to } of known.ranges) {
      const [start, end] = [postings.start(from), postings.start(to)]
      if (end - start > map.length) map.fill(0)
      else clearList(map, lists, start, end)
    }
    for (const { from, to } of ranges) {
      addList(map, lists, postings.start(from), postings.start(to))
    }
    this.#united[at] = { map, ranges }
    return map
  }
}

/** The lists that a bit map was made of. */
interface UnitedMap {
  readonly map: Uint32Array
  readonly ranges: readonly TermRange[]
}

interface WholeMap {
  readonly map: Uint32Array
  /** Whose streets it has, and the last walk that needed it. */
  requirement: Requirement | undefined
  walk: number
}
