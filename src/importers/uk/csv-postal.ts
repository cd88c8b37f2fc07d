// Rows of Variant B from any delimited file.

import { mixedCase } from '../../address/mixed-case.ts'
import { osgbToWgs84 } from '../../address/osgb.ts'
import type { PostalRow } from '../../address/postal.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import { endsInType, NUMBERED, readPostalLines } from '../../index/lines/postal-lines-reader.ts'
import { houseNumber } from '../../index/postal/premise-numbers.ts'
import { foldedValue } from '../../index/words/fold.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { type CsvColumns, isBlank, isWhole, numberIn, placeOf, wholeTexts } from '../csv-fields.ts'
import { isRoad, piecesOf } from '../lists/address-pieces.ts'
import type { KnownPlaces } from '../lists/known-places.ts'
import { areaOf, type PostalParts, splitPostal } from '../lists/postal-list.ts'
import type { Tally } from '../reading/rejects.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import type { Postcodes } from './postcodes.ts'
import { premisesOf } from './price-paid.ts'

interface PostalPlaces {
  readonly postcodes: Postcodes | undefined
  /** The towns of the list. */
  readonly known: KnownPlaces | undefined
}

export function csvPostalReader(
  columns: CsvColumns,
  tally: Tally,
  { postcodes, known }: PostalPlaces,
): (record: Splitter) => PostalRow | undefined {
  const fields = new PostalFields()
  const placer = new RowPlacer(tally, postcodes)
  return (record) => {
    if (isBlank(record, columns)) {
      tally.skip('blank')
      return undefined
    }
    fields.begin()
    const whole = wholeTexts(record, columns)
    if (whole.hasControl) fields.hasControl = true
    const { own, texts } = withStreetApart(
      { ...csvRow(record, columns, fields), ...pointOf(record, columns) },
      whole.texts,
    )
    const row = texts.length > 0 ? withWhole(own, texts, known) : withNumber(own)
    const placed = placer.place(record, fields, row)
    if (placed !== undefined && isUnsplit(placed, texts)) {
      tally.couldNotSplit(texts.length > 0 ? texts.join(', ') : placed.thoroughfare)
    }
    return placed
  }
}

/** Gives the towns that the rows name. */
export function postalPlaceLearner(
  columns: CsvColumns,
  known: KnownPlaces,
): (record: Splitter) => undefined {
  const fields = new PostalFields()
  return (record) => {
    const { own, texts } = withStreetApart(
      csvRow(record, columns, fields),
      wholeTexts(record, columns).texts,
    )
    const { town, postcode } = splitPostal(texts, givenBy(own), undefined)
    known.add(mixedCase(town), areaOf(postcode))
  }
}

/** Whether the rows must be read once before, to know the towns. */
export function needsPostalPlaces(columns: CsvColumns): boolean {
  const hasTown = columns.places.has('town_or_city') || columns.constants.has('town_or_city')
  return isWhole(columns) && !hasTown
}

function csvRow(record: Splitter, columns: CsvColumns, fields: PostalFields) {
  const { constants } = columns
  const text = (name: string) => constants.get(name) ?? fields.text(record, placeOf(columns, name))
  const raw = (name: string) => constants.get(name) ?? fields.raw(record, placeOf(columns, name))
  return {
    sourceKey: raw('source_key'),
    uprn: normaliseUprn(raw('uprn')) ?? '',
    organisation: text('organisation'),
    department: text('department'),
    poBox: raw('po_box'),
    subBuilding: text('sub_building'),
    ...housesOf(text('building_name'), raw('building_number')),
    dependentThoroughfare: text('dependent_thoroughfare'),
    thoroughfare: text('thoroughfare'),
    doubleDependentLocality: text('double_dependent_locality'),
    dependentLocality: text('dependent_locality'),
    townOrCity: text('town_or_city'),
    county: text('county'),
    district: text('district'),
    country: text('country'),
    postcode: raw('postcode').toUpperCase(),
    // A file of homes needs no column for it.
    residential: !/^(?:0|n|no|f|false)$/i.test(raw('residential')),
  }
}

/** Some lists have names of houses in the column of numbers. */
function housesOf(name: string, number: string) {
  if (name !== '' || houseNumber(number) !== undefined) {
    return { buildingName: name, buildingNumber: number.replace(/ ?- ?/, '-').toUpperCase() }
  }
  return premisesOf(number)
}

type OwnRow = Omit<PostalRow, 'latitude' | 'longitude'>

function givenBy(own: OwnRow) {
  return {
    postcode: own.postcode,
    town: own.townOrCity,
    locality: own.dependentLocality,
    county: own.county,
  }
}

/** `25 High Street` in the column of names, beside an address without a street: that is its first line. */
function withStreetApart<Row extends OwnRow>(own: Row, texts: readonly string[]) {
  const { organisation } = own
  const isStreet = NUMBERED.test(organisation) && endsInType(organisation)
  const hasStreet = piecesOf(texts).some((piece) => NUMBERED.test(piece) || isRoad(piece))
  if (!isStreet || hasStreet || texts.length === 0) return { own, texts }
  return { own: { ...own, organisation: '' }, texts: [organisation, ...texts] }
}

/** What a column of its own says comes before what the whole address says. */
function withWhole(own: PostalRow, texts: readonly string[], known: KnownPlaces | undefined) {
  const parts = splitPostal(texts, givenBy(own), known)
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
function namesOf(own: OwnRow, parts: PostalParts) {
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

/** NaN where the row says nothing usable. */
function pointOf(record: Splitter, columns: CsvColumns) {
  const latitude = numberIn(record, columns, 'latitude')
  const longitude = numberIn(record, columns, 'longitude')
  if (!Number.isNaN(latitude) && !Number.isNaN(longitude)) return { latitude, longitude }
  const easting = numberIn(record, columns, 'easting')
  const northing = numberIn(record, columns, 'northing')
  if (easting > 0 && northing > 0) return osgbToWgs84(easting, northing)
  return { latitude: Number.NaN, longitude: Number.NaN }
}
