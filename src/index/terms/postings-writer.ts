// Writes for each term the streets that have it: a sorted list, or a bit map where that is smaller.

import type { SectionWriter } from '../file/section-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { bitMapWords, isMapped } from './postings.ts'

/** Calls `add` with every term of a street; a term may come more than once. */
export type StreetTerms = (street: number, add: (term: number) => void) => void

/** Streets are taken in order of rank, first to count and then to fill, so that lists come out sorted. */
export async function writePostings(
  writer: SectionWriter,
  streetCount: number,
  termCount: number,
  termsOf: StreetTerms,
): Promise<void> {
  const before = new Uint32Array(termCount + 1)
  const seen = new Uint32Array(termCount).fill(0xffffffff)
  // Each term of each street once: asking for them again would go over all addresses again.
  const terms = new GrowingU32()
  const ends = new Uint32Array(streetCount)
  for (let street = 0; street < streetCount; street++) {
    termsOf(street, (term) => {
      if (seen[term] === street) return
      seen[term] = street
      before[term + 1]++
      terms.push(term)
    })
    ends[street] = terms.length
  }
  const offset = new Uint32Array(termCount + 1)
  const mapWords = bitMapWords(streetCount)
  for (let term = 0; term < termCount; term++) {
    const count = before[term + 1]
    offset[term + 1] = offset[term] + (isMapped(count, streetCount) ? mapWords : count)
  }
  const isMap = new Uint8Array(termCount)
  for (let term = 0; term < termCount; term++) {
    isMap[term] = isMapped(before[term + 1], streetCount) ? 1 : 0
    before[term + 1] += before[term]
  }
  const data = new Uint32Array(offset[termCount])
  const at = offset.slice(0, termCount)
  for (let street = 0, i = 0; street < streetCount; street++) {
    for (; i < ends[street]; i++) {
      const term = terms.at(i)
      if (isMap[term] === 1) data[offset[term] + (street >>> 5)] |= 1 << (street & 31)
      else data[at[term]++] = street
    }
  }
  terms.free()
  await writer.add('postings.offset', offset)
  await writer.add('postings.before', before)
  await writer.add('postings.data', data)
}
