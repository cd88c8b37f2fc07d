// Which words of the query a term answers: looked up once per term of each street that a query considers.

import type { TermRange } from '../../index/terms/terms.ts'

/** Ranges up to this size are marked term by term; wider ones, of which a query has few, are compared. */
const NARROW_MAX = 256

export class Marks {
  readonly #bits: Uint32Array
  #touched: number[] = []
  /** Three numbers a range: word's bit, first term, end. */
  #wide: number[] = []

  constructor(termCount: number) {
    this.#bits = new Uint32Array(termCount)
  }

  add(bit: number, ranges: readonly TermRange[]): void {
    for (const { from, to } of ranges) {
      if (to - from > NARROW_MAX) {
        this.#wide.push(bit, from, to)
        continue
      }
      for (let term = from; term < to; term++) {
        this.#bits[term] |= bit
        this.#touched.push(term)
      }
    }
  }

  /** The bits of the words that this term answers. */
  of(term: number): number {
    const wide = this.#wide
    let bits = this.#bits[term]
    for (let i = 0; i < wide.length; i += 3) {
      if (term >= wide[i + 1] && term < wide[i + 2]) bits |= wide[i]
    }
    return bits
  }

  /** The bits of the words that a list of terms answers together. */
  ofList(values: Uint32Array, from: number, to: number): number {
    let bits = 0
    for (let i = from; i < to; i++) bits |= this.of(values[i])
    return bits
  }

  clear(): void {
    for (const term of this.#touched) this.#bits[term] = 0
    this.#touched = []
    this.#wide = []
  }
}
