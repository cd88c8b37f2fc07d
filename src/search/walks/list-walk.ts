// Walks one or a few sorted lists of streets, and checks a batch of them at once for one thing after the other.
// Unchecked: runs for every street, and never reads past the end of a list or of a batch.

import type { Postings } from '../../index/terms/postings.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import { STEPS } from '../work.ts'
import { addFitting, BATCH_MAX, eachOnce, LISTS_MAX, merge, stepsToFit } from './batch.ts'
import { END, type Walk, type WalkChecks } from './walk.ts'

/** Memory that all walks of a finder share; a run is of one list, while it is merged into the others. */
export function batchBuffers() {
  return { batch: new Uint32Array(BATCH_MAX * LISTS_MAX), run: new Uint32Array(BATCH_MAX) }
}

/** Lists of streets, and their signatures where they are postings. */
interface WalkedLists {
  readonly postings: Pick<Postings, 'lists' | 'signatures'>
  /** Where each list begins and ends. */
  readonly at: number[]
  readonly end: readonly number[]
  /** A signature must have a bit of each mask. */
  readonly masks: readonly number[]
}

export class ListWalk implements Walk {
  readonly #lists: WalkedLists
  readonly #checks: WalkChecks
  readonly #batch: Uint32Array
  readonly #run: Uint32Array
  /** Which street of the batch is next, and how many there are. */
  #next = 0
  #count = 0
  /** How many streets were read from the lists, and how many of them were kept. */
  #read = 0
  #kept = 0

  constructor(
    lists: WalkedLists,
    checks: WalkChecks,
    { batch, run }: ReturnType<typeof batchBuffers>,
  ) {
    this.#lists = lists
    this.#checks = checks
    this.#batch = batch
    this.#run = run
  }

  next(): number {
    const { work } = this.#checks
    if (this.#checks.isDue) this.#unite()
    while (this.#next === this.#count) {
      if (work.isSpent || !this.#readBatch()) return END
    }
    return this.#batch[this.#next++]
  }

  #unite(): void {
    const { at, end } = this.#lists
    let unread = 0
    for (let i = 0; i < at.length; i++) unread += end[i] - at[i]
    const left = this.#count - this.#next
    const given = this.#kept - left
    const share = this.#read === 0 ? 1 : this.#kept / this.#read
    this.#checks.unite((left + unread * share) / Math.max(1, given))
    this.#count = this.#checks.keepMapped(this.#batch, this.#next, this.#count)
  }

  /** Reads the next batch, which may have no street left; false where the lists have ended. */
  #readBatch(): boolean {
    const { postings, at, masks } = this.#lists
    const [batch, checks] = [this.#batch, this.#checks]
    const { work } = checks
    const bound = this.#bound()
    let read = 0
    let count = 0
    for (let i = 0; i < at.length; i++) {
      const stop = this.#stop(i, bound)
      if (stop === at[i]) continue
      const before = count
      work.spent += (stop - at[i]) * stepsToFit(masks)
      count = addFitting(postings, at[i], stop, masks, batch, count)
      count = checks.keepMapped(batch, before, count)
      if (before > 0 && count > before) {
        work.spent += count * STEPS.check
        merge(batch, before, count, this.#run)
      }
      read += stop - at[i]
      at[i] = stop
    }
    this.#next = 0
    this.#count = checks.keepListed(batch, at.length > 1 ? eachOnce(batch, count) : count)
    this.#read += read
    this.#kept += this.#count
    return read > 0
  }

  /** The lowest street that is not in the batch: no list has more than BATCH_MAX streets in it. */
  #bound(): number {
    const { postings, at, end } = this.#lists
    let bound = Number.POSITIVE_INFINITY
    if (at.length === 1) return bound
    for (let i = 0; i < at.length; i++) {
      const behind = at[i] + BATCH_MAX
      if (behind < end[i]) bound = Math.min(bound, postings.lists[behind])
    }
    return bound
  }

  /** Where this batch ends in a list. */
  #stop(i: number, bound: number): number {
    const { postings, at, end } = this.#lists
    const stop = Math.min(at[i] + BATCH_MAX, end[i])
    if (bound === Number.POSITIVE_INFINITY) return stop
    return lowerBoundU32(postings.lists, bound, at[i], stop)
  }
}
