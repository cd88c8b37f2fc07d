// Rows of Variant A from any delimited file.

import { createHash } from 'node:crypto'
import { type NationalRow, nationalLabel } from '../../address/national.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { type CsvColumns, isBlank, isWhole, numberIn, placeOf, wholeTexts } from '../csv-fields.ts'
import type { KnownPlaces } from '../lists/known-places.ts'
import { splitNational } from '../lists/national-list.ts'
import type { RejectReason, Tally } from '../reading/rejects.ts'
import { NationalFields, nationalFault, pointFault } from './national-fields.ts'

export function csvNationalReader(
  columns: CsvColumns,
  tally: Tally,
  known: KnownPlaces | undefined,
): (record: Splitter) => NationalRow | undefined {
  const fields = new NationalFields()
  return (record) => {
    if (isBlank(record, columns)) {
      tally.skip('blank')
      return undefined
    }
    fields.begin()
    const { texts, hasControl } = wholeTexts(record, columns)
    const own = csvRow(record, columns, fields)
    const read = texts.length > 0 ? withWhole(own, texts, known) : own
    const row = completed({ ...read, ...pointOf(record, columns) })
    const fault = hasControl ? 'control-character' : faultOf(row, fields)
    if (fault !== undefined) {
      tally.reject(fault, record, fields.faultyField(fault, row))
      return undefined
    }
    if (isUnplaced(row)) tally.unplaced += 1
    const isUnsplit = texts.length > 0 && row.numberFirst + row.streetName + row.lotNumber === ''
    if (isUnsplit) tally.couldNotSplit(texts.join(', '))
    return row
  }
}

/** Gives the localities that the rows name. */
export function nationalPlaceLearner(
  columns: CsvColumns,
  known: KnownPlaces,
): (record: Splitter) => undefined {
  const fields = new NationalFields()
  return (record) => {
    const { texts } = wholeTexts(record, columns)
    const { locality, postcode } = splitNational(
      texts,
      givenBy(csvRow(record, columns, fields)),
      undefined,
    )
    known.add(locality, postcode)
  }
}

/** Whether the rows must be read once before, to know the localities. */
export function needsNationalPlaces(columns: CsvColumns): boolean {
  const hasPlace = columns.places.has('locality_name') || columns.constants.has('locality_name')
  return isWhole(columns) && !hasPlace
}

function givenBy({ postcode, localityName, state }: NationalRow) {
  return { postcode, locality: localityName, state }
}

/** What a column of its own says comes before what the whole address says. */
function withWhole(
  own: NationalRow,
  texts: readonly string[],
  known: KnownPlaces | undefined,
): NationalRow {
  const { names, locality, state, postcode, ...parts } = splitNational(texts, givenBy(own), known)
  const [buildingName = '', ...others] = names
  const filled = Object.entries(own).filter(([, value]) => value !== '')
  return {
    ...own,
    ...parts,
    buildingName,
    addressSiteName: others.join(' '),
    localityName: locality.toUpperCase(),
    state,
    postcode,
    ...Object.fromEntries(filled),
  }
}

/** With a label, and with a key where the list has none: the same address has the same one in the next list. */
function completed(row: NationalRow): NationalRow {
  const addressLabel = row.addressLabel || nationalLabel(row)
  const names = [row.buildingName, row.addressSiteName, addressLabel].join('|')
  return { ...row, addressLabel, addressDetailPid: row.addressDetailPid || listKey(names) }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const NUMBER_MIN = 100_000_000
const NUMBERS = 900_000_000

/** `LISTXY123456789`: few beginnings, as the index keeps them, and so many numbers that no two meet. */
function listKey(text: string): string {
  const hash = createHash('sha256').update(text).digest()
  const letters = [4, 5].map((at) => LETTERS.charAt(hash.readUInt8(at) % LETTERS.length))
  return `LIST${letters.join('')}${NUMBER_MIN + (hash.readUInt32BE(0) % NUMBERS)}`
}

/** Says "not known": it is nearer to no Australian address than any search reaches. */
function pointOf(record: Splitter, columns: CsvColumns) {
  const hasPoint = ['latitude', 'longitude'].every((field) => {
    const column = placeOf(columns, field)
    return column !== -1 && !record.isEmpty(column)
  })
  if (!hasPoint) return { latitude: 0, longitude: 0 }
  return {
    latitude: numberIn(record, columns, 'latitude'),
    longitude: numberIn(record, columns, 'longitude'),
  }
}

function isUnplaced({ latitude, longitude }: NationalRow): boolean {
  return latitude === 0 && longitude === 0
}

/** A list need not say where its addresses are; what it says must be in Australia. */
function faultOf(row: NationalRow, fields: NationalFields): RejectReason | undefined {
  return fields.fault ?? nationalFault(row) ?? (isUnplaced(row) ? undefined : pointFault(row))
}

/** Without its label, which is made when all else is known. */
function csvRow(record: Splitter, columns: CsvColumns, fields: NationalFields): NationalRow {
  const text = (name: string) => {
    const constant = columns.constants.get(name)
    if (constant !== undefined) return constant.toUpperCase()
    const column = placeOf(columns, name)
    return column === -1 ? '' : fields.text(record, column, name)
  }
  const row = {
    addressDetailPid: text('address_detail_pid'),
    dateCreated: fields.date(text('date_created'), 'date_created'),
    addressSiteName: text('address_site_name'),
    buildingName: text('building_name'),
    levelType: text('level_type'),
    levelNumber: text('level_number'),
    lotNumber: text('lot_number'),
    ...numbersOf(text, fields),
    streetName: text('street_name'),
    streetType: text('street_type'),
    streetSuffix: text('street_suffix'),
    localityName: text('locality_name'),
    state: fields.state(text('state')),
    postcode: fields.postcode(text('postcode')),
    legalParcelId: text('legal_parcel_id'),
    mbCode: text('mb_code'),
    aliasPrincipal: fields.aliasPrincipal(text('alias_principal')),
    principalPid: text('principal_pid'),
    primarySecondary: fields.primarySecondary(text('primary_secondary')),
    primaryPid: text('primary_pid'),
    geocodeType: text('geocode_type'),
    latitude: Number.NaN,
    longitude: Number.NaN,
    addressStatus: text('address_status') === 'RETIRED' ? ('RETIRED' as const) : 'CURRENT',
  } satisfies Omit<NationalRow, 'addressLabel' | 'cleaningProvenance'>
  return { ...row, addressLabel: text('address_label'), cleaningProvenance: fields.provenance }
}

/** People keep `3/12` and `12-14` in one column; here they become what they mean. */
function numbersOf(text: (name: string) => string, fields: NationalFields) {
  const flatType = text('flat_type')
  const flatNumber = text('flat_number')
  const written = text('number_first')
  const numberLast = text('number_last')
  const unit = flatNumber === '' ? /^([A-Z]?\d+[A-Z]?) ?\/ ?(.+)$/.exec(written) : null
  const number = unit?.[2] ?? written
  const range = numberLast === '' ? /^(\d+[A-Z]?) ?- ?(\d+[A-Z]?)$/.exec(number) : null
  if (unit !== null || range !== null) fields.note('number_first', 'split')
  return {
    flatType: unit !== null && flatType === '' ? 'UNIT' : flatType,
    flatNumber: unit?.[1] ?? flatNumber,
    numberFirst: range?.[1] ?? number,
    numberLast: range?.[2] ?? numberLast,
  }
}
