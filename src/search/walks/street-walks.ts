// Chooses how the streets that can answer a reading are walked: driven by its rarest requirement.

import { popCount } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import { ANY_STREET, type SignatureMasks, shareOf } from '../../index/terms/signatures.ts'
import { NO_TERM, type Requirement } from '../query/requirement.ts'
import { STEPS, type Work } from '../work.ts'
import { addFitting, LISTS_MAX, StreetSorter, stepsToFit } from './batch.ts'
import { batchBuffers, ListWalk } from './list-walk.ts'
import { END, MapWalk, UnitedMaps, type Walk, WalkChecks } from './walk.ts'

/** Up to this many streets are judged at once: looking one up takes as long. */
const JUDGED_AT_ONCE = 16

/** One for each finder. Walks share its memory: opening a walk ends the one before it. */
export class StreetWalks {
  readonly #postings: Postings
  readonly #masks: SignatureMasks
  readonly #united: UnitedMaps
  readonly #sorter: StreetSorter
  /** Room for as many postings as a bit map has words: with more, reading the maps takes less. */
  readonly #gathered: Uint32Array
  readonly #buffers = batchBuffers()

  constructor(postings: Postings, masks: SignatureMasks) {
    this.#postings = postings
    this.#masks = masks
    this.#united = new UnitedMaps(postings)
    this.#sorter = new StreetSorter(postings.mapWords)
    this.#gathered = new Uint32Array(postings.mapWords)
  }

  /** How many streets a walk would give at most. */
  streetsMax(requirements: readonly Requirement[]): number {
    let fewest = this.#postings.streetCount
    for (const each of requirements) fewest = Math.min(fewest, each.measured(this.#postings).count)
    return fewest
  }

  /** The streets that a walk gives; undefined where there are more than `most`, or the work is spent before. */
  gathered(
    requirements: readonly Requirement[],
    most: number,
    work: Work,
  ): Uint32Array | undefined {
    const walk = this.open(requirements, work, true)
    const streets: number[] = []
    for (let street = walk.next(); street !== END; street = walk.next()) {
      if (streets.length === most) return undefined
      streets.push(street)
    }
    return work.isSpent ? undefined : Uint32Array.from(streets)
  }

  /**
   * Walks streets that can have all requirements. Some may lack one: looking each up in many lists would cost more than
   * judging it. A walk that `isWhole` goes to its end, so it first unites what takes less than judging streets.
   */
  open(requirements: readonly Requirement[], work: Work, isWhole = false): Walk {
    const postings = this.#postings
    this.#united.beginWalk(work)
    const driver = this.#driverOf(requirements)
    const masks = driver === undefined ? [] : this.#masksOf(requirements, driver)
    const expected = (driver?.count ?? postings.streetCount) * shareOf(masks)
    const isFew = driver !== undefined && driver.count <= JUDGED_AT_ONCE
    const others = requirements.filter(
      (each) => each !== driver && (!isFew || each.common !== NO_TERM),
    )
    const checks = new WalkChecks(others, postings, this.#united, work, isWhole ? expected : 0)
    if (driver === undefined) return new MapWalk(checks, postings.streetCount)
    const { streets, terms } = driver
    if (streets !== undefined) return this.#through(streets, streets.length, checks)
    if (terms <= LISTS_MAX) return this.#merging(driver, masks, checks)
    return this.#through(this.#gathered, this.#gather(driver, masks, checks), checks)
  }

  /** One list. */
  #through(lists: Uint32Array, count: number, checks: WalkChecks): Walk {
    const walked = { postings: { lists, signatures: lists }, at: [0], end: [count], masks: [] }
    return new ListWalk(walked, checks, this.#buffers)
  }

  #merging({ ranges }: Requirement, masks: readonly number[], checks: WalkChecks): Walk {
    const postings = this.#postings
    const at: number[] = []
    const end: number[] = []
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        at.push(postings.start(term))
        end.push(postings.end(term))
      }
    }
    return new ListWalk({ postings, at, end, masks }, checks, this.#buffers)
  }

  /** Puts the streets of many lists that fit into one sorted list; how many there are, none where the work is spent. */
  #gather({ listed, ranges }: Requirement, masks: readonly number[], checks: WalkChecks): number {
    const [postings, streets, { work }] = [this.#postings, this.#gathered, checks]
    if (!work.affords(listed * stepsToFit(masks) + ranges.length * STEPS.lookUp)) return 0
    let count = 0
    for (const { from, to } of ranges) {
      const [start, end] = [postings.start(from), postings.start(to)]
      count = addFitting(postings, start, end, masks, streets, count)
    }
    count = checks.keepMapped(streets, 0, count)
    return work.affords(this.#sorter.stepsFor(count)) ? this.#sorter.sort(streets, count) : 0
  }

  /** The requirement whose lists take least to walk; undefined where none has few enough. */
  #driverOf(requirements: readonly Requirement[]): Requirement | undefined {
    let share = 1
    for (const each of requirements) share *= this.#shareOf(each.measured(this.#postings))
    let least = Number.POSITIVE_INFINITY
    let driver: Requirement | undefined
    for (const each of requirements) {
      const { count, terms, ranges, hasMap } = each
      const isGathered = terms > LISTS_MAX
      if (hasMap || (isGathered && count > this.#gathered.length)) continue
      // Gathered streets are all read before the first is given.
      const reading = isGathered ? 2 * count + ranges.length * STEPS.lookUp : count
      const fitting = Math.max(
        (count * share) / this.#shareOf(each),
        Math.min(count, JUDGED_AT_ONCE),
      )
      const steps = reading + fitting * STEPS.candidate
      if (steps < least) [least, driver] = [steps, each]
    }
    return driver
  }

  /** The share of all streets that have a bit of its mask. */
  #shareOf(requirement: Requirement): number {
    requirement.share ??= shareOf([this.#maskOf(requirement)])
    return requirement.share
  }

  #maskOf(requirement: Requirement): number {
    if (requirement.streets !== undefined) return ANY_STREET
    requirement.mask ??= this.#masks.of(requirement.ranges)
    return requirement.mask
  }

  /** The masks of all requirements but the driver. Those of few bits first: they rule most streets out. */
  #masksOf(requirements: readonly Requirement[], driver: Requirement): readonly number[] {
    const masks: number[] = []
    for (const requirement of requirements) {
      const mask = requirement === driver ? ANY_STREET : this.#maskOf(requirement)
      if (mask !== ANY_STREET) masks.push(mask)
    }
    return masks.sort((a, b) => popCount(a) - popCount(b))
  }
}
