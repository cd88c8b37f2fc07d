// Walks the streets that can answer a reading, best known first, driven by its rarest requirement.

import type { Postings } from './postings.ts'
import type { TermRange } from './terms.ts'

/** What a street must have: one of the terms in the ranges, or be in the given sorted list of streets. */
export interface Requirement {
  readonly ranges: readonly TermRange[]
  readonly streets?: Uint32Array
}

/** Up to so many postings are gathered and sorted; more are united in a bit map. */
const GATHER_MAX = 512
/** More terms than this are tried out on the best-known streets before their lists are looked at. */
const TERMS_TO_SCAN = 512
const SCAN_STREETS = 2048
/** Lists are united window by window, each so many times as wide as all before it. */
const WINDOW_FIRST = 4096
const WINDOW_GROWTH = 8

/** Hot: `next` is called for every candidate. The arrays are kept from query to query. */
export class StreetCursor {
  readonly #postings: Postings
  readonly #map: Uint32Array
  readonly #gathered = new Uint32Array(GATHER_MAX)
  /** A term with more postings than a bit map has words is a bit map, and has no list to gather. */
  readonly #gatherMax: number
  #mode: 'list' | 'scan' | 'map' = 'list'
  #list: Uint32Array = new Uint32Array(0)
  #at = 0
  #end = 0
  /** The word of the bit map that is being read, its unread bits, and where the united window ends. */
  #word = 0
  #bits = 0
  #windowEnd = 0
  /** Where the bit maps begin of requirements that are one common term. */
  #mapStarts: number[] = []
  #driver: Requirement = { ranges: [] }

  constructor(postings: Postings) {
    this.#postings = postings
    this.#map = new Uint32Array(postings.mapWords)
    const isSmall = postings.streetCount < 1024
    this.#gatherMax = isSmall ? GATHER_MAX : Math.min(GATHER_MAX, postings.mapWords)
  }

  /** How many candidates a walk would have at most. */
  count(requirements: readonly Requirement[]): number {
    let fewest = this.#postings.streetCount
    for (const requirement of requirements) fewest = Math.min(fewest, this.#count(requirement))
    return fewest
  }

  open(requirements: readonly Requirement[]): void {
    this.#mapStarts = this.#mapsOf(requirements)
    let fewest = this.#postings.streetCount
    let driver: Requirement | undefined
    for (const requirement of requirements) {
      const count = this.#count(requirement)
      if (count < fewest || driver === undefined) {
        fewest = Math.min(count, fewest)
        driver = requirement
      }
    }
    if (driver === undefined) this.#scan(this.#postings.streetCount)
    else this.#start(driver, fewest)
  }

  /** The next candidate, or -1 at the end. */
  next(): number {
    if (this.#mode === 'list') {
      while (this.#at < this.#end) {
        const street = this.#list[this.#at++]
        if (this.#isInMaps(street)) return street
      }
      return -1
    }
    if (this.#mode === 'scan') {
      while (this.#at < this.#end) {
        const street = this.#at++
        if (this.#isInMaps(street)) return street
      }
      if (this.#end >= this.#postings.streetCount) return -1
      this.#openWindow(this.#end)
    }
    return this.#nextInMap()
  }

  #nextInMap(): number {
    while (this.#bits === 0) {
      this.#word++
      if (this.#word * 32 >= this.#windowEnd) {
        if (this.#windowEnd >= this.#postings.streetCount) return -1
        this.#openWindow(this.#windowEnd)
      } else this.#bits = this.#map[this.#word]
    }
    const bit = 31 - Math.clz32(this.#bits & -this.#bits)
    this.#bits &= this.#bits - 1
    return this.#word * 32 + bit
  }

  /** Whether the bit maps of all requirements that are one common term have the street. */
  #isInMaps(street: number): boolean {
    const { data } = this.#postings
    const word = street >>> 5
    for (let i = 0; i < this.#mapStarts.length; i++) {
      if (((data[this.#mapStarts[i] + word] >>> (street & 31)) & 1) === 0) return false
    }
    return true
  }

  #start(driver: Requirement, count: number): void {
    this.#driver = driver
    if (driver.streets !== undefined) {
      this.#walk(driver.streets, 0, driver.streets.length)
      return
    }
    const { ranges } = driver
    let terms = 0
    for (const { from, to } of ranges) terms += to - from
    if (terms === 1 && !this.#postings.isMap(ranges[0].from)) {
      const term = ranges[0].from
      this.#walk(this.#postings.data, this.#postings.start(term), this.#postings.end(term))
    } else if (count <= this.#gatherMax) this.#gather(ranges)
    else if (terms > TERMS_TO_SCAN) this.#scan(SCAN_STREETS)
    else this.#openWindow(0)
  }

  #walk(list: Uint32Array, from: number, to: number): void {
    this.#mode = 'list'
    this.#list = list
    this.#at = from
    this.#end = to
  }

  #scan(count: number): void {
    this.#mode = 'scan'
    this.#at = 0
    this.#end = Math.min(count, this.#postings.streetCount)
  }

  /** Copies the lists of the terms into one, sorted and without repeats. */
  #gather(ranges: readonly TermRange[]): void {
    const { data } = this.#postings
    const all = this.#gathered
    let count = 0
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        const end = this.#postings.end(term)
        for (let i = this.#postings.start(term); i < end; i++) all[count++] = data[i]
      }
    }
    all.subarray(0, count).sort()
    let kept = 0
    for (let i = 0; i < count; i++) if (i === 0 || all[i] !== all[i - 1]) all[kept++] = all[i]
    this.#walk(all, 0, kept)
  }

  /**
   * Unites the driver's lists in the bit map for the next window of streets, and keeps what the common terms
   * allow. Most walks end in the first window, where every list has only its beginning.
   */
  #openWindow(from: number): void {
    const { streetCount, data } = this.#postings
    const to = Math.min(streetCount, from === 0 ? WINDOW_FIRST : from * WINDOW_GROWTH)
    const firstWord = from >>> 5
    const endWord = (to + 31) >>> 5
    const map = this.#map.fill(0, firstWord, endWord)
    for (const range of this.#driver.ranges) this.#postings.markStreets(map, range, from, to)
    for (const start of this.#mapStarts) {
      for (let i = firstWord; i < endWord; i++) map[i] &= data[start + i]
    }
    this.#mode = 'map'
    this.#windowEnd = to
    this.#word = firstWord
    this.#bits = map[firstWord] & (-1 << (from & 31))
  }

  #mapsOf(requirements: readonly Requirement[]): number[] {
    const starts: number[] = []
    for (const { ranges, streets } of requirements) {
      if (streets !== undefined || ranges.length !== 1) continue
      const { from, to } = ranges[0]
      if (to - from === 1 && this.#postings.isMap(from)) starts.push(this.#postings.start(from))
    }
    return starts
  }

  #count(requirement: Requirement): number {
    if (requirement.streets !== undefined) return requirement.streets.length
    let count = 0
    for (const { from, to } of requirement.ranges) count += this.#postings.count(from, to)
    return count
  }
}
