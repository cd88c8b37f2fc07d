// Reads where postcodes are from ONSPD, NSPL or Code-Point Open, into a compact table.

import type { Point } from '../../address/geo.ts'
import { osgbToWgs84 } from '../../address/osgb.ts'
import { normalisePostcode } from '../../address/postcode.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { lowerBound } from '../../lib/lower-bound.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type Input, listInputs } from '../reading/archive.ts'
import { placesIn } from '../reading/header.ts'
import { type ImportOptions, passOf } from '../reading/imported-rows.ts'
import { type ImportReport, type RejectReason, Tally } from '../reading/rejects.ts'
import {
  fieldsOf,
  firstRecord,
  type Layout,
  readTable,
  type TableReader,
} from '../reading/table.ts'
import { inUnitedKingdom, ONS_COUNTRIES } from './countries.ts'
import { KEYS_PER_AREA, KEYS_PER_OUTCODE, KEYS_PER_SECTOR, postcodeKey } from './postcode-key.ts'

interface PostcodePlace extends Point {
  /** '' where the file does not say. */
  readonly country: string
  /** Whether this is the middle of the sector or the outcode, for want of the postcode itself. */
  readonly isApproximate: boolean
}

type PostcodeOptions = Pick<ImportOptions, 'limits' | 'progress'>

/** Files, zip files or folders; each may be of another kind, and of two points the later counts. */
export async function openPostcodes(
  paths: readonly string[],
  options: PostcodeOptions = {},
): Promise<Postcodes> {
  const inputs = await listInputs(paths, (name) => /\.(csv|txt)$/i.test(name), options.limits)
  const notes: string[] = []
  const wanted: Input[] = []
  for (const input of withoutExtras(inputs)) {
    // Archives and folders bring descriptions along; a file that was named alone is judged below.
    if (inputs.length === 1 || (await isPostcodeFile(input, options))) wanted.push(input)
    else notes.push(`${input.name} is no postcode file and was passed over.`)
  }
  if (wanted.length === 0) {
    throw new ImportRefused(
      `${paths.join(', ')} holds no postcodes; ONSPD, NSPL or Code-Point Open was expected.`,
    )
  }
  return readPostcodes(wanted, options, notes)
}

/** The inputs must all be postcode files. */
export async function readPostcodes(
  inputs: readonly Input[],
  options: PostcodeOptions = {},
  notes: readonly string[] = [],
): Promise<Postcodes> {
  const tally = new Tally()
  for (const note of notes) tally.note(note)
  const pass = passOf(tally, options)
  const entries = new PostcodeEntries()
  const layout = postcodeLayout(entries, tally)
  const bytesTotal = inputs.reduce((sum, input) => sum + input.sizeBytes, 0)
  options.progress?.begin('postcodes', bytesTotal)
  for (const input of inputs) {
    for await (const _ of readTable(input, layout, pass, false));
    tally.rows = entries.size
  }
  tally.end()
  options.progress?.end()
  return entries.finish(tally)
}

/** ONSPD's archive repeats its one big file as many small ones. */
function withoutExtras(inputs: readonly Input[]): readonly Input[] {
  const whole = inputs.filter((input) => !/multi_csv|_UK_[A-Z]{1,2}\.csv/i.test(input.name))
  return whole.length === 0 ? inputs : whole
}

export async function isPostcodeFile(
  input: Input,
  options: Pick<ImportOptions, 'limits'> = {},
): Promise<boolean> {
  const { reading } = passOf(new Tally(), options)
  const first = await firstRecord(input, { delimiter: ',', quoted: true }, reading)
  return first?.fault === undefined && first !== undefined && shapeOf(first) !== undefined
}

interface PostcodeShape {
  readonly hasHeader: boolean
  readonly postcode: number
  /** -1 where the file has no such column. */
  readonly latitude: number
  readonly longitude: number
  readonly easting: number
  readonly northing: number
  readonly country: number
}

/** Code-Point Open: 10 columns without a header; older releases have 19. */
const CODE_POINT_COLUMNS = [10, 19]

function shapeOf(first: Splitter): PostcodeShape | undefined {
  const fields = fieldsOf(first)
  const places = placesIn(fields)
  const at = (...names: string[]) => {
    for (const name of names) {
      const place = places.get(name)
      if (place !== undefined) return place
    }
    return -1
  }
  const postcode = at('pcds', 'pcd', 'pcd2', 'pcd7', 'pcd8', 'postcode')
  const shape = {
    hasHeader: true,
    postcode,
    latitude: at('lat', 'latitude'),
    longitude: at('long', 'longitude'),
    easting: at('oseast1m', 'eastings', 'easting', 'east1m'),
    northing: at('osnrth1m', 'northings', 'northing', 'north1m'),
    country: at('ctry', 'countrycode', 'ctry25cd', 'ctry24cd'),
  }
  const hasPoint = Math.min(shape.latitude, shape.longitude) !== -1
  const hasGrid = Math.min(shape.easting, shape.northing) !== -1
  if (postcode !== -1 && (hasPoint || hasGrid)) return shape
  const isCodePoint =
    CODE_POINT_COLUMNS.includes(fields.length) &&
    normalisePostcode(fields[0]) !== undefined &&
    /^\d+$/.test(fields[1])
  if (!isCodePoint) return undefined
  const [easting, northing, country] = fields.length === 10 ? [2, 3, 4] : [10, 11, 12]
  const none = { latitude: -1, longitude: -1 }
  return { hasHeader: false, postcode: 0, ...none, easting, northing, country }
}

function postcodeLayout(entries: PostcodeEntries, tally: Tally): Layout<never> {
  return {
    expected: 'a postcode file (ONSPD, NSPL or Code-Point Open)',
    delimiter: ',',
    quoted: true,
    begin(first) {
      const shape = shapeOf(first)
      return shape && postcodeReader(shape, first.columns, entries, tally)
    },
  }
}

function postcodeReader(
  shape: PostcodeShape,
  columns: number,
  entries: PostcodeEntries,
  tally: Tally,
): TableReader<never> {
  const faultOf = (record: Splitter): RejectReason | undefined => {
    const key = postcodeKey(record.uniqueText(shape.postcode))
    if (key === -1) return 'postcode-malformed'
    const point = pointOf(record, shape)
    // Some postcodes, of post office boxes for example, have no place; that is no fault.
    if (point === undefined) return undefined
    if (!inUnitedKingdom(point)) return 'coordinates-outside'
    entries.add(key, point, shape.country === -1 ? '' : record.text(shape.country))
    return undefined
  }
  const read = (record: Splitter): undefined => {
    const fault = faultOf(record)
    if (fault !== undefined) tally.reject(fault, record)
  }
  return { columns, hasHeader: shape.hasHeader, read }
}

/** ONSPD writes 99.999999 for "no place", and puts Northern Ireland on the Irish grid. */
const LATITUDE_NONE_FROM = 90

function pointOf(record: Splitter, shape: PostcodeShape): Point | undefined {
  if (shape.latitude !== -1) {
    const latitude = record.decimal(shape.latitude)
    const longitude = record.decimal(shape.longitude)
    return latitude < LATITUDE_NONE_FROM ? { latitude, longitude } : undefined
  }
  const easting = record.decimal(shape.easting)
  const northing = record.decimal(shape.northing)
  return easting > 0 && northing > 0 ? osgbToWgs84(easting, northing) : undefined
}

/** A tenth of a metre and better. */
const DEGREE_PARTS = 1e6

class PostcodeEntries {
  size = 0
  #keys = new Uint32Array(1 << 16)
  #latitudes = new Int32Array(1 << 16)
  #longitudes = new Int32Array(1 << 16)
  #countries = new Uint8Array(1 << 16)

  add(key: number, point: Point, countryCode: string): void {
    const at = this.size
    if (at === this.#keys.length) this.#grow(at * 2)
    this.#keys[at] = key
    this.#latitudes[at] = Math.round(point.latitude * DEGREE_PARTS)
    this.#longitudes[at] = Math.round(point.longitude * DEGREE_PARTS)
    this.#countries[at] = COUNTRY_CODES.indexOf(countryCode.slice(0, 3)) + 1
    this.size += 1
  }

  /** In order of the keys; of equal ones the one that was added last stays. */
  finish(report: ImportReport): Postcodes {
    const order = new Float64Array(this.size)
    // Key and place in one number, so that a plain sort keeps the order of equal keys.
    for (let at = 0; at < this.size; at += 1) order[at] = this.#keys[at] * PLACES + at
    order.sort()
    const keys = new Uint32Array(this.size)
    const latitudes = new Int32Array(this.size)
    const longitudes = new Int32Array(this.size)
    const countries = new Uint8Array(this.size)
    let count = 0
    for (let at = 0; at < order.length; at += 1) {
      const key = Math.floor(order[at] / PLACES)
      const place = order[at] % PLACES
      if (count > 0 && keys[count - 1] === key) count -= 1
      keys[count] = key
      latitudes[count] = this.#latitudes[place]
      longitudes[count] = this.#longitudes[place]
      countries[count] = this.#countries[place]
      count += 1
    }
    return new Postcodes(
      {
        keys: keys.subarray(0, count),
        latitudes: latitudes.subarray(0, count),
        longitudes: longitudes.subarray(0, count),
        countries: countries.subarray(0, count),
      },
      report,
    )
  }

  #grow(size: number): void {
    const grown = <T extends Uint32Array | Int32Array | Uint8Array>(before: T, after: T): T => {
      after.set(before)
      return after
    }
    this.#keys = grown(this.#keys, new Uint32Array(size))
    this.#latitudes = grown(this.#latitudes, new Int32Array(size))
    this.#longitudes = grown(this.#longitudes, new Int32Array(size))
    this.#countries = grown(this.#countries, new Uint8Array(size))
  }
}

/** More than there will ever be postcodes, and small enough for keys beside it in 53 bits. */
const PLACES = 1 << 22
const COUNTRY_CODES = [...ONS_COUNTRIES.keys()]

interface PostcodeColumns {
  /** In ascending order. */
  readonly keys: Uint32Array
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
  readonly countries: Uint8Array
}

/** Postcode to place: 13 bytes a postcode. */
export class Postcodes {
  readonly report: ImportReport
  readonly #columns: PostcodeColumns

  constructor(columns: PostcodeColumns, report: ImportReport) {
    this.#columns = columns
    this.report = report
  }

  get size(): number {
    return this.#columns.keys.length
  }

  /** For a postcode newer than the file: the middle of its sector, or else of its outcode. */
  find(postcode: string): PostcodePlace | undefined {
    const key = postcodeKey(postcode)
    if (key === -1) return undefined
    const { keys } = this.#columns
    const at = lowerBound(keys, key)
    if (keys[at] === key) return this.#middle(at, at + 1)
    return this.#around(key, KEYS_PER_SECTOR) ?? this.#around(key, KEYS_PER_OUTCODE)
  }

  /** Code-Point Open, for example, has nothing of Northern Ireland: its area BT is not covered. */
  covers(postcode: string): boolean {
    const key = postcodeKey(postcode)
    return key !== -1 && this.#around(key, KEYS_PER_AREA) !== undefined
  }

  #around(key: number, span: number): PostcodePlace | undefined {
    const { keys } = this.#columns
    const from = key - (key % span)
    const start = lowerBound(keys, from)
    const end = lowerBound(keys, from + span, start)
    return start === end ? undefined : { ...this.#middle(start, end), isApproximate: true }
  }

  #middle(start: number, end: number): PostcodePlace {
    const { latitudes, longitudes, countries } = this.#columns
    let latitude = 0
    let longitude = 0
    for (let at = start; at < end; at += 1) {
      latitude += latitudes[at]
      longitude += longitudes[at]
    }
    const count = end - start
    return {
      latitude: Math.round(latitude / count) / DEGREE_PARTS,
      longitude: Math.round(longitude / count) / DEGREE_PARTS,
      country: ONS_COUNTRIES.get(COUNTRY_CODES[countries[start] - 1] ?? '') ?? '',
      isApproximate: false,
    }
  }
}
