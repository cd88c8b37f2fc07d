// Walks lists, and gives those of their streets that the other requirements have too.
// Unchecked: `next` runs for every candidate, and places in a bit map follow from the number of a street.

import { keepCommon } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { CommonTerms } from './common-terms.ts'
import { type Requirement, termCount, workToUnite } from './requirement.ts'
import { StreetProbes } from './street-probes.ts'
import { END, type ListedWalk, type Walk } from './walk.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** Requirements of up to so many terms are looked up in their postings, candidate by candidate. */
const PROBE_TERMS_MAX = 24
/** Up to so many candidates are not looked up at all but in the bit maps of common terms. */
const JUDGED_AT_ONCE = 64
/** So many candidates are judged at least before the other requirements are united. */
const PATIENCE_MIN = 16
/** About how many postings are united in the time that it takes to judge a street. */
export const POSTINGS_PER_STREET = 2048

export class CheckedWalk implements Walk {
  readonly #lists: ListedWalk
  readonly #common: CommonTerms
  readonly #postings: Postings
  readonly #buffers: WalkBuffers
  readonly #probes: StreetProbes
  /** Requirements of too many terms to be probed. */
  readonly #unprobed: readonly Requirement[]
  /** Candidates before what is not probed is united: a walk that ends sooner unites nothing. */
  #patience = Number.POSITIVE_INFINITY
  /** What is not probed, once it was united. */
  #united: Uint32Array | undefined

  constructor(
    lists: ListedWalk,
    common: CommonTerms,
    others: readonly Requirement[],
    postings: Postings,
    buffers: WalkBuffers,
  ) {
    this.#lists = lists
    this.#common = common
    this.#postings = postings
    this.#buffers = buffers
    this.#unprobed = others.filter((other) => !isProbed(other))
    // To find the first place in a list takes as long as to judge a street.
    const isShort = lists.left() <= JUDGED_AT_ONCE
    this.#probes = new StreetProbes(postings, isShort ? [] : others.filter(isProbed))
    if (isShort) return
    for (const other of this.#unprobed) {
      const patience = Math.ceil(workToUnite(postings, other) / POSTINGS_PER_STREET)
      this.#patience = Math.min(this.#patience, Math.max(PATIENCE_MIN, patience))
    }
  }

  next(): number {
    if (this.#patience-- === 0) this.#unite()
    const united = this.#united
    for (let street = this.#lists.next(); street !== END; street = this.#lists.next()) {
      if (united !== undefined && ((united[street >>> 5] >>> (street & 31)) & 1) === 0) continue
      if (this.#common.have(street) && this.#probes.have(street)) return street
    }
    return END
  }

  /** Unites what is not probed, where that is less work than to judge all candidates that are left. */
  #unite(): void {
    const postings = this.#postings
    const workMax = this.#lists.left() * POSTINGS_PER_STREET
    for (const other of this.#unprobed) {
      if (workToUnite(postings, other) > workMax) continue
      const { beside, candidates } = this.#buffers
      const map = this.#united === undefined ? beside : candidates
      map.fill(0)
      for (const range of other.ranges) postings.markStreets(map, range, 0, postings.streetCount)
      if (this.#united !== undefined) keepCommon(beside, map, 0, 0, postings.mapWords)
      this.#united = beside
    }
  }
}

function isProbed({ ranges, streets }: Requirement): boolean {
  return streets === undefined && termCount(ranges) <= PROBE_TERMS_MAX
}
