// Imports OS NGD Address: Built Addresses and the like, with what Royal Mail and others call them.

import type { PostalRow } from '../../address/postal.ts'
import { normaliseUprn } from '../../address/uprn.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, requireInputs } from '../reading/archive.ts'
import { type SkipReason, Tally } from '../reading/rejects.ts'
import {
  beginsWith,
  CSV,
  fieldsOf,
  importedRows,
  type Layout,
  placesIn,
  readTables,
  requireBeginning,
  type TablePass,
} from '../reading/table.ts'
import { authorityPlace, isDataFile, osAttribution } from './addressbase.ts'
import { changedKey, piecesOf } from './kept-records.ts'
import { ADDRESS, featureOf, MAIL, ROLES } from './ngd-features.ts'
import { PostalFields, RowPlacer } from './postal-fields.ts'
import { postcodesGiven } from './postcode-files.ts'
import { districtOf, ONS_COUNTRIES } from './regions.ts'
import { JoinedFields, type JoinOptions, joinedRows } from './uprn-join.ts'
import { UprnRecords, uprnIn } from './uprn-records.ts'

export interface NgdOptions extends JoinOptions {
  /** Takes addresses that are planned or being built as well. */
  readonly preBuild?: boolean
  /** Takes addresses that no longer exist as well. */
  readonly historic?: boolean
}

/**
 * Files, zip files or a folder as delivered, of any feature types, recognised by their headers. Without Royal
 * Mail Addresses and alternate ones there is nothing to join, and no temporary file.
 */
export async function openNgd(paths: readonly string[], options: NgdOptions = {}) {
  const tally = new Tally()
  const found = await requireInputs(paths, '.csv file', isDataFile)
  const { inputs, isJoined: isSetJoined } = await sorted(found, tally)
  const isJoined = isSetJoined || options.kept !== undefined
  const postcodes = await postcodesGiven(options)
  return importedRows({
    product: 'uk',
    format: 'ngd',
    attribution: osAttribution('OS NGD Address'),
    inputs,
    options,
    tally,
    changes: changesOf(options, isJoined),
    read(pass) {
      const placer = new RowPlacer(pass.tally, postcodes)
      const make = (fields: PostalFields) => {
        const skip = skipReason(fields, options)
        const row = rowOf(fields)
        const hasKey = row.uprn + row.sourceKey !== ''
        if (skip === undefined && hasKey) return placer.place(fields, row)
        if (skip !== undefined) return pass.tally.skip(skip)
        return pass.tally.reject('key-missing', fields.origin, `uprn is "${fields.key('uprn')}"`)
      }
      if (isJoined) return joined(inputs, make, pass, options)
      const { changed } = options
      const use: Use = (_record, _table, fields, { isCurrent, at }) => {
        const row = isCurrent ? make(fields) : undefined
        const uprn = changed === undefined ? '' : (normaliseUprn(fields.key('uprn')) ?? '')
        if (uprn !== '') changed?.say({ uprn }, at, row)
        return row
      }
      return readTables(inputs, layoutOf(pass.tally, use, changed !== undefined), pass)
    },
  })
}

/** A change set has only some of the records that are joined to an address: the others must be kept. */
function changesOf({ preBuild, historic, keep }: NgdOptions, isJoined: boolean) {
  if (isJoined && keep === undefined) return undefined
  const flags = [...(preBuild ? ['pre-build'] : []), ...(historic ? ['historic'] : [])]
  return { flags, sets: [], until: '', ...(isJoined && { hasRecords: true }) }
}

type Make = (fields: PostalFields) => PostalRow | undefined

async function* joined(
  inputs: readonly Input[],
  make: Make,
  pass: TablePass,
  { workFolder, changed, keep, kept }: NgdOptions,
): AsyncGenerator<PostalRow[]> {
  using records = new UprnRecords(workFolder)
  const isKeyed = keep !== undefined
  for (const [file, input] of inputs.entries()) {
    const use: Use = (record, table, fields, { isCurrent, at }) => {
      const uprn = uprnIn(record, table.uprn)
      // Royal Mail knows addresses that nobody has found on the map yet.
      const row = uprn === 0 && isCurrent ? make(fields) : undefined
      const own = isKeyed && table.keyField !== '' ? fields.key(table.keyField) : ''
      if (table.role === MAIL.role) changed?.say({ sourceKey: own }, at, row)
      if (uprn === 0) return row
      changed?.say({ uprn: String(uprn) }, '', undefined, at)
      // Deliveries of different days may have an address in two stages: what stands comes first.
      const rank = table.role === ADDRESS.role ? (stageOf(fields)?.rank ?? '1') : ''
      const key = changed === undefined ? own : changedKey(own, at, isCurrent)
      records.add(uprn, table.role + rank, record, table.columns, file, key)
      return undefined
    }
    const layout = layoutOf(pass.tally, use, changed !== undefined)
    yield* readTables([input], layout, pass, false)
  }
  const files = inputs.map(({ name }) => name)
  const pieces = () => piecesOf(records, { keep, kept })
  const { bytes } = records
  const makeSaid = (fields: PostalFields) => {
    const row = make(fields)
    changed?.say({ uprn: normaliseUprn(fields.key('uprn')) ?? '' }, '', row)
    return row
  }
  yield* joinedRows(
    { bytes, pieces },
    { roles: ROLES, files, label: 'ngd, joining' },
    makeSaid,
    pass,
  )
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
      tally.note(`${input.name} has no addresses of OS NGD and was skipped.`)
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
  /** By which a change set names the record, where a UPRN may have several. */
  readonly keyField: string
  readonly uprn: number
  readonly columns: Int32Array
}

/** In a change set a version that is over counts too: it tells what is gone, and when. */
interface Version {
  readonly isCurrent: boolean
  readonly at: string
}

type Use = (
  record: Splitter,
  table: Table,
  fields: PostalFields,
  version: Version,
) => PostalRow | undefined

function layoutOf(tally: Tally, use: Use, isChangeSet = false): Layout<PostalRow> {
  return {
    expected: EXPECTED,
    ...CSV,
    begin(first) {
      const named = placesIn(fieldsOf(first))
      const kind = featureOf(named)
      if (kind === undefined || kind === 'unused') return undefined
      const columns = Int32Array.from(kind.columns, (column) => named.get(column) ?? -1)
      const places = kind.fields.map((field, at) => [field, columns[at] ?? -1] as const)
      const keys = ['uprn', ...KEY_FIELDS].map((key) => [key, named.get(key) ?? -1] as const)
      const all = [...keys, ...places].filter(([, column]) => column !== -1)
      const fields = new PostalFields(first, new Map(all))
      const ended = named.get('versionavailabletodate')
      const keyField = KEY_FIELDS.find((key) => named.has(key)) ?? ''
      const table = { role: kind.role, keyField, uprn: named.get('uprn') ?? -1, columns }
      const timeIn = (column: number | undefined) =>
        column === undefined ? '' : record.uniqueText(column)
      const record = first
      const read = () => {
        fields.begin()
        const isCurrent = ended === undefined || record.isEmpty(ended)
        if (!isCurrent) tally.skip('superseded')
        if (!isChangeSet) return isCurrent ? use(record, table, fields, CURRENT) : undefined
        const at = timeIn(isCurrent ? named.get('versionavailablefromdate') : ended)
        return use(record, table, fields, { isCurrent, at })
      }
      return { columns: first.columns, hasHeader: true, read }
    },
  }
}

const KEY_FIELDS = ['udprn', 'alternateaddressid']
const CURRENT: Version = { isCurrent: true, at: '' }

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

/** For an address that only Royal Mail knows, by the rule for PAF. */
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
