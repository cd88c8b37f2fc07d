// Walks one or a few sorted lists of streets, batch by batch: what a street must have beside them is checked for a
// whole batch at once, one thing after the other.
// Unchecked: runs for every street, and never reads past the end of a list or of a batch.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import { addFitting, type CandidateChecks } from './candidate-checks.ts'
import { END, type Walk } from './walk.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** How many streets of each list are read first, as most walks end soon, and how many at most. */
const BATCH_FIRST = 64
export const BATCH_MAX = 1024
const BATCH_GROWTH = 4
/** Up to so many lists are walked at once. */
export const LISTS_MAX = 6

/** Sorted streets: those from `from` up to `end` in an array. */
export interface StreetList {
  readonly from: number
  readonly end: number
}

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
  constructor(
    streets: Uint32Array,
    lists: readonly StreetList[],
    isSigned: boolean,
    checks: CandidateChecks,
    { batch, run }: WalkBuffers,
  ) {
    this.#streets = streets
    for (const { from, end } of lists) {
      this.#at.push(from)
      this.#end.push(end)
    }
    this.#isSigned = isSigned
    this.#checks = checks
    this.#batch = batch
    this.#run = run
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
      if (before > 0 && count > before) count = merged(this.#batch, before, count, this.#run)
      read += stop - at[i]
      at[i] = stop
    }
    if (read === 0) return false
    this.#next = 0
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

/** The lists of terms that have no bit maps. */
export function listsOf(postings: Postings, ranges: readonly TermRange[]): readonly StreetList[] {
  const lists: StreetList[] = []
  for (const { from, to } of ranges) {
    for (let term = from; term < to; term++) {
      lists.push({ from: postings.start(term), end: postings.end(term) })
    }
  }
  return lists
}

/**
 * The streets of the terms' lists whose signatures fit, sorted and without repeats: marked in an empty bit map, of
 * which only the words that were marked are read, and emptied, again.
 */
export function gatheredList(
  postings: Postings,
  ranges: readonly TermRange[],
  masks: readonly number[],
  { marked, markedWords, gathered }: WalkBuffers,
): StreetList {
  let fitting = 0
  for (const { from, to } of ranges) {
    fitting = addFitting(
      postings,
      postings.start(from),
      postings.start(to),
      masks,
      gathered,
      fitting,
    )
  }
  for (let i = 0; i < fitting; i++) {
    const street = gathered[i]
    marked[street >>> 5] |= 1 << (street & 31)
    markedWords[street >>> 10] |= 1 << ((street >>> 5) & 31)
  }
  let count = 0
  for (let block = 0; block < markedWords.length; block++) {
    for (let words = markedWords[block]; words !== 0; words &= words - 1) {
      const word = block * 32 + 31 - Math.clz32(words & -words)
      for (let bits = marked[word]; bits !== 0; bits &= bits - 1) {
        gathered[count++] = word * 32 + 31 - Math.clz32(bits & -bits)
      }
      marked[word] = 0
    }
    markedWords[block] = 0
  }
  return { from: 0, end: count }
}

/** Copies streets behind the first `count` of a batch; how many it then has. */
function copied(
  streets: Uint32Array,
  from: number,
  end: number,
  batch: Uint32Array,
  count: number,
): number {
  let to = count
  for (let at = from; at < end; at++) batch[to++] = streets[at]
  return to
}

/** Puts the sorted streets from `from` to `end` among the sorted ones before them; where they end, each once. */
function merged(batch: Uint32Array, from: number, end: number, run: Uint32Array): number {
  const count = end - from
  for (let i = 0; i < count; i++) run[i] = batch[from + i]
  let before = from - 1
  let added = count - 1
  for (let to = end - 1; added >= 0; to--) {
    if (before >= 0 && batch[before] > run[added]) batch[to] = batch[before--]
    else batch[to] = run[added--]
  }
  let kept = 1
  for (let i = 1; i < end; i++) {
    batch[kept] = batch[i]
    kept += batch[i] === batch[kept - 1] ? 0 : 1
  }
  return kept
}
