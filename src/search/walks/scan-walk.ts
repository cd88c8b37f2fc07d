// Walks all streets, or the best-known ones and then those of another walk.

import { STEPS, type Work } from '../work.ts'
import type { CommonTerms } from './common-terms.ts'
import { END, type Walk } from './walk.ts'

export class ScanWalk implements Walk {
  readonly #common: CommonTerms
  readonly #end: number
  readonly #rest: Walk | undefined
  readonly #work: Work
  #at = 0

  /** The streets below `end` that have the common terms, then those of `rest`. */
  constructor(common: CommonTerms, end: number, rest: Walk | undefined, work: Work) {
    this.#common = common
    this.#end = end
    this.#rest = rest
    this.#work = work
  }

  next(): number {
    while (this.#at < this.#end && !this.#work.isSpent) {
      const street = this.#at++
      this.#work.spent += STEPS.scanned
      if (this.#common.have(street)) return street
    }
    return this.#rest?.next() ?? END
  }
}
