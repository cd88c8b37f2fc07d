// One thing that streets must have to answer a query, as terms of the index.

import type { Postings } from '../../index/terms/postings.ts'
import type { TermRange } from '../../index/terms/terms.ts'

/** In place of a count that was not asked for yet. */
const NOT_MEASURED = -1
/** In place of a term where there is none, or more than one. */
export const NO_TERM = -1

/**
 * A street must have one of the terms in the ranges, or be in the sorted list of streets. Words keep theirs from query
 * to query, and one object holds everything about it: each object read is another place in memory.
 */
export class Requirement {
  readonly ranges: readonly TermRange[]
  readonly streets: Uint32Array | undefined
  /** No street can have it. */
  readonly isEmpty: boolean
  /** The one term that it asks for, or NO_TERM. */
  readonly term: number
  /** A street that has it has one of these bits in its signature. */
  mask: number | undefined = undefined
  /** The share of all streets that have one of these bits. */
  share: number | undefined = undefined
  /** How many streets have it, at most: one that has two of the terms counts twice. */
  count = NOT_MEASURED
  terms = 0
  /** How many postings its lists have, and how many these and the words of its bit maps are together. */
  listed = 0
  read = 0
  /** Whether a term has a bit map for postings; that term if it is the only one, or NO_TERM. */
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

  /** Itself with its sizes, which are looked up once. */
  measured(postings: Postings): this {
    if (this.count === NOT_MEASURED) this.#measure(postings)
    return this
  }

  #measure(postings: Postings): void {
    this.count = this.streets?.length ?? 0
    this.listed = this.count
    let maps = 0
    for (const { from, to } of this.streets === undefined ? this.ranges : []) {
      this.count += postings.count(from, to)
      this.terms += to - from
      this.listed += postings.start(to) - postings.start(from)
      maps += postings.mapsIn(from, to)
    }
    this.read = this.listed + maps * postings.mapWords
    this.hasMap = maps > 0
    this.common = maps === 1 ? this.term : NO_TERM
  }
}
