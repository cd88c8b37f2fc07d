// Imports OS AddressBase Premium: records of twelve kinds in one file or many, joined by UPRN in any order.

import type { PostalRow } from '../../address/postal.ts'
import { words } from '../../countries/tables.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, requireInputs } from '../reading/archive.ts'
import { Tally } from '../reading/rejects.ts'
import {
  CSV,
  foldedName,
  importedRows,
  type Layout,
  type PostalImport,
  placesIn,
  requireBeginning,
  scanTables,
  type TablePass,
} from '../reading/table.ts'
import { isDataFile, osAttribution, postalRow, skipReason } from './addressbase.ts'
import { RowPlacer } from './postal-fields.ts'
import { postcodesGiven } from './postcode-files.ts'
import { type JoinedFields, type JoinOptions, joinedRows, type Role, roleOf } from './uprn-join.ts'
import { UprnRecords, uprnIn } from './uprn-records.ts'

/** Files, zip files or a folder, by volumes or by tiles. Only a full supply: changes alone are no release. */
export async function openAddressBasePremium(
  paths: readonly string[],
  options: JoinOptions = {},
): Promise<PostalImport> {
  const inputs = await requireInputs(paths, '.csv file', isDataFile)
  for (const input of inputs) {
    const layout = layoutOf(input.name, new Tally(), () => undefined)
    await requireBeginning(input, layout)
  }
  const postcodes = await postcodesGiven(options)
  return importedRows({
    product: 'uk',
    format: 'addressbase-premium',
    attribution: osAttribution('AddressBase Premium'),
    inputs,
    options,
    async *read(pass) {
      using records = new UprnRecords(options.workFolder)
      const streets = await gather(inputs, records, pass)
      const placer = new RowPlacer(pass.tally, postcodes)
      const make = (fields: JoinedFields) => rowOf(fields, streets, pass.tally, placer)
      const files = inputs.map(({ name }) => name)
      const more = [...STREET_COLUMNS, ...OTHER_FIELDS]
      const join = { roles: ROLES, files, more, label: 'addressbase-premium, joining' }
      yield* joinedRows(records, join, make, pass)
    },
  })
}

/** Roles in a join, in the order in which their fields count: one character each. */
const BLPU = 'a'
const LPI = 'b'
const DELIVERY_POINT = 'c'
const ORGANISATION = 'd'
const CLASSIFICATION = 'e'
/** Kinds that are no part of a join. */
const STREET = 'street'
const SUCCESSOR = 'successor'
const UNUSED = ''

const ROLE_OF_KIND: Readonly<Record<string, string>> = {
  10: UNUSED,
  11: UNUSED,
  15: STREET,
  21: BLPU,
  23: UNUSED,
  24: LPI,
  28: DELIVERY_POINT,
  29: UNUSED,
  30: SUCCESSOR,
  31: ORGANISATION,
  32: CLASSIFICATION,
  99: UNUSED,
}

const KEYS = 'record_identifier change_type pro_order'
const DATES = 'start_date end_date last_update_date entry_date'

/** Of every kind that is read; of others how many there are is not looked at. */
export const PREMIUM_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  15: words(
    `${KEYS} usrn street_description locality town_name administrative_area language ${DATES}`,
  ),
  21: words(`
    ${KEYS} uprn logical_status blpu_state blpu_state_date parent_uprn x_coordinate y_coordinate latitude longitude
    rpc local_custodian_code country ${DATES} addressbase_postal postcode_locator multi_occ_count`),
  24: words(`
    ${KEYS} uprn lpi_key language logical_status ${DATES} sao_start_number sao_start_suffix sao_end_number
    sao_end_suffix sao_text pao_start_number pao_start_suffix pao_end_number pao_end_suffix pao_text usrn
    usrn_match_indicator area_name level official_flag`),
  28: words(`
    ${KEYS} uprn udprn organisation_name department_name sub_building_name building_name building_number
    dependent_thoroughfare thoroughfare double_dependent_locality dependent_locality post_town postcode postcode_type
    delivery_point_suffix welsh_dependent_thoroughfare welsh_thoroughfare welsh_double_dependent_locality
    welsh_dependent_locality welsh_post_town po_box_number process_date ${DATES}`),
  30: words(`${KEYS} uprn succ_key ${DATES} successor`),
  31: words(`${KEYS} uprn org_key organisation legal_name ${DATES}`),
  32: words(`${KEYS} uprn class_key classification_code class_scheme scheme_version ${DATES}`),
}

/** Fields go by their names in AddressBase Plus. */
const ROLES: Readonly<Record<string, Role>> = {
  [BLPU]:
    roleOf(`logical_status blpu_state:state x_coordinate y_coordinate latitude longitude country addressbase_postal
    postcode_locator`),
  [LPI]:
    roleOf(`sao_start_number sao_start_suffix sao_end_number sao_end_suffix sao_text pao_start_number
    pao_start_suffix pao_end_number pao_end_suffix pao_text usrn`),
  [DELIVERY_POINT]:
    roleOf(`organisation_name department_name sub_building_name building_name building_number
    dependent_thoroughfare thoroughfare double_dependent_locality dependent_locality post_town postcode
    welsh_dependent_thoroughfare welsh_thoroughfare welsh_double_dependent_locality welsh_dependent_locality
    welsh_post_town po_box_number`),
  [ORGANISATION]: roleOf('organisation:la_organisation'),
  [CLASSIFICATION]: roleOf('classification_code:class'),
}

/** Gathers the records about addresses, and answers the streets. */
async function gather(
  inputs: readonly Input[],
  records: UprnRecords,
  pass: TablePass,
): Promise<Streets> {
  const { tally } = pass
  const streets: Streets = new Map()
  let successors = 0
  for (const [file, input] of inputs.entries()) {
    const layout = layoutOf(input.name, tally, (record, { role, places, columns }) => {
      if (role === UNUSED) return
      const text = (column: string) => record.text(places.get(column) ?? -1)
      if (text('changetype') === 'D') return tally.skip('deleted')
      if (role === SUCCESSOR) successors += 1
      if (role === STREET) addStreet(streets, text)
      const rank = ROLES[role] === undefined ? undefined : rankOf(role, text)
      if (rank === undefined) return
      const uprn = uprnIn(record, places.get('uprn') ?? -1)
      if (uprn !== 0) return records.add(uprn, role + rank, record, columns, file)
      tally.reject('key-missing', record, `UPRN is "${text('uprn')}"`)
    })
    await scanTables([input], layout, pass)
  }
  const note = `Successor records, which are not used: ${successors}.`
  if (successors > 0 && !tally.notes.includes(note)) tally.note(note)
  return streets
}

/** Which record of a role comes first; undefined for one that no longer counts. A BLPU says itself what it is. */
function rankOf(role: string, text: (column: string) => string): string | undefined {
  if (role === BLPU) return ''
  if (text('enddate') !== '') return undefined
  // The Valuation Office has classes of its own.
  if (role === CLASSIFICATION) return /addressbase/i.test(text('classscheme')) ? '' : undefined
  if (role !== LPI) return ''
  if (text('logicalstatus') !== LPI_APPROVED) return undefined
  if (text('language') !== 'ENG') return '3'
  return text('officialflag') === 'Y' ? '1' : '2'
}

const LPI_APPROVED = '1'
const BLPU_PROVISIONAL = '6'
const BLPU_HISTORICAL = '8'

/** The names of a street in English, and in another language. A nation has 1.5 million of them. */
type Streets = Map<string, { own?: readonly string[]; other?: readonly string[] }>

const STREET_COLUMNS = ['streetdescription', 'locality', 'townname', 'administrativearea']
const OTHER_FIELDS = STREET_COLUMNS.map((name) => `altlanguage${name}`)

function addStreet(streets: Streets, text: (column: string) => string): void {
  const names = STREET_COLUMNS.map(text)
  const language = text('language') === 'ENG' ? 'own' : 'other'
  const known = streets.get(text('usrn'))
  const before = known?.[language]
  // Of two names the lesser, whatever order they come in.
  if (before !== undefined && String(before) <= String(names)) return
  streets.set(text('usrn'), { ...known, [language]: names })
}

function rowOf(
  fields: JoinedFields,
  streets: Streets,
  tally: Tally,
  placer: RowPlacer,
): PostalRow | undefined {
  const usrn = fields.raw('usrn')
  const hasDelivery = fields.raw('postcode') !== ''
  const status = fields.raw('logicalstatus')
  const isGone = status === BLPU_HISTORICAL || (usrn === '' && !hasDelivery)
  const isPlanned = status === BLPU_PROVISIONAL
  const skip = isGone ? 'retired' : isPlanned ? 'not-standing' : skipReason(fields)
  if (skip !== undefined) {
    tally.skip(skip)
    return undefined
  }
  const point = fields.point('xcoordinate', 'ycoordinate')
  const { own, other } = streets.get(usrn) ?? {}
  const names = own ?? other
  if (Number.isNaN(point.latitude)) tally.reject('coordinates-missing', fields.origin)
  else if (names === undefined && !hasDelivery) {
    tally.reject('street-unknown', fields.origin, `USRN is "${usrn}"`)
  } else {
    fields.setAll(STREET_COLUMNS, names)
    if (own !== undefined) fields.setAll(OTHER_FIELDS, other)
    return placer.place(fields, postalRow(fields, point))
  }
  return undefined
}

interface Kind {
  readonly role: string
  /** By the folded names of columns. */
  readonly places: ReadonlyMap<string, number>
  /** Where the columns of the role are. */
  readonly columns: Int32Array
}

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(ROLE_OF_KIND).map(([kind, role]) => {
    const places = placesIn(PREMIUM_COLUMNS[kind] ?? [])
    const columns = (ROLES[role]?.columns ?? []).map((name) => places.get(name) ?? -1)
    return [kind, { role, places, columns: Int32Array.from(columns) }]
  }),
)

function layoutOf(
  file: string,
  tally: Tally,
  use: (record: Splitter, kind: Kind) => void,
): Layout<undefined> {
  const refuseChanges = (record: Splitter) => {
    const isHeader = record.text(0) === '10'
    if (!isHeader || record.text(record.columns - 1) !== 'C') return
    throw new ImportRefused(
      `${file} has changes alone; import a full supply of AddressBase Premium.`,
    )
  }
  return {
    expected: 'OS AddressBase Premium (CSV without a header, each line with its record identifier)',
    ...CSV,
    begin(first) {
      if (!KINDS.has(first.text(0)) && !isNames(first)) return undefined
      refuseChanges(first)
      return {
        // Asked for each record: kinds differ in their columns.
        get columns() {
          return KINDS.get(first.text(0))?.places.size || first.columns
        },
        hasHeader: false,
        read(record): undefined {
          const kind = KINDS.get(record.text(0))
          refuseChanges(record)
          if (kind !== undefined) use(record, kind)
          else if (!isNames(record)) {
            tally.reject('code-unknown', record, `RECORD_IDENTIFIER is "${record.text(0)}"`)
          }
        },
      }
    },
  }
}

/** Who splits the file by kinds puts the names of columns at the top of each. */
function isNames(record: Splitter): boolean {
  return foldedName(record.text(0)) === 'recordidentifier'
}
