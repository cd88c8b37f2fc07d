// The names that records have of their own: buildings, sites, organisations.
// Unchecked: hot, an answer reads up to five of them, and names are numbered by the index itself.

import { SparseColumn } from '../columns/sparse-column.ts'
import { EMPTY_TEXT, type FinalTexts, type Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { RecordColumn } from '../file/sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { NONE } from './records.ts'

export class RecordNames<Column extends RecordColumn> {
  readonly #texts: Texts
  readonly #textOf: Uint32Array
  readonly #columns: ReadonlyMap<Column, SparseColumn>

  constructor(sections: IndexSections, texts: Texts, columns: readonly Column[]) {
    this.#texts = texts
    this.#textOf = sections.get('names.text')
    this.#columns = new Map(
      columns.map((name) => [name, new SparseColumn(sections, `record.${name}`, NONE)]),
    )
  }

  /** '' where the record has no such name. */
  text(record: number, column: Column): string {
    return this.#texts.at(this.numberOf(record, column))
  }

  /** The text's number, that of the empty one where the record has no such name. */
  numberOf(record: number, column: Column): number {
    const name = this.#columns.get(column)?.at(record) ?? NONE
    return name === NONE ? EMPTY_TEXT : this.#textOf[name]
  }
}

/** Adds what will be written, before texts get their final numbers. */
export function addRecordNames({ texts, nameTexts }: AddressTable): void {
  for (const name of nameTexts.texts) texts.add(name)
}

export async function writeRecordNames(
  writer: SectionWriter,
  { kindTexts, nameTexts }: AddressTable,
  final: FinalTexts,
): Promise<void> {
  await writer.add('kinds.texts', kindTexts.texts)
  const names = nameTexts.texts.map((name) => final.numberOf(name))
  await writer.add('names.text', Uint32Array.from(names))
}
