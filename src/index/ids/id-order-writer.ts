// Sorts rows by their ids, finds those that repeat another's, and gives the order that records are found by.
// Unchecked: hot, goes over every address, and rows are within their columns.

import { lowerBoundBy } from '../../lib/lower-bound.ts'
import { DROPPED, type FinalOrder } from '../rows/final-order.ts'
import { countUp, kept, sortByKey, valuesOf } from '../rows/row-order.ts'

export class RowIds {
  readonly #first: Uint32Array
  readonly #second: Uint32Array
  /** Rows in the order of their ids; those of one id in the order of the file. */
  readonly #rows: Uint32Array

  constructor(first: Uint32Array, second: Uint32Array) {
    this.#first = first
    this.#second = second
    this.#rows = sortByKey(sortByKey(countUp(first.length), second), first)
  }

  /** 1 for each row that has the id of a row before it: of those the first one of the file stays. */
  repeated(): Uint8Array {
    const rows = this.#rows
    const repeated = new Uint8Array(rows.length)
    for (let i = 1; i < rows.length; i++) {
      const [before, row] = [rows[i - 1], rows[i]]
      const isSame =
        this.#first[before] === this.#first[row] && this.#second[before] === this.#second[row]
      if (isSame) repeated[row] = 1
    }
    return repeated
  }

  /** The first row with this id, or DROPPED. */
  find(first: number, second: number): number {
    const rows = this.#rows
    const compare = (row: number) => this.#first[row] - first || this.#second[row] - second
    const place = lowerBoundBy(0, rows.length, (at) => compare(rows[at]) < 0)
    return place < rows.length && compare(rows[place]) === 0 ? rows[place] : DROPPED
  }

  /** The records in the order of their ids. */
  records({ recordOf }: FinalOrder): Uint32Array {
    return kept(valuesOf(this.#rows, recordOf), (record) => record !== DROPPED)
  }
}
