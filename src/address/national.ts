// Variant A: the row that importers produce and the Address that callers get. Text is upper case, absent is ''.

import type { NationalShape } from '../countries/declaration.ts'
import { emptyRow, type RowName, type TextName } from '../countries/fields.ts'
import { NATIONAL_FIELDS, type TOWN_FIELDS } from '../countries/national-fields.ts'
import type { Point } from './geo.ts'

type StateNames = TextName<typeof NATIONAL_FIELDS>
type TownNames = TextName<typeof TOWN_FIELDS>
type OnlyTownNames = Exclude<TownNames, StateNames>
type RowTexts = { readonly [Name in StateNames as RowName<Name>]: string }
type TownTexts = { readonly [Name in OnlyTownNames as RowName<Name>]?: string }

/** One address of the national file, as importers yield it: the texts of NATIONAL_FIELDS, and more. */
export interface NationalRow extends RowTexts, TownTexts, Point {
  readonly aliasPrincipal: 'P' | 'A'
  readonly primarySecondary: 'P' | 'S' | ''
  readonly addressStatus: 'CURRENT' | 'RETIRED'
  /** What import did to a field, for example `{ street_name: 'trimmed' }`. */
  readonly cleaningProvenance: Readonly<Record<string, string>>
}

/** Nothing is known of it, except that it is in use. */
export const EMPTY_NATIONAL_ROW: NationalRow = emptyRow(NATIONAL_FIELDS)

type StateShape = NationalShape & { readonly outer: 'state' }

interface Noted {
  readonly cleaning_provenance: Readonly<Record<string, string>>
  readonly coordinates: Point
}

/** The Address of Variant A, exactly as Get and Validate send it, where localities are of states. */
export interface NationalAddress extends Readonly<Record<StateNames, string>>, Noted {}
/** The same where they are parts of towns. */
export interface TownAddress extends Readonly<Record<TownNames, string>>, Noted {}

export type AnyNationalAddress = NationalAddress | TownAddress

export function nationalAddress(row: NationalRow, shape: StateShape): NationalAddress
export function nationalAddress(row: NationalRow, shape: NationalShape): AnyNationalAddress
export function nationalAddress(row: NationalRow, { outer }: NationalShape): AnyNationalAddress {
  return outer === 'state' ? stateAddress(row) : townAddress(row)
}

/** Written out, like the next one: made from the table of fields it takes ten times as long. */
function stateAddress(row: NationalRow): NationalAddress {
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

function townAddress(row: NationalRow): TownAddress {
  return {
    address_label: row.addressLabel,
    address_detail_pid: row.addressDetailPid,
    address_site_name: row.addressSiteName,
    address_status: row.addressStatus,
    building_name: row.buildingName,
    cleaning_provenance: row.cleaningProvenance,
    flat_number: row.flatNumber,
    flat_type: row.flatType,
    level_number: row.levelNumber,
    level_type: row.levelType,
    locality_name: row.localityName,
    lot_number: row.lotNumber,
    number_first: row.numberFirst,
    number_last: row.numberLast,
    postcode: row.postcode,
    street_name: row.streetName,
    street_suffix: row.streetSuffix,
    street_type: row.streetType,
    territorial_authority: row.territorialAuthority ?? '',
    town_city: row.townCity ?? '',
    coordinates: { latitude: row.latitude, longitude: row.longitude },
  }
}

/** The parts of an address that are compared with a line; the rest would take as long again to read. */
export type ComparedNational = ReturnType<typeof comparedFields> &
  (Pick<NationalAddress, 'state'> | Pick<TownAddress, 'town_city'>)

export type ComparedRow = LabelParts &
  Pick<NationalRow, 'addressLabel' | 'addressSiteName' | 'buildingName'>

export function comparedNational(row: ComparedRow, { outer }: NationalShape): ComparedNational {
  const compared = comparedFields(row)
  if (outer === 'state') return { ...compared, state: row.state }
  return { ...compared, town_city: row.townCity ?? '' }
}

function comparedFields(row: ComparedRow) {
  return {
    address_label: row.addressLabel,
    address_site_name: row.addressSiteName,
    building_name: row.buildingName,
    flat_number: row.flatNumber,
    flat_type: row.flatType,
    level_number: row.levelNumber,
    level_type: row.levelType,
    locality_name: row.localityName,
    lot_number: row.lotNumber,
    number_first: row.numberFirst,
    number_last: row.numberLast,
    postcode: row.postcode,
    street_name: row.streetName,
    street_suffix: row.streetSuffix,
    street_type: row.streetType,
  }
}

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
  | 'townCity'
  | 'postcode'
>

/** On one line as G-NAF Core writes it, `UNIT 5 1 SMITH ST, FITZROY VIC 3065`, or as the country's own file does. */
export function nationalLabel(row: LabelParts, shape: NationalShape): string {
  const head = labelHead(row, shape)
  const tail = labelTail(row, shape)
  return head === '' ? tail : head + labelGap(row) + tail
}

/** Whether a label is the one that `nationalLabel` gives. `tail` is that of the row: neighbours share theirs. */
export function isNationalLabel(text: string, row: LabelParts, tail: string, shape: NationalShape) {
  const head = labelHead(row, shape)
  if (head === '') return text === tail
  const gap = labelGap(row)
  return (
    text.length === head.length + gap.length + tail.length &&
    text.startsWith(head) &&
    text.startsWith(gap, head.length) &&
    text.endsWith(tail)
  )
}

/** The label from the street on: `SMITH ST, FITZROY VIC 3065`. */
export function labelTail(row: LabelParts, { outer, outerGap }: NationalShape): string {
  const street = withWord(withWord(row.streetName, row.streetType), row.streetSuffix)
  const around = outer === 'state' ? row.state : (row.townCity ?? '')
  // `KAIWAKA 0573`: the main part of a town has its name.
  const isSame = outer !== 'state' && around === row.localityName
  const locality = isSame ? around : withWord(row.localityName, around, outerGap)
  const place = withWord(locality, row.postcode)
  return street === '' ? place : `${street}, ${place}`
}

/** The label up to the street: `UNIT 5 1`. Written out word by word, because a national file needs millions. */
function labelHead(row: LabelParts, { unitGap }: NationalShape): string {
  const { numberFirst, numberLast, lotNumber } = row
  let head = row.flatType
  head = withWord(head, row.flatNumber)
  head = withWord(head, row.levelType)
  head = withWord(head, row.levelNumber)
  if (lotNumber !== '' && numberFirst === '') head = withWord(head, `LOT ${lotNumber}`)
  const number = numberLast === '' ? numberFirst : `${numberFirst}-${numberLast}`
  return withWord(head, number, row.flatNumber === '' ? ' ' : unitGap)
}

function labelGap({ streetName, streetType, streetSuffix }: LabelParts): string {
  return streetName === '' && streetType === '' && streetSuffix === '' ? ', ' : ' '
}

function withWord(text: string, word: string, gap = ' '): string {
  if (word === '') return text
  return text === '' ? word : text + gap + word
}
