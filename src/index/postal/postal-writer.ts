// Writes a UK index from the delivery points that were gathered.

import { outcodeOf } from '../../address/postcode.ts'
import { elementAt } from '../../lib/element-at.ts'
import { writeFieldTexts } from '../columns/field-texts.ts'
import { writeLists } from '../columns/lists.ts'
import { writeSparse } from '../columns/sparse-column.ts'
import { writeTexts } from '../columns/texts.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import {
  type PlaceDescription,
  PlaceGatherer,
  slugOf,
  writePlaces,
} from '../geography/places-writer.ts'
import { RowIds } from '../ids/id-order.ts'
import { writePostalIds } from '../ids/postal-id.ts'
import type { AddressTable } from '../rows/address-table.ts'
import { type FinalOrder, putInOrder } from '../rows/final-order.ts'
import { addRecordNames, writeRecordNames } from '../streets/record-names.ts'
import { NONE } from '../streets/records.ts'
import { writeRecords } from '../streets/records-writer.ts'
import type { FinalParts } from '../streets/street-parts.ts'
import { writeStreets } from '../streets/streets-writer.ts'
import { wordsOf } from '../words/fold.ts'
import { isUnknownCode } from '../words/number-code.ts'
import { NAME_FIELDS, PLACE_FIELDS, type PlaceField } from './postal-layout.ts'
import { comparePostalRows, rankPostalStreets } from './postal-order.ts'
import { PostalStreets } from './postal-streets.ts'
import type { PostalTable } from './postal-table.ts'
import { writePostcodes } from './postcodes.ts'
import { houseNumberText } from './premise-numbers.ts'

/** Most of the table gives its memory back once it has been written. */
export async function writePostal(
  writer: SectionWriter,
  rows: PostalTable,
): Promise<{ readonly addresses: number; readonly repeated: number }> {
  const { table } = rows
  const read = table.rows
  const ids = new RowIds(rows.idHigh.view(), rows.idLow.view())
  const streets = new PostalStreets(rows)
  const order = putInOrder(table, ids.repeated(), rankPostalStreets(rows, streets), (packed) =>
    comparePostalRows(rows, packed),
  )
  for (const column of [table, rows.idHigh, rows.idLow]) column.release()
  const parts = await writeStreets(writer, table, order, streets)
  table.release()
  await writeRecords(writer, table, order, undefined)
  keepOddNumbers(rows, order)
  await writeBoxes(writer, table, order)
  await writePostalPlaces(writer, table, order, streets)
  await writePostcodes(writer, table, order, streets, parts.postcodes)
  await writePostalIds(writer, rows, order, ids)
  await rows.uprns.write(writer, order, read)
  table.free()
  await writePostalTexts(writer, rows, order, streets, parts)
  return { addresses: order.rows.length, repeated: read - order.rows.length }
}

/** Numbers that are written in too rare a way for a template. */
function keepOddNumbers({ table, numberTexts }: PostalTable, { rows, packed }: FinalOrder): void {
  const [firsts, lasts] = [table.number.view(), table.last.view()]
  for (const row of rows) {
    const [first, last] = [elementAt(firsts, row), elementAt(lasts, row)]
    const isOdd = isUnknownCode(elementAt(packed, first)) || isUnknownCode(elementAt(packed, last))
    if (!isOdd || numberTexts.has(row)) continue
    const text = { first: table.numberTexts.at(first), last: table.numberTexts.at(last) }
    numberTexts.set(row, houseNumberText(text))
  }
}

/** Writes the texts of a UK index: names, places, postcodes, and building numbers that are kept word for word. */
async function writePostalTexts(
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

/** Writes the places of the UK: areas, towns and outcodes. */
async function writePostalPlaces(
  writer: SectionWriter,
  table: AddressTable,
  order: FinalOrder,
  streets: PostalStreets,
): Promise<void> {
  const gatherer = new PlaceGatherer(table, order)
  order.streets.forEach((street, at) => {
    const place = streets.place(streets.placeOf(street))
    const outcode = outcodeOf(streets.postcodeOf(street))
    for (const { key, describe } of placesOf(place, outcode)) gatherer.addStreet(at, key, describe)
  })
  await writePlaces(writer, gatherer.finish())
}

interface KeyedPlace {
  readonly key: string
  readonly describe: () => PlaceDescription
}

/** The fields of a stored place are area, town, county, country and outcode. */
function placesOf(texts: Readonly<Record<PlaceField, string>>, outcode: string): KeyedPlace[] {
  const { doubleDependentLocality, dependentLocality, townOrCity: town, county, country } = texts
  const weak = () => [town, county, country].flatMap(wordsOf)
  const areas = [doubleDependentLocality, dependentLocality].filter((area) => area !== '')
  const places = areas.map((area) => ({
    key: ['area', area, town, county].join('|'),
    describe: () => ({
      id: slugOf(area, town, county),
      fields: [area, town, county, country, ''],
      strong: [area],
      weak: weak(),
    }),
  }))
  if (town !== '') {
    places.push({
      key: ['town', town, county].join('|'),
      describe: () => ({
        id: slugOf(town, county),
        fields: ['', town, county, country, ''],
        strong: [town],
        weak: weak(),
      }),
    })
  }
  if (outcode !== '') {
    places.push({
      key: `outcode|${outcode}`,
      describe: () => ({
        id: slugOf(outcode),
        fields: ['', town, county, country, outcode],
        strong: [outcode],
        weak: weak(),
      }),
    })
  }
  return places
}
