// A column that few records have a value in: those are marked in a bit map, and their values stand side by side.
// Unchecked: hot, read for each record that a query looks at.

import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { NarrowArray, SparseName } from '../file/sections.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { popCount } from '../terms/bit-maps.ts'

/** Values are counted at the beginning of each block of 256 records, which is eight words of the bit map. */
const BLOCK_WORDS = 8
const BLOCK_BITS = 8

export class SparseColumn {
  /** A bit for each record that has a value. */
  readonly bits: Uint32Array
  /** How many records are marked before each block. */
  readonly #before: Uint32Array
  readonly values: NarrowArray
  readonly #absent: number

  constructor(sections: IndexSections, name: SparseName, absent: number) {
    this.bits = sections.get(`${name}.bits`)
    this.#before = sections.get(`${name}.before`)
    this.values = sections.get(`${name}.values`)
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
    return this.values[rank + popCount(own & ((1 << bit) - 1))]
  }

  /** The records from `from` up to `to` that have a value, in order. */
  each(from: number, to: number, visit: (record: number, value: number) => void): void {
    let at = -1
    for (let record = from; record < to; record++) {
      if (this.bits[record >>> 5] === 0) record |= 31
      else if (this.has(record)) {
        if (at === -1) at = this.rank(record)
        visit(record, this.values[at++])
      }
    }
  }

  /** How many records before this one have a value. */
  rank(record: number): number {
    const word = record >>> 5
    let rank = this.#before[record >>> BLOCK_BITS]
    for (let i = word & -BLOCK_WORDS; i < word; i++) rank += popCount(this.bits[i])
    return rank + popCount(this.bits[word] & ((1 << (record & 31)) - 1))
  }
}

/** `rows` has the row of each record, and `valueAt` gives a row's value: `absent` for none. */
export async function writeSparse(
  writer: SectionWriter,
  name: SparseName,
  rows: Uint32Array,
  absent: number,
  valueAt: (row: number) => number,
): Promise<void> {
  const records = rows.length
  const bits = new Uint32Array((records + 31) >>> 5)
  const values = new GrowingU32()
  for (let record = 0; record < records; record++) {
    const value = valueAt(rows[record])
    if (value === absent) continue
    bits[record >>> 5] |= 1 << (record & 31)
    values.push(value)
  }
  await writeMarked(writer, name, records, bits, values.view())
  values.free()
}

/** `bits` marks the records that have a value. */
export async function writeMarked(
  writer: SectionWriter,
  name: SparseName,
  records: number,
  bits: Uint32Array,
  values: Uint32Array,
): Promise<void> {
  const before = new Uint32Array((records >>> BLOCK_BITS) + 1)
  let total = 0
  for (let word = 0; word < bits.length; word++) {
    if (word % BLOCK_WORDS === 0) before[word / BLOCK_WORDS] = total
    total += popCount(bits[word])
  }
  await writer.add(`${name}.bits`, bits)
  await writer.add(`${name}.before`, before)
  await writer.add(`${name}.values`, values)
}
