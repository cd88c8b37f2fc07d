// Imports the full G-NAF distribution: the Authority Code and Standard tables of any set of states, joined to rows.
// Unchecked: it runs for every row of a nation, and the places of texts are those of their columns.

import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../address/national.ts'
import { AU } from '../../countries/au.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { type Input, listInputs } from '../reading/archive.ts'
import { NationalFields, type Writable } from '../reading/national-fields.ts'
import { Tally } from '../reading/rejects.ts'
import {
  type ImportOptions,
  importedRows,
  indexesOf,
  type Layout,
  newPass,
  readTables,
  type TablePass,
} from '../reading/table.ts'
import { GnafFacts } from './gnaf-facts.ts'
import { type GnafPlaces, type GnafStreet, readPlaces } from './gnaf-places.ts'
import {
  type Columns,
  GNAF_ATTRIBUTION,
  gnafLayout,
  gnafTables,
  readCodes,
  TABLE_NAME,
} from './gnaf-tables.ts'

/** Takes the distribution's folder, any folder above it, or its zip file. Places are read now, addresses by `rows`. */
export async function openGnaf(paths: readonly string[], options: ImportOptions = {}) {
  const inputs = await listInputs(paths, (name) => TABLE_NAME.test(name))
  const tables = gnafTables(inputs, paths.join(', '))
  const tally = new Tally()
  const opening = newPass(tally)
  const places = await readPlaces(tables, opening)
  const codesOf = (table: string) => readCodes(tables.authority.get(table), opening)
  const context: GnafContext = {
    ...places,
    flatTypes: await codesOf('FLAT_TYPE_AUT'),
    levelTypes: await codesOf('LEVEL_TYPE_AUT'),
    geocodeTypes: await codesOf('GEOCODE_TYPE_AUT'),
  }
  const states = [...tables.standard.values()]
  const source = importedRows({
    product: AU.product,
    format: 'gnaf',
    attribution: GNAF_ATTRIBUTION,
    inputs: states.flatMap((state) => ADDRESS_TABLES.flatMap((name) => state.get(name) ?? [])),
    options,
    tally,
    async *read(pass) {
      for (const state of states) yield* stateRows(state, context, pass)
    },
  })
  return { ...source, knowledge: places.knowledge }
}

const ADDRESS_TABLES = [
  'ADDRESS_SITE',
  'ADDRESS_DEFAULT_GEOCODE',
  'MB_2021',
  'ADDRESS_MESH_BLOCK_2021',
  'ADDRESS_ALIAS',
  'PRIMARY_SECONDARY',
  'ADDRESS_DETAIL',
]

interface GnafContext extends Pick<GnafPlaces, 'localities' | 'streets'> {
  readonly flatTypes: ReadonlyMap<string, string>
  readonly levelTypes: ReadonlyMap<string, string>
  readonly geocodeTypes: ReadonlyMap<string, string>
}

async function* stateRows(
  tables: ReadonlyMap<string, Input>,
  context: GnafContext,
  pass: TablePass,
): AsyncGenerator<NationalRow[]> {
  const details = tables.get('ADDRESS_DETAIL')
  if (details === undefined) return
  const facts = await GnafFacts.read(tables, pass)
  yield* readTables([details], detailLayout(facts, context, pass.tally), pass)
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

function detailLayout(facts: GnafFacts, context: GnafContext, tally: Tally): Layout<NationalRow> {
  const { streets, localities, geocodeTypes } = context
  const fields = new NationalFields(AU)
  const texts = DETAIL_TEXTS.map(() => '')
  let textColumns: Int32Array | undefined
  const readRow = (record: Splitter, at: DetailColumns) => {
    const hasStreet = !record.isEmpty(at.STREET_LOCALITY_PID)
    const street = hasStreet ? streets.get(record, at.STREET_LOCALITY_PID) : NO_STREET
    const locality = localities.get(record, at.LOCALITY_PID)
    const address = facts.find(record, at.ADDRESS_DETAIL_PID)
    const isRetired = !record.isEmpty(at.DATE_RETIRED)
    // What no longer exists may well have lost its point; that is no fault of the file.
    if (!facts.hasPoint(address)) return isRetired ? 'retired' : 'coordinates-missing'
    if (street === undefined) return 'street-unknown'
    if (locality === undefined) return 'place-missing'
    fields.begin()
    textColumns ??= Int32Array.from(DETAIL_TEXTS, ([column]) => at[column])
    fields.texts(record, textColumns, texts, WIRE_NAMES)
    const row = ownFields(texts, fields, context)
    facts.addTo(row, address, geocodeTypes)
    row.addressSiteName = facts.siteName(record, at.ADDRESS_SITE_PID)
    row.streetName = street.name
    row.streetType = street.type
    row.streetSuffix = street.suffix
    row.localityName = locality.name
    row.state = locality.state
    if (isRetired) row.addressStatus = 'RETIRED'
    row.addressLabel = nationalLabel(row, AU.national)
    return row
  }
  return gnafLayout('ADDRESS_DETAIL', DETAIL_COLUMNS, (record, at) => {
    const row = readRow(record, at)
    if (typeof row !== 'string') return fields.checked(row, record, tally)
    return row === 'retired' ? tally.skip(row) : tally.reject(row, record)
  })
}

/** The row as far as ADDRESS_DETAIL tells it. */
function ownFields(
  texts: readonly string[],
  fields: NationalFields,
  { flatTypes, levelTypes }: GnafContext,
): Writable<NationalRow> {
  return {
    ...EMPTY_NATIONAL_ROW,
    addressDetailPid: texts[TEXT.ADDRESS_DETAIL_PID],
    dateCreated: fields.date(texts[TEXT.DATE_CREATED], 'date_created'),
    buildingName: texts[TEXT.BUILDING_NAME],
    flatType: flatTypes.get(texts[TEXT.FLAT_TYPE_CODE]) ?? texts[TEXT.FLAT_TYPE_CODE],
    flatNumber: numberFrom(texts, TEXT.FLAT_NUMBER_PREFIX),
    levelType: levelTypes.get(texts[TEXT.LEVEL_TYPE_CODE]) ?? texts[TEXT.LEVEL_TYPE_CODE],
    levelNumber: numberFrom(texts, TEXT.LEVEL_NUMBER_PREFIX),
    numberFirst: numberFrom(texts, TEXT.NUMBER_FIRST_PREFIX),
    numberLast: numberFrom(texts, TEXT.NUMBER_LAST_PREFIX),
    lotNumber: numberFrom(texts, TEXT.LOT_NUMBER_PREFIX),
    postcode: fields.postcode(texts[TEXT.POSTCODE]),
    legalParcelId: texts[TEXT.LEGAL_PARCEL_ID],
    aliasPrincipal: fields.aliasPrincipal(texts[TEXT.ALIAS_PRINCIPAL]),
    primarySecondary: fields.primarySecondary(texts[TEXT.PRIMARY_SECONDARY]),
    // Of a row with this confidence no contributor of G-NAF knows any more.
    addressStatus: texts[TEXT.CONFIDENCE] === '-1' ? 'RETIRED' : 'CURRENT',
    cleaningProvenance: fields.provenance,
  }
}

/** A number with its prefix and suffix, which stand around it. */
function numberFrom(texts: readonly string[], prefix: number): string {
  return texts[prefix] + texts[prefix + 1] + texts[prefix + 2]
}
