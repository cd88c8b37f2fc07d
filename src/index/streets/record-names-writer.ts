// Writes the texts of the names and of the kinds that records have by their numbers.

import type { FinalTexts } from '../columns/texts-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { AddressTable } from '../rows/address-table.ts'

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
