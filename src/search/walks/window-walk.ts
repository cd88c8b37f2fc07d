// Walks all streets in windows that grow, and unites what many lists have for the streets of a window only.
// Unchecked: `next` runs for every candidate and reads no word outside the window that it opened.

import { firstMarked, keepCommon } from '../../index/terms/bit-maps.ts'
import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { MARKED_PER_STEP, STEPS, WORDS_PER_STEP } from '../steps.ts'
import type { Work } from '../work.ts'
import type { CommonTerms } from './common-terms.ts'
import { measured } from './requirement-size.ts'
import type { StreetMap } from './street-map.ts'
import { END, type Walk } from './walk.ts'
import type { WalkBuffers } from './walk-buffers.ts'

/** Windows begin at 0 and each is so many times as wide as all before it. */
const WINDOW_FIRST = 4096
const WINDOW_GROWTH = 8
/** What takes no more steps than these is united when a window is opened. */
const AT_ONCE = 1_000

/** Most walks end in the first window, so that nothing is united before as much was spent on streets without. */
export class WindowWalk implements Walk {
  readonly #common: CommonTerms
  /** What is not one common term. */
  readonly #others: readonly Requirement[]
  readonly #postings: Postings
  readonly #buffers: WalkBuffers
  readonly #work: Work
  #windowEnd = 0
  /** The word of the bit map that is being read, and its unread bits. */
  #word = -1
  #bits = 0
  /** What the streets of the window were not looked up in. */
  #waiting: readonly Requirement[] = []
  /** What was spent when the walk began, and what is when the next of these is due. */
  readonly #begun: number
  #dueAt = Number.POSITIVE_INFINITY

  constructor(
    common: CommonTerms,
    others: readonly Requirement[],
    postings: Postings,
    buffers: WalkBuffers,
    work: Work,
  ) {
    this.#common = common
    this.#others = others.filter(({ streets }) => streets === undefined)
    this.#postings = postings
    this.#buffers = buffers
    this.#work = work
    this.#begun = work.spent
  }

  next(): number {
    if (this.#work.spent >= this.#dueAt) this.#keepDue()
    while (this.#bits === 0) {
      const { candidates } = this.#buffers
      const endWord = (this.#windowEnd + 31) >>> 5
      this.#word = firstMarked(candidates, this.#word + 1, endWord)
      if (this.#word < endWord) this.#bits = candidates[this.#word]
      else if (this.#windowEnd >= this.#postings.streetCount || !this.#openWindow()) return END
    }
    const bit = 31 - Math.clz32(this.#bits & -this.#bits)
    this.#bits &= this.#bits - 1
    return this.#word * 32 + bit
  }

  /** False where the work is spent. */
  #openWindow(): boolean {
    const { streetCount } = this.#postings
    const { candidates } = this.#buffers
    const from = this.#windowEnd
    const width = from === 0 ? WINDOW_FIRST : from * WINDOW_GROWTH
    const to = 2 * width < streetCount ? width : streetCount
    const [firstWord, endWord] = [from >>> 5, (to + 31) >>> 5]
    // To keep what is common, and to read bit by bit.
    const passes = this.#common.count + 1
    if (!this.#work.affords(((endWord - firstWord) * passes) / WORDS_PER_STEP)) return false
    this.#common.copy(candidates, firstWord, endWord)
    if ((to & 31) !== 0) candidates[endWord - 1] &= (1 << (to & 31)) - 1
    this.#windowEnd = to
    this.#word = firstWord
    this.#bits = candidates[firstWord]
    this.#waiting = this.#others
    this.#keepDue()
    return true
  }

  /**
   * Leaves in the rest of the window what has the requirements that are due: on which so much was spent without that
   * at worst twice of what had to be is; if it takes less than the rest would, were that like what was seen.
   */
  #keepDue(): void {
    const spent = this.#work.spent - this.#begun + AT_ONCE
    const seen = this.#word * 32
    const toCome = seen === 0 ? spent : spent * ((this.#windowEnd - seen) / seen)
    const waiting: Requirement[] = []
    let least = Number.POSITIVE_INFINITY
    for (const other of this.#waiting) {
      const steps = this.#stepsFor(other)
      // Only what it rules out is saved.
      const worth = steps / ruledOut(this.#postings, other)
      if (worth <= spent) {
        if (worth <= toCome) this.#keepHaving(other, steps)
        continue
      }
      waiting.push(other)
      least = Math.min(least, worth)
    }
    this.#waiting = waiting
    this.#dueAt = this.#begun + least - AT_ONCE
  }

  /** What it takes to unite a requirement for the rest of the window, where that was not done for all streets. */
  #stepsFor(other: Requirement): number {
    const { streetCount, mapWords } = this.#postings
    const share = (this.#windowEnd - this.#word * 32) / streetCount
    const passes = (3 * mapWords * share) / WORDS_PER_STEP
    if (this.#buffers.kept(this.#postings, other) !== undefined) return passes
    const { listed, read, terms } = measured(this.#postings, other)
    const mapped = ((read - listed) * share) / WORDS_PER_STEP
    return passes + mapped + (listed * share) / MARKED_PER_STEP + terms * STEPS.listInWindow
  }

  #keepHaving(other: Requirement, steps: number): void {
    const [postings, buffers] = [this.#postings, this.#buffers]
    const { candidates, beside } = buffers
    const from = this.#word * 32
    const endWord = (this.#windowEnd + 31) >>> 5
    // Nearly all streets may as well be all, for the walks after this one.
    const isMost = this.#windowEnd - from > postings.streetCount / 2
    const kept = buffers.kept(postings, other)
    const united = kept ?? (isMost ? buffers.united(postings, other, this.#work) : undefined)
    if (united !== undefined) keepMarkedWords(candidates, united, this.#word, endWord)
    else if (this.#work.affords(steps)) {
      beside.fill(0, this.#word, endWord)
      for (const range of other.ranges) {
        postings.markStreets(beside, range, from, this.#windowEnd)
      }
      keepCommon(candidates, beside, 0, this.#word, endWord)
    }
    this.#bits &= candidates[this.#word]
  }
}

/** How many of all streets a requirement rules out, at least. */
function ruledOut(postings: Postings, requirement: Requirement): number {
  return Math.max(0.1, 1 - measured(postings, requirement).count / postings.streetCount)
}

/** Leaves in the words of a bit map from `from` to `to` the streets that are marked. */
function keepMarkedWords(
  words: Uint32Array,
  { map, mask }: StreetMap,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) words[i] &= map[i & mask]
}
