// Texts of parts that all have the same fields, such as the name, type and suffix of a street's name.
// Unchecked: hot, an answer reads up to nine of them, and parts are numbered by the index itself.

import type { IndexSections } from '../file/index-sections.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import type { FinalTexts, Texts } from './texts.ts'

type FieldTextsName = 'name.texts' | 'place.texts'

/** The texts of a part stand side by side, in the order of the fields. */
export class FieldTexts<Field extends string> {
  readonly #fields: readonly Field[]
  readonly #texts: Texts
  readonly #numbers: Uint32Array

  constructor(
    sections: IndexSections,
    texts: Texts,
    name: FieldTextsName,
    fields: readonly Field[],
  ) {
    this.#fields = fields
    this.#texts = texts
    this.#numbers = sections.get(name)
  }

  at(part: number, field: Field): string {
    return this.#texts.at(this.numberOf(part, field))
  }

  /** The text's number. */
  numberOf(part: number, field: Field): number {
    return this.#numbers[part * this.#fields.length + this.#fields.indexOf(field)]
  }
}

export async function writeFieldTexts<Field extends string>(
  writer: SectionWriter,
  name: FieldTextsName,
  fields: readonly Field[],
  parts: readonly Readonly<Record<Field, string>>[],
  texts: FinalTexts,
): Promise<void> {
  const all = parts.flatMap((part) => fields.map((field) => texts.numberOf(part[field])))
  await writer.add(name, Uint32Array.from(all))
}
