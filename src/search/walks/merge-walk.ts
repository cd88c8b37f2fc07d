// Walks a few sorted lists at once, always on to the lowest of their streets.
// Unchecked: `next` runs for every street, and the two arrays have one place for each list.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import type { CandidateChecks } from './candidate-checks.ts'
import { END, type Walk } from './walk.ts'

export class MergeWalk implements Walk {
  readonly #lists: Uint32Array
  readonly #checks: CandidateChecks
  /** Where each list is read, always at a street whose signature fits, and where it ends. */
  readonly #at: number[] = []
  readonly #end: number[] = []

  constructor(postings: Postings, ranges: readonly TermRange[], checks: CandidateChecks) {
    this.#lists = postings.lists
    this.#checks = checks
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        const end = postings.end(term)
        this.#at.push(checks.firstFrom(postings.start(term), end))
        this.#end.push(end)
      }
    }
  }

  next(): number {
    const checks = this.#checks
    if (checks.isDue()) checks.unite(this.#left())
    for (let street = this.#lowest(); street !== END; street = this.#lowest()) {
      if (checks.allow(street)) return street
      if (checks.isStopped) return END
    }
    return END
  }

  /** The lowest head of all lists; every list that has it moves on. */
  #lowest(): number {
    const lists = this.#lists
    const at = this.#at
    const end = this.#end
    let street = END
    for (let i = 0; i < at.length; i++) {
      if (at[i] === end[i]) continue
      const head = lists[at[i]]
      if (street === END || head < street) street = head
    }
    if (street === END) return END
    for (let i = 0; i < at.length; i++) {
      if (at[i] === end[i] || lists[at[i]] !== street) continue
      at[i] = this.#checks.firstFrom(at[i] + 1, end[i])
    }
    return street
  }

  #left(): number {
    let left = 0
    for (let i = 0; i < this.#at.length; i++) left += this.#end[i] - this.#at[i]
    return left
  }
}
