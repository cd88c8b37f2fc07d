// The UPRN of each record of a UK index, where the data has any.

import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { valuesOf } from '../rows/row-order.ts'
import type { SpillFile } from '../rows/spill-file.ts'

/** A UPRN has up to 12 digits, and so 40 bits. */
const UPRN_LOW_VALUES = 2 ** 32

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

/** Gathers and writes the UPRNs of UK addresses; a file without any has no room for them. */
export class UprnRows {
  readonly #low: GrowingU32
  readonly #high: GrowingU32

  constructor(spill?: SpillFile) {
    this.#low = new GrowingU32(spill)
    this.#high = new GrowingU32(spill)
  }

  /** Rows come in order; '' is none. */
  add(row: number, uprn: string): void {
    if (uprn === '') return
    this.#fillTo(row)
    const value = Number(uprn)
    this.#low.push(value % UPRN_LOW_VALUES)
    this.#high.push(Math.floor(value / UPRN_LOW_VALUES))
  }

  async write(writer: SectionWriter, { rows }: FinalOrder, rowsRead: number): Promise<void> {
    if (this.#low.length === 0) return
    this.#fillTo(rowsRead)
    await writer.add('record.uprnLow', valuesOf(rows, this.#low.view()))
    this.#low.free()
    await writer.add('record.uprnHigh', valuesOf(rows, this.#high.view()))
    this.#high.free()
  }

  #fillTo(rows: number): void {
    while (this.#low.length < rows) {
      this.#low.push(0)
      this.#high.push(0)
    }
  }
}
