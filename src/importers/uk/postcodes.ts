// Where postcodes are: a compact table in the order of postcodes.
// Unchecked: millions of postcodes go through it, and every place is below the number of entries.

import type { Point } from '../../address/geo.ts'
import { INCODE_LETTERS } from '../../address/postcode.ts'
import { lowerBoundU32 } from '../../lib/lower-bound.ts'
import type { ImportReport } from '../reading/rejects.ts'
import { DISTRICT_CODES, districtOf, ONS_COUNTRIES } from './regions.ts'

export interface PostcodePlace extends Point {
  /** '' where the file does not say. */
  readonly country: string
  readonly county: string
  readonly district: string
  /** Whether this is the middle of the sector or the outcode, for want of the postcode itself. */
  readonly isApproximate: boolean
}

/** A tenth of a metre and better. */
const DEGREE_PARTS = 1e6

/** One number of each for a postcode: 15 bytes. */
function newColumns(length: number) {
  return {
    keys: new Uint32Array(length),
    latitudes: new Int32Array(length),
    longitudes: new Int32Array(length),
    countries: new Uint8Array(length),
    districts: new Uint16Array(length),
  }
}

type PostcodeColumns = ReturnType<typeof newColumns>

const COLUMNS = ['keys', 'latitudes', 'longitudes', 'countries', 'districts'] as const

/** Postcodes in the order of a file, on their way into a table. */
export class PostcodeEntries {
  size = 0
  #columns = newColumns(1 << 16)

  /** The codes are those of the Office for National Statistics, '' where the file has none. */
  add(key: number, point: Point, countryCode: string, districtCode: string): void {
    const at = this.size
    if (at === this.#columns.keys.length) this.#grow()
    const { keys, latitudes, longitudes, countries, districts } = this.#columns
    keys[at] = key
    latitudes[at] = Math.round(point.latitude * DEGREE_PARTS)
    longitudes[at] = Math.round(point.longitude * DEGREE_PARTS)
    countries[at] = COUNTRY_CODES.indexOf(countryCode.slice(0, 3)) + 1
    districts[at] = DISTRICT_NUMBERS.get(districtCode) ?? 0
    this.size += 1
  }

  /** Sorted by key; of equal keys the one that was added last stays. */
  finish(report: ImportReport): Postcodes {
    const { keys } = this.#columns
    const order = new Float64Array(this.size)
    // Key and place in one number, so that a plain sort keeps the order of equal keys.
    for (let at = 0; at < this.size; at += 1) order[at] = keys[at] * PLACES + at
    order.sort()
    const places = order.map((each) => each % PLACES)
    const kept = places.filter((place, at) => keys[place] !== keys[places[at + 1]])
    const columns = newColumns(kept.length)
    for (const name of COLUMNS) {
      const [from, to] = [this.#columns[name], columns[name]]
      for (let at = 0; at < kept.length; at += 1) to[at] = from[kept[at]]
    }
    return new Postcodes(columns, report)
  }

  #grow(): void {
    const columns = newColumns(this.size * 2)
    for (const name of COLUMNS) columns[name].set(this.#columns[name])
    this.#columns = columns
  }
}

/** More than there will ever be postcodes, and small enough to leave room for keys in 53 bits. */
const PLACES = 1 << 22
const COUNTRY_CODES = [...ONS_COUNTRIES.keys()]
/** From 1; 0 is none. */
const DISTRICT_NUMBERS = new Map(DISTRICT_CODES.map((code, at) => [code, at + 1]))

/** Postcode to place. The keys are in ascending order. */
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
    const at = lowerBoundU32(keys, key)
    if (keys[at] === key) return this.#middle(at, at + 1)
    return this.#around(key, KEYS_PER_SECTOR) ?? this.#around(key, KEYS_PER_OUTCODE)
  }

  /** Code-Point Open, for example, has nothing in Northern Ireland: its area BT is not covered. */
  covers(postcode: string): boolean {
    const key = postcodeKey(postcode)
    return key !== -1 && this.#around(key, KEYS_PER_AREA) !== undefined
  }

  #around(key: number, span: number): PostcodePlace | undefined {
    const { keys } = this.#columns
    const from = key - (key % span)
    const start = lowerBoundU32(keys, from)
    const end = lowerBoundU32(keys, from + span, start)
    return start === end ? undefined : { ...this.#middle(start, end), isApproximate: true }
  }

  #middle(start: number, end: number): PostcodePlace {
    const { latitudes, longitudes, countries, districts } = this.#columns
    let latitude = 0
    let longitude = 0
    for (let at = start; at < end; at += 1) {
      latitude += latitudes[at]
      longitude += longitudes[at]
    }
    const count = end - start
    const { county = '', district = '' } =
      districtOf(DISTRICT_CODES[districts[start] - 1] ?? '') ?? {}
    return {
      latitude: Math.round(latitude / count) / DEGREE_PARTS,
      longitude: Math.round(longitude / count) / DEGREE_PARTS,
      country: ONS_COUNTRIES.get(COUNTRY_CODES[countries[start] - 1] ?? '') ?? '',
      county,
      district,
      isApproximate: false,
    }
  }
}

const UNITS = 10 * INCODE_LETTERS.length * INCODE_LETTERS.length
/** After the first digit of the district: nothing, a digit or a letter. */
const DISTRICT_ENDS = 37
const DISTRICTS = 10 * DISTRICT_ENDS

const LETTER_A = 65
const DIGIT_0 = 48

/** The key of `SK1 1AA` or `SK11AA` in capitals; -1 if it does not have the shape of a postcode. */
export function postcodeKey(postcode: string): number {
  const compact = postcode.includes(' ') ? postcode.replaceAll(' ', '') : postcode
  const { length } = compact
  const sector = digitAt(compact, length - 3)
  const first = INCODE_LETTERS.indexOf(compact.charAt(length - 2))
  const second = INCODE_LETTERS.indexOf(compact.charAt(length - 1))
  const unit = (sector * INCODE_LETTERS.length + first) * INCODE_LETTERS.length + second
  const isUnit = sector !== -1 && first !== -1 && second !== -1
  const outcode = outcodeKey(compact.slice(0, length - 3))
  return isUnit && outcode !== -1 ? outcode * UNITS + unit : -1
}

/** All postcodes of a sector (`SK1 1`) have keys between a multiple of this and the next one. */
const KEYS_PER_SECTOR = INCODE_LETTERS.length * INCODE_LETTERS.length
const KEYS_PER_OUTCODE = UNITS
const KEYS_PER_AREA = DISTRICTS * UNITS

function outcodeKey(outcode: string): number {
  const first = letterAt(outcode, 0)
  const second = letterAt(outcode, 1)
  const digitPlace = second === -1 ? 1 : 2
  const digit = digitAt(outcode, digitPlace)
  const end = districtEnd(outcode.slice(digitPlace + 1))
  if (first === -1 || digit === -1 || end === -1) return -1
  const area = first * 27 + second + 1
  return area * DISTRICTS + digit * DISTRICT_ENDS + end
}

function districtEnd(text: string): number {
  if (text === '') return 0
  const [digit, letter] = [digitAt(text, 0), letterAt(text, 0)]
  if (text.length > 1 || (digit === -1 && letter === -1)) return -1
  return digit === -1 ? letter + 11 : digit + 1
}

function letterAt(text: string, at: number): number {
  const letter = text.charCodeAt(at) - LETTER_A
  return letter >= 0 && letter < 26 ? letter : -1
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - DIGIT_0
  return digit >= 0 && digit < 10 ? digit : -1
}
