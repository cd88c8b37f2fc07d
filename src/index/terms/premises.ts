// Which streets have a unit at a number, or a range around it: postings in addition to those of the terms, by hash.
// Unchecked: hot, asked for every address.

import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import {
  codeOf,
  NO_NUMBER,
  NUMBER_VALUES,
  NumberCodes,
  numberValue,
  packNumber,
} from '../words/number-code.ts'
import type { TermRange } from './terms.ts'

/** Ranges with more numbers inside are found by the term KIND.ranges instead; hardly any address has one. */
const INSIDE_MAX = 64
/** Addresses a bucket has on average; a street that is there by chance is found out when it is looked at. */
const ADDRESSES_PER_BUCKET = 4
const INSIDE_RANGE = NO_NUMBER

/** Common numbers and units are on most streets, but seldom together. Buckets are postings after those of terms. */
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
    return this.#at(premiseBucket(value, INSIDE_RANGE, this.#buckets))
  }

  #at(bucket: number): TermRange {
    const from = this.#termCount + bucket
    return { from, to: from + 1 }
  }
}

function premiseBucket(value: number, unit: number, buckets: number): number {
  const mixed = Math.imul(value, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  return ((spread ^ (spread >>> 13)) >>> 0) % buckets
}

/** A number inside a range is another value than the number itself. */
function insideOf(value: number): number {
  return value + NUMBER_VALUES
}

/** Whether a range has more numbers inside, on its side of the street, than there are buckets for. */
export function isWideRange(first: number, last: number): boolean {
  return (last - first) / 2 > INSIDE_MAX
}

/** The buckets of premises that an address brings to its street: its unit at its number, the numbers in its range. */
export function premiseBuckets(table: AddressTable, { packed, templates }: FinalOrder) {
  const codes = new NumberCodes(templates)
  const [numberOf, lastOf, unitOf] = [table.number.view(), table.last.view(), table.unit.view()]
  let units = 0
  for (let row = 0; row < unitOf.length; row++) if (unitOf[row] !== 0) units++
  const count = table.beside?.buckets ?? Math.max(1, Math.ceil(units / ADDRESSES_PER_BUCKET))

  const each = (row: number, add: (bucket: number) => void): void => {
    const isRange = lastOf[row] !== 0
    const hasUnit = unitOf[row] !== 0
    if (!isRange && !hasUnit) return
    const own = packed[unitOf[row]]
    // `3a` is unit `3A`.
    const unit =
      own === NO_NUMBER ? NO_NUMBER : packNumber(numberValue(own), codes.sameAs[codeOf(own)])
    // An address without a number goes by that of its unit.
    const first = numberValue(packed[numberOf[row] === 0 ? unitOf[row] : numberOf[row]])
    if (hasUnit) add(premiseBucket(first, unit, count))
    if (!isRange) return
    const last = numberValue(packed[lastOf[row]])
    if (hasUnit) add(premiseBucket(last, unit, count))
    if (isWideRange(first, last)) return
    for (let value = first + 2; value < last; value += 2) {
      if (hasUnit) add(premiseBucket(insideOf(value), unit, count))
      add(premiseBucket(value, INSIDE_RANGE, count))
    }
  }
  return { count, each }
}
