// Lists of numbers, one after the other: the list of `i` is `values[offset[i]] … values[offset[i + 1] - 1]`.

import type { IndexSections } from '../file/index-sections.ts'
import type { ListsName } from '../file/section-names.ts'

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
