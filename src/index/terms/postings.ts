// Which streets each term is found on: sorted lists for rare terms, bit maps for common ones.
// Unchecked: hot, read for every term of every keystroke, and written from every term of every address.

import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { addList, addMap, setBits } from './bit-maps.ts'
import { signatureBits, signatureOf } from './signatures.ts'
import type { TermRange } from './terms.ts'

export class Postings {
  readonly streetCount: number
  /** Words of a bit map over all streets. */
  readonly mapWords: number
  /** The streets of all terms that have a list, and beside each its signature: see `signatures.ts`. */
  readonly lists: Uint32Array
  readonly signatures: Uint32Array
  /** The bit maps of all other terms. */
  readonly maps: Uint32Array
  /** Two for each term: where its list begins, and how many postings all terms before it have. */
  readonly #places: Uint32Array
  /** The terms whose postings are a bit map, in order. */
  readonly #mapTerms: Uint32Array

  constructor(sections: IndexSections, streetCount: number) {
    this.streetCount = streetCount
    this.mapWords = bitMapWords(streetCount)
    this.lists = sections.get('postings.lists')
    this.signatures = sections.get('postings.signatures')
    this.maps = sections.get('postings.maps')
    this.#places = sections.get('postings.places')
    const terms = this.#places.length / 2 - 1
    const maps: number[] = []
    for (let term = 0; term < terms; term++) if (this.isMap(term)) maps.push(term)
    this.#mapTerms = Uint32Array.from(maps)
  }

  /** How many postings a range of terms has. A street that has two of the terms counts twice. */
  count(from: number, to: number): number {
    return this.#places[2 * to + 1] - this.#places[2 * from + 1]
  }

  isMap(term: number): boolean {
    return isMapped(this.count(term, term + 1), this.streetCount)
  }

  /** Of how many terms of the range the postings are a bit map. */
  mapsIn(from: number, to: number): number {
    if (to - from === 1) return this.isMap(from) ? 1 : 0
    let at = this.#mapFrom(from)
    const first = at
    while (at < this.#mapTerms.length && this.#mapTerms[at] < to) at++
    return at - first
  }

  /** Where the list of a term begins and ends; nowhere if it has a bit map. */
  start(term: number): number {
    return this.#places[2 * term]
  }

  end(term: number): number {
    return this.#places[2 * term + 2]
  }

  has(term: number, street: number): boolean {
    if (this.isMap(term)) {
      return ((this.maps[this.mapStart(term) + (street >>> 5)] >>> (street & 31)) & 1) === 1
    }
    const end = this.end(term)
    const at = lowerBoundU32(this.lists, street, this.start(term), end)
    return at < end && this.lists[at] === street
  }

  mapStart(term: number): number {
    return this.#mapFrom(term) * this.mapWords
  }

  /** In order of rank. */
  streetsOf(term: number): Uint32Array {
    if (!this.isMap(term)) return this.lists.subarray(this.start(term), this.end(term))
    const start = this.mapStart(term)
    const map = this.maps.subarray(start, start + this.mapWords)
    return setBits(map, this.count(term, term + 1))
  }

  markStreets(map: Uint32Array, { from, to }: TermRange): void {
    addList(map, this.lists, this.start(from), this.start(to))
    const mapped = this.#mapTerms
    for (let i = this.#mapFrom(from); i < mapped.length && mapped[i] < to; i++) {
      addMap(map, this.maps, i * this.mapWords)
    }
  }

  /** Which of the bit maps is the first of this term or a later one. */
  #mapFrom(term: number): number {
    return lowerBoundU32(this.#mapTerms, term, 0, this.#mapTerms.length)
  }
}

function bitMapWords(streetCount: number): number {
  return (streetCount + 31) >>> 5
}

/** Below this many streets a list is as good as a bit map. */
const STREETS_WITH_MAPS_MIN = 1024

/** A bit map takes fewer bytes than a list from here on. */
export function isMapped(count: number, streetCount: number): boolean {
  return streetCount >= STREETS_WITH_MAPS_MIN && count > bitMapWords(streetCount)
}

interface PostedStreets {
  readonly count: number
  readonly final: Uint32Array
  /** All terms in their final order, each with its kind before it. */
  readonly sorted: readonly string[]
  /** How many buckets of premises there are. */
  readonly buckets: number
  /** Whether streets are divided by postcode. */
  readonly hasPostcodes: boolean
  /** Calls `addTerm` and `addBucket` with every term and bucket of a street, each at least once. */
  each(street: number, addTerm: (term: number) => void, addBucket: (bucket: number) => void): void
}

/** Streets are taken in order of rank, first to count and then to fill, so that lists come out sorted. */
export async function writePostings(writer: SectionWriter, streets: PostedStreets): Promise<void> {
  const { count, sorted } = streets
  const { terms, ends, counts } = gather(streets, streets.final.length + streets.buckets)
  const { places, at, listed, maps } = placesOf(counts, count)
  const bits = signatureBits(sorted, streets.hasPostcodes)
  const mapWords = bitMapWords(count)
  const mapped = new Uint32Array(maps * mapWords)
  const lists = new Uint32Array(listed)
  const signatures = new Uint32Array(count)
  for (let street = 0, i = 0; street < count; street++) {
    for (; i < ends[street]; i++) {
      const term = terms.at(i)
      if (term < bits.length) signatures[street] |= signatureOf(bits[term])
      if (isMapped(counts[term], count)) {
        mapped[at[term] * mapWords + (street >>> 5)] |= 1 << (street & 31)
      } else lists[at[term]++] = street
    }
  }
  terms.free()
  await writeSections(writer, { bits, places, lists, signatures, mapped })
}

interface Sections {
  readonly bits: Uint8Array
  readonly places: Uint32Array
  readonly lists: Uint32Array
  readonly signatures: Uint32Array
  readonly mapped: Uint32Array
}

/** The lists are used up. */
async function writeSections(writer: SectionWriter, all: Sections): Promise<void> {
  const { bits, places, lists, signatures, mapped } = all
  await writer.add('terms.bit', bits)
  await writer.add('postings.places', places)
  await writer.add('postings.lists', lists)
  // In place: there are as many signatures as streets in lists, which is what a build needs most memory for.
  for (let i = 0; i < lists.length; i++) lists[i] = signatures[lists[i]]
  await writer.add('postings.signatures', lists)
  await writer.add('postings.maps', mapped)
}

/** Postings of another index: its terms and streets have other numbers in the end, or LEFT_OUT. */
interface OtherPostings {
  readonly postings: Postings
  /** In order, but for what is left out. */
  readonly finalOf: Uint32Array
  readonly streetTo: Uint32Array
}

/** Of a term or street that is not there any more. */
export const LEFT_OUT = 0xffffffff

/** The same for postings that are known term by term. `more` has streets of terms that none of the indexes has. */
export async function writeMergedPostings(
  writer: SectionWriter,
  { terms, bits, streetCount }: { terms: number; bits: Uint8Array; streetCount: number },
  sources: readonly OtherPostings[],
  more: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const places = new Uint32Array(2 * terms + 2)
  const most = sources.reduce(
    (sum, { postings, finalOf }) => sum + postings.count(0, finalOf.length),
    0,
  )
  const all = new Uint32Array(most + [...more.values()].flat().length)
  const found = new Uint32Array(streetCount)
  const maps: Uint32Array[] = []
  const signatures = new Uint32Array(streetCount)
  const next = sources.map(() => 0)
  let [listed, before] = [0, 0]
  for (let term = 0; term < terms; term++) {
    let count = 0
    for (let i = 0; i < sources.length; i++) {
      const { finalOf } = sources[i]
      while (next[i] < finalOf.length && finalOf[next[i]] === LEFT_OUT) next[i]++
      if (finalOf[next[i]] === term) count = addStreets(sources[i], next[i]++, found, count)
    }
    const others = more.size === 0 ? undefined : more.get(term)
    if (others !== undefined) for (const street of others) found[count++] = street
    places[2 * term] = listed
    places[2 * term + 1] = before
    before += count
    if (term < bits.length) addSignature(signatures, found, count, signatureOf(bits[term]))
    if (isMapped(count, streetCount)) {
      const map = new Uint32Array(bitMapWords(streetCount))
      addList(map, found, 0, count)
      maps.push(map)
    } else {
      copyList(found, count, all, listed)
      listed += count
    }
  }
  places[2 * terms] = listed
  places[2 * terms + 1] = before
  const mapWords = bitMapWords(streetCount)
  const mapped = new Uint32Array(maps.length * mapWords)
  for (const [at, map] of maps.entries()) mapped.set(map, at * mapWords)
  const lists = all.subarray(0, listed)
  await writeSections(writer, { bits, places, lists, signatures, mapped })
}

/** Adds those of one term behind the first `count`; answers how many there are then. */
function addStreets(
  { postings, streetTo }: OtherPostings,
  term: number,
  found: Uint32Array,
  count: number,
): number {
  let to = count
  if (!postings.isMap(term)) {
    const { lists } = postings
    const end = postings.end(term)
    for (let at = postings.start(term); at < end; at++) {
      const street = streetTo[lists[at]]
      if (street !== LEFT_OUT) found[to++] = street
    }
    return to
  }
  const { maps, mapWords } = postings
  const start = postings.mapStart(term)
  for (let word = 0; word < mapWords; word++) {
    for (let rest = maps[start + word]; rest !== 0; rest &= rest - 1) {
      const street = streetTo[word * 32 + 31 - Math.clz32(rest & -rest)]
      if (street !== LEFT_OUT) found[to++] = street
    }
  }
  return to
}

function addSignature(signatures: Uint32Array, streets: Uint32Array, count: number, bit: number) {
  if (bit !== 0) for (let i = 0; i < count; i++) signatures[streets[i]] |= bit
}

/** Copies a list, sorted: it mostly is. */
function copyList(list: Uint32Array, count: number, to: Uint32Array, at: number): void {
  let isSorted = true
  for (let i = 0; i < count; i++) {
    to[at + i] = list[i]
    if (i > 0 && list[i - 1] > list[i]) isSorted = false
  }
  if (!isSorted) to.subarray(at, at + count).sort()
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

/** Each term of each street once, street by street: asking for them again would go over all addresses again. */
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
  const addBucket = (bucket: number) => add(final.length + bucket)
  for (; street < streets.count; street++) {
    streets.each(street, addTerm, addBucket)
    ends[street] = terms.length
  }
  return { terms, ends, counts }
}
