// Writes for each term the streets that have it: a sorted list, or a bit map where that is smaller.
// Unchecked: hot, goes over every term of every address.

import type { SectionWriter } from '../file/index-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { bitMapWords, isMapped } from './postings.ts'
import { bucketPosting } from './premises.ts'
import { signatureBits, signatureOf } from './signatures.ts'

interface PostedStreets {
  readonly count: number
  /** The final number of each term. */
  readonly final: Uint32Array
  /** All terms in their final order, each with its kind before it. */
  readonly sorted: readonly string[]
  /** How many buckets of premises there are. */
  readonly buckets: number
  /** Calls `addTerm` and `addBucket` with every term and bucket of a street, each at least once. */
  each(street: number, addTerm: (term: number) => void, addBucket: (bucket: number) => void): void
}

/** Streets are taken in order of rank, first to count and then to fill, so that lists come out sorted. */
export async function writePostings(writer: SectionWriter, streets: PostedStreets): Promise<void> {
  const { count: streetCount, final } = streets
  const postings = bucketPosting(streets.buckets, final.length)
  const { terms, ends, counts } = gather(streets, postings)
  const { places, at, listed, maps } = placesOf(counts, streetCount)
  const bits = signatureBits(streets.sorted)
  await writer.add('terms.bit', bits)
  const mapWords = bitMapWords(streetCount)
  const mapped = new Uint32Array(maps * mapWords)
  const lists = new Uint32Array(listed)
  const signatures = new Uint32Array(streetCount)
  for (let street = 0, i = 0; street < streetCount; street++) {
    for (let own = i; own < ends[street]; own++) {
      const term = terms.at(own)
      if (term < bits.length) signatures[street] |= signatureOf(bits[term])
    }
    for (; i < ends[street]; i++) {
      const term = terms.at(i)
      if (isMapped(counts[term], streetCount)) {
        mapped[at[term] * mapWords + (street >>> 5)] |= 1 << (street & 31)
        continue
      }
      lists[at[term]++] = street
    }
  }
  terms.free()
  await writer.add('postings.places', places)
  await writer.add('postings.lists', lists)
  // In place: there are as many signatures as streets in lists, which is what a build needs most memory for.
  for (let i = 0; i < listed; i++) lists[i] = signatures[lists[i]]
  await writer.add('postings.signatures', lists)
  await writer.add('postings.maps', mapped)
}

/** Where the list of each term begins and how many postings come before it; `at` has its list or its bit map. */
function placesOf(counts: Uint32Array, streetCount: number) {
  const places = new Uint32Array(2 * counts.length + 2)
  const at = new Uint32Array(counts.length)
  let [before, listed, maps] = [0, 0, 0]
  for (let term = 0; term < counts.length; term++) {
    places[2 * term] = listed
    places[2 * term + 1] = before
    const count = counts[term]
    const isMap = isMapped(count, streetCount)
    at[term] = isMap ? maps++ : listed
    if (!isMap) listed += count
    before += count
  }
  places[2 * counts.length] = listed
  places[2 * counts.length + 1] = before
  return { places, at, listed, maps }
}

/**
 * Each term of each street once, one street after the other: asking for them again would go over all addresses
 * again.
 */
function gather(streets: PostedStreets, postings: number) {
  const { final } = streets
  const counts = new Uint32Array(postings)
  const seen = new Uint32Array(postings).fill(0xffffffff)
  const terms = new GrowingU32()
  const ends = new Uint32Array(streets.count)
  let street = 0
  const add = (term: number) => {
    if (seen[term] === street) return
    seen[term] = street
    counts[term]++
    terms.push(term)
  }
  const addTerm = (term: number) => add(final[term])
  const addBucket = (bucket: number) => add(bucketPosting(bucket, final.length))
  for (; street < streets.count; street++) {
    streets.each(street, addTerm, addBucket)
    ends[street] = terms.length
  }
  return { terms, ends, counts }
}
