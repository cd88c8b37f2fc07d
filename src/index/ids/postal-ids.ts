// The ids of the records of a UK index.

import { elementAt } from '../../lib/element-at.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { NONE } from '../streets/records.ts'
import { IdOrder } from './id-order.ts'
import { postalIdText, readPostalId } from './postal-id.ts'

export class PostalIds {
  readonly #high: Uint32Array
  readonly #low: Uint32Array
  readonly #order: IdOrder

  constructor(sections: IndexSections) {
    this.#high = sections.get('record.idHigh')
    this.#low = sections.get('record.idLow')
    this.#order = new IdOrder(sections, this.#high, this.#low)
  }

  text(record: number): string {
    const [high, low] = [elementAt(this.#high, record), elementAt(this.#low, record)]
    return postalIdText({ high, low })
  }

  /** The record with this id, or NONE. */
  find(text: string): number {
    const id = readPostalId(text)
    return id === undefined ? NONE : this.#order.find(id.high, id.low)
  }
}
