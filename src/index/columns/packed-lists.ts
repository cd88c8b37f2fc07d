// Lists of numbers, one behind the other in memory: millions of small arrays would take several times as much.

import { GrowingU32 } from '../rows/growing-arrays.ts'

export class PackedLists {
  readonly #values = new GrowingU32()
  readonly #ends = new GrowingU32()

  get length(): number {
    return this.#ends.length
  }

  push(list: readonly number[]): void {
    for (const value of list) this.#values.push(value)
    this.#ends.push(this.#values.length)
  }

  /** Visits the values of one list. */
  each(list: number, visit: (value: number) => void): void {
    const end = this.#ends.at(list)
    for (let at = this.#startOf(list); at < end; at++) visit(this.#values.at(at))
  }

  forEach(visit: (list: Uint32Array, at: number) => void): void {
    const values = this.#values.view()
    for (let list = 0; list < this.length; list++) {
      visit(values.subarray(this.#startOf(list), this.#ends.at(list)), list)
    }
  }

  #startOf(list: number): number {
    return list === 0 ? 0 : this.#ends.at(list - 1)
  }
}
