// Rows of Variant A from any delimited file.

import { createHash } from 'node:crypto'
import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../address/national.ts'
import { columnsOf, rowName } from '../../countries/fields.ts'
import { NATIONAL_FIELDS } from '../../countries/national-fields.ts'
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

const COLUMNS = columnsOf(NATIONAL_FIELDS)

/** Without its label, which is made when all else is known. */
function csvRow(record: Splitter, columns: CsvColumns, fields: NationalFields): NationalRow {
  const text = (name: string) => {
    const constant = columns.constants.get(name)
    if (constant !== undefined) return constant.toUpperCase()
    const column = placeOf(columns, name)
    return column === -1 ? '' : fields.text(record, column, name)
  }
  const texts = Object.keys(COLUMNS).map((name) => [rowName(name), text(name)])
  const row: NationalRow = { ...EMPTY_NATIONAL_ROW, ...Object.fromEntries(texts) }
  return {
    ...row,
    dateCreated: fields.date(row.dateCreated, 'date_created'),
    ...numbersOf(row, fields),
    state: fields.state(row.state),
    postcode: fields.postcode(row.postcode),
    aliasPrincipal: fields.aliasPrincipal(row.aliasPrincipal),
    primarySecondary: fields.primarySecondary(row.primarySecondary),
    latitude: Number.NaN,
    longitude: Number.NaN,
    addressStatus: row.addressStatus === 'RETIRED' ? 'RETIRED' : 'CURRENT',
    cleaningProvenance: fields.provenance,
  }
}

/** People keep `3/12` and `12-14` in one column; here they become what they mean. */
function numbersOf(row: NationalRow, fields: NationalFields) {
  const { flatType, flatNumber, numberFirst: written, numberLast } = row
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
