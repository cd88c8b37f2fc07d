// The buckets of premises that an address brings to its street: its unit at its number, the numbers in its range.
// Unchecked: hot, asked for every address.

import type { AddressTable } from '../rows/address-table.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { codeOf, NO_NUMBER, NumberCodes, numberValue, packNumber } from '../words/number-code.ts'
import { bucketCount, insideBucket, insideOf, isWideRange, premiseBucket } from './premises.ts'

export class PremiseBuckets {
  readonly count: number
  readonly #packed: Uint32Array
  readonly #codes: NumberCodes
  readonly #number: Uint32Array
  readonly #last: Uint32Array
  readonly #unit: Uint32Array

  constructor(table: AddressTable, { packed, templates }: FinalOrder) {
    this.#packed = packed
    this.#codes = new NumberCodes(templates)
    this.#number = table.number.view()
    this.#last = table.last.view()
    this.#unit = table.unit.view()
    let units = 0
    for (let row = 0; row < this.#unit.length; row++) if (this.#unit[row] !== 0) units++
    this.count = bucketCount(units)
  }

  each(row: number, add: (bucket: number) => void): void {
    const isRange = this.#last[row] !== 0
    const hasUnit = this.#unit[row] !== 0
    if (!isRange && !hasUnit) return
    const unit = this.#unitOf(row)
    // An address without a number goes by that of its unit.
    const number = this.#packed[this.#number[row] === 0 ? this.#unit[row] : this.#number[row]]
    const first = numberValue(number)
    if (hasUnit) add(premiseBucket(first, unit, this.count))
    if (!isRange) return
    const last = numberValue(this.#packed[this.#last[row]])
    if (hasUnit) add(premiseBucket(last, unit, this.count))
    if (isWideRange(first, last)) return
    for (let value = first + 2; value < last; value += 2) {
      if (hasUnit) add(premiseBucket(insideOf(value), unit, this.count))
      add(insideBucket(value, this.count))
    }
  }

  /** `3a` is unit `3A`. */
  #unitOf(row: number): number {
    const packed = this.#packed[this.#unit[row]]
    if (packed === NO_NUMBER) return NO_NUMBER
    return packNumber(numberValue(packed), this.#codes.sameAs[codeOf(packed)])
  }
}
