// Looks candidates up in the postings of requirements that have few terms.
// Unchecked: `have` runs for every candidate, and the arrays have one place for each list.

import type { Postings } from '../../index/terms/postings.ts'
import type { Requirement } from '../query/requirements.ts'
import { STEPS, type Work } from '../work.ts'
import { sizeOf } from './requirement-size.ts'

const IS_MAP = -1

/** Candidates only go up, so each list is read on from where it was. */
export class StreetProbes {
  readonly #data: Uint32Array
  /** Where each list is read and where it ends; the lists of one requirement lie side by side. */
  readonly #at: number[] = []
  readonly #end: number[] = []
  /** How many lists each requirement has. */
  readonly #counts: number[] = []

  readonly #work: Work

  constructor(postings: Postings, requirements: readonly Requirement[], work: Work) {
    this.#data = postings.data
    this.#work = work
    // What is one list rules most candidates out, before those of more lists are read.
    const isOne = (each: Requirement) => sizeOf(postings, each).terms === 1
    for (const each of requirements) if (isOne(each)) this.#add(postings, each)
    for (const each of requirements) if (!isOne(each)) this.#add(postings, each)
  }

  /** Bit maps before lists: a look at one costs next to nothing, and most streets that have it have it there. */
  #add(postings: Postings, requirement: Requirement): void {
    const { hasMap, terms } = sizeOf(postings, requirement)
    if (hasMap) this.#addLists(postings, requirement, true)
    this.#addLists(postings, requirement, false)
    this.#counts.push(terms)
  }

  #addLists(postings: Postings, { ranges }: Requirement, isMap: boolean): void {
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++) {
        if (postings.isMap(term) !== isMap) continue
        this.#at.push(postings.start(term))
        this.#end.push(isMap ? IS_MAP : postings.end(term))
      }
    }
  }

  /** Whether the street has what each requirement asks for. */
  have(street: number): boolean {
    const data = this.#data
    let probe = 0
    for (let i = 0; i < this.#counts.length; i++) {
      const end = probe + this.#counts[i]
      const first = probe
      let found = false
      for (; probe < end && !found; probe++) {
        if (this.#end[probe] === IS_MAP) {
          const bits = data[this.#at[probe] + (street >>> 5)]
          found = ((bits >>> (street & 31)) & 1) === 1
          continue
        }
        const at = firstFrom(data, this.#at[probe], this.#end[probe], street)
        this.#at[probe] = at
        found = at < this.#end[probe] && data[at] === street
      }
      this.#work.spent += STEPS.probe * (probe - first)
      if (!found) return false
      probe = end
    }
    return true
  }
}

/** The first place from `from` on that is not below the street: steps that double, then halves. */
function firstFrom(data: Uint32Array, from: number, end: number, street: number): number {
  let low = from
  let step = 1
  while (low + step < end && data[low + step] < street) {
    low += step
    step *= 2
  }
  let high = Math.min(end, low + step + 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (data[middle] < street) low = middle + 1
    else high = middle
  }
  return low
}
