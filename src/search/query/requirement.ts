// One thing that streets must have to answer a query, as terms of the index.

import type { TermRange } from '../../index/terms/terms.ts'

const NOT_MEASURED = -1
/** In the place of a term where there is none, or more than one. */
export const NO_TERM = -1

/**
 * One of the terms in the ranges, or a place in the given sorted list of streets. Words keep theirs from query to
 * query, and what is asked of it stands in one object: each that is read for a word is at another place in memory.
 */
export class Requirement {
  readonly ranges: readonly TermRange[]
  readonly streets: Uint32Array | undefined
  /** No street can have it. */
  readonly isEmpty: boolean
  /** The one term that it asks for, or NO_TERM. */
  readonly term: number
  /** Bits of which the signature of a street that has it has one, once that was looked up. */
  mask: number | undefined = undefined
  /** How many of all streets have one of these bits. */
  share: number | undefined = undefined
  /** How many streets have it, once that was measured; one that has two of the terms counts twice. */
  count = NOT_MEASURED
  terms = 0
  /** How many postings its lists have, and how many these and the words of its bit maps are together. */
  listed = 0
  read = 0
  /** Whether the postings of a term are a bit map, and the term where it is the only one, or NO_TERM. */
  hasMap = false
  common = NO_TERM

  constructor(ranges: readonly TermRange[], streets?: Uint32Array) {
    this.ranges = ranges
    this.streets = streets
    this.isEmpty = ranges.length === 0 && streets === undefined
    const [range] = ranges
    const isOne = range !== undefined && ranges.length === 1 && range.to - range.from === 1
    this.term = isOne ? range.from : NO_TERM
  }

  get isMeasured(): boolean {
    return this.count !== NOT_MEASURED
  }
}

/** Requirements of one word or number, which most queries share with others before them. */
export class KeptRequirements {
  readonly of: object
  /** What the word can be: see `requirements.ts`. */
  readonly roles: number
  readonly #kept: (Requirement | undefined)[] = []
  /** The one that was asked for last, which nearly always is asked for again. */
  #key = NOT_MEASURED
  #last: Requirement | undefined

  constructor(of: object, roles: number) {
    this.of = of
    this.roles = roles
  }

  get(key: number): Requirement | undefined {
    if (key === this.#key) return this.#last
    const kept = this.#kept[key]
    if (kept !== undefined) [this.#key, this.#last] = [key, kept]
    return kept
  }

  set(key: number, ranges: readonly TermRange[]): Requirement {
    const kept = new Requirement(ranges)
    this.#kept[key] = kept
    this.#key = key
    this.#last = kept
    return kept
  }
}
