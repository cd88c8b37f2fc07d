// Rows of delivery points from any list.

import { mixedCase } from '../../address/mixed-case.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { normalisePostcode, outcodeOf } from '../../address/postcode.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import { columnsOf, rowName } from '../../countries/fields.ts'
import { POSTAL_ROW_FIELDS } from '../../countries/postal-fields.ts'
import { UK } from '../../countries/uk.ts'
import type { Tally } from '../../importers/reading/rejects.ts'
import { PostalFields, RowPlacer } from '../../importers/uk/postal-fields.ts'
import type { Postcodes } from '../../importers/uk/postcodes.ts'
import { premisesOf } from '../../importers/uk/price-paid.ts'
import {
  endsInType,
  isUnit,
  NUMBERED,
  type PostalLines,
  readPostalLines,
} from '../../index/lines/postal-lines-reader.ts'
import { houseNumber } from '../../index/postal/premise-numbers.ts'
import { foldedValue } from '../../index/words/fold.ts'
import { regionForms } from '../../index/words/written-forms.ts'
import {
  dividedRoad,
  dividedStreet,
  dropLast,
  isRoad,
  type KnownPlaces,
  piecesOf,
  replacePiece,
} from './address-pieces.ts'
import { type ListRecord, wholeTexts } from './column-map.ts'

/** `known` are the towns of the list. */
export function postalReader(
  list: ListRecord,
  tally: Tally,
  postcodes: Postcodes | undefined,
  known: KnownPlaces | undefined,
): () => PostalRow | undefined {
  const fields = new PostalFields(list.record, list.places)
  const placer = new RowPlacer(tally, postcodes)
  return () => {
    fields.begin()
    const whole = wholeTexts(list)
    if (whole.hasControl) fields.hasControl = true
    const given = ownRow(list, fields)
    const { own, texts } = withStreetApart(given, withoutName(whole.texts, given.organisation))
    const row = texts.length > 0 ? withWhole(own, texts, known) : withNumber(own)
    const placed = placer.place(fields, row)
    if (placed !== undefined && isUnsplit(placed, texts)) {
      tally.couldNotSplit(texts.length > 0 ? texts.join(', ') : placed.thoroughfare)
    }
    return placed
  }
}

export function postalPlaceLearner(list: ListRecord, known: KnownPlaces): () => undefined {
  const fields = new PostalFields(list.record, list.places)
  return () => {
    const { own, texts } = withStreetApart(ownRow(list, fields), wholeTexts(list).texts)
    const { town, postcode } = splitPostal(texts, own, undefined)
    known.add(mixedCase(town), outcodeIn(postcode))
  }
}

const COLUMNS = columnsOf(POSTAL_ROW_FIELDS)
/** Codes and numbers, which stay in the case of the list. */
const RAW = new Set(['source_key', 'uprn', 'po_box', 'building_number', 'postcode', 'residential'])

function ownRow({ constants }: ListRecord, fields: PostalFields): PostalRow {
  const text = (name: string) =>
    constants.get(name) ?? (RAW.has(name) ? fields.raw(name) : fields.text(name))
  const texts = Object.keys(COLUMNS).map((name) => [rowName(name), text(name)])
  const row: PostalRow = { ...EMPTY_POSTAL_ROW, ...Object.fromEntries(texts) }
  return {
    ...row,
    uprn: normaliseUprn(row.uprn) ?? '',
    ...housesOf(row),
    postcode: row.postcode.toUpperCase(),
    // A file of homes needs no column for it.
    residential: !/^(?:0|n|no|f|false)$/i.test(String(row.residential)),
    ...fields.point('easting', 'northing'),
  }
}

/** Some lists have names of houses in the column of numbers. */
function housesOf({ buildingName, buildingNumber }: PostalRow) {
  if (buildingName !== '' || houseNumber(buildingNumber) !== undefined) {
    return { buildingName, buildingNumber: buildingNumber.replace(/ ?- ?/, '-').toUpperCase() }
  }
  return premisesOf(buildingNumber)
}

/** Who is there often stands in the first line too: the 500 of `500 Restaurant` is no flat then. */
function withoutName(texts: readonly string[], organisation: string): readonly string[] {
  const name = foldedValue(organisation)
  const others = texts.filter((text) => foldedValue(text) !== name)
  return others.length > 0 ? others : texts
}

/** `25 High Street` in the column of names, in a row without a street: that is its first line. */
function withStreetApart(own: PostalRow, texts: readonly string[]) {
  const { organisation } = own
  const isStreet = NUMBERED.test(organisation) && endsInType(organisation)
  const hasStreet = piecesOf(texts).some((piece) => NUMBERED.test(piece) || isRoad(piece))
  if (!isStreet || hasStreet || texts.length === 0) return { own, texts }
  return { own: { ...own, organisation: '' }, texts: [organisation, ...texts] }
}

/** What a column of its own says comes before what the whole address says. */
function withWhole(own: PostalRow, texts: readonly string[], known: KnownPlaces | undefined) {
  const parts = splitPostal(texts, own, known)
  const localities = parts.localities.map(mixedCase)
  return {
    ...own,
    ...namesOf(own, parts),
    subBuilding: own.subBuilding || mixedCase(parts.subBuilding),
    buildingNumber: own.buildingNumber || parts.buildingNumber.toUpperCase(),
    dependentThoroughfare: own.dependentThoroughfare || mixedCase(parts.dependentThoroughfare),
    thoroughfare: own.thoroughfare || mixedCase(parts.thoroughfare),
    dependentLocality: localities.pop() ?? '',
    doubleDependentLocality: own.doubleDependentLocality || localities.join(', '),
    townOrCity: mixedCase(parts.town),
    county: own.county || mixedCase(parts.county),
    country: own.country || parts.country,
    postcode: parts.postcode,
  }
}

/** The last name is that of the building; the first of several is that of who is in it. */
function namesOf(own: PostalRow, parts: PostalParts) {
  const given = foldedValue(own.organisation)
  const names = parts.names.map(mixedCase).filter((name) => foldedValue(name) !== given)
  const buildingName = own.buildingName || (names.pop() ?? '')
  const organisation = own.organisation || (names.shift() ?? '')
  return { organisation, buildingName, department: own.department || names.join(', ') }
}

/** `263 GANDER GREEN LANE` in the column of streets: the number is a number there too. */
function withNumber(own: PostalRow): PostalRow {
  if (own.buildingNumber !== '' || !NUMBERED.test(own.thoroughfare)) return own
  const { buildingNumber, thoroughfare } = readPostalLines([own.thoroughfare])
  return { ...own, buildingNumber: buildingNumber.toUpperCase(), thoroughfare }
}

/** Neither number nor street was found in the whole address; or its columns have a street and nothing on it. */
function isUnsplit(row: PostalRow, texts: readonly string[]): boolean {
  if (texts.length > 0) return row.buildingNumber + row.thoroughfare + row.poBox === ''
  const { buildingNumber, buildingName, subBuilding, organisation, poBox } = row
  return buildingNumber + buildingName + subBuilding + organisation + poBox === ''
}

interface PostalParts extends PostalLines {
  readonly localities: readonly string[]
  readonly town: string
  readonly county: string
  readonly country: string
  readonly postcode: string
}

/** `given` is what other columns say. `places` are those of the list; undefined while they are being learnt. */
export function splitPostal(
  texts: readonly string[],
  given: Pick<PostalRow, 'postcode' | 'townOrCity' | 'dependentLocality' | 'county'>,
  places: KnownPlaces | undefined,
): PostalParts {
  const pieces = piecesOf(texts)
  const postcode = takePostcode(pieces, given.postcode)
  const country = takeCountry(pieces)
  const county = takeCounty(pieces, given.county)
  const town = takeTown(pieces, given.townOrCity, places) || lastTown(pieces, postcode, places)
  const { dependentLocality } = given
  if (dependentLocality !== '') dropLast(pieces, dependentLocality)
  const end = streetEnd(pieces)
  const localities = pieces.slice(end)
  if (dependentLocality !== '') localities.push(dependentLocality)
  const lines = readPostalLines(pieces.slice(0, end))
  return { ...lines, localities, town, county, country, postcode }
}

/** By which the towns of a list are kept. */
function outcodeIn(postcode: string): string {
  return outcodeOf(normalisePostcode(postcode) ?? '')
}

/** Out of the last piece that ends with one; what another column says comes first. */
function takePostcode(pieces: string[], given: string): string {
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const words = (pieces[at] ?? '').split(' ')
    for (const count of [2, 1]) {
      const found = normalisePostcode(words.slice(-count).join(''))
      if (words.length < count || found === undefined) continue
      replacePiece(pieces, at, words.slice(0, -count).join(' '))
      return given === '' ? found : given
    }
  }
  return given
}

const COUNTRIES = ['England', 'Scotland', 'Wales', 'Northern Ireland']

function takeCountry(pieces: string[]): string {
  let country = ''
  while (pieces.length > 1) {
    const last = foldedValue(pieces.at(-1) ?? '')
    const named = COUNTRIES.find((name) => regionForms(UK, name.toUpperCase()).includes(last))
    if (named === undefined && !UK.words.country.has(last)) break
    country = named ?? country
    pieces.pop()
  }
  return country
}

const COUNTY_WORDS_MAX = 3
const { counties, countyTowns } = UK.words

function takeCounty(pieces: string[], given: string): string {
  if (given !== '') {
    dropLast(pieces, given)
    return given
  }
  const last = pieces.at(-1) ?? ''
  if (pieces.length > 1 && isCounty(last)) return pieces.pop() ?? ''
  // Without commas: `263 GANDER GREEN LANE SUTTON SURREY`.
  const words = last.split(' ')
  for (let count = COUNTY_WORDS_MAX; count > 0; count -= 1) {
    const name = words.slice(-count).join(' ')
    if (words.length < count + 3 || !isCounty(name)) continue
    replacePiece(pieces, pieces.length - 1, words.slice(0, -count).join(' '))
    return name
  }
  return ''
}

function isCounty(name: string): boolean {
  const folded = foldedValue(name)
  return counties.has(folded) && !countyTowns.has(folded)
}

/** This many rows must name a place that ends as streets do: `Thornton Heath`. */
const ROWS_TO_BE_TOWN = 5

function takeTown(pieces: string[], given: string, places: KnownPlaces | undefined): string {
  if (given !== '') {
    dropLast(pieces, given)
    return given
  }
  const last = pieces.at(-1) ?? ''
  const isPlace = pieces.length > 1 && isPlaceName(last, pieces.at(-2) ?? '', places)
  const divided = isPlace ? dividedRoad(last) : dividedStreet(last, places)
  if (isPlace && divided === undefined) return pieces.pop() ?? ''
  const [street, place] = divided ?? []
  if (street === undefined || place === undefined) return ''
  replacePiece(pieces, pieces.length - 1, street)
  return place
}

/** Where the row names none: that of its neighbours, or else what it ends with: `Lewes Road, Forest Row`. */
function lastTown(pieces: string[], postcode: string, places: KnownPlaces | undefined): string {
  if (places === undefined) return ''
  const usual = places.usual(outcodeIn(postcode))
  const last = pieces.at(-1) ?? ''
  return usual !== '' || pieces.length < 2 || /^\d/.test(last) ? usual : (pieces.pop() ?? '')
}

function isPlaceName(last: string, before: string, places: KnownPlaces | undefined): boolean {
  if (/^\d/.test(last) || isUnit(last)) return false
  if (!isRoad(last) && !/^the /i.test(last)) return true
  const isBehindStreet = isRoad(before) || NUMBERED.test(before)
  return isBehindStreet && (places?.count(last) ?? 0) >= ROWS_TO_BE_TOWN
}

/** Where the lines with premises and street end; after them come localities. */
function streetEnd(pieces: readonly string[]): number {
  const numbered = pieces.findLastIndex((piece) => NUMBERED.test(piece))
  if (numbered !== -1) {
    // `3 Somerset Mews, Chester Road`: the street that it leaves.
    return isRoad(pieces[numbered + 1] ?? '') ? numbered + 2 : numbered + 1
  }
  const road = pieces.findLastIndex(isRoad)
  if (road !== -1) return road + 1
  const street = pieces.findLastIndex((piece) => endsInType(piece) && !isUnit(piece))
  if (street > 0) return street + 1
  // Nothing but names: the first is that of the house.
  const name = pieces.findIndex((piece) => !isUnit(piece))
  return name === -1 ? pieces.length : name + 1
}
