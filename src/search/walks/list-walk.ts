// Walks one sorted list of streets.
// Unchecked: `next` runs for every street, and never reads past the end of the list.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { type CandidateChecks, firstFitting } from './candidate-checks.ts'
import { END, type Walk } from './walk.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** Sorted streets: those from `from` up to `end` in an array. */
export interface StreetList {
  readonly streets: Uint32Array
  readonly from: number
  readonly end: number
  /** They are postings, each with its signature. */
  readonly isSigned: boolean
}

export class ListWalk implements Walk {
  readonly #streets: Uint32Array
  readonly #end: number
  readonly #isSigned: boolean
  readonly #checks: CandidateChecks
  #at: number

  constructor({ streets, from, end, isSigned }: StreetList, checks: CandidateChecks) {
    this.#streets = streets
    this.#at = from
    this.#end = end
    this.#isSigned = isSigned
    this.#checks = checks
  }

  next(): number {
    const checks = this.#checks
    if (checks.isDue()) checks.unite(this.#end - this.#at)
    while (!checks.isStopped) {
      if (this.#isSigned) this.#at = checks.firstFrom(this.#at, this.#end)
      if (this.#at === this.#end) return END
      const street = this.#streets[this.#at++]
      if (checks.allow(street)) return street
    }
    return END
  }
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
  const { lists, signatures } = postings
  for (const { from, to } of ranges) {
    const end = postings.start(to)
    for (let i = postings.start(from); ; i++) {
      i = firstFitting(signatures, i, end, masks)
      if (i >= end) break
      const street = lists[i]
      marked[street >>> 5] |= 1 << (street & 31)
      markedWords[street >>> 10] |= 1 << ((street >>> 5) & 31)
    }
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
  return { streets: gathered, from: 0, end: count, isSigned: false }
}
