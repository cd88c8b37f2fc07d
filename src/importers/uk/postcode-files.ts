// Reads where postcodes are, and in which district, from ONSPD, NSPL or Code-Point Open.

import type { Point } from '../../address/geo.ts'
import { osgbToWgs84 } from '../../address/osgb.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, isCsvName, listInputs, sizeOf } from '../reading/archive.ts'
import { type RejectReason, Tally } from '../reading/rejects.ts'
import {
  beginsWith,
  CSV,
  fieldsOf,
  type ImportOptions,
  type Layout,
  newPass,
  placesIn,
  scanTables,
} from '../reading/table.ts'
import { PostcodeEntries, type Postcodes, postcodeKey } from './postcodes.ts'
import { inUnitedKingdom } from './regions.ts'

export interface PostcodeOptions extends ImportOptions {
  /** Where addresses are placed from: ONSPD, NSPL or Code-Point Open. */
  readonly postcodes?: readonly string[]
}

/** Files, zip files or folders; each may be of another kind, and of two points the later counts. */
export async function openPostcodes(paths: readonly string[], options: ImportOptions = {}) {
  const inputs = await listInputs(paths, isCsvName)
  const notes: string[] = []
  const wanted: Input[] = []
  for (const input of withoutExtras(inputs)) {
    // Archives and folders bring descriptions along; a file that was named alone is judged below.
    if (inputs.length === 1 || (await isPostcodeFile(input))) wanted.push(input)
    else notes.push(`${input.name} is not a postcode file and was skipped.`)
  }
  if (wanted.length === 0) {
    throw new ImportRefused(
      `${paths.join(', ')} holds no postcodes; ONSPD, NSPL or Code-Point Open was expected.`,
    )
  }
  return readPostcodes(wanted, options, notes)
}

/** What an importer's option names, if it names any. */
export async function postcodesGiven(options: PostcodeOptions): Promise<Postcodes | undefined> {
  const { postcodes = [] } = options
  return postcodes.length === 0 ? undefined : openPostcodes(postcodes, options)
}

/** The inputs must all be postcode files. */
export async function readPostcodes(
  inputs: readonly Input[],
  options: ImportOptions = {},
  notes: readonly string[] = [],
): Promise<Postcodes> {
  const tally = new Tally()
  for (const note of notes) tally.note(note)
  const entries = new PostcodeEntries()
  options.progress?.begin('postcodes', sizeOf(inputs))
  await scanTables(inputs, postcodeLayout(entries, tally), newPass(tally, options))
  tally.rows = entries.size
  tally.end()
  options.progress?.end()
  return entries.finish(tally)
}

/** ONSPD's archive repeats its one big file as many small ones. */
function withoutExtras(inputs: readonly Input[]): readonly Input[] {
  const whole = inputs.filter((input) => !/multi_csv|_UK_[A-Z]{1,2}\.csv/i.test(input.name))
  return whole.length === 0 ? inputs : whole
}

export async function isPostcodeFile(input: Input): Promise<boolean> {
  return beginsWith(input, (first) => shapeOf(first) !== undefined)
}

/** Code-Point Open has 10 columns without a header, older releases 19; the easting is in this one. */
const CODE_POINT_EASTINGS: ReadonlyMap<number, number> = new Map([
  [10, 2],
  [19, 10],
])

/** A column is -1 where the file has none. */
function shapeOf(first: Splitter) {
  const fields = fieldsOf(first)
  const places = placesIn(fields)
  const at = (...names: string[]) =>
    names.map((name) => places.get(name)).find((place) => place !== undefined) ?? -1
  const postcode = at('pcds', 'pcd', 'pcd2', 'pcd7', 'pcd8', 'postcode')
  const shape = {
    hasHeader: true,
    postcode,
    latitude: at('lat', 'latitude'),
    longitude: at('long', 'longitude'),
    easting: at('oseast1m', 'eastings', 'easting', 'east1m'),
    northing: at('osnrth1m', 'northings', 'northing', 'north1m'),
    country: at('ctry', 'countrycode', 'ctry25cd', 'ctry24cd'),
    district: at('oslaua', 'laua', 'admindistrictcode', 'lad25cd', 'lad24cd', 'lad23cd'),
  }
  const hasPoint = Math.min(shape.latitude, shape.longitude) !== -1
  const hasGrid = Math.min(shape.easting, shape.northing) !== -1
  if (postcode !== -1 && (hasPoint || hasGrid)) return shape
  const [written = '', quality = ''] = fields
  const easting = CODE_POINT_EASTINGS.get(fields.length)
  const isCodePoint = normalisePostcode(written) !== undefined && /^\d+$/.test(quality)
  if (easting === undefined || !isCodePoint) return undefined
  // Two codes of the health service and that of the county stand between the country and the district.
  const grid = { easting, northing: easting + 1, country: easting + 2, district: easting + 6 }
  return { hasHeader: false, postcode: 0, latitude: -1, longitude: -1, ...grid }
}

type PostcodeShape = NonNullable<ReturnType<typeof shapeOf>>

function postcodeLayout(entries: PostcodeEntries, tally: Tally): Layout<undefined> {
  const faultOf = (record: Splitter, shape: PostcodeShape): RejectReason | undefined => {
    const key = postcodeKey(record.uniqueText(shape.postcode))
    if (key === -1) return 'postcode-malformed'
    const point = pointOf(record, shape)
    // Some postcodes, of post office boxes for example, have no place; that is no fault.
    if (point === undefined) return undefined
    if (!inUnitedKingdom(point)) return 'coordinates-outside'
    const code = (column: number) => (column === -1 ? '' : record.text(column))
    entries.add(key, point, code(shape.country), code(shape.district))
    return undefined
  }
  return {
    expected: 'a postcode file (ONSPD, NSPL or Code-Point Open)',
    ...CSV,
    begin(first) {
      const shape = shapeOf(first)
      if (shape === undefined) return undefined
      const read = (): undefined => {
        const fault = faultOf(first, shape)
        if (fault !== undefined) tally.reject(fault, first)
      }
      return { columns: first.columns, hasHeader: shape.hasHeader, read }
    },
  }
}

/** ONSPD writes 99.999999 for "no place", and puts Northern Ireland on the Irish grid. */
const LATITUDE_NONE_FROM = 90

function pointOf(record: Splitter, shape: PostcodeShape): Point | undefined {
  if (shape.latitude !== -1 && shape.longitude !== -1) {
    const latitude = record.decimal(shape.latitude)
    const longitude = record.decimal(shape.longitude)
    return latitude < LATITUDE_NONE_FROM ? { latitude, longitude } : undefined
  }
  const easting = record.decimal(shape.easting)
  const northing = record.decimal(shape.northing)
  return easting > 0 && northing > 0 ? osgbToWgs84(easting, northing) : undefined
}
