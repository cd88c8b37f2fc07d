// Looks candidates up in the postings of requirements that have few terms.
// Unchecked: `keep` runs for every candidate, and the arrays have one place for each list.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import { measured, stepsToMark } from './requirement-size.ts'
import { isMarked, type StreetMap } from './street-map.ts'
import type { WalkBuffers } from './walk-buffers.ts'

const IS_MAP = -1
/** The first step from where a street is guessed to be in a list: half of what one read of memory brings. */
const STEP_FIRST = 8
/** Candidates only go up, so each list is read on from where it was. */
export class StreetProbes {
  readonly #postings: Postings
  readonly #requirements: readonly Requirement[]
  /** Where each list is read and where it ends; the lists of one requirement lie side by side, its bit maps first. */
  readonly #at: number[] = []
  readonly #end: number[] = []
  /** How many bit maps and lists each requirement has, and how many of these are bit maps. */
  readonly #counts: number[] = []
  readonly #mapCounts: number[] = []
  /** In how many lists of each requirement candidates are looked up before its lists are marked in one map. */
  readonly #patience: number[] = []
  readonly #marked: (StreetMap | undefined)[] = []
  readonly #buffers: WalkBuffers
  readonly #work: Work
  readonly #left: () => number

  /** `left` tells about how many more candidates will be looked up. */
  constructor(
    postings: Postings,
    requirements: readonly Requirement[],
    buffers: WalkBuffers,
    work: Work,
    left: () => number,
  ) {
    this.#left = left
    this.#postings = postings
    this.#buffers = buffers
    this.#work = work
    // What is one list rules most candidates out, before those of more lists are read.
    const isOne = (each: Requirement) => measured(postings, each).terms === 1
    const several = requirements.filter((each) => !isOne(each))
    this.#requirements = [...requirements.filter(isOne), ...several]
    for (const each of this.#requirements) this.#add(each)
  }

  /** Bit maps before lists: a look at one costs next to nothing, and most streets that have it have it there. */
  #add(requirement: Requirement): void {
    const postings = this.#postings
    const { hasMap, terms } = measured(postings, requirement)
    const first = this.#at.length
    if (hasMap) this.#addLists(requirement, true)
    this.#mapCounts.push(this.#at.length - first)
    this.#addLists(requirement, false)
    this.#counts.push(terms)
    this.#patience.push(
      terms === 1 ? Number.POSITIVE_INFINITY : stepsToMark(postings, requirement) / STEPS.probe,
    )
    this.#marked.push(undefined)
  }

  #addLists({ ranges }: Requirement, isMap: boolean): void {
    const postings = this.#postings
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        if (postings.isMap(term) !== isMap) continue
        this.#at.push(isMap ? postings.mapStart(term) : postings.start(term))
        this.#end.push(isMap ? IS_MAP : postings.end(term))
      }
    }
  }

  /** Leaves in the first `count` places of a batch the streets that have each requirement; how many these are. */
  keep(batch: Uint32Array, count: number): number {
    let end = count
    let first = 0
    for (let i = 0; i < this.#counts.length; i++) {
      const listsFrom = first + this.#mapCounts[i]
      let kept = 0
      for (let at = 0; at < end; at++) {
        const street = batch[at]
        const isFound = this.#isInMaps(street, first, listsFrom) || this.#isListed(street, i, first)
        if (isFound) batch[kept++] = street
      }
      end = kept
      first += this.#counts[i]
    }
    return end
  }

  #isListed(street: number, requirement: number, first: number): boolean {
    const marked = this.#marked[requirement]
    return marked === undefined
      ? this.#isInLists(street, requirement, first)
      : isMarked(marked, street)
  }

  #isInMaps(street: number, from: number, to: number): boolean {
    const { maps } = this.#postings
    for (let i = from; i < to; i++) {
      if (((maps[this.#at[i] + (street >>> 5)] >>> (street & 31)) & 1) === 1) return true
    }
    return false
  }

  /** In the lists of a requirement, of which the first bit map or list is at `first`. */
  #isInLists(street: number, requirement: number, first: number): boolean {
    const { lists, streetCount } = this.#postings
    const from = first + this.#mapCounts[requirement]
    const to = first + this.#counts[requirement]
    let isFound = false
    let i = from
    for (; i < to && !isFound; i++) {
      const at = firstFrom(lists, this.#at[i], this.#end[i], street, streetCount)
      this.#at[i] = at
      isFound = at < this.#end[i] && lists[at] === street
    }
    this.#work.spent += STEPS.probe * (i - from)
    this.#patience[requirement] -= i - from
    if (this.#patience[requirement] < 0) this.#mark(requirement)
    return isFound
  }

  /** So many were looked up that to mark all streets of the lists would have taken less; as it may for the rest. */
  #mark(at: number): void {
    const requirement = this.#requirements[at]
    this.#patience[at] = Number.POSITIVE_INFINITY
    const probes = this.#left() * (this.#counts[at] - this.#mapCounts[at])
    if (probes * STEPS.probe < stepsToMark(this.#postings, requirement)) return
    this.#marked[at] = this.#buffers.listMap(this.#postings, requirement, this.#work)
  }
}

/**
 * The first place from `from` on that is not below the street. Streets of a list are about as far from each other
 * everywhere, so a guess comes near it; from there steps that double, then halves.
 */
function firstFrom(
  data: Uint32Array,
  from: number,
  end: number,
  street: number,
  streetCount: number,
): number {
  if (from === end || data[from] >= street) return from
  const share = (street - data[from]) / (streetCount - data[from])
  const guess = from + Math.floor((end - from) * share)
  let low = from
  let high = guess
  let step = STEP_FIRST
  if (data[guess] < street) {
    low = guess
    while (low + step < end && data[low + step] < street) {
      low += step
      step *= 2
    }
    high = Math.min(end, low + step)
  } else {
    while (high - step > from && data[high - step] >= street) {
      high -= step
      step *= 2
    }
    low = Math.max(from, high - step)
  }
  // What is at `low` is below the street, what is at `high` is not.
  low++
  while (low < high) {
    const middle = (low + high) >>> 1
    if (data[middle] < street) low = middle + 1
    else high = middle
  }
  return low
}
