// Writes the texts of parts that all have the same fields.

import type { SectionWriter } from '../file/section-writer.ts'
import type { FieldTextsName } from './field-texts.ts'
import type { FinalTexts } from './texts-writer.ts'

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
