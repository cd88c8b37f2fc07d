// A column that few records have a value in: those are marked in a bit map, and their values stand side by side.
// Unchecked: hot, read for each record that a query looks at.

import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray, SparseName } from '../file/section-names.ts'
import { popCount } from './bits.ts'

/** Values are counted at the beginning of each block of 256 records, which is eight words of the bit map. */
export const BLOCK_WORDS = 8
export const BLOCK_BITS = 8

export class SparseColumn {
  /** A bit for each record that has a value. */
  readonly bits: Uint32Array
  /** How many records are marked before each block. */
  readonly #before: Uint32Array
  readonly #values: NarrowArray
  readonly #absent: number

  constructor(sections: IndexSections, name: SparseName, absent: number) {
    this.bits = sections.get(`${name}.bits`)
    this.#before = sections.get(`${name}.before`)
    this.#values = sections.get(`${name}.values`)
    this.#absent = absent
  }

  has(record: number): boolean {
    return ((this.bits[record >>> 5] >>> (record & 31)) & 1) === 1
  }

  at(record: number): number {
    const bits = this.bits
    const word = record >>> 5
    const bit = record & 31
    const own = bits[word]
    if (((own >>> bit) & 1) === 0) return this.#absent
    let rank = this.#before[record >>> BLOCK_BITS]
    for (let i = word & -BLOCK_WORDS; i < word; i++) rank += popCount(bits[i])
    return this.#values[rank + popCount(own & ((1 << bit) - 1))]
  }
}
