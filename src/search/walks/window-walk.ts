// Walks the streets of many lists: unites the lists in a bit map, window by window, and reads its bits.
// Unchecked: `next` runs for every candidate and reads no word outside the window that it opened.

import { keepCommon } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { MARKED_PER_STEP, POSTINGS_PER_STEP } from '../steps.ts'
import type { Work } from '../work.ts'
import type { CommonTerms } from './common-terms.ts'
import { measured, stepsToUnite } from './requirement-size.ts'
import type { StreetMap } from './street-map.ts'
import { END, type Walk } from './walk.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** Windows begin at 0 and each is so many times as wide as all before it. */
const WINDOW_FIRST = 4096
const WINDOW_GROWTH = 8
/** Up to so many postings are united at once: less work than to find each list's place in every window. */
export const WHOLE_MAX = 16_384
/** Or where the lists have so few each: to find their places takes longer than to read them. */
const WHOLE_POSTINGS = 8
/** Other requirements are united beside each window if they have no more terms than this. */
const BESIDE_TERMS_MAX = 1024

/** To find the place of a window in the list of a term takes as long as to read about so many postings. */
const TERM_POSTINGS = 8

export class WindowWalk implements Walk {
  readonly #driver: Requirement
  readonly #common: CommonTerms
  readonly #postings: Postings
  readonly #buffers: WalkBuffers
  readonly #work: Work
  /** The other requirements: those that are united for each window, and those that are only united for all streets. */
  readonly #beside: readonly Requirement[]
  #long: readonly Requirement[] = []
  readonly #isWhole: boolean
  #windowEnd: number
  /** The word of the bit map that is being read, and its unread bits. */
  #word: number
  #bits = 0
  /** The streets of each of the long requirements that were united. */
  readonly #longUnited: StreetMap[] = []
  /** What was spent when the walk began, and what is when the next of them is due. */
  readonly #begun: number
  #dueAt = Number.POSITIVE_INFINITY

  /** The streets from `from`, which begins a word of a bit map. */
  constructor(
    from: number,
    driver: Requirement,
    common: CommonTerms,
    others: readonly Requirement[],
    postings: Postings,
    buffers: WalkBuffers,
    work: Work,
  ) {
    this.#driver = driver
    this.#common = common
    this.#postings = postings
    this.#buffers = buffers
    this.#work = work
    const united = others.filter(({ streets }) => streets === undefined)
    const isLong = (other: Requirement) => measured(postings, other).terms > BESIDE_TERMS_MAX
    this.#beside = united.filter((other) => !isLong(other))
    this.#begun = work.spent
    this.#waitFor(united.filter(isLong))
    const { count, terms, read } = measured(postings, driver)
    this.#isWhole = count <= WHOLE_MAX || read <= terms * WHOLE_POSTINGS
    this.#windowEnd = from
    this.#word = (from >>> 5) - 1
  }

  next(): number {
    if (this.#work.spent >= this.#dueAt) this.#uniteLong()
    while (this.#bits === 0) {
      this.#word++
      if (this.#word * 32 < this.#windowEnd) this.#bits = this.#buffers.candidates[this.#word]
      else if (this.#windowEnd >= this.#postings.streetCount || !this.#openWindow()) return END
    }
    const bit = 31 - Math.clz32(this.#bits & -this.#bits)
    this.#bits &= this.#bits - 1
    return this.#word * 32 + bit
  }

  /** Most walks end in the first window, where every list has only its beginning. False where the work is spent. */
  #openWindow(): boolean {
    const { streetCount } = this.#postings
    const from = this.#windowEnd
    const width = from === 0 ? WINDOW_FIRST : from * WINDOW_GROWTH
    const to = this.#isWhole ? streetCount : Math.min(streetCount, width)
    const firstWord = from >>> 5
    const endWord = (to + 31) >>> 5
    if (!this.#work.affords(this.#stepsFor(from, to))) return false
    const map = this.#unite(this.#buffers.candidates, this.#driver, from, to)
    this.#common.keep(map, firstWord, endWord)
    for (const other of this.#beside) {
      const beside = this.#unite(this.#buffers.beside, other, from, to)
      keepCommon(map, beside, 0, firstWord, endWord)
    }
    for (const united of this.#longUnited) keepMarked(map, united, firstWord, endWord)
    this.#windowEnd = to
    this.#word = firstWord
    this.#bits = map[firstWord]
    return true
  }

  /** What it takes to unite the driver and what is united beside it, and to read the words of the window. */
  #stepsFor(from: number, to: number): number {
    const words = ((to + 31) >>> 5) - (from >>> 5)
    const share = (to - from) / this.#postings.streetCount
    // For the common terms, once for each other requirement, and bit by bit.
    const passes = this.#common.count + this.#beside.length + 2
    let steps = (words * passes) / MARKED_PER_STEP
    for (const each of [this.#driver, ...this.#beside]) {
      const { read, terms } = measured(this.#postings, each)
      steps += (words + read * share) / MARKED_PER_STEP
      steps += (terms * TERM_POSTINGS) / POSTINGS_PER_STEP
    }
    return steps
  }

  #waitFor(long: readonly Requirement[]): void {
    this.#long = long
    const steps = Math.min(...long.map((other) => stepsToUnite(this.#postings, other)))
    this.#dueAt = this.#begun + steps
  }

  /**
   * Unites the long requirements over all streets once as much was spent without, as most walks end before that pays;
   * and where it takes less than the streets that are left would, if they are like those before.
   */
  #uniteLong(): void {
    const spent = this.#work.spent - this.#begun
    const seen = this.#word * 32 + 1
    const most = spent * ((this.#postings.streetCount - seen) / seen)
    const waiting: Requirement[] = []
    for (const other of this.#long) {
      const steps = stepsToUnite(this.#postings, other)
      if (steps > spent) waiting.push(other)
      else if (steps <= most) this.#unitedLong(other)
    }
    this.#waitFor(waiting)
  }

  #unitedLong(other: Requirement): void {
    const united = this.#buffers.united(this.#postings, other, this.#work)
    if (united === undefined) return
    this.#longUnited.push(united)
    const { candidates } = this.#buffers
    keepMarked(candidates, united, this.#word, (this.#windowEnd + 31) >>> 5)
    this.#bits &= candidates[this.#word]
  }

  /** Leaves in the window of the map the streets that have a term of the requirement. */
  #unite(map: Uint32Array, requirement: Requirement, from: number, to: number): Uint32Array {
    map.fill(0, from >>> 5, (to + 31) >>> 5)
    for (const range of requirement.ranges) this.#postings.markStreets(map, range, from, to)
    return map
  }
}

/** Leaves in the words of a bit map from `from` to `to` the streets that are marked. */
function keepMarked(words: Uint32Array, { map, mask }: StreetMap, from: number, to: number): void {
  for (let i = from; i < to; i++) words[i] &= map[i & mask]
}
