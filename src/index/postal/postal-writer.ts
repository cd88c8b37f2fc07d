// Writes a UK index from the delivery points that were gathered.
// Unchecked: hot, goes over several columns of every address.

import { outcodeOf } from '../../address/postcode.ts'
import { UK } from '../../countries/uk.ts'
import { writeLists } from '../columns/lists.ts'
import { writeSparse } from '../columns/sparse-column.ts'
import { writeFieldTexts } from '../columns/texts.ts'
import type { SectionWriter } from '../file/index-writer.ts'
import { writeBoxes } from '../geography/boxes-writer.ts'
import {
  type GatheredPlace,
  type GatherPlace,
  meanUnits,
  type PointSums,
  pointSums,
  slugOf,
  writePlaces,
} from '../geography/places-writer.ts'
import { RowIds } from '../ids/id-order.ts'
import { writePostalIds } from '../ids/postal-id.ts'
import { type Build, putInOrder, type Ranking, type RowComparison } from '../rows/final-order.ts'
import { PairNumbers, sortTexts, TextNumbers } from '../rows/text-numbers.ts'
import { NONE, RECORD, writeRecords, writeRecordTexts } from '../streets/records.ts'
import { type FinalParts, StreetParts, writeStreets } from '../streets/streets-writer.ts'
import { nameForms, partTerms, type TermNumbers, wordForms } from '../terms/name-terms.ts'
import { foldedValue, wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { isUnknownCode } from '../words/number-code.ts'
import { isFullStreetType, regionForms, streetTypeForms } from '../words/written-forms.ts'
import { type PlaceField, POSTAL } from './postal-records.ts'
import type { PostalTable } from './postal-table.ts'
import { houseNumber, houseNumberText, unitOf } from './premise-numbers.ts'

type PostalBuild = Build<PostalTable>

/** Each part of the table gives its memory back once it has been written. */
export async function writePostal(writer: SectionWriter, table: PostalTable) {
  const ids = new RowIds(table, table.idHigh.view(), table.idLow.view())
  const order = putInOrder(
    table,
    ids.repeated(),
    (addresses) => rankingOf(table, addresses, lowestNumbers(table)),
    (packed) => comparePostalRows(table, packed),
  )
  const build = { writer, table, order }
  const streets = new PostalStreets(table)
  table.release()
  const parts = await writeStreets(build, streets)
  await writeRecords(build)
  keepOddNumbers(build)
  await writeBoxes(build)
  const { postcodes, postcodeOf } = parts
  const placed = {
    start: order.streetStart,
    placeOf: (at: number) => streets.placeOf(order.streets[at]),
    postcodeOf,
    postcodes: postcodes.length,
    postcode: (number: number) => postcodes[number] ?? '',
    sums: pointSums(build),
  }
  // What becomes one with another index has the places of both.
  if (table.beside === undefined) await writePostalPlaces(writer, table, placed)
  await writePostcodes(writer, placed)
  table.release()
  await writePostalIds(build, table, ids)
  await table.uprns.write(build)
  await writePostalTexts(build, streets, parts)
  return { addresses: order.rows.length, repeated: table.rows - order.rows.length }
}

/** After all house numbers. */
export const NO_HOUSE_NUMBER = 1e6

/** A street is divided by postcode here, so its rank comes from all of it, and its parts follow each other. */
function rankingOf(table: PostalTable, ofStreets: Uint32Array, lowest: Uint32Array): Ranking {
  const { streets, wholeStreets } = table
  const inWhole = new Uint32Array(wholeStreets.count)
  ofStreets.forEach((addresses, street) => {
    inWhole[table.wholeOf(street)] += addresses
  })
  const inTown = townScores(table, inWhole)
  const postcodes = Array.from({ length: streets.count }, (_, street) => table.postcodeOf(street))
  return {
    wordFields: POSTAL.nameFields,
    score: (street) => inWhole[table.wholeOf(street)] * inTown[table.placeOf(street)],
    placeEnd: '|',
    ties: [lowest, sortTexts(postcodes).places],
  }
}

/** The lowest house number on each street. */
function lowestNumbers(table: PostalTable): Uint32Array {
  const [streetOf, numberOf] = [table.street.view(), table.number.view()]
  const values = Uint32Array.from(table.numberTexts.texts, houseNumberValue)
  const lowest = new Uint32Array(table.streets.count).fill(NO_HOUSE_NUMBER)
  for (let row = 0; row < streetOf.length; row++) {
    const street = streetOf[row]
    lowest[street] = Math.min(lowest[street], values[numberOf[row]])
  }
  return lowest
}

export function houseNumberValue(text: string): number {
  const value = Number.parseInt(text, 10)
  return value > 0 ? Math.min(value, NO_HOUSE_NUMBER) : NO_HOUSE_NUMBER
}

/** By place the root of how many addresses its town has, given how many each whole street has. */
export function townScores(
  { places, wholeStreets }: PostalTable,
  inWhole: Uint32Array,
): Uint32Array {
  const towns = new TextNumbers()
  const townOf = new Uint32Array(places.count)
  for (let at = 0; at < townOf.length; at++) townOf[at] = towns.add(places.at(at).townOrCity)
  const inTown = new Float64Array(towns.texts.length)
  for (let whole = 0; whole < inWhole.length; whole++) {
    inTown[townOf[wholeStreets.secondOf(whole)]] += inWhole[whole]
  }
  return townOf.map((town) => Math.floor(Math.sqrt(inTown[town])))
}

/** `packed` has the packed form of each number's text. */
function comparePostalRows(table: PostalTable, packed: Uint32Array): RowComparison {
  const [last, unit, flags] = [table.last.view(), table.unit.view(), table.flags.view()]
  const [high, low] = [table.idHigh.view(), table.idLow.view()]
  const names = table.nameTexts.texts
  const byName = (column: (typeof POSTAL.columns)[number]) => {
    const values = table.nameColumn(column).view()
    return (a: number, b: number) => {
      if (values[a] === values[b]) return 0
      return names[values[a]] < names[values[b]] ? -1 : 1
    }
  }
  const byBuilding = byName('buildingName')
  const bySubBuilding = byName('subBuilding')
  const byOrganisation = byName('organisation')
  const byDepartment = byName('department')
  const byPoBox = byName('poBox')
  return (a, b) =>
    packed[last[a]] - packed[last[b]] ||
    byBuilding(a, b) ||
    (flags[a] & RECORD.deep) - (flags[b] & RECORD.deep) ||
    packed[unit[a]] - packed[unit[b]] ||
    bySubBuilding(a, b) ||
    byOrganisation(a, b) ||
    byDepartment(a, b) ||
    byPoBox(a, b) ||
    high[a] - high[b] ||
    low[a] - low[b]
}

/** Numbers that are written in too rare a way for a template. */
function keepOddNumbers({ table, order: { rows, packed } }: PostalBuild): void {
  const [firsts, lasts] = [table.number.view(), table.last.view()]
  for (const row of rows) {
    const [first, last] = [firsts[row], lasts[row]]
    const isOdd = isUnknownCode(packed[first]) || isUnknownCode(packed[last])
    if (!isOdd || table.ownNumbers.has(row)) continue
    const text = { first: table.numberTexts.at(first), last: table.numberTexts.at(last) }
    table.ownNumbers.set(row, houseNumberText(text))
  }
}

/** Writes the texts of a UK index: names, places, postcodes, and building numbers that are kept word for word. */
async function writePostalTexts(build: PostalBuild, streets: PostalStreets, parts: FinalParts) {
  const { writer, table, order } = build
  const add = (text: string) => table.texts.add(text)
  for (const text of table.ownNumbers.values()) add(text)
  const otherNames = parts.names.map((name) => streets.otherNames(name).map(add))
  const otherPlaces = parts.places.map((place) => streets.otherPlaces(place).map(add))
  const final = await writeRecordTexts(build)
  const shared = parts.names.map((name) => streets.sharedName(name))
  await writeFieldTexts(writer, 'name.texts', table.names, shared, final)
  await writeFieldTexts(writer, 'place.texts', table.places, parts.places, final)
  if ([...otherNames, ...otherPlaces].some((others) => others.length > 0)) {
    await writeLists(writer, 'name.others', otherNames, final.places)
    await writeLists(writer, 'place.others', otherPlaces, final.places)
  }
  await writer.add('postcode.text', Uint32Array.from(parts.postcodes, final.numberOf))
  await writeSparse(writer, 'record.numberText', order.rows, NONE, (row) => {
    const text = table.ownNumbers.get(row)
    return text === undefined ? NONE : final.numberOf(text)
  })
}

/** Where the streets are, in their final order. */
interface PlacedStreets {
  /** The first record of each street, and one more. */
  readonly start: Uint32Array
  /** The number of its place in the table. */
  placeOf(street: number): number
  /** One past the last for none; empty where no street has one. */
  readonly postcodeOf: Uint32Array
  readonly postcodes: number
  postcode(number: number): string
  readonly sums: PointSums
}

/** Writes the places of the UK: areas, towns and outcodes. Their fields are area, town, county, country, outcode. */
export async function writePostalPlaces(
  writer: SectionWriter,
  { places }: PostalTable,
  { start, placeOf, postcodeOf, postcodes, postcode, sums }: PlacedStreets,
): Promise<void> {
  const outcodes = new TextNumbers()
  const outcodeNumbers = new Uint32Array(postcodes)
  for (let at = 0; at < postcodes; at++) outcodeNumbers[at] = outcodes.add(outcodeOf(postcode(at)))
  // Most streets share both with others.
  const pairs = new PairNumbers()
  await writePlaces(
    writer,
    start,
    sums,
    (street) => pairs.add(placeOf(street), outcodeNumbers[postcodeOf[street]] ?? 0),
    (pair, gather) =>
      placesIn(places.at(pairs.firstOf(pair)), outcodes.at(pairs.secondOf(pair)), gather),
  )
}

function placesIn(
  { townOrCity: town, county, country, ...texts }: Readonly<Record<PlaceField, string>>,
  outcode: string,
  gather: GatherPlace,
): readonly GatheredPlace[] {
  const placeOf = (kind: string, names: readonly [string, ...string[]], area = '', code = '') => {
    if (names[0] === '') return []
    return gather([kind, ...names].join('|'), () => ({
      id: slugOf(...names),
      fields: [area, town, county, country, code],
      strong: [names[0]],
      weak: [town, county, country].flatMap(wordsOf),
    }))
  }
  return [
    ...[texts.doubleDependentLocality, texts.dependentLocality].flatMap((area) =>
      placeOf('area', [area, town, county], area),
    ),
    placeOf('town', [town, county]),
    placeOf('outcode', [outcode], '', outcode),
  ].flat()
}

/** Writes the middle of the addresses of each postcode, and the best-known street that has it. */
export async function writePostcodes(
  writer: SectionWriter,
  { start, postcodeOf, postcodes, sums }: PlacedStreets,
) {
  const count = new Uint32Array(postcodes)
  const bestKnown = new Uint32Array(postcodes)
  const totals = { latitude: new Float64Array(postcodes), longitude: new Float64Array(postcodes) }
  for (let street = 0; street < postcodeOf.length; street++) {
    const postcode = postcodeOf[street]
    if (postcode === postcodes) continue
    if (count[postcode] === 0) bestKnown[postcode] = street
    count[postcode] += start[street + 1] - start[street]
    totals.latitude[postcode] += sums.latitude[street]
    totals.longitude[postcode] += sums.longitude[street]
  }
  const means = (total: Float64Array) => {
    const values = new Int32Array(postcodes)
    for (let at = 0; at < postcodes; at++) values[at] = meanUnits(total[at], count[at])
    return values
  }
  await writer.add('postcode.count', count)
  await writer.add('postcode.street', bestKnown)
  await writer.add('postcode.latitude', means(totals.latitude))
  await writer.add('postcode.longitude', means(totals.longitude))
}

/** A street here is the part of a whole street that has one postcode. */
export class PostalStreets extends StreetParts<string, PostalTable> {
  override readonly hasPostcodes = true

  postcodeOf(street: number): string {
    return this.table.postcodeOf(street)
  }

  /** `Flat 3` and `12A` are only other ways to write a unit and a number. */
  isSearchedName(name: string): boolean {
    if (this.table.namesBeside.has(name)) return true
    return unitOf(name) === undefined && houseNumber(name) === undefined
  }

  nameTerms(terms: TermNumbers, name: number) {
    const own = this.table.names.textsOf(this.sharedName(name))
    const forms = [...own, ...this.otherNames(name)].map(formsOfStreet)
    return partTerms(
      terms,
      forms.flatMap(({ strong }) => strong),
      forms.flatMap(({ weak }) => weak),
    )
  }

  placeTerms(terms: TermNumbers, place: number) {
    const { county, district, country, ...own } = this.table.places.at(place)
    const named = [own.doubleDependentLocality, own.dependentLocality, own.townOrCity]
    const strong = [...named, ...this.otherPlaces(place)].flatMap(nameForms)
    const weak = [county, district, country].flatMap((name) => [
      ...regionForms(UK, foldedValue(name)),
      ...wordsOf(name),
    ])
    const always = ['UK', 'UNITED KINGDOM', 'GREAT BRITAIN', 'GB']
    return { ...partTerms(terms, strong, [...weak, ...always]), near: [] }
  }

  otherPlaces(place: number): readonly string[] {
    return this.table.placeOthers.of(place)
  }

  protected override othersOf(whole: number): readonly string[] {
    return this.table.streetOthers.of(whole)
  }
}

/** UK streets carry their type as their last word: `Station Road`, but `Broadway` and `The Avenue`. */
function formsOfStreet(street: string) {
  const words = wordsOf(street)
  const divided = wordsDividedByApostrophes(street)
  const last = words.at(-1) === 'ST' ? 'STREET' : (words.at(-1) ?? '')
  const isTyped = words.length > 1 && words[0] !== 'THE' && isFullStreetType(last)
  if (!isTyped) return { strong: wordForms(words, divided), weak: [] }
  return {
    strong: wordForms(words.slice(0, -1), divided?.slice(0, -1)),
    weak: streetTypeForms(last),
  }
}
