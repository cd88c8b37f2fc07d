// Imports Royal Mail's Postcode Address File: the main file as CSV.

import { EMPTY_POSTAL_ROW, type OtherPostalNames, type PostalRow } from '../../address/postal.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import { words } from '../../countries/tables.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, isCsvName, listInputs } from '../reading/archive.ts'
import { Tally } from '../reading/rejects.ts'
import {
  beginsWith,
  CSV,
  fieldsOf,
  type ImportOptions,
  importedRows,
  type Layout,
  newPass,
  placesIn,
  readTables,
  requireBeginning,
  scanTables,
} from '../reading/table.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import {
  isPostcodeFile,
  type PostcodeOptions,
  postcodesGiven,
  readPostcodes,
} from './postcode-files.ts'

const ATTRIBUTION =
  'Contains Royal Mail data © Royal Mail copyright and database right: the Postcode Address File ' +
  '(PAF) may be used only under a licence from Royal Mail.'

/**
 * Files, zip files or a folder; a postcode file in the folder is used as one. PAF has no coordinates: without postcodes
 * its addresses stand at latitude 0, longitude 0. `rows` may be called several times.
 */
export async function openPaf(paths: readonly string[], options: PostcodeOptions = {}) {
  const tally = new Tally()
  const found = await listInputs(paths, isCsvName)
  const { addresses, welsh, places } = await sorted(found, tally)
  if (addresses.length === 0) {
    const names = found.slice(0, NAMES_MAX).map(({ name }) => name)
    const seen = found.length === 0 ? 'no CSV file' : `only ${names.join(', ')}`
    const more = found.length > NAMES_MAX ? ' and others' : ''
    throw new ImportRefused(
      `${paths.join(', ')} holds no PAF file; ${EXPECTED} was expected, and there is ${seen}${more}.`,
    )
  }
  for (const input of addresses) {
    await requireBeginning(
      input,
      pafLayout(() => undefined),
    )
  }
  const postcodes =
    (await postcodesGiven(options)) ??
    (places.length === 0 ? undefined : await readPostcodes(places, options))
  if (postcodes === undefined) {
    tally.note(
      'PAF has no coordinates: latitude and longitude are 0. Add --postcodes with ONSPD, NSPL or Code-Point Open.',
    )
  }
  const names = await welshNames(welsh, options)
  return importedRows({
    product: 'uk',
    format: 'paf',
    attribution: ATTRIBUTION,
    inputs: addresses,
    options,
    tally,
    read(pass) {
      const placer = new RowPlacer(pass.tally, postcodes)
      const layout = pafLayout((row, fields) => {
        const otherNames = names.get(Number(row.sourceKey))
        return placer.place(fields, otherNames === undefined ? row : { ...row, otherNames })
      })
      return readTables(addresses, layout, pass)
    },
  })
}

/** Files that a refusal names. */
const NAMES_MAX = 5
const EXPECTED = "Royal Mail's PAF main file (CSV of 16 columns)"

/** A second file in PAF's layout, with the UDPRNs of the first. */
const WELSH_FILE = /welsh|cymraeg/i

/** A file that was named alone is taken for what it is said to be, and judged when it is read. */
async function sorted(inputs: readonly Input[], tally: Tally) {
  const isAlone = inputs.length === 1
  const addresses: Input[] = isAlone ? [...inputs] : []
  const welsh: Input[] = []
  const places: Input[] = []
  if (isAlone) return { addresses, welsh, places }
  for (const input of inputs) {
    const isPaf = (first: Splitter) => pafShape(first) !== undefined
    if (await beginsWith(input, isPaf)) {
      if (WELSH_FILE.test(input.name)) welsh.push(input)
      else addresses.push(input)
    } else if (await isPostcodeFile(input)) places.push(input)
    else tally.note(`${input.name} is not a PAF file and was skipped.`)
  }
  return { addresses, welsh, places }
}

/** The order of the columns, each by its name in a header that some suppliers add. */
const ORDER = words(`
  postcode posttown dependentlocality doubledependentlocality thoroughfare dependentthoroughfare
  buildingnumber buildingname subbuildingname pobox departmentname organisationname udprn postcodetype
  suorganisationindicator deliverypointsuffix`)

/** Without UDPRN, the other way round: seen with suppliers of extracts. */
const EXTRACT_ORDER = words(`
  organisationname departmentname pobox buildingname subbuildingname buildingnumber dependentthoroughfare
  thoroughfare doubledependentlocality dependentlocality posttown postcode postcodetype deliverypointsuffix`)

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

/** What is made of each row of a file in any of the layouts of PAF. */
function pafLayout<Row>(
  make: (row: PostalRow, fields: PostalFields) => Row | undefined,
): Layout<Row> {
  return {
    expected: EXPECTED,
    ...CSV,
    begin(first) {
      const shape = pafShape(first)
      if (shape === undefined) return undefined
      const fields = new PostalFields(first, shape.places)
      const read = () => {
        fields.begin()
        return make(pafRow(fields), fields)
      }
      return { columns: first.columns, hasHeader: shape.hasHeader, read }
    },
  }
}

function pafRow(fields: PostalFields): PostalRow {
  const organisation = fields.text('organisationname')
  const poBox = fields.raw('pobox')
  const isLargeUser = fields.raw('postcodetype').toUpperCase() === 'L'
  return {
    ...EMPTY_POSTAL_ROW,
    ...fields.otherNames(),
    sourceKey: fields.raw('udprn'),
    organisation,
    department: fields.text('departmentname'),
    poBox,
    ...fields.delivery(),
    postcode: fields.raw('postcode'),
    // PAF does not say so outright: organisations, boxes and large users are no homes.
    residential: organisation === '' && poBox === '' && !isLargeUser,
    latitude: Number.NaN,
    longitude: Number.NaN,
  }
}

/** The Welsh names of streets and places by UDPRN. They repeat, so each set of names is kept once. */
async function welshNames(
  inputs: readonly Input[],
  options: ImportOptions,
): Promise<ReadonlyMap<number, OtherPostalNames>> {
  const names = new Map<number, OtherPostalNames>()
  const sets = new Map<string, OtherPostalNames>()
  const layout = pafLayout((row): undefined => {
    const udprn = Number(row.sourceKey)
    if (!(udprn > 0)) return
    const streets = [row.dependentThoroughfare, row.thoroughfare]
    const places = [row.doubleDependentLocality, row.dependentLocality, row.townOrCity]
    const key = [...streets, ...places].join('|')
    const set = sets.get(key) ?? { streets, places }
    sets.set(key, set)
    names.set(udprn, set)
  })
  await scanTables(inputs, layout, newPass(new Tally(), options))
  return names
}
