// Which streets have a unit at a number, or a range around it: postings beside those of the terms, by hash.

import { NO_NUMBER, NUMBER_VALUES } from '../words/number-code.ts'
import type { TermRange } from './terms.ts'

/** Ranges with more numbers inside are found by the term KIND.ranges instead; hardly any address has one. */
const INSIDE_MAX = 64
/** Addresses a bucket has on average; a street that is there by chance is found out when it is looked at. */
const ADDRESSES_PER_BUCKET = 4
const INSIDE_RANGE = NO_NUMBER

/**
 * Common numbers and common units are each on most streets, but hardly ever the one at the other. The buckets are
 * postings like those of a term and come after the last of them.
 */
export class Premises {
  readonly #termCount: number
  readonly #buckets: number

  constructor(termCount: number, buckets: number) {
    this.#termCount = termCount
    this.#buckets = buckets
  }

  /** Streets with this unit at this number, whatever its letters. */
  unitAt(value: number, unit: number): TermRange {
    return this.#at(premiseBucket(value, unit, this.#buckets))
  }

  /** Streets with this unit at a range that goes past this number. */
  unitAround(value: number, unit: number): TermRange {
    return this.#at(premiseBucket(insideOf(value), unit, this.#buckets))
  }

  /** Streets with a range of numbers that goes past this one, on its side of the street. */
  around(value: number): TermRange {
    return this.#at(insideBucket(value, this.#buckets))
  }

  #at(bucket: number): TermRange {
    const from = bucketPosting(bucket, this.#termCount)
    return { from, to: from + 1 }
  }
}

/** Where the postings of a bucket are: behind those of the last term. */
export function bucketPosting(bucket: number, termCount: number): number {
  return termCount + bucket
}

export function premiseBucket(value: number, unit: number, buckets: number): number {
  const mixed = Math.imul(value, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((spread ^ (spread >>> 13)) >>> 0) % buckets
}

/** A number inside a range is another value than the number itself. */
export function insideOf(value: number): number {
  return value + NUMBER_VALUES
}

export function insideBucket(value: number, buckets: number): number {
  return premiseBucket(value, INSIDE_RANGE, buckets)
}

/** Whether a range has more numbers inside, on its side of the street, than there are buckets for. */
export function isWideRange(first: number, last: number): boolean {
  return (last - first) / 2 > INSIDE_MAX
}

export function bucketCount(addressesWithUnit: number): number {
  return Math.max(1, Math.ceil(addressesWithUnit / ADDRESSES_PER_BUCKET))
}
