// Walks one sorted list of streets.
// Unchecked: `next` runs for every street, and never reads past the end of the list.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import type { CandidateChecks } from './candidate-checks.ts'
import { END, type Walk } from './walk.ts'

/** Sorted streets: those from `from` up to `end` in an array. */
export interface StreetList {
  readonly streets: Uint32Array
  readonly from: number
  readonly end: number
}

export class ListWalk implements Walk {
  readonly #streets: Uint32Array
  readonly #end: number
  readonly #checks: CandidateChecks
  #at: number

  constructor({ streets, from, end }: StreetList, checks: CandidateChecks) {
    this.#streets = streets
    this.#at = from
    this.#end = end
    this.#checks = checks
  }

  next(): number {
    const checks = this.#checks
    if (checks.isDue()) checks.unite(this.#end - this.#at)
    while (this.#at < this.#end && !checks.isStopped) {
      const street = this.#streets[this.#at++]
      if (checks.allow(street)) return street
    }
    return END
  }
}

/** Copies the lists of the terms into `buffer`, sorted and without repeats. */
export function gatheredList(
  postings: Postings,
  ranges: readonly TermRange[],
  buffer: Uint32Array,
): StreetList {
  const { data } = postings
  let count = 0
  for (const { from, to } of ranges) {
    for (let term = from; term < to; term++) {
      const end = postings.end(term)
      for (let i = postings.start(term); i < end; i++) buffer[count++] = data[i]
    }
  }
  buffer.subarray(0, count).sort()
  let kept = 0
  for (let i = 0; i < count; i++) {
    if (i === 0 || buffer[i] !== buffer[i - 1]) buffer[kept++] = buffer[i]
  }
  return { streets: buffer, from: 0, end: kept }
}
