// Chooses how the streets that can answer a reading are walked: driven by its rarest requirement.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { CheckedWalk } from './checked-walk.ts'
import { CommonTerms } from './common-terms.ts'
import { gatheredWalk, ListWalk } from './list-walk.ts'
import { MergeWalk } from './merge-walk.ts'
import { commonTerm, type Requirement, streetsMax, termCount } from './requirement.ts'
import { ScanWalk } from './scan-walk.ts'
import type { ListedWalk, Walk } from './walk.ts'
import { WalkBuffers } from './walk-buffers.ts'
import { WHOLE_MAX, WindowWalk } from './window-walk.ts'

/** Up to so many lists are merged. */
const MERGE_TERMS_MAX = 6
/** Up to so many postings are gathered and sorted; more are united in a bit map. */
const GATHER_MAX = 512
/** A requirement of few lists drives although another has fewer postings, if it has not too many more. */
const LISTED_TIMES = 4
const LISTED_MORE = 2048
/** With more terms than this the best-known streets are all tried, before the lists are looked at. */
const TERMS_TO_SCAN = 2048
const SCAN_STREETS = 2048

/** One for each finder. Walks share its buffers: opening a walk ends the one before it. */
export class StreetWalks {
  readonly #postings: Postings
  readonly #buffers: WalkBuffers
  readonly #gatherMax: number

  constructor(postings: Postings) {
    this.#postings = postings
    this.#buffers = new WalkBuffers(postings, GATHER_MAX)
    // A term with more postings than a bit map has words is a bit map, and has no list to gather.
    const isSmall = postings.streetCount < 1024
    this.#gatherMax = isSmall ? GATHER_MAX : Math.min(GATHER_MAX, postings.mapWords)
  }

  /** How many streets a walk would give at most. */
  streetsMax(requirements: readonly Requirement[]): number {
    let fewest = this.#postings.streetCount
    for (const each of requirements) fewest = Math.min(fewest, streetsMax(this.#postings, each))
    return fewest
  }

  /**
   * Walks streets that can have all requirements. Some of those that it gives may lack one: looking each up in many
   * lists would cost more than judging it.
   */
  open(requirements: readonly Requirement[]): Walk {
    const postings = this.#postings
    const common = new CommonTerms(postings, requirements)
    const driver = this.#driverOf(requirements)
    if (driver === undefined) return new ScanWalk(common, postings.streetCount, undefined)
    const others = requirements.filter(
      (other) => other !== driver && commonTerm(postings, other) === undefined,
    )
    const lists = this.#listsOf(driver)
    if (lists !== undefined) return new CheckedWalk(lists, common, others, postings, this.#buffers)
    const windowsFrom = (from: number) =>
      new WindowWalk(from, driver, common, others, postings, this.#buffers)
    if (termCount(driver.ranges) <= TERMS_TO_SCAN) return windowsFrom(0)
    if (streetsMax(postings, driver) <= WHOLE_MAX) return windowsFrom(0)
    const end = Math.min(SCAN_STREETS, postings.streetCount)
    return new ScanWalk(common, end, windowsFrom(end))
  }

  /** The requirement that fewest streets have; but lists are walked at once, and many must be united first. */
  #driverOf(requirements: readonly Requirement[]): Requirement | undefined {
    let fewest = Number.POSITIVE_INFINITY
    let driver: Requirement | undefined
    let fewestListed = Number.POSITIVE_INFINITY
    let listed: Requirement | undefined
    for (const requirement of requirements) {
      const count = streetsMax(this.#postings, requirement)
      if (count < fewest) [fewest, driver] = [count, requirement]
      const isListed = requirement.streets !== undefined || this.#isMerged(requirement.ranges)
      if (isListed && count < fewestListed) [fewestListed, listed] = [count, requirement]
    }
    return fewestListed < LISTED_TIMES * fewest + LISTED_MORE ? listed : driver
  }

  /** The driver as lists, where it is one, a few, or short ones. */
  #listsOf(driver: Requirement): ListedWalk | undefined {
    const postings = this.#postings
    const { ranges, streets } = driver
    if (streets !== undefined) return new ListWalk(streets, 0, streets.length)
    const [first] = ranges
    if (first !== undefined && termCount(ranges) === 1 && !postings.isMap(first.from)) {
      return new ListWalk(postings.data, postings.start(first.from), postings.end(first.from))
    }
    if (this.#isMerged(ranges)) return new MergeWalk(postings, ranges)
    if (streetsMax(postings, driver) > this.#gatherMax) return undefined
    return gatheredWalk(postings, ranges, this.#buffers.gathered)
  }

  #isMerged(ranges: readonly TermRange[]): boolean {
    return termCount(ranges) <= MERGE_TERMS_MAX && !this.#hasMap(ranges)
  }

  #hasMap(ranges: readonly TermRange[]): boolean {
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) if (this.#postings.isMap(term)) return true
    }
    return false
  }
}
