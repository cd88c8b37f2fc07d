// Walks one or a few sorted lists of streets, and checks a batch of them at once for one thing after the other.
// Unchecked: runs for every street, and never reads past the end of a list or of a batch.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import { STEPS } from '../steps.ts'
import { BATCH_MAX, copied, eachOnce, merge } from './batch.ts'
import type { CandidateChecks } from './candidate-checks.ts'
import { END, type Walk } from './walk.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** How many streets of each list are read first, as most walks end soon, and how many times as many each time after. */
const BATCH_FIRST = 64
const BATCH_GROWTH = 4

export class ListWalk implements Walk {
  readonly #streets: Uint32Array
  /** Where each list is read, and where it ends. */
  readonly #at: number[] = []
  readonly #end: number[] = []
  readonly #isSigned: boolean
  readonly #checks: CandidateChecks
  /** The streets of the batch that have what was checked, and which of them is next. */
  readonly #batch: Uint32Array
  readonly #run: Uint32Array
  #next = 0
  #count = 0
  #size = BATCH_FIRST

  /** `isSigned` where the streets are those of postings, each with its signature. */
  private constructor(
    streets: Uint32Array,
    isSigned: boolean,
    checks: CandidateChecks,
    { batch, run }: WalkBuffers,
  ) {
    this.#streets = streets
    this.#isSigned = isSigned
    this.#checks = checks
    this.#batch = batch
    this.#run = run
  }

  /** The first `count` streets of a list. */
  static through(
    streets: Uint32Array,
    count: number,
    checks: CandidateChecks,
    buffers: WalkBuffers,
  ): ListWalk {
    const walk = new ListWalk(streets, false, checks, buffers)
    walk.#at.push(0)
    walk.#end.push(count)
    return walk
  }

  /** The lists of terms that have no bit maps. */
  static merging(
    postings: Postings,
    ranges: readonly TermRange[],
    checks: CandidateChecks,
    buffers: WalkBuffers,
  ): ListWalk {
    const walk = new ListWalk(postings.lists, true, checks, buffers)
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        walk.#at.push(postings.start(term))
        walk.#end.push(postings.end(term))
      }
    }
    return walk
  }

  next(): number {
    if (this.#checks.isDue()) this.#unite()
    while (this.#next === this.#count) {
      if (this.#checks.isStopped || !this.#read()) return END
    }
    return this.#batch[this.#next++]
  }

  #unite(): void {
    const [batch, checks] = [this.#batch, this.#checks]
    if (checks.unite(this.#count - this.#next))
      this.#count = checks.keepUnited(batch, this.#next, this.#count)
  }

  /** The next batch, which may have no street left; false where the lists have ended. */
  #read(): boolean {
    const [at, checks] = [this.#at, this.#checks]
    if (checks.isDue()) checks.unite(0)
    const bound = this.#bound()
    let read = 0
    let count = 0
    for (let i = 0; i < at.length; i++) {
      const stop = this.#stop(i, bound)
      if (stop === at[i]) continue
      const before = count
      count = this.#isSigned
        ? checks.fitting(at[i], stop, this.#batch, count)
        : copied(this.#streets, at[i], stop, this.#batch, count)
      count = checks.keepMapped(this.#batch, before, count)
      if (before > 0 && count > before) {
        checks.spend(count * STEPS.merged)
        merge(this.#batch, before, count, this.#run)
      }
      read += stop - at[i]
      at[i] = stop
    }
    if (read === 0) return false
    this.#next = 0
    if (at.length > 1) count = eachOnce(this.#batch, count)
    this.#count = checks.keepProbed(this.#batch, count, read)
    this.#size = Math.min(this.#size * BATCH_GROWTH, BATCH_MAX)
    return true
  }

  /** The lowest street that is not in the batch: no list has more streets in it than its size. */
  #bound(): number {
    let bound = Number.POSITIVE_INFINITY
    if (this.#at.length === 1) return bound
    for (let i = 0; i < this.#at.length; i++) {
      const behind = this.#at[i] + this.#size
      if (behind < this.#end[i]) bound = Math.min(bound, this.#streets[behind])
    }
    return bound
  }

  /** Where a list is left for this batch. */
  #stop(i: number, bound: number): number {
    const stop = Math.min(this.#at[i] + this.#size, this.#end[i])
    if (bound === Number.POSITIVE_INFINITY) return stop
    return lowerBoundU32(this.#streets, bound, this.#at[i], stop)
  }
}
