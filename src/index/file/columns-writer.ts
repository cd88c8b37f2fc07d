// Shapes of sections that several parts of a build write: lists, and columns that few records have a value in.

import { GrowingU32, narrowed } from '../build/growing-arrays.ts'
import type { TrieSections } from '../terms/terms-writer.ts'
import { popCount } from './columns.ts'
import type { SectionWriter } from './section-writer.ts'

export async function writeTrie(
  writer: SectionWriter,
  name: string,
  trie: TrieSections,
  count: number,
): Promise<void> {
  await writer.add(`${name}.label`, trie.label)
  await writer.add(`${name}.child`, trie.child)
  await writer.add(`${name}.first`, trie.first)
  await writer.add(`${name}.count`, Uint32Array.of(count))
}

export async function writeLists(
  writer: SectionWriter,
  name: string,
  lists: readonly (readonly number[])[],
  finalOf: Uint32Array,
): Promise<void> {
  const offset = new Uint32Array(lists.length + 1)
  lists.forEach((list, i) => {
    offset[i + 1] = offset[i] + list.length
  })
  const values = new Uint32Array(offset[lists.length])
  lists.forEach((list, i) => {
    const own = Uint32Array.from(list, (term) => finalOf[term]).sort()
    values.set(own, offset[i])
  })
  await writer.add(`${name}.offset`, offset)
  await writer.add(`${name}.values`, values)
}

/** A column of which only the records with a value take room: a bit each to say so, and the values. */
export async function writeSparse(
  writer: SectionWriter,
  name: string,
  count: number,
  absent: number,
  at: (record: number) => number,
): Promise<void> {
  const words = (count + 31) >>> 5
  const bits = new Uint32Array(words)
  const values = new GrowingU32()
  for (let record = 0; record < count; record++) {
    const value = at(record)
    if (value === absent) continue
    bits[record >>> 5] |= 1 << (record & 31)
    values.push(value)
  }
  const before = new Uint32Array((count >>> 8) + 1)
  let total = 0
  for (let word = 0; word < words; word++) {
    if ((word & 7) === 0) before[word >>> 3] = total
    total += popCount(bits[word])
  }
  await writer.add(`${name}.bits`, bits)
  await writer.add(`${name}.before`, before)
  await writer.add(`${name}.values`, narrowed(values.view()))
  values.free()
}
