// Fields that the columns of a national index cannot give back, such as an odd label: kept word for word.

import type { NationalRow } from '../../address/national.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import { NONE } from '../streets/records.ts'

/** Kept as one text of JSON. */
export type OverrideFields = Partial<NationalRow>

export class Overrides {
  readonly #texts: Texts
  readonly #column: SparseColumn

  constructor(sections: IndexSections, texts: Texts) {
    this.#texts = texts
    this.#column = new SparseColumn(sections, 'record.overrides', NONE)
  }

  has(record: number): boolean {
    return this.#column.has(record)
  }

  of(record: number): OverrideFields | undefined {
    const text = this.#column.at(record)
    return text === NONE ? undefined : (JSON.parse(this.#texts.at(text)) as OverrideFields)
  }
}
