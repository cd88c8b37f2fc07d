// Which words of the query a term answers: looked up once per term of each street that a query considers.
// Unchecked: `of` runs for every term of every candidate, and there is a place for each term.

import type { TermRange } from '../../index/terms/terms.ts'

/** Ranges up to this size are marked term by term; wider ones, of which a query has few, are compared. */
const NARROW_MAX = 32

/** It is cleared and filled again for every reading, and allocates nothing then. */
export class Marks {
  readonly #bits: Uint32Array
  /** Two numbers for each range that was marked: first term, end. */
  readonly #narrow: number[] = []
  /** Three numbers for each that is compared: the word's bit, first term, end. */
  readonly #wide: number[] = []

  constructor(termCount: number) {
    this.#bits = new Uint32Array(termCount)
  }

  add(bit: number, ranges: readonly TermRange[]): void {
    for (let i = 0; i < ranges.length; i++) {
      const { from, to } = ranges[i]
      if (to - from > NARROW_MAX) {
        this.#wide.push(bit, from, to)
        continue
      }
      this.#narrow.push(from, to)
      for (let term = from; term < to; term++) this.#bits[term] |= bit
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
    const narrow = this.#narrow
    for (let i = 0; i < narrow.length; i += 2) {
      for (let term = narrow[i]; term < narrow[i + 1]; term++) this.#bits[term] = 0
    }
    narrow.length = 0
    this.#wide.length = 0
  }
}
