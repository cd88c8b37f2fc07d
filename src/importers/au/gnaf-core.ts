// Imports G-NAF Core: one pipe-separated table of 27 columns, in one file or one per state.
// Unchecked: it runs for every row of a nation, and the places of texts are those of their columns.

import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../address/national.ts'
import { AU } from '../../countries/au.ts'
import { NATIONAL_FIELDS } from '../../countries/national-fields.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { requireInputs } from '../reading/archive.ts'
import { NationalFields, type Writable } from '../reading/national-fields.ts'
import type { Tally } from '../reading/rejects.ts'
import {
  columnsOf,
  fieldsOf,
  type ImportOptions,
  importedRows,
  indexesOf,
  type Layout,
  PIPE_SEPARATED,
  readTables,
} from '../reading/table.ts'
import { GNAF_ATTRIBUTION, TABLE_NAME } from './gnaf-tables.ts'

/** The files may be plain, gzip or zip, or folders of them. `rows` may be called several times. */
export async function openGnafCore(paths: readonly string[], options: ImportOptions = {}) {
  const isCore = (name: string) => /\.psv$/i.test(name)
  const inputs = await requireInputs(paths, '.psv file', isCore)
  if (inputs.some(({ name }) => TABLE_NAME.test(name))) {
    throw new ImportRefused(
      `${paths.join(', ')} is the full G-NAF distribution; load it by import gnaf.`,
    )
  }
  return importedRows({
    product: AU.product,
    format: 'gnaf-core',
    attribution: GNAF_ATTRIBUTION,
    inputs,
    options,
    read: (pass) => readTables(inputs, coreLayout(pass.tally), pass),
  })
}

type AddedField = 'coordinates' | 'address_status' | 'cleaning_provenance'
type CoreText = Uppercase<Exclude<keyof typeof NATIONAL_FIELDS, AddedField>>
type CoreColumn = CoreText | 'LONGITUDE' | 'LATITUDE'

const ADDED: readonly string[] = ['coordinates', 'address_status', 'cleaning_provenance']
const CORE_TEXTS = Object.keys(NATIONAL_FIELDS)
  .filter((name) => !ADDED.includes(name))
  .map((name) => name.toUpperCase() as CoreText)
const CORE_COLUMNS: readonly CoreColumn[] = [...CORE_TEXTS, 'LONGITUDE', 'LATITUDE']

/** Different in each row, so that a cache of texts would only be in the way. */
const UNIQUE: ReadonlySet<CoreColumn> = new Set([
  'ADDRESS_DETAIL_PID',
  'ADDRESS_LABEL',
  'LEGAL_PARCEL_ID',
  'PRINCIPAL_PID',
  'PRIMARY_PID',
])
const TEXT_COLUMNS = CORE_TEXTS.filter((name) => !UNIQUE.has(name))
const TEXT_NAMES = TEXT_COLUMNS.map((name) => name.toLowerCase())
const TEXT = indexesOf(TEXT_COLUMNS)

function coreLayout(tally: Tally): Layout<NationalRow> {
  return {
    expected: 'a G-NAF Core file (pipe-separated, with its header of 27 columns)',
    ...PIPE_SEPARATED,
    begin(first) {
      const columns = columnsOf(fieldsOf(first), CORE_COLUMNS)
      return columns && coreReader(columns, first.columns, tally)
    },
  }
}

function coreReader(at: Readonly<Record<CoreColumn, number>>, columns: number, tally: Tally) {
  const fields = new NationalFields(AU)
  const textColumns = Int32Array.from(TEXT_COLUMNS, (name) => at[name])
  const texts = TEXT_COLUMNS.map(() => '')
  const read = (record: Splitter): NationalRow | undefined => {
    fields.begin()
    fields.texts(record, textColumns, texts, TEXT_NAMES)
    const pid = fields.passingText(record, at.ADDRESS_DETAIL_PID, 'address_detail_pid')
    const label = fields.passingText(record, at.ADDRESS_LABEL, 'address_label')
    const parcel = fields.passingText(record, at.LEGAL_PARCEL_ID, 'legal_parcel_id')
    const principal = fields.passingText(record, at.PRINCIPAL_PID, 'principal_pid')
    const primary = fields.passingText(record, at.PRIMARY_PID, 'primary_pid')
    const row = coreRow(texts, fields)
    row.addressDetailPid = pid
    row.legalParcelId = parcel
    row.principalPid = principal
    row.primaryPid = primary
    row.latitude = record.decimal(at.LATITUDE)
    row.longitude = record.decimal(at.LONGITUDE)
    row.addressLabel = label === '' ? nationalLabel(row, AU.national) : label
    const hasPoint = !record.isEmpty(at.LATITUDE) && !record.isEmpty(at.LONGITUDE)
    return fields.checked(row, record, tally, hasPoint ? undefined : 'coordinates-missing')
  }
  return { columns, hasHeader: true, read }
}

function coreRow(texts: readonly string[], fields: NationalFields): Writable<NationalRow> {
  return {
    ...EMPTY_NATIONAL_ROW,
    dateCreated: fields.date(texts[TEXT.DATE_CREATED], 'date_created'),
    addressSiteName: texts[TEXT.ADDRESS_SITE_NAME],
    buildingName: texts[TEXT.BUILDING_NAME],
    flatType: texts[TEXT.FLAT_TYPE],
    flatNumber: texts[TEXT.FLAT_NUMBER],
    levelType: texts[TEXT.LEVEL_TYPE],
    levelNumber: texts[TEXT.LEVEL_NUMBER],
    numberFirst: texts[TEXT.NUMBER_FIRST],
    numberLast: texts[TEXT.NUMBER_LAST],
    lotNumber: texts[TEXT.LOT_NUMBER],
    streetName: texts[TEXT.STREET_NAME],
    streetType: texts[TEXT.STREET_TYPE],
    streetSuffix: texts[TEXT.STREET_SUFFIX],
    localityName: texts[TEXT.LOCALITY_NAME],
    state: fields.state(texts[TEXT.STATE]),
    postcode: fields.postcode(texts[TEXT.POSTCODE]),
    mbCode: texts[TEXT.MB_CODE],
    aliasPrincipal: fields.aliasPrincipal(texts[TEXT.ALIAS_PRINCIPAL]),
    primarySecondary: fields.primarySecondary(texts[TEXT.PRIMARY_SECONDARY]),
    geocodeType: texts[TEXT.GEOCODE_TYPE],
    cleaningProvenance: fields.provenance,
  }
}
