// Finds records by their id, which is two numbers: records are sorted by the first, then by the second.
// Unchecked: the search stays within the order, which has every record once.

import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/section-names.ts'
import { NONE } from '../streets/records.ts'

export class IdOrder {
  readonly #order: Uint32Array
  readonly #first: NarrowArray
  readonly #second: Uint32Array

  constructor(sections: IndexSections, first: NarrowArray, second: Uint32Array) {
    this.#order = sections.get('ids.order')
    this.#first = first
    this.#second = second
  }

  /** The record with this id, or NONE. */
  find(first: number, second: number): number {
    const order = this.#order
    let low = 0
    let high = order.length
    // Written out: among 345,000 records a Get is 0.3 µs slower with `lowerBoundBy`.
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(order[middle], first, second) < 0) low = middle + 1
      else high = middle
    }
    if (low === order.length || this.#compare(order[low], first, second) !== 0) return NONE
    return order[low]
  }

  #compare(record: number, first: number, second: number): number {
    return this.#first[record] - first || this.#second[record] - second
  }
}
