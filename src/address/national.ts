// Variant A: the row that importers produce and the Address that callers get. Text is upper case, absent is ''.

import { emptyRow, type RowName, type TextName } from '../countries/fields.ts'
import { NATIONAL_FIELDS } from '../countries/national-fields.ts'
import type { Point } from './geo.ts'

type TextNames = TextName<typeof NATIONAL_FIELDS>
type RowTexts = { readonly [Name in TextNames as RowName<Name>]: string }

/** One address of the national file, as importers yield it: the texts of NATIONAL_FIELDS, and more. */
export interface NationalRow extends RowTexts, Point {
  readonly aliasPrincipal: 'P' | 'A'
  readonly primarySecondary: 'P' | 'S' | ''
  readonly addressStatus: 'CURRENT' | 'RETIRED'
  /** What import did to a field, for example `{ street_name: 'trimmed' }`. */
  readonly cleaningProvenance: Readonly<Record<string, string>>
}

/** Nothing is known of it but that it is an address in use. */
export const EMPTY_NATIONAL_ROW: NationalRow = emptyRow(NATIONAL_FIELDS)

/** The Address of Variant A, exactly as Get and Validate send it. */
export interface NationalAddress extends Readonly<Record<TextNames, string>> {
  readonly cleaning_provenance: Readonly<Record<string, string>>
  readonly coordinates: Point
}

export function nationalAddress(row: NationalRow): NationalAddress {
  return {
    address_label: row.addressLabel,
    address_detail_pid: row.addressDetailPid,
    address_site_name: row.addressSiteName,
    address_status: row.addressStatus,
    alias_principal: row.aliasPrincipal,
    building_name: row.buildingName,
    cleaning_provenance: row.cleaningProvenance,
    date_created: row.dateCreated,
    flat_number: row.flatNumber,
    flat_type: row.flatType,
    geocode_type: row.geocodeType,
    legal_parcel_id: row.legalParcelId,
    level_number: row.levelNumber,
    level_type: row.levelType,
    locality_name: row.localityName,
    lot_number: row.lotNumber,
    mb_code: row.mbCode,
    number_first: row.numberFirst,
    number_last: row.numberLast,
    postcode: row.postcode,
    primary_pid: row.primaryPid,
    primary_secondary: row.primarySecondary,
    principal_pid: row.principalPid,
    state: row.state,
    street_name: row.streetName,
    street_suffix: row.streetSuffix,
    street_type: row.streetType,
    coordinates: { latitude: row.latitude, longitude: row.longitude },
  }
}

/** The fields that a label is made of. */
export type LabelParts = Pick<
  NationalRow,
  | 'flatType'
  | 'flatNumber'
  | 'levelType'
  | 'levelNumber'
  | 'numberFirst'
  | 'numberLast'
  | 'lotNumber'
  | 'streetName'
  | 'streetType'
  | 'streetSuffix'
  | 'localityName'
  | 'state'
  | 'postcode'
>

/** The one-line label that G-NAF Core writes: `UNIT 5 1 SMITH ST, FITZROY VIC 3065`. */
export function nationalLabel(row: LabelParts): string {
  const head = labelHead(row)
  return head === '' ? labelTail(row) : head + labelGap(row) + labelTail(row)
}

/** Whether a label is the one that `nationalLabel` gives. `tail` is that of the row: neighbours share theirs. */
export function isNationalLabel(label: string, row: LabelParts, tail: string): boolean {
  const head = labelHead(row)
  if (head === '') return label === tail
  const gap = labelGap(row)
  return (
    label.length === head.length + gap.length + tail.length &&
    label.startsWith(head) &&
    label.startsWith(gap, head.length) &&
    label.endsWith(tail)
  )
}

/** The label from the street on: `SMITH ST, FITZROY VIC 3065`. */
export function labelTail(row: LabelParts): string {
  const street = withWord(withWord(row.streetName, row.streetType), row.streetSuffix)
  const place = withWord(withWord(row.localityName, row.state), row.postcode)
  return street === '' ? place : `${street}, ${place}`
}

/** The label up to the street: `UNIT 5 1`. Written out word by word, because a national file needs millions. */
function labelHead(row: LabelParts): string {
  const { numberFirst, numberLast, lotNumber } = row
  let head = row.flatType
  head = withWord(head, row.flatNumber)
  head = withWord(head, row.levelType)
  head = withWord(head, row.levelNumber)
  if (lotNumber !== '' && numberFirst === '') head = withWord(head, `LOT ${lotNumber}`)
  return withWord(head, numberLast === '' ? numberFirst : `${numberFirst}-${numberLast}`)
}

function labelGap({ streetName, streetType, streetSuffix }: LabelParts): string {
  return streetName === '' && streetType === '' && streetSuffix === '' ? ', ' : ' '
}

function withWord(text: string, word: string): string {
  if (word === '') return text
  return text === '' ? word : `${text} ${word}`
}
