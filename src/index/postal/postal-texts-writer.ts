// Writes the texts of a UK index: names, places, postcodes, and building numbers that are kept word for word.

import { writeFieldTexts } from '../columns/field-texts-writer.ts'
import { writeLists } from '../columns/lists-writer.ts'
import { writeSparse } from '../columns/sparse-column-writer.ts'
import { writeTexts } from '../columns/texts-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import type { FinalOrder } from '../rows/final-order.ts'
import { addRecordNames, writeRecordNames } from '../streets/record-names-writer.ts'
import { NONE } from '../streets/records.ts'
import type { FinalParts } from '../streets/street-parts.ts'
import { NAME_FIELDS, PLACE_FIELDS } from './postal-layout.ts'
import type { PostalStreets } from './postal-streets.ts'
import type { PostalTable } from './postal-table.ts'

export async function writePostalTexts(
  writer: SectionWriter,
  { table, numberTexts }: PostalTable,
  order: FinalOrder,
  streets: PostalStreets,
  parts: FinalParts,
): Promise<void> {
  addRecordNames(table)
  for (const text of numberTexts.values()) table.texts.add(text)
  const add = (text: string) => table.texts.add(text)
  const otherNames = parts.names.map((name) => streets.otherNames(name).map(add))
  const otherPlaces = parts.places.map((place) => streets.otherPlaces(place).map(add))
  const final = await writeTexts(writer, table.texts)
  await writeRecordNames(writer, table, final)
  const names = parts.names.map((name) => streets.name(name))
  await writeFieldTexts(writer, 'name.texts', NAME_FIELDS, names, final)
  const places = parts.places.map((place) => streets.place(place))
  await writeFieldTexts(writer, 'place.texts', PLACE_FIELDS, places, final)
  if ([...otherNames, ...otherPlaces].some((others) => others.length > 0)) {
    await writeLists(writer, 'name.others', otherNames, final.places)
    await writeLists(writer, 'place.others', otherPlaces, final.places)
  }
  const postcodes = parts.postcodes.map((postcode) => final.numberOf(postcode))
  await writer.add('postcode.text', Uint32Array.from(postcodes))
  await writeSparse(writer, 'record.numberText', order.rows, NONE, (row) => {
    const text = numberTexts.get(row)
    return text === undefined ? NONE : final.numberOf(text)
  })
}
