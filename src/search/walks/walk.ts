// What a walk is: the streets that may answer a reading, and what they are checked for on the way.
// Unchecked: runs for every candidate, and places in a bit map follow from the number of a street.

import type { Postings } from '../../index/terms/postings.ts'
import { NO_TERM, type Requirement } from '../query/requirement.ts'
import { STEPS, type Work } from '../work.ts'

/** Gives the streets that may answer a reading, best known first: the lower a street's number, the better known. */
export interface Walk {
  /** The next street, always a higher number than the one before; or END, also when the work is spent. */
  next(): number
}

/** In place of a street: there are no more. */
export const END = -1

/**
 * The bit maps that streets must be in: those of common terms, and those of other requirements once they are united. A
 * walk may end before uniting pays, so it is done when as much was spent without it: at worst twice what had to be.
 */
export class WalkChecks {
  readonly work: Work
  /** The rarest first: nearly all streets that lack one lack that. */
  readonly maps: StreetMap[]
  readonly #postings: Postings
  readonly #united: UnitedMaps
  #waiting: readonly Requirement[]
  /** What was spent when the walk began, and what will be when the next requirement is due. */
  readonly #begun: number
  #dueAt = 0

  /** `wholeOf` is how many streets a walk that goes to its end is expected to check, 0 for one that may end before. */
  constructor(
    requirements: readonly Requirement[],
    postings: Postings,
    united: UnitedMaps,
    work: Work,
    wholeOf: number,
  ) {
    this.work = work
    this.#postings = postings
    this.#united = united
    this.#begun = work.spent
    const common = requirements.filter((each) => each.common !== NO_TERM)
    this.maps = common
      .sort((a, b) => a.count - b.count)
      .map((each) => ({ words: postings.maps, start: postings.mapStart(each.common) }))
    const others = requirements.filter((each) => each.common === NO_TERM && !each.streets)
    const waiting: Requirement[] = []
    let left = wholeOf
    for (const other of wholeOf === 0 ? others : others.sort((a, b) => a.read - b.read)) {
      // Without its map a street is looked up in the lists of a few terms, or judged.
      const stepsWithout = Math.min(other.terms * STEPS.lookUp, STEPS.street)
      const isWorth = stepsToUnite(postings, other) <= left * stepsWithout
      const map = isWorth ? united.unite(other, work) : united.kept(other)
      if (map === undefined) waiting.push(other)
      else {
        this.maps.push(map)
        // What its signature rules out is not expected anyway.
        left *= Math.min(1, other.count / postings.streetCount / (other.share ?? 1))
      }
    }
    this.#waiting = waiting
    this.#setDue()
  }

  get isDue(): boolean {
    return this.work.spent >= this.#dueAt
  }

  /** Unites what is due if it takes less than the rest of the walk without it: `rest` times what was done. */
  unite(rest: number): void {
    const spent = this.work.spent - this.#begun
    const waiting: Requirement[] = []
    for (const other of this.#waiting) {
      const steps = stepsToUnite(this.#postings, other)
      if (steps > spent) waiting.push(other)
      else if (steps <= spent * rest) {
        const map = this.#united.unite(other, this.work)
        if (map !== undefined) this.maps.push(map)
      }
    }
    this.#waiting = waiting
    this.#setDue()
  }

  #setDue(): void {
    let least = Number.POSITIVE_INFINITY
    for (const other of this.#waiting) least = Math.min(least, stepsToUnite(this.#postings, other))
    this.#dueAt = this.#begun + least
  }

  /** Leaves in a batch, from `from` up to `end`, the streets of all maps; where they end. */
  keepMapped(batch: Uint32Array, from: number, end: number): number {
    let to = end
    for (const { words, start } of this.maps) {
      this.work.spent += (to - from) * STEPS.check
      let kept = from
      for (let at = from; at < to; at++) {
        const street = batch[at]
        batch[kept] = street
        kept += (words[start + (street >>> 5)] >>> (street & 31)) & 1
      }
      to = kept
    }
    return to
  }

  /** Leaves in the first `count` places the streets that have each requirement of few terms, looked up one by one. */
  keepListed(batch: Uint32Array, count: number): number {
    let to = count
    for (const other of this.#waiting) {
      const steps = other.terms * STEPS.lookUp
      if (steps > STEPS.street) continue
      if (this.work.isSpent) break
      this.work.spent += to * steps
      let kept = 0
      for (let at = 0; at < to; at++) {
        batch[kept] = batch[at]
        if (this.#hasTerm(batch[at], other)) kept++
      }
      to = kept
    }
    return to
  }

  #hasTerm(street: number, { ranges }: Requirement): boolean {
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        if (this.#postings.has(term, street)) return true
      }
    }
    return false
  }
}

/** Walks all streets that are in the maps, word by word. */
export class MapWalk implements Walk {
  readonly #checks: WalkChecks
  readonly #streetCount: number
  /** The word of the maps that is being read, and its unread bits. */
  #word = -1
  #bits = 0

  constructor(checks: WalkChecks, streetCount: number) {
    this.#checks = checks
    this.#streetCount = streetCount
  }

  next(): number {
    const checks = this.#checks
    if (checks.isDue) {
      const seen = Math.max(1, this.#word * 32)
      checks.unite((this.#streetCount - seen) / seen)
      if (this.#bits !== 0) this.#bits &= this.#wordAt(this.#word)
    }
    if (this.#bits === 0 && !this.#read()) return END
    const bit = 31 - Math.clz32(this.#bits & -this.#bits)
    this.#bits &= this.#bits - 1
    return this.#word * 32 + bit
  }

  /** Goes on to the next word with a street; false where there is none, or the work is spent. */
  #read(): boolean {
    const { work, maps } = this.#checks
    if (work.isSpent) return false
    const from = this.#word
    const end = (this.#streetCount + 31) >>> 5
    do this.#bits = this.#wordAt(++this.#word)
    while (this.#bits === 0 && this.#word < end)
    work.spent += (this.#word - from) * (maps.length + 1) * STEPS.read
    return this.#word < end
  }

  #wordAt(word: number): number {
    const { maps } = this.#checks
    const left = this.#streetCount - word * 32
    let bits = left >= 32 ? -1 : left <= 0 ? 0 : (1 << left) - 1
    for (let i = 0; i < maps.length; i++) bits &= maps[i].words[maps[i].start + word]
    return bits
  }
}

/** The most requirements that are kept at once. */
const MAPS_MAX = 16

/** A bit for each street, from a word on. */
interface StreetMap {
  readonly words: Uint32Array
  readonly start: number
}

/**
 * Bit maps of the streets that requirements of many lists have, kept for all walks of one request. Their memory is
 * reused: clearing it costs less than asking for it. Only the last walk opened may go on.
 */
export class UnitedMaps {
  readonly #postings: Postings
  readonly #maps: StreetMap[] = []
  readonly #kept = new Map<Requirement, StreetMap>()
  #request: Work | undefined

  constructor(postings: Postings) {
    this.#postings = postings
  }

  beginWalk(work: Work): void {
    if (this.#request !== work || this.#kept.size === MAPS_MAX) this.#kept.clear()
    this.#request = work
  }

  /** The map of a requirement, if it was made before. */
  kept(requirement: Requirement): StreetMap | undefined {
    return this.#kept.get(requirement)
  }

  /** The same, made now; undefined where the walk has too many, or the work is spent. */
  unite(requirement: Requirement, work: Work): StreetMap | undefined {
    const kept = this.#kept.get(requirement)
    if (kept !== undefined) return kept
    const { size } = this.#kept
    const postings = this.#postings
    if (size === MAPS_MAX || !work.affords(stepsToUnite(postings, requirement))) return undefined
    this.#maps[size] ??= { words: new Uint32Array(postings.mapWords), start: 0 }
    const map = this.#maps[size]
    map.words.fill(0)
    for (const range of requirement.ranges) postings.markStreets(map.words, range)
    this.#kept.set(requirement, map)
    return map
  }
}

/** What it takes to mark all streets that have a requirement. */
function stepsToUnite({ mapWords }: Postings, { read, ranges }: Requirement): number {
  return (read + mapWords / 4) * STEPS.mark + ranges.length * STEPS.lookUp
}
