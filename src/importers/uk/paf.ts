// Imports Royal Mail's Postcode Address File: the main file as CSV.

import { EMPTY_POSTAL_ROW, type OtherPostalNames, type PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { PAF_ATTRIBUTION } from '../attributions.ts'
import { type Input, isCsvName, listInputs } from '../reading/archive.ts'
import { placesIn } from '../reading/header.ts'
import {
  type ImportOptions,
  importedRows,
  newPass,
  type PostalImport,
} from '../reading/imported-rows.ts'
import { Tally } from '../reading/rejects.ts'
import {
  beginsWith,
  CSV,
  fieldsOf,
  type Layout,
  readTables,
  requireBeginning,
  scanTables,
  type TableReader,
} from '../reading/table.ts'
import {
  PostalFields,
  RowPlacer,
  WELSH_PLACES,
  WELSH_STREETS,
  withOtherNames,
} from './postal-fields.ts'
import { isPostcodeFile, postcodesGiven, readPostcodes } from './postcode-files.ts'

interface PafOptions extends ImportOptions {
  /** PAF has no coordinates. Without these its addresses stand at latitude 0, longitude 0. */
  readonly postcodes?: readonly string[]
}

/**
 * Files, zip files or a folder; a postcode file in the folder is used as one. `rows` may be called
 * several times.
 */
export async function openPaf(
  paths: readonly string[],
  options: PafOptions = {},
): Promise<PostalImport> {
  const tally = new Tally()
  const found = await listInputs(paths, isCsvName, options.limits)
  const { addresses, welsh, places } = await sorted(found, options, tally)
  if (addresses.length === 0) {
    const names = found.slice(0, NAMES_MAX).map(({ name }) => name)
    const seen = found.length === 0 ? 'no CSV file' : `only ${names.join(', ')}`
    const more = found.length > NAMES_MAX ? ' and others' : ''
    throw new ImportRefused(
      `${paths.join(', ')} holds no PAF file; ${EXPECTED} was expected, and there is ${seen}${more}.`,
    )
  }
  const layout = pafLayout(new RowPlacer(tally, undefined), NO_NAMES)
  for (const input of addresses) await requireBeginning(input, layout, options.limits)
  const postcodes =
    (await postcodesGiven(options)) ??
    (places.length === 0 ? undefined : await readPostcodes(places, options))
  if (postcodes === undefined) {
    tally.note(
      'PAF has no coordinates, and no postcode file was given: latitude and longitude are 0.',
    )
  }
  const names = await welshNames(welsh, namesLayout, options)
  return importedRows({
    product: 'uk',
    format: 'paf',
    attribution: PAF_ATTRIBUTION,
    inputs: addresses,
    options,
    tally,
    read: (pass) =>
      readTables(addresses, pafLayout(new RowPlacer(pass.tally, postcodes), names), pass),
  })
}

/** Files that a refusal names. */
const NAMES_MAX = 5
const EXPECTED = "Royal Mail's PAF main file (CSV of 16 columns)"

const NO_NAMES: ReadonlyMap<number, OtherPostalNames> = new Map()

interface SortedInputs {
  readonly addresses: readonly Input[]
  /** Files of the same addresses in Welsh. */
  readonly welsh: readonly Input[]
  readonly places: readonly Input[]
}

/** A file that was named alone is taken for what it is said to be, and judged when it is read. */
async function sorted(
  inputs: readonly Input[],
  options: ImportOptions,
  tally: Tally,
): Promise<SortedInputs> {
  if (inputs.length === 1) return { addresses: inputs, welsh: [], places: [] }
  const addresses: Input[] = []
  const welsh: Input[] = []
  const places: Input[] = []
  for (const input of inputs) {
    const isPaf = (first: Splitter) => pafShape(first) !== undefined
    if (await beginsWith(input, isPaf, options.limits)) {
      if (isWelshFile(input)) welsh.push(input)
      else addresses.push(input)
    } else if (await isPostcodeFile(input, options.limits)) places.push(input)
    else tally.note(`${input.name} is no PAF file and was passed over.`)
  }
  return { addresses, welsh, places }
}

/** The order of the columns, each by its name in a header that some suppliers add. */
const ORDER = [
  'postcode',
  'posttown',
  'dependentlocality',
  'doubledependentlocality',
  'thoroughfare',
  'dependentthoroughfare',
  'buildingnumber',
  'buildingname',
  'subbuildingname',
  'pobox',
  'departmentname',
  'organisationname',
  'udprn',
  'postcodetype',
  'suorganisationindicator',
  'deliverypointsuffix',
]

/** Without UDPRN, the other way round: seen with suppliers of extracts. */
const EXTRACT_ORDER = [
  'organisationname',
  'departmentname',
  'pobox',
  'buildingname',
  'subbuildingname',
  'buildingnumber',
  'dependentthoroughfare',
  'thoroughfare',
  'doubledependentlocality',
  'dependentlocality',
  'posttown',
  'postcode',
  'postcodetype',
  'deliverypointsuffix',
]

interface PafShape {
  readonly hasHeader: boolean
  readonly places: ReadonlyMap<string, number>
}

function pafShape(first: Splitter): PafShape | undefined {
  const fields = fieldsOf(first)
  const named = placesIn(fields.map((name) => name.replace(/ ?(?:&|and) ?descriptor/i, '')))
  const isHeader = ['postcode', 'posttown', 'udprn'].every((name) => named.has(name))
  if (isHeader) return { hasHeader: true, places: named }
  for (const order of [ORDER, EXTRACT_ORDER]) {
    const places = placesIn(order)
    const postcode = fields[places.get('postcode') ?? -1] ?? ''
    const type = fields[places.get('postcodetype') ?? -1] ?? ''
    const isRow = normalisePostcode(postcode) !== undefined && /^[SL]?$/i.test(type)
    if (fields.length === order.length && isRow) return { hasHeader: false, places }
  }
  return undefined
}

function pafLayout(
  placer: RowPlacer,
  names: ReadonlyMap<number, OtherPostalNames>,
): Layout<PostalRow> {
  return layoutOf((row, record, fields) => {
    const otherNames = names.get(Number(row.sourceKey))
    const named = otherNames === undefined ? row : { ...row, otherNames }
    return placer.place(record, fields, named)
  })
}

/** Rows that only tell other names of addresses in another file. */
function namesLayout(use: (row: PostalRow) => void): Layout<undefined> {
  return layoutOf((row) => {
    use(row)
    return undefined
  })
}

type Read<Row> = ReturnType<TableReader<Row>['read']>

/** What is made of each row of a file in any of the layouts of PAF. */
function layoutOf<Row>(
  make: (row: PostalRow, record: Splitter, fields: PostalFields) => Read<Row>,
): Layout<Row> {
  return {
    expected: EXPECTED,
    ...CSV,
    begin(first) {
      const shape = pafShape(first)
      if (shape === undefined) return undefined
      const fields = new PostalFields()
      const read = (record: Splitter) => {
        fields.begin()
        return make(pafRow(record, shape.places, fields), record, fields)
      }
      return { columns: first.columns, hasHeader: shape.hasHeader, read }
    },
  }
}

function pafRow(
  record: Splitter,
  places: ReadonlyMap<string, number>,
  fields: PostalFields,
): PostalRow {
  const text = (name: string) => fields.text(record, places.get(name) ?? -1)
  const raw = (name: string) => fields.raw(record, places.get(name) ?? -1)
  const organisation = text('organisationname')
  const poBox = raw('pobox')
  const isLargeUser = raw('postcodetype').toUpperCase() === 'L'
  const isWelsh = WELSH_STREETS.some((name) => places.has(name))
  return {
    ...EMPTY_POSTAL_ROW,
    ...(isWelsh && withOtherNames(WELSH_STREETS.map(text), WELSH_PLACES.map(text))),
    sourceKey: raw('udprn'),
    organisation,
    department: text('departmentname'),
    poBox,
    subBuilding: text('subbuildingname'),
    buildingName: text('buildingname'),
    buildingNumber: raw('buildingnumber'),
    dependentThoroughfare: text('dependentthoroughfare'),
    thoroughfare: text('thoroughfare'),
    doubleDependentLocality: text('doubledependentlocality'),
    dependentLocality: text('dependentlocality'),
    townOrCity: text('posttown'),
    postcode: raw('postcode'),
    // PAF does not say so outright: organisations, boxes and large users are no homes.
    residential: organisation === '' && poBox === '' && !isLargeUser,
    latitude: Number.NaN,
    longitude: Number.NaN,
  }
}

const WELSH_FILE = /welsh|cymraeg/i

/** The Welsh names of streets and places: a second file in PAF's layout, whose rows have the UDPRNs of the first. */
function isWelshFile({ name }: Input): boolean {
  return WELSH_FILE.test(name)
}

/** A row of PAF, as far as names are concerned. */
interface NamedRow {
  readonly sourceKey: string
  readonly dependentThoroughfare: string
  readonly thoroughfare: string
  readonly doubleDependentLocality: string
  readonly dependentLocality: string
  readonly townOrCity: string
}

/** By UDPRN. Streets and places repeat, so that each set of names is kept once. */
async function welshNames(
  inputs: readonly Input[],
  layoutOf: (use: (row: NamedRow) => void) => Layout<undefined>,
  options: ImportOptions,
): Promise<ReadonlyMap<number, OtherPostalNames>> {
  const names = new Map<number, OtherPostalNames>()
  const sets = new Map<string, OtherPostalNames>()
  const use = (row: NamedRow) => {
    const udprn = Number(row.sourceKey)
    if (!(udprn > 0)) return
    const streets = [row.dependentThoroughfare, row.thoroughfare]
    const places = [row.doubleDependentLocality, row.dependentLocality, row.townOrCity]
    const key = [...streets, ...places].join('|')
    const set = sets.get(key) ?? { streets, places }
    sets.set(key, set)
    names.set(udprn, set)
  }
  await scanTables(inputs, layoutOf(use), newPass(new Tally(), options))
  return names
}
