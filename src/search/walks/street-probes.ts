// Looks candidates up in the postings of requirements that have few terms.
// Unchecked: `have` runs for every candidate, and the arrays have one place for each list.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirement.ts'
import { POSTINGS_PER_STEP, STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import { measured } from './requirement-size.ts'
import type { WalkBuffers } from './walk-buffers.ts'

const IS_MAP = -1
/** The first step from where a street is guessed to be in a list: half of what one read of memory brings. */
const STEP_FIRST = 8
/** About how many postings are marked in a bit map in the time that it takes to look a street up in a list. */
const POSTINGS_PER_PROBE = 1

/** Candidates only go up, so each list is read on from where it was. */
export class StreetProbes {
  readonly #streetCount: number
  readonly #lists: Uint32Array
  readonly #maps: Uint32Array
  /** Where each list is read and where it ends; the lists of one requirement lie side by side. */
  readonly #at: number[] = []
  readonly #end: number[] = []
  /** How many lists each requirement has. */
  readonly #counts: number[] = []
  /** The streets of the lists of each requirement, where they are united: then only bit maps are among its lists. */
  readonly #united: (Uint32Array | undefined)[] = []

  readonly #work: Work

  /** `candidates` is how many will be looked up at most. */
  constructor(
    candidates: number,
    postings: Postings,
    requirements: readonly Requirement[],
    buffers: WalkBuffers,
    work: Work,
  ) {
    this.#streetCount = postings.streetCount
    this.#lists = postings.lists
    this.#maps = postings.maps
    this.#work = work
    // What is one list rules most candidates out, before those of more lists are read.
    for (const each of requirements) {
      if (measured(postings, each).terms === 1) this.#add(postings, each)
    }
    for (const each of requirements) {
      if (measured(postings, each).terms === 1) continue
      // A walk whose work is spent ends at its next street: what it is looked up in matters no more.
      const steps = STEPS.attempt + postingsToMark(postings, each) / POSTINGS_PER_STEP
      if (isUnited(candidates, postings, each) && work.affords(steps))
        this.#unite(postings, each, buffers)
      else this.#add(postings, each)
    }
  }

  /** Bit maps before lists: a look at one costs next to nothing, and most streets that have it have it there. */
  #add(postings: Postings, requirement: Requirement): void {
    const { hasMap, terms } = measured(postings, requirement)
    if (hasMap) this.#addLists(postings, requirement, true)
    this.#addLists(postings, requirement, false)
    this.#counts.push(terms)
    this.#united.push(undefined)
  }

  #addLists(postings: Postings, { ranges }: Requirement, isMap: boolean): void {
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        if (postings.isMap(term) !== isMap) continue
        this.#at.push(isMap ? postings.mapStart(term) : postings.start(term))
        this.#end.push(isMap ? IS_MAP : postings.end(term))
      }
    }
  }

  #unite(postings: Postings, requirement: Requirement, buffers: WalkBuffers): void {
    const before = this.#at.length
    if (measured(postings, requirement).hasMap) this.#addLists(postings, requirement, true)
    const map = buffers.united(this.#united.length, postings, requirement.ranges)
    this.#counts.push(this.#at.length - before)
    this.#united.push(map)
  }

  /** Whether the street has what each requirement asks for. */
  have(street: number): boolean {
    const lists = this.#lists
    let probe = 0
    for (let i = 0; i < this.#counts.length; i++) {
      const end = probe + this.#counts[i]
      const first = probe
      const united = this.#united[i]
      let found = united !== undefined && ((united[street >>> 5] >>> (street & 31)) & 1) === 1
      for (; probe < end && !found; probe++) {
        if (this.#end[probe] === IS_MAP) {
          const bits = this.#maps[this.#at[probe] + (street >>> 5)]
          found = ((bits >>> (street & 31)) & 1) === 1
          continue
        }
        const at = firstFrom(lists, this.#at[probe], this.#end[probe], street, this.#streetCount)
        this.#at[probe] = at
        found = at < this.#end[probe] && lists[at] === street
      }
      this.#work.spent += STEPS.probe * (probe - first)
      if (!found) return false
      probe = end
    }
    return true
  }
}

/** Whether to mark the streets of all lists costs less than to look all candidates up in them. */
function isUnited(candidates: number, postings: Postings, requirement: Requirement): boolean {
  const { terms } = measured(postings, requirement)
  let maps = 0
  for (const { from, to } of requirement.ranges) maps += postings.mapsIn(from, to)
  const probes = candidates * (terms - maps)
  return probes * POSTINGS_PER_PROBE > postingsToMark(postings, requirement)
}

/** All that the lists have, each of which is emptied again later. */
function postingsToMark(postings: Postings, { ranges }: Requirement): number {
  let count = 0
  for (const { from, to } of ranges) count += postings.start(to) - postings.start(from)
  return 2 * count
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
