// Walks all streets, or the best-known ones and then those of another walk.

import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import type { CommonTerms } from './common-terms.ts'
import { END, type Walk } from './walk.ts'

export class ScanWalk implements Walk {
  readonly #common: CommonTerms
  readonly #end: number
  readonly #rest: Walk | undefined
  readonly #work: Work
  #word = -1
  #bits = 0

  /** The streets below `end` that have the common terms, then those of `rest`. */
  constructor(common: CommonTerms, end: number, rest: Walk | undefined, work: Work) {
    this.#common = common
    this.#end = end
    this.#rest = rest
    this.#work = work
  }

  next(): number {
    while (this.#bits === 0) {
      const left = this.#end - (this.#word + 1) * 32
      if (left <= 0 || this.#work.isSpent) return this.#rest?.next() ?? END
      this.#word++
      this.#work.spent += STEPS.scanned
      this.#bits = this.#common.word(this.#word) & (left < 32 ? (1 << left) - 1 : -1)
    }
    const bit = 31 - Math.clz32(this.#bits & -this.#bits)
    this.#bits &= this.#bits - 1
    return this.#word * 32 + bit
  }
}
