// The ids of the records of a national index.
// Unchecked: records are within the columns, which have a value for each.

import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/section-names.ts'
import { NONE } from '../streets/records.ts'
import { IdOrder } from './id-order.ts'
import { pidNumber, pidNumberStart, pidText } from './pid.ts'

export class NationalIds {
  readonly #prefixes: readonly string[]
  readonly #prefix: NarrowArray
  readonly #number: Uint32Array
  readonly #order: IdOrder

  constructor(sections: IndexSections) {
    this.#prefixes = sections.get('pid.prefixes')
    this.#prefix = sections.get('record.pidPrefix')
    this.#number = sections.get('record.pidNumber')
    this.#order = new IdOrder(sections, this.#prefix, this.#number)
  }

  /** '' for NONE. */
  text(record: number): string {
    if (record === NONE) return ''
    return pidText(this.#prefixes[this.#prefix[record]], this.#number[record])
  }

  /** The record with this id, or NONE. */
  find(id: string): number {
    const start = pidNumberStart(id)
    const prefix = this.#prefixes.indexOf(id.slice(0, start))
    return prefix === -1 ? NONE : this.#order.find(prefix, pidNumber(id, start))
  }
}
