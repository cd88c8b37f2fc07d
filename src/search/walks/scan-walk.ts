// Walks all streets, or the best-known ones and then those of another walk.

import type { CommonTerms } from './common-terms.ts'
import { END, type Walk } from './walk.ts'

export class ScanWalk implements Walk {
  readonly #common: CommonTerms
  readonly #end: number
  readonly #rest: Walk | undefined
  #at = 0

  /** The streets below `end` that have the common terms, then those of `rest`. */
  constructor(common: CommonTerms, end: number, rest: Walk | undefined) {
    this.#common = common
    this.#end = end
    this.#rest = rest
  }

  next(): number {
    while (this.#at < this.#end) {
      const street = this.#at++
      if (this.#common.have(street)) return street
    }
    return this.#rest?.next() ?? END
  }
}
