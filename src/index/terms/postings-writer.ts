// Writes for each term the streets that have it: a sorted list, or a bit map where that is smaller.
// Unchecked: hot, goes over every term of every address.

import type { SectionWriter } from '../file/section-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { bitMapWords, isMapped } from './postings.ts'
import { bucketPosting } from './premises.ts'

interface PostedStreets {
  readonly count: number
  /** The final number of each term. */
  readonly final: Uint32Array
  /** How many buckets of premises there are. */
  readonly buckets: number
  /** Calls `addTerm` and `addBucket` with every term and bucket of a street, each at least once. */
  each(street: number, addTerm: (term: number) => void, addBucket: (bucket: number) => void): void
}

/** Streets are taken in order of rank, first to count and then to fill, so that lists come out sorted. */
export async function writePostings(writer: SectionWriter, streets: PostedStreets): Promise<void> {
  const { count: streetCount, final } = streets
  const postings = bucketPosting(streets.buckets, final.length)
  const { terms, ends, before } = gather(streets, postings)
  const offset = new Uint32Array(postings + 1)
  const isMap = new Uint8Array(postings)
  const mapWords = bitMapWords(streetCount)
  for (let term = 0; term < postings; term++) {
    const count = before[term + 1]
    isMap[term] = isMapped(count, streetCount) ? 1 : 0
    offset[term + 1] = offset[term] + (isMap[term] === 1 ? mapWords : count)
    before[term + 1] += before[term]
  }
  const data = new Uint32Array(offset[postings])
  const at = offset.slice(0, postings)
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

/**
 * Each term of each street once, one street after the other: asking for them again would go over all addresses
 * again. `before` counts the streets of each term, one place after it.
 */
function gather(streets: PostedStreets, postings: number) {
  const { final } = streets
  const before = new Uint32Array(postings + 1)
  const seen = new Uint32Array(postings).fill(0xffffffff)
  const terms = new GrowingU32()
  const ends = new Uint32Array(streets.count)
  let street = 0
  const add = (term: number) => {
    if (seen[term] === street) return
    seen[term] = street
    before[term + 1]++
    terms.push(term)
  }
  const addTerm = (term: number) => add(final[term])
  const addBucket = (bucket: number) => add(bucketPosting(bucket, final.length))
  for (; street < streets.count; street++) {
    streets.each(street, addTerm, addBucket)
    ends[street] = terms.length
  }
  return { terms, ends, before }
}
