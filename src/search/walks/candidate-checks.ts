// Which streets of the lists that are walked have the other requirements too.
// Unchecked: hot, runs for every candidate, and places in a bit map follow from the number of a street.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import { keepInMap } from './batch.ts'
import type { CommonTerms } from './common-terms.ts'
import { addFitting, shareOf, stepsToFit } from './fitting.ts'
import { measured, stepsToUnite } from './requirement-size.ts'
import type { StreetMap } from './street-map.ts'
import { StreetProbes } from './street-probes.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** Requirements of up to so many terms are looked up in their postings, candidate by candidate. */
const PROBE_TERMS_MAX = 24
/** Up to so many candidates are not looked up at all: to find a first place in a list takes as long as to judge one. */
const JUDGED_AT_ONCE = 16
/** The same where they are expected to be as few, by their signatures. */
const EXPECTED_AT_ONCE = 8
/** Where a walk is sure to go on, what it lacks is united after so small a part of what that takes was spent. */
const HASTE = 8

export class CandidateChecks {
  /** How many streets the lists have together, and how many of them were read. */
  readonly #count: number
  #read = 0
  readonly #masks: readonly number[]
  /** What it takes to read a street and to compare its signature with the masks. */
  readonly #stepsEach: number
  readonly #common: CommonTerms
  readonly #others: readonly Requirement[]
  readonly #postings: Postings
  readonly #buffers: WalkBuffers
  readonly #work: Work
  /** How many candidates were allowed. */
  #allowed = 0
  /** How many are allowed before the postings of other requirements are looked at. */
  readonly #atOnce: number
  /** Made once it is known that candidates are many. */
  #probes: StreetProbes | undefined
  /** Requirements of too many terms to be probed. */
  #unprobed: readonly Requirement[] = []
  /** How many times what was spent it may take to unite one of them: more where the walk is sure to go on. */
  readonly #haste: number
  /** What was spent when the walk began, and what is when the next of them is due to be united. */
  readonly #begun: number
  #dueAt = Number.POSITIVE_INFINITY
  /** What is not probed, once it was united. */
  readonly #united: StreetMap[] = []

  /**
   * `count` is how many streets the lists have together; a signature must have a bit of each mask. A walk that is
   * `isWhole` does not end before its last street.
   */
  constructor(
    count: number,
    masks: readonly number[],
    common: CommonTerms,
    others: readonly Requirement[],
    postings: Postings,
    buffers: WalkBuffers,
    work: Work,
    isWhole: boolean,
  ) {
    this.#count = count
    this.#haste = isWhole ? HASTE : 1
    this.#masks = masks
    this.#stepsEach = stepsToFit(masks)
    this.#common = common
    this.#others = others
    this.#postings = postings
    this.#buffers = buffers
    this.#work = work
    this.#begun = work.spent
    const isFew = count > JUDGED_AT_ONCE && count * shareOf(masks) <= EXPECTED_AT_ONCE
    const atOnce = count <= JUDGED_AT_ONCE || isFew ? JUDGED_AT_ONCE : 0
    this.#atOnce = others.length === 0 ? Number.POSITIVE_INFINITY : atOnce
    if (this.#atOnce === 0) this.#probe()
  }

  spend(steps: number): void {
    this.#work.spent += steps
  }

  get isStopped(): boolean {
    return this.#work.isSpent
  }

  /**
   * Adds to a batch of `count` streets those from `from` to `end` in the lists that can have all requirements, by their
   * signatures; how many it then has. Those beyond what the work affords are left out, and the walk ends with them.
   */
  fitting(from: number, end: number, batch: Uint32Array, count: number): number {
    const most = Math.ceil(this.#work.left / this.#stepsEach)
    const stop = Math.min(end, from + most)
    this.#work.spent += (stop - from) * this.#stepsEach
    return addFitting(this.#postings, from, stop, this.#masks, batch, count)
  }

  /** Leaves in a batch, from `from` on, the streets that have the common terms and all that was united. */
  keepMapped(batch: Uint32Array, from: number, count: number): number {
    const maps = this.#common.count + this.#united.length
    this.#work.spent += (count - from) * STEPS.mapped * maps
    return this.#common.keepStreets(batch, from, this.keepUnited(batch, from, count))
  }

  /** Leaves in a batch, from `from` on, the streets that have all that was united. */
  keepUnited(batch: Uint32Array, from: number, count: number): number {
    let end = count
    for (let i = 0; i < this.#united.length; i++)
      end = keepInMap(this.#united[i].map, 0, this.#united[i].mask, batch, from, end)
    return end
  }

  /**
   * Leaves in a batch the streets that have what is looked up in postings; how many these are. `read` is of how many
   * streets of the lists the batch is.
   */
  keepProbed(batch: Uint32Array, count: number, read: number): number {
    this.#read += read
    if (this.#probes === undefined && this.#allowed + count > this.#atOnce) this.#probe()
    const kept = this.#probes?.keep(batch, count) ?? count
    this.#allowed += kept
    return kept
  }

  #probe(): void {
    const postings = this.#postings
    const isProbed = (other: Requirement) =>
      other.streets === undefined && measured(postings, other).terms <= PROBE_TERMS_MAX
    const probed = this.#others.filter(isProbed)
    this.#probes = new StreetProbes(postings, probed, this.#buffers, this.#work, () =>
      this.#toComeFor(0),
    )
    const kept = (other: Requirement) => this.#buffers.kept(postings, other)
    const unprobed = this.#others.filter((other) => !isProbed(other))
    for (const other of unprobed) {
      const map = kept(other)
      if (map !== undefined) this.#united.push(map)
    }
    this.#waitFor(unprobed.filter((other) => kept(other) === undefined))
  }

  #waitFor(unprobed: readonly Requirement[]): void {
    this.#unprobed = unprobed
    const steps = Math.min(...unprobed.map((other) => stepsToUnite(this.#postings, other)))
    this.#dueAt = this.#begun + steps / this.#haste
  }

  /**
   * Whether it is time to `unite`: a walk may end before that pays, so that as much was spent on it without, and at
   * worst twice of what had to be is.
   */
  isDue(): boolean {
    return this.#work.spent >= this.#dueAt
  }

  /**
   * Unites what it is time for, where that is less work than what is left to do without, if that goes on as so far;
   * false where nothing is. `left` is how many streets of the batch are left.
   */
  unite(left: number): boolean {
    const postings = this.#postings
    const before = this.#united.length
    const spent = this.#work.spent - this.#begun
    const toCome = spent * this.#toComeFor(left)
    const waiting: Requirement[] = []
    for (const other of this.#unprobed) {
      const steps = stepsToUnite(postings, other)
      if (steps > spent * this.#haste) waiting.push(other)
      else if (steps <= toCome) {
        const map = this.#buffers.united(postings, other, this.#work)
        if (map !== undefined) this.#united.push(map)
      }
    }
    this.#waitFor(waiting)
    return this.#united.length > before
  }

  /** How much more is to come than was so far: of the streets that are given, or of those that are read to find any. */
  #toComeFor(left: number): number {
    const unread = this.#count - this.#read
    const given = this.#allowed - left
    if (given < 1) return unread / Math.max(1, this.#read)
    return (left + unread * (this.#allowed / this.#read)) / given
  }
}
