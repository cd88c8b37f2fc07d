// The terms of a column of numbers, by the number of their text.
// Unchecked: hot, goes over every address, and texts are numbered without a gap.

import { fold } from '../words/fold.ts'
import type { TermNumbers } from './term-numbers.ts'
import type { TermKind } from './terms.ts'

export const NO_TERM = -1

export class NumberTerms {
  readonly #values: Uint32Array
  readonly #terms: Int32Array

  /** `values` has for each row the number of its text; only texts that some row has become terms. */
  constructor(terms: TermNumbers, kind: TermKind, texts: readonly string[], values: Uint32Array) {
    const used = new Uint8Array(texts.length)
    for (let row = 0; row < values.length; row++) used[values[row]] = 1
    this.#values = values
    this.#terms = new Int32Array(texts.length).fill(NO_TERM)
    for (let i = 1; i < texts.length; i++) {
      if (used[i] === 1) this.#terms[i] = terms.add(kind, fold(texts[i]))
    }
  }

  /** The term of the row's number, or NO_TERM. */
  of(row: number): number {
    return this.#terms[this.#values[row]]
  }
}
