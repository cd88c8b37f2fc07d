// The UPRN of each record of a UK index, where the data has any.

import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/section-names.ts'

/** A UPRN has up to 12 digits, and so 40 bits. */
export const UPRN_LOW_VALUES = 2 ** 32

export class UprnColumn {
  readonly #low: Uint32Array | undefined
  readonly #high: NarrowArray | undefined

  constructor(sections: IndexSections) {
    this.#low = sections.find('record.uprnLow')
    this.#high = sections.find('record.uprnHigh')
  }

  /** '' for none. */
  text(record: number): string {
    const value = (this.#high?.[record] ?? 0) * UPRN_LOW_VALUES + (this.#low?.[record] ?? 0)
    return value === 0 ? '' : String(value)
  }
}
