// Gathers the fields of rows that the columns cannot give back, and writes them.

import type { NationalRow } from '../../address/national.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { writeSparse } from '../columns/sparse-column-writer.ts'
import type { FinalTexts } from '../columns/texts-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { DROPPED, type FinalOrder } from '../rows/final-order.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'
import { NONE } from '../streets/records.ts'
import type { OverrideFields } from './overrides.ts'

/** Each takes half a kilobyte while the index is built; a good national file needs a few thousand. */
const OVERRIDES_MAX = 5_000_000

export class OverrideRows {
  readonly #fields = new Map<number, OverrideFields>()
  readonly #max: number

  constructor(max = OVERRIDES_MAX) {
    this.#max = max
  }

  add<Field extends keyof NationalRow>(row: number, field: Field, value: NationalRow[Field]): void {
    if (this.#fields.size >= this.#max && !this.#fields.has(row)) {
      throw new ImportRefused(
        `More than ${this.#max} addresses have a label or a number that must be kept word ` +
          `for word, which is more than fits into memory; the last has ${field} ${value}.`,
      )
    }
    this.#fields.set(row, { ...this.#fields.get(row), [field]: value })
  }

  /** Adds what will be written, before texts get their final numbers. */
  addTexts(texts: TextNumbers, { recordOf }: FinalOrder): void {
    for (const [row, fields] of this.#fields) {
      if (recordOf[row] !== DROPPED) texts.add(JSON.stringify(fields))
    }
  }

  async write(writer: SectionWriter, { rows }: FinalOrder, texts: FinalTexts): Promise<void> {
    await writeSparse(writer, 'record.overrides', rows, NONE, (row) => {
      const fields = this.#fields.get(row)
      return fields === undefined ? NONE : texts.numberOf(JSON.stringify(fields))
    })
  }
}
