// Builds the sections of a UK index from gathered delivery points: ranks, ids and texts of Variant B.

import { writeSparse } from '../columns/sparse-column-writer.ts'
import { writeTexts } from '../columns/texts-writer.ts'
import type { SectionWriter } from '../file/section-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import {
  countWords,
  DROPPED,
  type FinalOrder,
  putInOrder,
  type RowComparison,
} from '../rows/final-order.ts'
import { countUp, kept, sortByKey, valuesOf } from '../rows/growing-arrays.ts'
import { NONE, RECORD } from '../streets/records.ts'
import { writeRecords } from '../streets/records-writer.ts'
import { type CoreNumbers, type StreetParts, writeCore } from '../streets/streets-writer.ts'
import { postalNameTerms, postalPlaceTerms } from '../words/name-terms.ts'
import { writePostalPlaces } from './postal-places-writer.ts'
import { houseNumber, unitOf } from './postal-premises.ts'
import type { PostalTable } from './postal-rows.ts'

export async function writePostal(
  writer: SectionWriter,
  rows: PostalTable,
): Promise<{ readonly addresses: number; readonly repeated: number }> {
  const { table } = rows
  const byId = sortByKey(sortByKey(countUp(table.rows), rows.idLow.view()), rows.idHigh.view())
  const dropped = dropRepeated(rows, byId)
  const order = putInOrder(table, dropped, streetRank(rows), (packed) => compareWith(rows, packed))
  const numbers = await writeCore(writer, table, order, partsOf(rows))
  await writeRecords(writer, table, order, () => DROPPED)
  await writeBoxes(writer, table, order)
  await writePostalPlaces(writer, table, order, {
    postcodes: numbers.postcodes,
    postcodeOf: (street) => postcodeOf(rows, street),
    placeTextsOf: (street) =>
      placeTextsOf(rows, rows.wholeStreets.second[table.streets.first[street]]),
  })
  const [high, low] = [rows.idHigh.view(), rows.idLow.view()]
  await writer.add('record.idHigh', valuesOf(order.rows, high))
  await writer.add('record.idLow', valuesOf(order.rows, low))
  const byIdOrder = kept(valuesOf(byId, order.recordOf), (record) => record !== DROPPED)
  await writer.add('ids.order', byIdOrder)
  const repeated = table.rows - order.rows.length
  table.free()
  await writeFieldTexts(writer, rows, order, numbers)
  return { addresses: order.rows.length, repeated }
}

/** Of rows with the same id the first one of the file stays. `byId` keeps file order among equals. */
function dropRepeated(rows: PostalTable, byId: Uint32Array): Uint8Array {
  const [high, low] = [rows.idHigh.view(), rows.idLow.view()]
  const dropped = new Uint8Array(byId.length)
  for (let i = 1; i < byId.length; i++) {
    const [before, row] = [byId[i - 1], byId[i]]
    if (high[before] === high[row] && low[before] === low[row]) dropped[row] = 1
  }
  return dropped
}

/** A street is divided by postcode here, so its rank comes from all of it, and its parts follow each other. */
function streetRank(rows: PostalTable) {
  const { table } = rows
  const streetOf = table.street.view()
  const numberOf = table.number.view()
  const inWhole = new Uint32Array(rows.wholeStreets.count)
  const inTown = new Map<number, number>()
  const lowest = new Map<number, number>()
  const townOf = (whole: number) => {
    const district = rows.places.first[rows.wholeStreets.second[whole]]
    return rows.towns.second[rows.counties.first[rows.districts.first[district]]]
  }
  for (let row = 0; row < streetOf.length; row++) {
    const street = streetOf[row]
    const whole = table.streets.first[street]
    inWhole[whole]++
    inTown.set(townOf(whole), (inTown.get(townOf(whole)) ?? 0) + 1)
    const number = Number.parseInt(table.numberTexts.texts[numberOf[row]], 10) || 1e6
    lowest.set(street, Math.min(lowest.get(street) ?? 1e6, number))
  }
  return (street: number) => {
    const whole = table.streets.first[street]
    const names = nameTextsOf(rows, rows.wholeStreets.first[whole])
    const texts = [...names, ...placeTextsOf(rows, rows.wholeStreets.second[whole])]
    const first = String(lowest.get(street) ?? 1e6).padStart(7, '0')
    return {
      words: countWords(...names),
      score: inWhole[whole] * Math.floor(Math.sqrt(inTown.get(townOf(whole)) ?? 0)),
      tie: [...texts, first, postcodeOf(rows, street)].join('|'),
    }
  }
}

function compareWith(rows: PostalTable, packed: Uint32Array): RowComparison {
  const { table } = rows
  const [last, unit, flags] = [table.last.view(), table.unit.view(), table.flags.view()]
  const names = table.nameTexts.texts
  const [organisation, department, poBox, subBuilding, buildingName] = table.names.map((column) =>
    column.view(),
  )
  const [high, low] = [rows.idHigh.view(), rows.idLow.view()]
  const byName = (column: Uint32Array, a: number, b: number) => {
    if (column[a] === column[b]) return 0
    return names[column[a]] < names[column[b]] ? -1 : 1
  }
  return (a, b) =>
    packed[last[a]] - packed[last[b]] ||
    byName(buildingName, a, b) ||
    (flags[a] & RECORD.deep) - (flags[b] & RECORD.deep) ||
    packed[unit[a]] - packed[unit[b]] ||
    byName(subBuilding, a, b) ||
    byName(organisation, a, b) ||
    byName(department, a, b) ||
    byName(poBox, a, b) ||
    high[a] - high[b] ||
    low[a] - low[b]
}

function partsOf(rows: PostalTable): StreetParts {
  const { table, wholeStreets } = rows
  return {
    nameOf: (street) => wholeStreets.first[table.streets.first[street]],
    placeOf: (street) => wholeStreets.second[table.streets.first[street]],
    postcodeOf: (street) => postcodeOf(rows, street),
    nameTerms: (book, name) => postalNameTerms(book, nameTextsOf(rows, name)),
    placeTerms: (book, place) => {
      const [double, dependent, town, ...regions] = placeTextsOf(rows, place)
      return { ...postalPlaceTerms(book, [double, dependent, town], regions), near: [] }
    },
    isSearchedName: (name) => unitOf(name) === undefined && houseNumber(name) === undefined,
  }
}

function postcodeOf(rows: PostalTable, street: number): string {
  return rows.table.texts.texts[rows.table.streets.second[street]]
}

function nameTextsOf(rows: PostalTable, name: number): [string, string] {
  const { texts } = rows.table.texts
  return [texts[rows.names.first[name]], texts[rows.names.second[name]]]
}

/** Double dependent locality, dependent locality, town, county, district, country. */
function placeTextsOf(rows: PostalTable, place: number): string[] {
  const { texts } = rows.table.texts
  const district = rows.places.first[place]
  const county = rows.districts.first[district]
  const town = rows.counties.first[county]
  const locality = rows.towns.first[town]
  return [
    texts[rows.localities.first[locality]],
    texts[rows.localities.second[locality]],
    texts[rows.towns.second[town]],
    texts[rows.counties.second[county]],
    texts[rows.districts.second[district]],
    texts[rows.places.second[place]],
  ]
}

async function writeFieldTexts(
  writer: SectionWriter,
  rows: PostalTable,
  order: FinalOrder,
  numbers: CoreNumbers,
): Promise<void> {
  const { texts } = rows.table
  const nameTexts = rows.table.nameTexts.texts.map((text) => texts.add(text))
  for (const text of rows.numberTexts.values()) texts.add(text)
  const { sorted, places } = texts.sortedPlaces()
  const final = (text: string) => places[texts.add(text)]
  await writeTexts(writer, sorted)
  await writer.add('kinds.texts', rows.table.kindTexts.texts)
  await writer.add(
    'names.text',
    Uint32Array.from(nameTexts, (text) => places[text]),
  )
  const names = numbers.names.flatMap((name) => nameTextsOf(rows, name).map(final))
  await writer.add('name.texts', Uint32Array.from(names))
  const placeTexts = numbers.places.flatMap((place) => placeTextsOf(rows, place).map(final))
  await writer.add('place.texts', Uint32Array.from(placeTexts))
  await writer.add('postcode.text', Uint32Array.from(numbers.postcodes, final))
  await writeSparse(writer, 'record.numberText', order.rows.length, NONE, (record) => {
    const text = rows.numberTexts.get(order.rows[record])
    return text === undefined ? NONE : final(text)
  })
}
