// Looks candidates up in the postings of requirements that have few terms.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'

const IS_MAP = -1

/** Hot: `have` is called for every candidate. Candidates only go up, so each list is read on from where it was. */
export class StreetProbes {
  readonly #postings: Postings
  /** Where each list is read and where it ends; the lists of one requirement lie side by side. */
  #at: number[] = []
  #end: number[] = []
  /** How many lists each requirement has. */
  #counts: number[] = []

  constructor(postings: Postings) {
    this.#postings = postings
  }

  clear(): void {
    this.#at = []
    this.#end = []
    this.#counts = []
  }

  /** One more requirement: a street must have one of these terms. */
  add(ranges: readonly TermRange[]): void {
    const postings = this.#postings
    let count = 0
    for (const { from, to } of ranges) {
      for (let term = from; term < to; term++, count++) {
        this.#at.push(postings.start(term))
        this.#end.push(postings.isMap(term) ? IS_MAP : postings.end(term))
      }
    }
    this.#counts.push(count)
  }

  /** Whether the street has what each requirement asks for. */
  have(street: number): boolean {
    const { data } = this.#postings
    let probe = 0
    for (let i = 0; i < this.#counts.length; i++) {
      const end = probe + this.#counts[i]
      let found = false
      for (; probe < end; probe++) {
        if (this.#end[probe] === IS_MAP) {
          const bits = data[this.#at[probe] + (street >>> 5)]
          if (((bits >>> (street & 31)) & 1) === 1) found = true
          continue
        }
        const at = firstFrom(data, this.#at[probe], this.#end[probe], street)
        this.#at[probe] = at
        if (at < this.#end[probe] && data[at] === street) found = true
      }
      if (!found) return false
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
