// Imports OS NGD Address: Built Addresses and the like, with what Royal Mail and others call them.

import type { PostalRow } from '../../address/postal.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, requireInputs } from '../reading/archive.ts'
import type { ChangedRows } from '../reading/changed-rows.ts'
import { type SkipReason, Tally } from '../reading/rejects.ts'
import {
  beginsWith,
  CSV,
  fieldsOf,
  importedRows,
  type Layout,
  type PostalImport,
  placesIn,
  readTables,
  requireBeginning,
  type TablePass,
} from '../reading/table.ts'
import { authorityPlace, isDataFile, osAttribution } from './addressbase.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import { postcodesGiven } from './postcode-files.ts'
import { districtOf, ONS_COUNTRIES } from './regions.ts'
import { JoinedFields, type JoinOptions, joinedRows, type Role, roleOf } from './uprn-join.ts'
import { UprnRecords, uprnIn } from './uprn-records.ts'

export interface NgdOptions extends JoinOptions {
  /** Takes addresses that are planned or being built as well. */
  readonly preBuild?: boolean
  /** Takes addresses that no longer exist as well. */
  readonly historic?: boolean
}

/**
 * Files, zip files or a folder as delivered, of any feature types of the theme, told by their headers. Without Royal
 * Mail Addresses and alternate ones there is nothing to join, and no temporary file.
 */
export async function openNgd(
  paths: readonly string[],
  options: NgdOptions = {},
): Promise<PostalImport> {
  const tally = new Tally()
  const found = await requireInputs(paths, '.csv file', isDataFile)
  const { inputs, isJoined } = await sorted(found, tally)
  const postcodes = await postcodesGiven(options)
  return importedRows({
    product: 'uk',
    format: 'ngd',
    attribution: osAttribution('OS NGD Address'),
    inputs,
    options,
    tally,
    changes: isJoined ? undefined : { flags: flagsOf(options), sets: [], until: '' },
    read(pass) {
      const placer = new RowPlacer(pass.tally, postcodes)
      const make = (fields: PostalFields) => {
        const skip = skipReason(fields, options)
        const row = rowOf(fields)
        const hasKey = row.uprn + row.sourceKey !== ''
        if (skip === undefined && hasKey) return placer.place(fields, row)
        if (skip !== undefined) pass.tally.skip(skip)
        else pass.tally.reject('key-missing', fields.origin, `uprn is "${fields.key('uprn')}"`)
        return undefined
      }
      if (isJoined) return joined(inputs, make, pass, options.workFolder)
      return readTables(
        inputs,
        layoutOf(pass.tally, (_record, _table, fields) => make(fields), options.changed),
        pass,
      )
    },
  })
}

function flagsOf({ preBuild = false, historic = false }: NgdOptions): string[] {
  return [...(preBuild ? ['pre-build'] : []), ...(historic ? ['historic'] : [])]
}

type Make = (fields: PostalFields) => PostalRow | undefined

async function* joined(
  inputs: readonly Input[],
  make: Make,
  pass: TablePass,
  workFolder: string | undefined,
): AsyncGenerator<PostalRow[]> {
  using records = new UprnRecords(workFolder)
  for (const [file, input] of inputs.entries()) {
    const layout = layoutOf(pass.tally, (record, table, fields) => {
      const uprn = uprnIn(record, table.uprn)
      // Royal Mail knows addresses that nobody has found on the map yet.
      if (uprn === 0) return make(fields)
      // Deliveries of different days may have an address in two stages: what stands comes first.
      const rank = table.role === ADDRESS.role ? (stageOf(fields)?.rank ?? '1') : ''
      records.add(uprn, table.role + rank, record, table.columns, file)
      return undefined
    })
    yield* readTables([input], layout, pass, false)
  }
  const files = inputs.map(({ name }) => name)
  yield* joinedRows(records, { roles: ROLES, files, label: 'ngd, joining' }, make, pass)
}

interface Feature extends Role {
  readonly name: string
  readonly role: string
  /** Columns without which a file is refused. */
  readonly needed: readonly string[]
}

function feature(name: string, role: string, needed: string, others: string): Feature {
  return {
    name,
    role,
    ...roleOf(`${needed} ${others}`),
    needed: ['uprn', ...roleOf(needed).columns],
  }
}

/** Built, Pre-Build and Historic Addresses and Non-Addressable Objects have the same columns. */
const ADDRESS = feature(
  'Built Address',
  'a',
  'subname name number streetname locality townname postcode classificationcode latitude longitude',
  `description organisationname poboxnumber islandname country alternatelanguagestreetname
   alternatelanguagelocality alternatelanguagetownname alternatelanguageislandname buildstatus usrn
   lowertierlocalauthoritygsscode`,
)

/** Where an address has a field of that name too, Royal Mail's goes by another, as in AddressBase Plus. */
const MAIL = feature(
  'Royal Mail Address',
  'b',
  `organisationname:rmorganisationname departmentname subbuildingname buildingname buildingnumber
   dependentthoroughfare thoroughfare doubledependentlocality dependentlocality posttown postcode:rmpostcode
   poboxnumber:rmpoboxnumber latitude longitude`,
  `postcodetype welshdependentthoroughfare welshthoroughfare welshdoubledependentlocality
   welshdependentlocality welshposttown matchedaddressfeaturetype`,
)

const ALTERNATE: Feature = {
  ...feature('Alternate Address', 'c', 'usrn streetname language', 'locality townname islandname'),
  repeats: true,
}

const ROLES = { a: ADDRESS, b: MAIL, c: ALTERNATE }

/** What a header is of; undefined for another file. Types that say nothing about an address have no columns. */
function featureOf(named: ReadonlyMap<string, number>): Feature | 'unused' | undefined {
  if (!named.has('versiondate') && !named.has('featuretypeversiondate')) return undefined
  if (named.has('udprn')) return MAIL
  if (named.has('alternateaddressid')) return ALTERNATE
  const isBeside = named.has('relatedentityid') || named.has('otherclassificationid')
  return isBeside || named.has('streettype') ? 'unused' : ADDRESS
}

/** A file that was named alone is taken for what it is said to be, and refused if it is something else. */
async function sorted(found: readonly Input[], tally: Tally) {
  const inputs: Input[] = []
  let isJoined = false
  for (const input of found) {
    let named: ReadonlyMap<string, number> = new Map()
    await beginsWith(input, (first) => {
      named = placesIn(fieldsOf(first))
      return true
    })
    const kind = featureOf(named)
    if (kind === undefined && found.length === 1) {
      await requireBeginning(
        input,
        layoutOf(tally, () => undefined),
      )
    }
    if (kind === undefined || kind === 'unused') {
      tally.note(`${input.name} has no addresses of OS NGD and was passed over.`)
      continue
    }
    const lacking = kind.needed.filter((column) => !named.has(column))
    if (lacking.length > 0) {
      const what = lacking.length === 1 ? 'the column' : 'the columns'
      throw new ImportRefused(
        `${input.name} is refused: the header of OS NGD ${kind.name} lacks ${what} ${lacking.join(', ')}.`,
      )
    }
    inputs.push(input)
    isJoined ||= kind !== ADDRESS
  }
  if (inputs.length > 0) return { inputs, isJoined }
  throw new ImportRefused(`No file has addresses of OS NGD; ${EXPECTED} was expected.`)
}

const EXPECTED = 'OS NGD Address (CSV with its header, such as add_gb_builtaddress.csv)'

interface Table {
  readonly role: string
  readonly uprn: number
  readonly columns: Int32Array
}

function layoutOf(
  tally: Tally,
  use: (record: Splitter, table: Table, fields: PostalFields) => PostalRow | undefined,
  changed?: ChangedRows,
): Layout<PostalRow> {
  return {
    expected: EXPECTED,
    ...CSV,
    begin(first) {
      const named = placesIn(fieldsOf(first))
      const kind = featureOf(named)
      if (kind === undefined || kind === 'unused') return undefined
      const columns = Int32Array.from(kind.columns, (column) => named.get(column) ?? -1)
      const places = kind.fields.map((field, at) => [field, columns[at] ?? -1] as const)
      const keys = ['uprn', 'udprn'].map((key) => [key, named.get(key) ?? -1] as const)
      const all = [...keys, ...places].filter(([, column]) => column !== -1)
      const fields = new PostalFields(first, new Map(all))
      const ended = named.get('versionavailabletodate')
      const table = { role: kind.role, uprn: named.get('uprn') ?? -1, columns }
      const timeIn = (column: number | undefined) =>
        column === undefined ? '' : record.uniqueText(column)
      const record = first
      const read = () => {
        fields.begin()
        const isCurrent = ended === undefined || record.isEmpty(ended)
        const row = isCurrent ? use(record, table, fields) : undefined
        if (!isCurrent) tally.skip('superseded')
        if (changed !== undefined) {
          const uprn = normaliseUprn(fields.key('uprn')) ?? ''
          const at = timeIn(isCurrent ? named.get('versionavailablefromdate') : ended)
          if (uprn !== '') changed.say({ uprn }, at, row)
        }
        return row
      }
      return { columns: first.columns, hasHeader: true, read }
    },
  }
}

const PRE_BUILD = { pattern: /^pre-?build/i, rank: '2' }
const HISTORIC = { pattern: /^historic/i, rank: '3' }

/** The status says what a feature is, whatever file it is in; an address of Royal Mail alone says what it matches. */
function stageOf(fields: PostalFields) {
  const status = fields.raw('buildstatus') || fields.raw('matchedaddressfeaturetype')
  return [PRE_BUILD, HISTORIC].find(({ pattern }) => pattern.test(status))
}

function skipReason(
  fields: PostalFields,
  { preBuild = false, historic = false }: NgdOptions,
): SkipReason | undefined {
  const stage = stageOf(fields)
  if (stage === PRE_BUILD && !preBuild) return 'not-standing'
  if (stage === HISTORIC && !historic) return 'retired'
  const isObject = /^non.?addressable/i.test(fields.raw('description'))
  // What Royal Mail delivers to gets post.
  return isObject && !hasMail(fields) ? 'not-postal' : undefined
}

/** As Royal Mail delivers, or else as the local authority names it. */
function rowOf(fields: PostalFields): PostalRow {
  const isMail = hasMail(fields)
  const uprn = normaliseUprn(fields.key('uprn')) ?? ''
  const known = districtOf(fields.raw('lowertierlocalauthoritygsscode'))
  const parts = isMail ? fields.delivery() : authorityParts(fields, known?.district ?? '')
  const country = fields.raw('country')
  const code = fields.raw('classificationcode')
  const { latitude, longitude } = fields.point()
  return {
    ...parts,
    sourceKey: uprn === '' ? fields.key('udprn') : '',
    uprn,
    organisation: fields.text(isMail ? 'rmorganisationname' : 'organisationname'),
    department: fields.text('departmentname'),
    poBox: fields.raw(isMail ? 'rmpoboxnumber' : 'poboxnumber'),
    county: known === undefined || known.county === parts.townOrCity ? '' : known.county,
    district: known?.district ?? '',
    country: COUNTRIES.has(country) ? country : '',
    postcode: fields.raw(isMail ? 'rmpostcode' : 'postcode'),
    residential: code === '' ? isHome(fields) : code.startsWith('R'),
    latitude,
    longitude,
    ...otherNames(fields),
  }
}

const COUNTRIES = new Set(ONS_COUNTRIES.values())

function hasMail(fields: PostalFields): boolean {
  return fields.raw('posttown') !== ''
}

function authorityParts(fields: PostalFields, district: string) {
  return {
    ...authorityPlace(fields, fields.text('islandname') || district),
    subBuilding: fields.text('subname'),
    buildingName: fields.text('name'),
    buildingNumber: fields.raw('number'),
    dependentThoroughfare: '',
    thoroughfare: fields.text('streetname'),
    doubleDependentLocality: '',
  }
}

/** Of an address that Royal Mail alone knows, as PAF has it. */
function isHome(fields: PostalFields): boolean {
  const isLargeUser = /^l/i.test(fields.raw('postcodetype'))
  return fields.raw('rmorganisationname') + fields.raw('rmpoboxnumber') === '' && !isLargeUser
}

/** An alternate address may lie on another street, and one in English in another place: those are no other names. */
function otherNames(fields: PostalFields): Pick<PostalRow, 'otherNames'> {
  const own = fields.otherNames()
  if (!(fields instanceof JoinedFields)) return own
  const { streets = [], places = [] } = own.otherNames ?? {}
  const names = { streets: [...streets], places: [...places] }
  for (const [usrn, street = '', language, ...others] of fields.repeated) {
    if (usrn !== fields.raw('usrn')) continue
    names.streets.push(fields.written(street))
    if (language === 'ENG') continue
    names.places.push(...others.filter((name) => name !== '').map((name) => fields.written(name)))
  }
  return names.streets.length + names.places.length === 0 ? {} : { otherNames: names }
}
