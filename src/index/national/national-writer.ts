// Writes a national index from the rows that were gathered.
// Unchecked: hot, goes over five columns of every address.

import type { NationalRow } from '../../address/national.ts'
import { writeFieldTexts } from '../columns/field-texts.ts'
import { writeLists } from '../columns/lists.ts'
import { writeTexts } from '../columns/texts.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import { PlaceGatherer, slugOf, writePlaces } from '../geography/places-writer.ts'
import { RowIds } from '../ids/id-order.ts'
import { rowsNamed, writeNationalIds } from '../ids/national-ids.ts'
import type { OtherPids } from '../ids/pid-columns.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { DROPPED, type FinalOrder, putInOrder } from '../rows/final-order.ts'
import type { GrowingU32 } from '../rows/growing-arrays.ts'
import type { NationalKnowledge } from '../rows/row-source.ts'
import { addRecordNames, writeRecordNames } from '../streets/record-names.ts'
import type { FarRecords } from '../streets/records-writer.ts'
import { writeOtherRecords, writeRecords } from '../streets/records-writer.ts'
import type { FinalParts } from '../streets/street-parts.ts'
import { writeStreets } from '../streets/streets-writer.ts'
import { isUnknownCode } from '../words/number-code.ts'
import { stateForms } from '../words/written-forms.ts'
import { KnownNames } from './known-names.ts'
import { aliasText, NAME_FIELDS, PLACE_FIELDS } from './national-layout.ts'
import {
  compareNationalRows,
  rankAliasesAsTheirPrincipals,
  rankNationalStreets,
} from './national-order.ts'
import { NationalStreets } from './national-streets.ts'
import type { NationalTable } from './national-table.ts'

/** Each part of the table gives its memory back once it has been written. */
export async function writeNational(
  writer: SectionWriter,
  rows: NationalTable,
  knowledge: NationalKnowledge | undefined,
): Promise<{ readonly addresses: number; readonly repeated: number }> {
  const { table, pid, principal, primary } = rows
  const read = table.rows
  const ids = new RowIds(pid.prefix.view(), pid.number.view())
  const principalOf = rowsNamed(principal, ids, read)
  const primaryOf = rowsNamed(primary, ids, read)
  rankAliasesAsTheirPrincipals(rows, principalOf)
  const streets = new NationalStreets(rows, new KnownNames(knowledge))
  const order = putInOrder(table, ids.repeated(), rankNationalStreets(rows, streets), (packed) =>
    compareNationalRows(rows, packed),
  )
  for (const column of [table, pid, principal, primary]) column.release()
  const parts = await writeStreets(writer, table, order, streets)
  table.release()
  const far = await writeRecords(writer, table, order, principalOf)
  overrideOddNumbers(rows, order)
  overrideForeignIds(rows, order, 'principalPid', principal, principalOf)
  overrideForeignIds(rows, order, 'primaryPid', primary, primaryOf)
  overrideFarPoints(rows, order, far)
  await writeBoxes(writer, table, order)
  await writeNationalPlaces(writer, table, order, streets)
  table.free()
  await writeNationalIds(writer, rows, order, ids)
  await writeOtherRecords(writer, 'primary', order, primaryOf)
  for (const column of [pid, principal, primary]) column.free()
  await writeNationalTexts(writer, rows, order, streets, parts)
  rows.details.free()
  return { addresses: order.rows.length, repeated: read - order.rows.length }
}

/** Names, places, other names of both, details, and what is kept word for word. */
async function writeNationalTexts(
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

/** Writes the places of a national index: each locality with its postcode is one. */
async function writeNationalPlaces(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  streets: NationalStreets,
): Promise<void> {
  const gatherer = new PlaceGatherer(table, order)
  order.streets.forEach((street, at) => {
    const place = streets.placeOf(street)
    const texts = streets.place(place)
    const fields = PLACE_FIELDS.map((field) => texts[field])
    gatherer.addStreet(at, fields.join('|'), () => ({
      id: slugOf(...fields),
      fields,
      strong: [...streets.localityNames(place), texts.postcode],
      weak: stateForms(texts.state),
    }))
  })
  await writePlaces(writer, gatherer.finish())
}

/** Numbers that are written in too rare a way for a template are kept word for word. */
function overrideOddNumbers({ table, overrides }: NationalTable, order: FinalOrder): void {
  const columns: readonly (readonly [keyof NationalRow, GrowingU32])[] = [
    ['numberFirst', table.number],
    ['numberLast', table.last],
    ['flatNumber', table.unit],
    ['levelNumber', table.level],
    ['lotNumber', table.lot],
  ]
  for (const [field, column] of columns) {
    const values = column.view()
    for (const row of order.rows) {
      if (!isUnknownCode(order.packed[values[row]])) continue
      overrides.add(row, field, table.numberTexts.at(values[row]))
    }
    column.release()
  }
}

/** Ids of addresses that the file does not have. `named` has the row that each row's other id names. */
function overrideForeignIds(
  { overrides }: NationalTable,
  { recordOf }: FinalOrder,
  field: 'principalPid' | 'primaryPid',
  ids: OtherPids,
  named: Uint32Array,
): void {
  ids.each((row, _prefix, _number, at) => {
    if (recordOf[row] === DROPPED || named[row] !== DROPPED) return
    overrides.add(row, field, ids.text(at))
  })
}

function overrideFarPoints(
  { table, overrides }: NationalTable,
  { rows }: FinalOrder,
  far: FarRecords,
): void {
  for (const record of far) {
    const row = rows[record]
    overrides.add(row, 'latitude', table.latitude.view()[row])
    overrides.add(row, 'longitude', table.longitude.view()[row])
  }
}
