// Writes the texts of a national index: names, places, other names of both, details, and what is kept word for word.

import { writeFieldTexts } from '../columns/field-texts-writer.ts'
import { writeLists } from '../columns/lists-writer.ts'
import { writeTexts } from '../columns/texts-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { addRecordNames, writeRecordNames } from '../streets/record-names-writer.ts'
import type { FinalParts } from '../streets/street-parts.ts'
import { aliasText, NAME_FIELDS, PLACE_FIELDS } from './national-layout.ts'
import type { NationalStreets } from './national-streets.ts'
import type { NationalTable } from './national-table.ts'

export async function writeNationalTexts(
  writer: SectionWriter,
  rows: NationalTable,
  order: FinalOrder,
  streets: NationalStreets,
  parts: FinalParts,
): Promise<void> {
  const { table } = rows
  const add = (text: string) => table.texts.add(text)
  const otherNames = parts.names.map((name) => streets.otherNames(name).map(aliasText).map(add))
  const localityNames = parts.places.map((place) => streets.localityNames(place).map(add))
  addRecordNames(table)
  rows.overrides.addTexts(table.texts, order)
  const final = await writeTexts(writer, table.texts)
  await writeRecordNames(writer, table, final)
  const names = parts.names.map((name) => streets.name(name))
  await writeFieldTexts(writer, 'name.texts', NAME_FIELDS, names, final)
  await writeLists(writer, 'name.aliases', otherNames, final.places)
  const places = parts.places.map((place) => streets.place(place))
  await writeFieldTexts(writer, 'place.texts', PLACE_FIELDS, places, final)
  await writeLists(writer, 'place.names', localityNames, final.places)
  await rows.overrides.write(writer, order, final)
  await rows.details.write(writer, order, final.places)
}
