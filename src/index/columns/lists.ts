// Lists of numbers, one after the other: the list of `i` is `values[offset[i]] … values[offset[i + 1] - 1]`.

import { elementAt } from '../../lib/element-at.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { ListsName } from '../file/sections.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'

export class Lists {
  readonly values: Uint32Array
  readonly offset: Uint32Array

  constructor(sections: IndexSections, name: ListsName) {
    this.values = sections.get(`${name}.values`)
    this.offset = sections.get(`${name}.offset`)
  }

  get count(): number {
    return this.offset.length - 1
  }

  /** The list of an item. Hot code goes over `values` itself. */
  of(item: number): Uint32Array {
    return this.between(item, item + 1)
  }

  /** The lists of the items from `from` up to, but not including, `to`, one after the other. */
  between(from: number, to: number): Uint32Array {
    return this.values.subarray(this.offset[from], this.offset[to])
  }
}

/** Arrays, or `PackedLists` where there are so many that arrays would take too much memory. */
interface ManyLists {
  readonly length: number
  forEach(visit: (list: Iterable<number> & ArrayLike<number>, at: number) => void): void
}

/** Each is written sorted. `finalOf` has the number that each number of the lists is written as. */
export async function writeLists(
  writer: SectionWriter,
  name: ListsName,
  lists: ManyLists,
  finalOf: Uint32Array,
): Promise<void> {
  const offset = new Uint32Array(lists.length + 1)
  let total = 0
  lists.forEach((list, i) => {
    total += list.length
    offset[i + 1] = total
  })
  const values = new Uint32Array(total)
  lists.forEach((list, i) => {
    const own = Uint32Array.from(list, (number) => elementAt(finalOf, number)).sort()
    values.set(own, offset[i])
  })
  await writer.add(`${name}.offset`, offset)
  await writer.add(`${name}.values`, values)
}

/** Lists of numbers, one after the other in memory: millions of small arrays would take several times as much. */
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
