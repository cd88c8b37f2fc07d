// Writes a column of which only the records with a value take room: a bit each to say so, and the values.
// Unchecked: hot, goes over all records for each of a dozen columns.

import type { SparseName } from '../file/section-names.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { popCount } from './bits.ts'
import { BLOCK_BITS, BLOCK_WORDS } from './sparse-column.ts'

/** `rows` has the row of each record, and `valueAt` gives a row's value: `absent` for none. */
export async function writeSparse(
  writer: SectionWriter,
  name: SparseName,
  rows: Uint32Array,
  absent: number,
  valueAt: (row: number) => number,
): Promise<void> {
  const records = rows.length
  const words = (records + 31) >>> 5
  const bits = new Uint32Array(words)
  const values = new GrowingU32()
  for (let record = 0; record < records; record++) {
    const value = valueAt(rows[record])
    if (value === absent) continue
    bits[record >>> 5] |= 1 << (record & 31)
    values.push(value)
  }
  const before = new Uint32Array((records >>> BLOCK_BITS) + 1)
  let total = 0
  for (let word = 0; word < words; word++) {
    if (word % BLOCK_WORDS === 0) before[word / BLOCK_WORDS] = total
    total += popCount(bits[word])
  }
  await writer.add(`${name}.bits`, bits)
  await writer.add(`${name}.before`, before)
  await writer.add(`${name}.values`, values.view())
  values.free()
}
