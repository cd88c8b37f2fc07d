// One thing that streets must have to answer a query, as terms of the index.

import type { TermRange } from '../../index/terms/terms.ts'

/** One of the terms in the ranges, or a place in the given sorted list of streets. */
export interface Requirement {
  readonly ranges: readonly TermRange[]
  readonly streets?: Uint32Array | undefined
  /** How many streets have it, once that was looked up: see `requirement-size.ts`. */
  size?: RequirementSize | undefined
  /** Bits of which the signature of a street that has it has one, once that was looked up. */
  mask?: number | undefined
}

export interface RequirementSize {
  /** How many streets have it; one that has two of the terms counts twice. */
  readonly streets: number
  readonly terms: number
  /** How many postings and words of bit maps its terms have together. */
  readonly read: number
  /** Whether the postings of a term are a bit map, and the term where it is the only one. */
  readonly hasMap: boolean
  readonly common: number | undefined
}

/** Requirements of one word or number, which most queries share with others before them. */
export class KeptRequirements {
  readonly of: object
  readonly #kept: (Requirement | undefined)[] = []

  constructor(of: object) {
    this.of = of
  }

  get(key: number): Requirement | undefined {
    return this.#kept[key]
  }

  set(key: number, ranges: readonly TermRange[]): Requirement {
    const kept = requirement(ranges)
    this.#kept[key] = kept
    return kept
  }
}

export function requirement(ranges: readonly TermRange[]): Requirement {
  return { ranges, streets: undefined, size: undefined, mask: undefined }
}
