// Finds records by their id, which is two numbers: records are sorted by the first, then by the second.
// Unchecked: the search stays within the order, which has every record once.

import { lowerBoundBy } from '../../lib/lower-bound.ts'
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
    const compare = (record: number) => this.#first[record] - first || this.#second[record] - second
    const place = lowerBoundBy(0, order.length, (at) => compare(order[at]) < 0)
    return place < order.length && compare(order[place]) === 0 ? order[place] : NONE
  }
}
