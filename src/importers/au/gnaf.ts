// Imports the full G-NAF distribution: the Authority Code and Standard tables of any set of states.

import { type NationalRow, nationalLabel } from '../../address/national.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { GNAF_ATTRIBUTION } from '../attributions.ts'
import { type Input, listInputs } from '../reading/archive.ts'
import {
  type ImportOptions,
  importedRows,
  type NationalImport,
  passOf,
} from '../reading/imported-rows.ts'
import { type RejectReason, Tally } from '../reading/rejects.ts'
import { readTable, type TablePass } from '../reading/table.ts'
import { GnafFacts } from './gnaf-facts.ts'
import { type GnafPlaces, type GnafStreet, readPlaces } from './gnaf-places.ts'
import { type Columns, gnafLayout, gnafTables, readCodes, TABLE_NAME } from './gnaf-tables.ts'
import { NationalFields, nationalFault, type Writable } from './national-fields.ts'

/**
 * The paths are the distribution's folder, any folder above it, or its zip file. Places and other
 * names are read now, addresses by each call of `rows`, which may be called several times.
 */
export async function openGnaf(
  paths: readonly string[],
  options: ImportOptions = {},
): Promise<NationalImport> {
  const inputs = await listInputs(paths, (name) => TABLE_NAME.test(name), options.limits)
  const tables = gnafTables(inputs, paths.join(', '))
  const tally = new Tally()
  const opening = passOf(tally, { ...(options.limits && { limits: options.limits }) })
  const places = await readPlaces(tables, opening)
  const codes: GnafCodes = {
    flatTypes: await readCodes(tables.authority.get('FLAT_TYPE_AUT'), opening),
    levelTypes: await readCodes(tables.authority.get('LEVEL_TYPE_AUT'), opening),
    geocodeTypes: await readCodes(tables.authority.get('GEOCODE_TYPE_AUT'), opening),
  }
  const states = [...tables.standard.values()]
  return {
    product: 'au',
    format: 'gnaf',
    attribution: options.attribution ?? GNAF_ATTRIBUTION,
    knowledge: places.knowledge,
    ...importedRows<NationalRow>({
      label: 'gnaf',
      inputs: states.flatMap((state) => ADDRESS_TABLES.flatMap((name) => state.get(name) ?? [])),
      options,
      tally,
      async *read(pass) {
        for (const state of states) yield* stateRows(state, { places, codes }, pass)
      },
    }),
  }
}

/** What each reading of the rows goes through. */
const ADDRESS_TABLES = [
  'ADDRESS_SITE',
  'ADDRESS_DEFAULT_GEOCODE',
  'MB_2021',
  'ADDRESS_MESH_BLOCK_2021',
  'ADDRESS_ALIAS',
  'PRIMARY_SECONDARY',
  'ADDRESS_DETAIL',
]

interface GnafCodes {
  readonly flatTypes: ReadonlyMap<string, string>
  readonly levelTypes: ReadonlyMap<string, string>
  readonly geocodeTypes: ReadonlyMap<string, string>
}

interface GnafContext {
  readonly places: GnafPlaces
  readonly codes: GnafCodes
}

async function* stateRows(
  tables: ReadonlyMap<string, Input>,
  context: GnafContext,
  pass: TablePass,
): AsyncGenerator<NationalRow[]> {
  const details = tables.get('ADDRESS_DETAIL')
  if (details === undefined) return
  const facts = await GnafFacts.read(tables, pass)
  const reader = new DetailReader(facts, context, pass.tally)
  const layout = gnafLayout('ADDRESS_DETAIL', DETAIL_COLUMNS, (record, at) =>
    reader.read(record, at),
  )
  yield* readTable(details, layout, pass)
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

const DETAIL_COLUMNS = [
  ...DETAIL_TEXTS.map(([column]) => column),
  'DATE_RETIRED',
  'STREET_LOCALITY_PID',
  'LOCALITY_PID',
  'ADDRESS_SITE_PID',
] as const

type DetailColumns = Columns<(typeof DETAIL_COLUMNS)[number]>

const NO_STREET: GnafStreet = { name: '', type: '', suffix: '', locality: undefined }

class DetailReader {
  readonly #facts: GnafFacts
  readonly #context: GnafContext
  readonly #tally: Tally
  readonly #fields = new NationalFields()
  readonly #texts = DETAIL_TEXTS.map(() => '')
  #textColumns = new Int32Array(0)

  constructor(facts: GnafFacts, context: GnafContext, tally: Tally) {
    this.#facts = facts
    this.#context = context
    this.#tally = tally
  }

  read(record: Splitter, at: DetailColumns): NationalRow | undefined {
    const row = this.#row(record, at)
    if (typeof row !== 'string') return row
    if (row === 'retired') this.#tally.skip(row)
    else this.#tally.reject(row, record)
    return undefined
  }

  #row(record: Splitter, at: DetailColumns): NationalRow | RejectReason | 'retired' {
    const { streets, localities } = this.#context.places
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
    return this.#fields.fault ?? nationalFault(row) ?? row
  }

  /** The row as far as ADDRESS_DETAIL tells it; the numbers are places in DETAIL_TEXTS. */
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
      addressDetailPid: texts[0],
      dateCreated: fields.date(texts[1], 'date_created'),
      addressLabel: '',
      addressSiteName: '',
      buildingName: texts[2],
      flatType: flatTypes.get(texts[6]) ?? texts[6],
      flatNumber: texts[7] + texts[8] + texts[9],
      levelType: levelTypes.get(texts[10]) ?? texts[10],
      levelNumber: texts[11] + texts[12] + texts[13],
      numberFirst: texts[14] + texts[15] + texts[16],
      numberLast: texts[17] + texts[18] + texts[19],
      lotNumber: texts[3] + texts[4] + texts[5],
      streetName: '',
      streetType: '',
      streetSuffix: '',
      localityName: '',
      state: '',
      postcode: fields.postcode(texts[21]),
      legalParcelId: texts[22],
      mbCode: '',
      aliasPrincipal: fields.aliasPrincipal(texts[20]),
      principalPid: '',
      primarySecondary: fields.primarySecondary(texts[23]),
      primaryPid: '',
      geocodeType: '',
      latitude: Number.NaN,
      longitude: Number.NaN,
      // Of a row with this confidence no contributor of G-NAF knows any more.
      addressStatus: texts[24] === '-1' ? 'RETIRED' : 'CURRENT',
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
