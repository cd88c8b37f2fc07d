// Fields that the columns of a national index cannot give back, such as an odd label: kept word for word.

import type { NationalRow } from '../../address/national.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { SparseColumn, writeSparse } from '../columns/sparse-column.ts'
import type { FinalTexts, Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { type Build, DROPPED, type FinalOrder } from '../rows/final-order.ts'
import type { TextNumbers } from '../rows/text-numbers.ts'
import { NONE } from '../streets/records.ts'

/** Kept as one text of JSON. */
type OverrideFields = Partial<NationalRow>

export function readOverrides(sections: IndexSections, texts: Texts) {
  const column = new SparseColumn(sections, 'record.overrides', NONE)
  return {
    has: (record: number) => column.has(record),
    of(record: number): OverrideFields | undefined {
      const text = column.at(record)
      return text === NONE ? undefined : (JSON.parse(texts.at(text)) as OverrideFields)
    },
  }
}

/** Each takes half a kilobyte while the index is built; a good national file needs a few thousand. */
const OVERRIDES_MAX = 5_000_000

/** Gathers the fields of rows that the columns cannot give back, and writes them. */
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

  async write({ writer, order }: Build, texts: FinalTexts): Promise<void> {
    await writeSparse(writer, 'record.overrides', order.rows, NONE, (row) => {
      const fields = this.#fields.get(row)
      return fields === undefined ? NONE : texts.numberOf(JSON.stringify(fields))
    })
  }
}
