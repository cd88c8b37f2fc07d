// Which streets of the lists that are walked have the other requirements too.
// Unchecked: `allow` runs for every candidate, and places in a bit map follow from the number of a street.

import { keepCommon } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { POSTINGS_PER_STEP, STEPS, type Work } from '../work.ts'
import type { CommonTerms } from './common-terms.ts'
import { sizeOf, workToUnite } from './requirement-size.ts'
import { StreetProbes } from './street-probes.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** Requirements of up to so many terms are looked up in their postings, candidate by candidate. */
const PROBE_TERMS_MAX = 24
/** Up to so many candidates are not looked up at all but in the bit maps of common terms. */
const JUDGED_AT_ONCE = 16
/** So many candidates are judged at least before the other requirements are united. */
const PATIENCE_MIN = 16
/** About how many postings are united in the time that it takes to judge a street. */
export const POSTINGS_PER_STREET = 2048

export class CandidateChecks {
  readonly #common: CommonTerms
  readonly #postings: Postings
  readonly #buffers: WalkBuffers
  readonly #work: Work
  readonly #probes: StreetProbes
  /** Requirements of too many terms to be probed. */
  readonly #unprobed: readonly Requirement[]
  /** Candidates before what is not probed is united: a walk that ends sooner unites nothing. */
  #patience = Number.POSITIVE_INFINITY
  /** What is not probed, once it was united. */
  #united: Uint32Array | undefined

  /** `count` is how many streets the lists have together. */
  constructor(
    count: number,
    common: CommonTerms,
    others: readonly Requirement[],
    postings: Postings,
    buffers: WalkBuffers,
    work: Work,
  ) {
    this.#common = common
    this.#postings = postings
    this.#buffers = buffers
    this.#work = work
    const isProbed = (other: Requirement) =>
      other.streets === undefined && sizeOf(postings, other).terms <= PROBE_TERMS_MAX
    this.#unprobed = others.filter((other) => !isProbed(other))
    // To find the first place in a list takes as long as to judge a street.
    const isShort = count <= JUDGED_AT_ONCE
    const probed = isShort ? [] : others.filter(isProbed)
    this.#probes = new StreetProbes(count, postings, probed, buffers, work)
    if (isShort) return
    for (const other of this.#unprobed) {
      const patience = Math.ceil(workToUnite(postings, other) / POSTINGS_PER_STREET)
      this.#patience = Math.min(this.#patience, Math.max(PATIENCE_MIN, patience))
    }
  }

  get isStopped(): boolean {
    return this.#work.isSpent
  }

  /** Whether the street has what the other requirements ask for, as far as that is looked up. */
  allow(street: number): boolean {
    this.#work.spent += STEPS.candidate
    const united = this.#united
    if (united !== undefined && ((united[street >>> 5] >>> (street & 31)) & 1) === 0) return false
    return this.#common.have(street) && this.#probes.have(street)
  }

  /** One more street was asked for; true when it is time to `unite`. */
  isDue(): boolean {
    return this.#patience-- === 0
  }

  /** Unites what is not probed, where that is less work than to judge the streets that the lists have left. */
  unite(left: number): void {
    const postings = this.#postings
    const { beside, candidates } = this.#buffers
    for (const other of this.#unprobed) {
      const postingsRead = workToUnite(postings, other)
      if (postingsRead > left * POSTINGS_PER_STREET) continue
      this.#work.spent += postingsRead / POSTINGS_PER_STEP
      const map = this.#united === undefined ? beside : candidates
      map.fill(0)
      for (const range of other.ranges) postings.markStreets(map, range, 0, postings.streetCount)
      if (this.#united !== undefined) keepCommon(beside, map, 0, 0, postings.mapWords)
      this.#united = beside
    }
  }
}
