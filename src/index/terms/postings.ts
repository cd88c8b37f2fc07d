// Which streets each term is found on: sorted lists for rare terms, bit maps for common ones.
// Unchecked: hot, read for every term of every keystroke, and written from every term of every address.

import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { countUp, kept } from '../rows/row-order.ts'
import { addList, addMap, bitCount, copyBits, setBits } from './bit-maps.ts'
import { signatureOf } from './signatures.ts'
import type { TermRange } from './terms.ts'

export class Postings {
  readonly streetCount: number
  /** Words of a bit map over all streets. */
  readonly mapWords: number
  /** The streets of all terms that have a list, each with its signature: see `signatures.ts`. */
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

  /** How many terms of the range have a bit map for their postings. */
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

  mapOf(term: number): Uint32Array {
    const start = this.mapStart(term)
    return this.maps.subarray(start, start + this.mapWords)
  }

  /** In order of rank. */
  streetsOf(term: number): Uint32Array {
    if (!this.isMap(term)) return this.lists.subarray(this.start(term), this.end(term))
    return setBits(this.mapOf(term), this.count(term, term + 1))
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
  /** The bit of each term, in their final order: see `signatureBits`. */
  readonly bits: Uint8Array
  /** How many buckets of premises there are. */
  readonly buckets: number
  /** Takes the terms of all streets; as other columns it may wait in a file, which takes no memory. */
  readonly gathered: GrowingU32
  /** Called once no street is asked for any more. */
  onGathered(): void
  /** Calls `addTerm` and `addBucket` with every term and bucket of a street, each at least once. */
  each(street: number, addTerm: (term: number) => void, addBucket: (bucket: number) => void): void
}

/** Streets are taken in order of rank, first to count and then to fill, so that lists come out sorted. */
export async function writePostings(writer: SectionWriter, streets: PostedStreets): Promise<void> {
  const { count, bits } = streets
  const { ends, counts } = gather(streets, streets.final.length + streets.buckets)
  streets.onGathered()
  const terms = streets.gathered.view()
  const { places, at, listed, maps } = placesOf(counts, count)
  const mapWords = bitMapWords(count)
  const mapped = new Uint32Array(maps * mapWords)
  const lists = new Uint32Array(listed)
  const signatures = new Uint32Array(count)
  for (let street = 0, i = 0; street < count; street++) {
    for (; i < ends[street]; i++) {
      const term = terms[i]
      if (term < bits.length) signatures[street] |= signatureOf(bits[term])
      if (isMapped(counts[term], count)) {
        mapped[at[term] * mapWords + (street >>> 5)] |= 1 << (street & 31)
      } else lists[at[term]++] = street
    }
  }
  streets.gathered.free()
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

/** Stands for a term or street that is no longer there. */
export const LEFT_OUT = 0xffffffff

/** The same for postings that are known term by term. `more` has streets of terms that none of the indexes has. */
export async function writeMergedPostings(
  writer: SectionWriter,
  { terms, bits, streetCount }: { terms: number; bits: Uint8Array; streetCount: number },
  sources: readonly OtherPostings[],
  more: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const mapWords = bitMapWords(streetCount)
  const runs = sources.map(({ streetTo }) => runsOf(streetTo))
  const most = sources.map(({ postings, finalOf }) => {
    return postings.lists.length + postings.mapsIn(0, finalOf.length) * mapWords
  })
  const lists = new Uint32Array(most.reduce((a, b) => a + b, [...more.values()].flat().length))
  const places = new Uint32Array(2 * terms + 2)
  const signatures = new Uint32Array(streetCount)
  const maps: Uint32Array[] = []
  const next = sources.map(() => 0)
  let [listed, before] = [0, 0]
  for (let term = 0; term < terms; term++) {
    let end = listed
    let map: Uint32Array | undefined
    for (let i = 0; i < sources.length; i++) {
      const { finalOf, postings } = sources[i]
      while (next[i] < finalOf.length && finalOf[next[i]] === LEFT_OUT) next[i]++
      if (finalOf[next[i]] !== term) continue
      const own = next[i]++
      if (postings.isMap(own)) {
        map ??= new Uint32Array(mapWords)
        copyMap(map, postings.mapOf(own), runs[i])
      } else end = copyList(sources[i], own, lists, end, signatures)
    }
    const others = more.size === 0 ? undefined : more.get(term)
    if (others !== undefined) for (const street of others) lists[end++] = street
    if (isMapped(end - listed, streetCount)) map ??= new Uint32Array(mapWords)
    places[2 * term] = listed
    places[2 * term + 1] = before
    if (map === undefined) {
      before += end - listed
      if (!isSorted(lists, listed, end)) lists.subarray(listed, end).sort()
      listed = end
      continue
    }
    addList(map, lists, listed, end)
    const count = bitCount(map)
    before += count
    if (isMapped(count, streetCount)) maps.push(map)
    else {
      lists.set(setBits(map, count), listed)
      listed += count
    }
  }
  places[2 * terms] = listed
  places[2 * terms + 1] = before
  const mapped = new Uint32Array(maps.length * mapWords)
  for (const [at, map] of maps.entries()) mapped.set(map, at * mapWords)
  addSignatures(signatures, bits, sources, more)
  const all = { bits, places, lists: lists.subarray(0, listed), signatures, mapped }
  await writeSections(writer, all)
}

/** Three of each run of streets that stay together: those from the first up to the second come to the third. */
function runsOf(streetTo: Uint32Array): Uint32Array {
  const runs = new GrowingU32()
  for (let from = 0, to = 0; from < streetTo.length; from = to) {
    const at = streetTo[from]
    do to++
    while (at !== LEFT_OUT && to < streetTo.length && streetTo[to] === at + to - from)
    if (at !== LEFT_OUT) for (const value of [from, to, at]) runs.push(value)
  }
  return runs.view()
}

function copyMap(map: Uint32Array, own: Uint32Array, runs: Uint32Array): void {
  for (let i = 0; i < runs.length; i += 3) copyBits(map, runs[i + 2], own, runs[i], runs[i + 1])
}

/** Copies the streets of a term and their signatures; answers where the list ends then. */
function copyList(
  { postings, streetTo }: OtherPostings,
  term: number,
  to: Uint32Array,
  at: number,
  signatures: Uint32Array,
): number {
  const { lists, signatures: own } = postings
  const end = postings.end(term)
  let next = at
  for (let i = postings.start(term); i < end; i++) {
    const street = streetTo[lists[i]]
    if (street === LEFT_OUT) continue
    to[next++] = street
    signatures[street] = own[i]
  }
  return next
}

function isSorted(list: Uint32Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (list[at - 1] > list[at]) return false
  return true
}

/** Adds those of streets that are in no list of their own index, and what streets are found by besides. */
function addSignatures(
  signatures: Uint32Array,
  bits: Uint8Array,
  sources: readonly OtherPostings[],
  more: ReadonlyMap<number, readonly number[]>,
): void {
  for (const { postings, finalOf, streetTo } of sources) {
    const lacking = kept(countUp(streetTo.length), (street) => signatures[streetTo[street]] === 0)
    for (let term = 0; lacking.length > 0 && term < finalOf.length; term++) {
      if (finalOf[term] >= bits.length || !postings.isMap(term)) continue
      for (const street of lacking) {
        if (postings.has(term, street))
          signatures[streetTo[street]] |= signatureOf(bits[finalOf[term]])
      }
    }
  }
  for (const [term, streets] of more) {
    for (const street of streets) signatures[street] |= signatureOf(bits[term])
  }
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
  const { final, gathered } = streets
  const counts = new Uint32Array(postings)
  const seen = new Uint32Array(postings).fill(0xffffffff)
  const ends = new Uint32Array(streets.count)
  let street = 0
  const add = (term: number) => {
    if (seen[term] === street) return
    seen[term] = street
    counts[term]++
    gathered.push(term)
  }
  const addTerm = (term: number) => add(final[term])
  const addBucket = (bucket: number) => add(final.length + bucket)
  for (; street < streets.count; street++) {
    streets.each(street, addTerm, addBucket)
    ends[street] = gathered.length
  }
  return { ends, counts }
}
