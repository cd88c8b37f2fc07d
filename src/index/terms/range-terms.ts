// The terms of ranges of house numbers, as they are typed: `12-18`.
// Unchecked: hot, goes over every address.

import type { AddressTable } from '../rows/address-table.ts'
import { fold } from '../words/fold.ts'
import { readNumberText } from '../words/number-code.ts'
import { isWideRange } from './premises.ts'
import type { TermNumbers } from './term-numbers.ts'
import { KIND } from './terms.ts'

/** More than there are texts of numbers, so that the numbers of two texts make one key. */
const KEY_FACTOR = 2 ** 26

export class RangeTerms {
  readonly #number: Uint32Array
  readonly #last: Uint32Array
  readonly #terms = new Map<number, number>()
  readonly #wide = new Set<number>()
  readonly #wideTerm: number

  constructor(terms: TermNumbers, table: AddressTable) {
    const { texts } = table.numberTexts
    this.#number = table.number.view()
    this.#last = table.last.view()
    this.#wideTerm = terms.add(KIND.ranges, '')
    for (let row = 0; row < this.#last.length; row++) {
      if (this.#last[row] === 0 || this.#terms.has(this.#keyOf(row))) continue
      const [first, last] = [texts[this.#number[row]], texts[this.#last[row]]]
      this.#terms.set(this.#keyOf(row), terms.add(KIND.number, fold(`${first}-${last}`)))
      if (isWideRange(readNumberText(first).value, readNumberText(last).value)) {
        this.#wide.add(this.#keyOf(row))
      }
    }
  }

  each(row: number, add: (term: number) => void): void {
    if (this.#last[row] === 0) return
    const key = this.#keyOf(row)
    const term = this.#terms.get(key)
    if (term !== undefined) add(term)
    if (this.#wide.has(key)) add(this.#wideTerm)
  }

  #keyOf(row: number): number {
    return this.#number[row] * KEY_FACTOR + this.#last[row]
  }
}
