// Walks the streets that can answer a reading, best known first, driven by its rarest requirement.

import { bitCount, keepCommon } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'
import { StreetProbes } from './street-probes.ts'

/** What a street must have: one of the terms in the ranges, or be in the given sorted list of streets. */
export interface Requirement {
  readonly ranges: readonly TermRange[]
  readonly streets?: Uint32Array
}

/** Up to so many postings are gathered and sorted; more are united in a bit map. */
const GATHER_MAX = 512
/** More terms than this are tried out on the best-known streets before their lists are looked at. */
const TERMS_TO_SCAN = 2048
const SCAN_STREETS = 2048
/** Lists are united window by window, each so many times as wide as all before it. */
const WINDOW_FIRST = 4096
const WINDOW_GROWTH = 8
/** Up to so many postings are united at once: less work than to find each list's place in every window. */
const WHOLE_MAX = 16_384
/** Other requirements are united beside the driver's windows if they have no more terms than this. */
const BESIDE_TERMS_MAX = 1024
/** About how many postings are united in the time that it takes to judge a street. */
const POSTINGS_PER_STREET = 2048
/** A requirement of few lists drives although another has fewer postings, if it has not too many more. */
const LISTED_TIMES = 4
const LISTED_MORE = 2048
/** So many candidates are judged at least before the other requirements of a walk of lists are united. */
const PATIENCE_MIN = 16
/** Up to so many lists are walked at once, always on to the lowest of their streets. */
const MERGE_TERMS_MAX = 6
/** Requirements of so few terms are looked up in their postings, candidate by candidate, where lists are walked. */
const PROBE_TERMS_MAX = 24

/** So few candidates are not looked up at all but in bit maps. */
const JUDGED_AT_ONCE = 64

/** Hot: `next` is called for every candidate. The arrays are kept from query to query. */
export class StreetCursor {
  readonly #postings: Postings
  readonly #map: Uint32Array
  readonly #gathered = new Uint32Array(GATHER_MAX)
  /** A term with more postings than a bit map has words is a bit map, and has no list to gather. */
  readonly #gatherMax: number
  #mode: 'list' | 'merge' | 'scan' | 'map' = 'list'
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
  /** The other requirements that are not one common term. */
  #others: readonly Requirement[] = []
  readonly #beside: Uint32Array
  /** Where each merged list is read and where it ends. */
  #mergeAt: number[] = []
  #mergeEnd: number[] = []
  readonly #probes: StreetProbes
  /** Candidates before the others are united, and whether they were. */
  #patience = 0
  #isBeside = false
  /** What the requirements of many lists have in common, once they were united. */
  readonly #long: Uint32Array
  #isLong = false
  #isLongDone = false

  constructor(postings: Postings) {
    this.#postings = postings
    this.#probes = new StreetProbes(postings)
    this.#map = new Uint32Array(postings.mapWords)
    this.#beside = new Uint32Array(postings.mapWords)
    this.#long = new Uint32Array(postings.mapWords)
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
    let fewest = Number.POSITIVE_INFINITY
    let driver: Requirement | undefined
    let fewestListed = Number.POSITIVE_INFINITY
    let listed: Requirement | undefined
    for (const requirement of requirements) {
      const count = this.#count(requirement)
      if (count < fewest) [fewest, driver] = [count, requirement]
      const isListed = requirement.streets !== undefined || this.#isMerged(requirement.ranges)
      if (isListed && count < fewestListed) [fewestListed, listed] = [count, requirement]
    }
    // Lists are walked in no time, many of them must be united first.
    if (fewestListed < LISTED_TIMES * fewest + LISTED_MORE) {
      driver = listed
      fewest = fewestListed
    }
    this.#others = requirements.filter((other) => other !== driver && !this.#isMap(other))
    this.#probes.clear()
    this.#isLong = false
    this.#isLongDone = false
    if (driver === undefined) this.#scan(this.#postings.streetCount)
    else this.#start(driver, fewest)
  }

  /** The next candidate, or -1 at the end. */
  next(): number {
    if (this.#mode === 'list') {
      if (this.#patience-- === 0) this.#uniteOthers(this.#end - this.#at)
      while (this.#at < this.#end) {
        const street = this.#list[this.#at++]
        if (this.#isBeside && !this.#isInBeside(street)) continue
        if (this.#isInMaps(street) && this.#probes.have(street)) return street
      }
      return -1
    }
    if (this.#mode === 'merge') {
      if (this.#patience-- === 0) this.#uniteOthers(this.#leftToMerge())
      for (let street = this.#nextMerged(); street >= 0; street = this.#nextMerged()) {
        if (this.#isBeside && !this.#isInBeside(street)) continue
        if (this.#isInMaps(street) && this.#probes.have(street)) return street
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

  /** The lowest head of the merged lists; every list that has it moves on. */
  #nextMerged(): number {
    const { data } = this.#postings
    let street = -1
    for (let i = 0; i < this.#mergeAt.length; i++) {
      if (this.#mergeAt[i] === this.#mergeEnd[i]) continue
      const head = data[this.#mergeAt[i]]
      if (street < 0 || head < street) street = head
    }
    if (street < 0) return -1
    for (let i = 0; i < this.#mergeAt.length; i++) {
      if (this.#mergeAt[i] < this.#mergeEnd[i] && data[this.#mergeAt[i]] === street) {
        this.#mergeAt[i]++
      }
    }
    return street
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
    const terms = termCount(ranges)
    if (terms === 1 && !this.#postings.isMap(ranges[0].from)) {
      const term = ranges[0].from
      this.#walk(this.#postings.data, this.#postings.start(term), this.#postings.end(term))
    } else if (this.#isMerged(ranges)) this.#merge(ranges, count)
    else if (count <= this.#gatherMax) this.#gather(ranges)
    else if (terms > TERMS_TO_SCAN && count > WHOLE_MAX) this.#scan(SCAN_STREETS)
    else this.#openWindow(0)
  }

  #openProbes(candidates: number): void {
    this.#isBeside = false
    this.#patience = Number.POSITIVE_INFINITY
    // To find the first place in a list takes as long as to judge a street.
    if (candidates <= JUDGED_AT_ONCE) return
    // A walk that ends soon unites nothing; one that goes on has by then judged for as long as uniting takes.
    // What is one list rules most candidates out, before those of more lists are read.
    for (const other of this.#others) {
      if (this.#isProbed(other) && termCount(other.ranges) === 1) this.#probes.add(other.ranges)
    }
    for (const other of this.#others) {
      if (this.#isProbed(other)) {
        if (termCount(other.ranges) > 1) this.#probes.add(other.ranges)
      } else {
        const patience = Math.ceil(this.#workToUnite(other) / POSTINGS_PER_STREET)
        this.#patience = Math.min(this.#patience, Math.max(PATIENCE_MIN, patience))
      }
    }
  }

  /** Unites what is not probed of the other requirements, where that is less work than to judge all candidates. */
  #uniteOthers(candidates: number): void {
    const { streetCount } = this.#postings
    const endWord = (streetCount + 31) >>> 5
    for (const other of this.#others) {
      if (other.streets !== undefined || this.#isProbed(other)) continue
      if (this.#workToUnite(other) > candidates * POSTINGS_PER_STREET) continue
      const map = (this.#isBeside ? this.#map : this.#beside).fill(0)
      for (const range of other.ranges) this.#postings.markStreets(map, range, 0, streetCount)
      if (this.#isBeside) keepCommon(this.#beside, map, 0, 0, endWord)
      this.#isBeside = true
    }
  }

  #workToUnite(requirement: Requirement): number {
    if (requirement.streets !== undefined) return Number.POSITIVE_INFINITY
    return (
      this.#count(requirement) + termCount(requirement.ranges) + (this.#postings.mapWords >>> 4)
    )
  }

  #isInBeside(street: number): boolean {
    return ((this.#beside[street >>> 5] >>> (street & 31)) & 1) === 1
  }

  #leftToMerge(): number {
    let left = 0
    for (let i = 0; i < this.#mergeAt.length; i++) left += this.#mergeEnd[i] - this.#mergeAt[i]
    return left
  }

  #merge(ranges: readonly TermRange[], count: number): void {
    this.#openProbes(count)
    this.#mode = 'merge'
    this.#mergeAt = []
    this.#mergeEnd = []
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        this.#mergeAt.push(this.#postings.start(term))
        this.#mergeEnd.push(this.#postings.end(term))
      }
    }
  }

  #hasMap(ranges: readonly TermRange[]): boolean {
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) if (this.#postings.isMap(term)) return true
    }
    return false
  }

  #walk(list: Uint32Array, from: number, to: number): void {
    this.#openProbes(to - from)
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
    const isWhole = this.#count(this.#driver) <= WHOLE_MAX
    const width = from === 0 ? WINDOW_FIRST : from * WINDOW_GROWTH
    const to = isWhole ? streetCount : Math.min(streetCount, width)
    const firstWord = from >>> 5
    const endWord = (to + 31) >>> 5
    const map = this.#map.fill(0, firstWord, endWord)
    for (const range of this.#driver.ranges) this.#postings.markStreets(map, range, from, to)
    for (const start of this.#mapStarts) keepCommon(map, data, start, firstWord, endWord)
    this.#keepWhatOthersHave(from, to, isWhole)
    this.#mode = 'map'
    this.#windowEnd = to
    this.#word = firstWord
    this.#bits = map[firstWord] & (-1 << (from & 31))
  }

  #keepWhatOthersHave(from: number, to: number, isWhole: boolean): void {
    const map = this.#map
    const [firstWord, endWord] = [from >>> 5, (to + 31) >>> 5]
    for (const other of this.#others) {
      if (!isUnitedBeside(other)) continue
      const beside = this.#beside.fill(0, firstWord, endWord)
      for (const range of other.ranges) this.#postings.markStreets(beside, range, from, to)
      keepCommon(map, beside, 0, firstWord, endWord)
    }
    // Most walks end in the first window, before the many lists of a word that was just begun would pay.
    if (from === 0 && !isWhole) return
    if (!this.#isLongDone && this.#others.some(isLong)) {
      this.#uniteLong(bitCount(map, firstWord, endWord))
    }
    if (this.#isLong) keepCommon(map, this.#long, 0, firstWord, endWord)
  }

  /** Unites requirements of many lists over all streets, where that is less work than to judge the candidates. */
  #uniteLong(candidates: number): void {
    this.#isLongDone = true
    const { streetCount, mapWords } = this.#postings
    for (const other of this.#others) {
      if (!isLong(other) || this.#workToUnite(other) > candidates * POSTINGS_PER_STREET) continue
      const map = (this.#isLong ? this.#beside : this.#long).fill(0)
      for (const range of other.ranges) this.#postings.markStreets(map, range, 0, streetCount)
      if (this.#isLong) keepCommon(this.#long, map, 0, 0, mapWords)
      this.#isLong = true
    }
  }

  #isMerged(ranges: readonly TermRange[]): boolean {
    return termCount(ranges) <= MERGE_TERMS_MAX && !this.#hasMap(ranges)
  }

  #isProbed({ ranges, streets }: Requirement): boolean {
    return streets === undefined && termCount(ranges) <= PROBE_TERMS_MAX
  }

  #isMap({ ranges, streets }: Requirement): boolean {
    if (streets !== undefined || ranges.length !== 1) return false
    return ranges[0].to - ranges[0].from === 1 && this.#postings.isMap(ranges[0].from)
  }

  #mapsOf(requirements: readonly Requirement[]): number[] {
    const starts: number[] = []
    for (const requirement of requirements) {
      if (!this.#isMap(requirement)) continue
      starts.push(this.#postings.start(requirement.ranges[0].from))
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

function isUnitedBeside({ ranges, streets }: Requirement): boolean {
  return streets === undefined && termCount(ranges) <= BESIDE_TERMS_MAX
}

function isLong({ ranges, streets }: Requirement): boolean {
  return streets === undefined && termCount(ranges) > BESIDE_TERMS_MAX
}

function termCount(ranges: readonly TermRange[]): number {
  let terms = 0
  for (const { from, to } of ranges) terms += to - from
  return terms
}
