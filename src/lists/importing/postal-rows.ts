// Rows of delivery points from any list.

import { mixedCase } from '../../address/mixed-case.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../address/postal.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import { columnsOf, rowName } from '../../countries/fields.ts'
import { POSTAL_ROW_FIELDS } from '../../countries/postal-fields.ts'
import type { Tally } from '../../importers/reading/rejects.ts'
import { PostalFields, RowPlacer } from '../../importers/uk/postal-fields.ts'
import type { Postcodes } from '../../importers/uk/postcodes.ts'
import { premisesOf } from '../../importers/uk/price-paid.ts'
import { endsInType, NUMBERED, readPostalLines } from '../../index/lines/postal-lines-reader.ts'
import { houseNumber } from '../../index/postal/premise-numbers.ts'
import { foldedValue } from '../../index/words/fold.ts'
import { isRoad, type KnownPlaces, piecesOf } from './address-pieces.ts'
import { type ListRecord, wholeTexts } from './column-map.ts'
import { areaOf, type PostalParts, splitPostal } from './postal-split.ts'

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
    const { own, texts } = withStreetApart(ownRow(list, fields), whole.texts)
    const row = texts.length > 0 ? withWhole(own, texts, known) : withNumber(own)
    const placed = placer.place(fields, row)
    if (placed !== undefined && isUnsplit(placed, texts)) {
      tally.couldNotSplit(texts.length > 0 ? texts.join(', ') : placed.thoroughfare)
    }
    return placed
  }
}

/** Adds the towns that the rows name. */
export function postalPlaceLearner(list: ListRecord, known: KnownPlaces): () => undefined {
  const fields = new PostalFields(list.record, list.places)
  return () => {
    const { own, texts } = withStreetApart(ownRow(list, fields), wholeTexts(list).texts)
    const { town, postcode } = splitPostal(texts, own, undefined)
    known.add(mixedCase(town), areaOf(postcode))
  }
}

const COLUMNS = columnsOf(POSTAL_ROW_FIELDS)
/** Codes and numbers, which stay in the case of the list. */
const RAW = new Set(['source_key', 'uprn', 'po_box', 'building_number', 'postcode', 'residential'])

/** What the row's own columns say. */
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

/** `25 High Street` in the column of names, beside an address without a street: that is its first line. */
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
