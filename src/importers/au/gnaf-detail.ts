// Rows of ADDRESS_DETAIL of the full G-NAF distribution, joined with what the other tables say.
// Unchecked: it runs for every row of a nation, and the places of texts are those of their columns.

import { type NationalRow, nationalLabel } from '../../address/national.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import type { RejectReason, Tally } from '../reading/rejects.ts'
import { indexesOf, type Layout } from '../reading/table.ts'
import type { GnafFacts } from './gnaf-facts.ts'
import type { GnafPlaces, GnafStreet } from './gnaf-places.ts'
import { type Columns, gnafLayout } from './gnaf-tables.ts'
import { NationalFields, nationalFault, pointFault, type Writable } from './national-fields.ts'

export interface GnafCodes {
  readonly flatTypes: ReadonlyMap<string, string>
  readonly levelTypes: ReadonlyMap<string, string>
  readonly geocodeTypes: ReadonlyMap<string, string>
}

export interface GnafContext {
  readonly places: GnafPlaces
  readonly codes: GnafCodes
}

/** Texts of ADDRESS_DETAIL that become fields of the row, and their names on the wire. */
const DETAIL_TEXTS = [
  ['ADDRESS_DETAIL_PID', 'address_detail_pid'],
  ['DATE_CREATED', 'date_created'],
  ['BUILDING_NAME', 'building_name'],
  ['LOT_NUMBER_PREFIX', 'lot_number'],
  ['LOT_NUMBER', 'lot_number'],
  ['LOT_NUMBER_SUFFIX', 'lot_number'],
  ['FLAT_TYPE_CODE', 'flat_type'],
  ['FLAT_NUMBER_PREFIX', 'flat_number'],
  ['FLAT_NUMBER', 'flat_number'],
  ['FLAT_NUMBER_SUFFIX', 'flat_number'],
  ['LEVEL_TYPE_CODE', 'level_type'],
  ['LEVEL_NUMBER_PREFIX', 'level_number'],
  ['LEVEL_NUMBER', 'level_number'],
  ['LEVEL_NUMBER_SUFFIX', 'level_number'],
  ['NUMBER_FIRST_PREFIX', 'number_first'],
  ['NUMBER_FIRST', 'number_first'],
  ['NUMBER_FIRST_SUFFIX', 'number_first'],
  ['NUMBER_LAST_PREFIX', 'number_last'],
  ['NUMBER_LAST', 'number_last'],
  ['NUMBER_LAST_SUFFIX', 'number_last'],
  ['ALIAS_PRINCIPAL', 'alias_principal'],
  ['POSTCODE', 'postcode'],
  ['LEGAL_PARCEL_ID', 'legal_parcel_id'],
  ['PRIMARY_SECONDARY', 'primary_secondary'],
  ['CONFIDENCE', 'confidence'],
] as const

const WIRE_NAMES: readonly string[] = DETAIL_TEXTS.map(([, name]) => name)
/** Where each of them is among the texts of a record. */
const TEXT = indexesOf(DETAIL_TEXTS.map(([column]) => column))

const DETAIL_COLUMNS = [
  ...DETAIL_TEXTS.map(([column]) => column),
  'DATE_RETIRED',
  'STREET_LOCALITY_PID',
  'LOCALITY_PID',
  'ADDRESS_SITE_PID',
] as const

type DetailColumns = Columns<(typeof DETAIL_COLUMNS)[number]>

const NO_STREET: GnafStreet = { name: '', type: '', suffix: '', locality: undefined }

export function detailLayout(
  facts: GnafFacts,
  context: GnafContext,
  tally: Tally,
): Layout<NationalRow> {
  const reader = new DetailReader(facts, context, tally)
  return gnafLayout('ADDRESS_DETAIL', DETAIL_COLUMNS, (record, at) => reader.read(record, at))
}

class DetailReader {
  readonly #facts: GnafFacts
  readonly #context: GnafContext
  readonly #tally: Tally
  readonly #fields = new NationalFields()
  readonly #texts = DETAIL_TEXTS.map(() => '')
  #textColumns = new Int32Array(0)
  #faultyField = ''

  constructor(facts: GnafFacts, context: GnafContext, tally: Tally) {
    this.#facts = facts
    this.#context = context
    this.#tally = tally
  }

  read(record: Splitter, at: DetailColumns): NationalRow | undefined {
    const row = this.#row(record, at)
    if (typeof row !== 'string') return row
    if (row === 'retired') this.#tally.skip(row)
    else this.#tally.reject(row, record, this.#faultyField)
    return undefined
  }

  #row(record: Splitter, at: DetailColumns): NationalRow | RejectReason | 'retired' {
    const { streets, localities } = this.#context.places
    this.#faultyField = ''
    const hasStreet = !record.isEmpty(at.STREET_LOCALITY_PID)
    const street = hasStreet ? streets.get(record, at.STREET_LOCALITY_PID) : NO_STREET
    const locality = localities.get(record, at.LOCALITY_PID)
    const address = this.#facts.find(record, at.ADDRESS_DETAIL_PID)
    const isRetired = !record.isEmpty(at.DATE_RETIRED)
    // What no longer exists may well have lost its point; that is no fault of the file.
    if (!this.#facts.hasPoint(address)) return isRetired ? 'retired' : 'coordinates-missing'
    if (street === undefined) return 'street-unknown'
    if (locality === undefined) return 'place-missing'
    const row = this.#ownFields(record, at)
    this.#addFacts(row, address)
    row.addressSiteName = this.#facts.siteName(record, at.ADDRESS_SITE_PID)
    row.streetName = street.name
    row.streetType = street.type
    row.streetSuffix = street.suffix
    row.localityName = locality.name
    row.state = locality.state
    if (isRetired) row.addressStatus = 'RETIRED'
    row.addressLabel = nationalLabel(row)
    const fault = this.#fields.fault ?? nationalFault(row) ?? pointFault(row)
    if (fault === undefined) return row
    this.#faultyField = this.#fields.faultyField(fault, row)
    return fault
  }

  /** The row as far as ADDRESS_DETAIL tells it. */
  #ownFields(record: Splitter, at: DetailColumns): Writable<NationalRow> {
    const fields = this.#fields
    const texts = this.#texts
    const { flatTypes, levelTypes } = this.#context.codes
    if (this.#textColumns.length === 0) {
      this.#textColumns = Int32Array.from(DETAIL_TEXTS, ([column]) => at[column])
    }
    fields.begin()
    fields.texts(record, this.#textColumns, texts, WIRE_NAMES)
    return {
      addressDetailPid: texts[TEXT.ADDRESS_DETAIL_PID],
      dateCreated: fields.date(texts[TEXT.DATE_CREATED], 'date_created'),
      addressLabel: '',
      addressSiteName: '',
      buildingName: texts[TEXT.BUILDING_NAME],
      flatType: flatTypes.get(texts[TEXT.FLAT_TYPE_CODE]) ?? texts[TEXT.FLAT_TYPE_CODE],
      flatNumber: numberFrom(texts, TEXT.FLAT_NUMBER_PREFIX),
      levelType: levelTypes.get(texts[TEXT.LEVEL_TYPE_CODE]) ?? texts[TEXT.LEVEL_TYPE_CODE],
      levelNumber: numberFrom(texts, TEXT.LEVEL_NUMBER_PREFIX),
      numberFirst: numberFrom(texts, TEXT.NUMBER_FIRST_PREFIX),
      numberLast: numberFrom(texts, TEXT.NUMBER_LAST_PREFIX),
      lotNumber: numberFrom(texts, TEXT.LOT_NUMBER_PREFIX),
      streetName: '',
      streetType: '',
      streetSuffix: '',
      localityName: '',
      state: '',
      postcode: fields.postcode(texts[TEXT.POSTCODE]),
      legalParcelId: texts[TEXT.LEGAL_PARCEL_ID],
      mbCode: '',
      aliasPrincipal: fields.aliasPrincipal(texts[TEXT.ALIAS_PRINCIPAL]),
      principalPid: '',
      primarySecondary: fields.primarySecondary(texts[TEXT.PRIMARY_SECONDARY]),
      primaryPid: '',
      geocodeType: '',
      latitude: Number.NaN,
      longitude: Number.NaN,
      // Of a row with this confidence no contributor of G-NAF knows any more.
      addressStatus: texts[TEXT.CONFIDENCE] === '-1' ? 'RETIRED' : 'CURRENT',
      cleaningProvenance: fields.provenance,
    }
  }

  /** From the tables beside; a code that no table explains stays as it is. */
  #addFacts(row: Writable<NationalRow>, address: number): void {
    const facts = this.#facts
    const geocode = facts.geocodeType(address)
    row.geocodeType = this.#context.codes.geocodeTypes.get(geocode) ?? geocode
    row.mbCode = facts.meshBlock(address)
    row.principalPid = facts.principalPid(address)
    row.primaryPid = facts.primaryPid(address)
    row.latitude = facts.latitude(address)
    row.longitude = facts.longitude(address)
  }
}

/** A number with its prefix and suffix, which stand around it. */
function numberFrom(texts: readonly string[], prefix: number): string {
  return texts[prefix] + texts[prefix + 1] + texts[prefix + 2]
}
