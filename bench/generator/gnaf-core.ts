// Writes a file in the layout of G-NAF Core, with the distributions of the real one and every column in use.

import { MULBERRY32, SeededRandom } from '../../dev/seeded-random.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import { logNormal, rank } from './distributions.ts'
import {
  BUILDING_LASTS,
  FLAT_TYPES,
  GEOCODE_TYPES,
  LEVEL_TYPES,
  STATES,
  STREET_SUFFIXES,
  STREET_TYPES,
  type State,
} from './national-tables.ts'
import { nameList, placeName, word } from './words.ts'

const HEADER =
  'ADDRESS_DETAIL_PID|DATE_CREATED|ADDRESS_LABEL|ADDRESS_SITE_NAME|BUILDING_NAME|FLAT_TYPE|FLAT_NUMBER|' +
  'LEVEL_TYPE|LEVEL_NUMBER|NUMBER_FIRST|NUMBER_LAST|LOT_NUMBER|STREET_NAME|STREET_TYPE|STREET_SUFFIX|' +
  'LOCALITY_NAME|STATE|POSTCODE|LEGAL_PARCEL_ID|MB_CODE|ALIAS_PRINCIPAL|PRINCIPAL_PID|PRIMARY_SECONDARY|' +
  'PRIMARY_PID|GEOCODE_TYPE|LONGITUDE|LATITUDE\n'

/** Distinct street names of a national file. */
const NAMES = 111_000
const NAMES_AT_THE_TOP = 20
const LOCALITY_MEDIAN = 110
const LOCALITY_SIGMA = 2.1
const LOCALITY_MAX = 60_000
const STREET_MEDIAN = 13
const STREET_SIGMA = 1.2
const STREET_MAX = 3_250
const CHUNK_CHARACTERS = 1 << 18

interface Locality {
  readonly name: string
  readonly state: State
  readonly postcode: string
  readonly latitude: number
  readonly longitude: number
  readonly streets: Set<string>
}

interface Street {
  readonly name: string
  readonly type: string
  readonly suffix: string
  /** What the label and the columns say of street and place, made once. */
  readonly label: string
  readonly columns: string
  readonly latitude: number
  readonly longitude: number
  readonly north: number
  readonly east: number
}

interface Property {
  readonly first: string
  readonly last: string
  readonly lot: string
  readonly building: string
  readonly site: string
  readonly parcel: string
  readonly point: string
  readonly geocode: string
}

interface Role {
  readonly flatType: string
  readonly flat: string
  readonly levelType: string
  readonly level: string
  /** ALIAS_PRINCIPAL, PRINCIPAL_PID, PRIMARY_SECONDARY and PRIMARY_PID. */
  readonly columns: string
}

const HOUSE: Role = { flatType: '', flat: '', levelType: '', level: '', columns: 'P|||' }
const BUILDING: Role = { ...HOUSE, columns: 'P||P|' }

/** The file in pieces of some hundred kilobytes. The same rows and seed give the same bytes. */
export function* gnafCore(rows: number, seed: number): Generator<string> {
  yield HEADER
  yield* new CoreFile(rows, seed).pieces()
}

class CoreFile {
  readonly #random: SeededRandom
  readonly #names: readonly string[]
  readonly #rows: number
  #written = 0
  #text = ''
  #state: State = elementAt(STATES, 0)
  #mesh = 0

  constructor(rows: number, seed: number) {
    this.#rows = rows
    this.#random = new SeededRandom(seed, MULBERRY32)
    this.#names = nameList(NAMES, new SeededRandom(seed ^ 0x5eed, MULBERRY32))
  }

  *pieces(): Generator<string> {
    let share = 0
    for (const state of STATES) {
      share += state.share
      this.#state = state
      const end = state === STATES[STATES.length - 1] ? this.#rows : Math.round(this.#rows * share)
      const places = new Set<string>()
      while (this.#written < end) yield* this.#locality(places, end)
    }
    yield this.#text
  }

  *#locality(places: Set<string>, end: number): Generator<string> {
    const random = this.#random
    const { postcodes, box } = this.#state
    let name = placeName(random)
    while (places.has(name)) name = placeName(random)
    places.add(name)
    const [south, west, north, east] = box
    const locality: Locality = {
      name,
      state: this.#state,
      postcode: String(postcodes[0] + random.below(postcodes[1] - postcodes[0])).padStart(4, '0'),
      latitude: south + random.next() * (north - south),
      longitude: west + random.next() * (east - west),
      streets: new Set(),
    }
    const size = Math.min(LOCALITY_MAX, logNormal(random, LOCALITY_MEDIAN, LOCALITY_SIGMA))
    const until = Math.min(end, this.#written + Math.max(3, Math.round(size)))
    while (this.#written < until) {
      this.#street(locality, until)
      if (this.#text.length < CHUNK_CHARACTERS) continue
      yield this.#text
      this.#text = ''
    }
  }

  #street(locality: Locality, until: number): void {
    const random = this.#random
    const { name: type, length } = STREET_TYPES.draw(random)
    const suffix = type === '' ? '' : STREET_SUFFIXES.draw(random)
    const found = elementAt(this.#names, rank(random, NAMES, NAMES_AT_THE_TOP))
    const name = type === '' ? `THE ${found}` : found
    const key = `${name}|${type}|${suffix}`
    if (locality.streets.has(key)) return
    locality.streets.add(key)
    const street = this.#streetAt(locality, name, type, suffix)
    const median = STREET_MEDIAN * length
    const size = Math.min(STREET_MAX, Math.ceil(logNormal(random, median, STREET_SIGMA)))
    this.#properties(street, Math.min(until, this.#written + size))
  }

  #streetAt(locality: Locality, name: string, type: string, suffix: string): Street {
    const random = this.#random
    const { state, postcode } = locality
    const turn = random.next() * Math.PI
    const words = [name, type, suffix].filter((text) => text !== '').join(' ')
    this.#mesh = random.below(9_999_999_999)
    return {
      name,
      type,
      suffix,
      label: `${words}, ${locality.name} ${state.name} ${postcode}`,
      columns: `${name}|${type}|${suffix}|${locality.name}|${state.name}|${postcode}`,
      latitude: locality.latitude + (random.next() - 0.5) * 0.04,
      longitude: locality.longitude + (random.next() - 0.5) * 0.05,
      north: Math.cos(turn) * 0.00012,
      east: Math.sin(turn) * 0.00015,
    }
  }

  #properties(street: Street, until: number): void {
    const random = this.#random
    const manner = random.next()
    // Most streets begin at 1; some go on from the next suburb; country roads count by distance.
    const isCountry = manner < 0.03
    let number = manner < 0.09 ? 1 + random.below(manner < 0.05 ? 1_500 : 300) : 1
    let along = 0
    while (this.#written < until) {
      const property = this.#property(street, number, along)
      this.#addresses(street, property, until)
      number += isCountry ? 1 + random.below(40) : random.chance(0.18) ? 2 : 1
      if (property.last !== '') number = Math.max(number, Number(property.last) + 1)
      along += 1
    }
  }

  #property(street: Street, number: number, along: number): Property {
    const random = this.#random
    const roll = random.next()
    const isLot = roll < 0.024
    const letter = roll > 0.945 ? 'ABCDEFG'[Math.floor(random.next() ** 2 * 7)] : ''
    const isRange = roll > 0.024 && roll < 0.086
    const latitude = street.latitude + street.north * along + (random.next() - 0.5) * 0.0002
    const longitude = street.longitude + street.east * along + (random.next() - 0.5) * 0.0002
    const isNamed = random.chance(0.012)
    return {
      first: isLot ? '' : `${number}${letter}`,
      last: isRange ? String(number + 2 * (1 + random.below(4))) : '',
      lot: isLot || random.chance(0.02) ? String(1 + random.below(400)) : '',
      building: isNamed ? this.#building() : '',
      site: random.chance(0.004) ? `${word(random)} RESERVE` : '',
      parcel: `${1 + random.below(400)}\\${this.#state.plan}${10_000 + random.below(990_000)}`,
      point: `${longitude.toFixed(8)}|${latitude.toFixed(8)}`,
      geocode: GEOCODE_TYPES.draw(random),
    }
  }

  #building(): string {
    return `${word(this.#random)} ${this.#random.pick(BUILDING_LASTS)}`
  }

  #addresses(street: Street, property: Property, until: number): void {
    const random = this.#random
    if (!random.chance(0.072) || property.first === '') {
      const pid = this.#row(street, property, HOUSE)
      if (random.chance(0.06) && this.#written < until) this.#alias(street, property, pid)
      return
    }
    const units = 2 + Math.floor(Math.min(400, logNormal(random, 2.2, 1.15)))
    const building = units > 8 && random.chance(0.5) ? this.#building() : property.building
    const whole = { ...property, building }
    const isHeld = random.chance(0.97)
    const pid = isHeld ? this.#row(street, whole, BUILDING) : this.#pid(this.#written + this.#rows)
    const flatType = FLAT_TYPES.draw(random)
    const hasLevels = units > 12 && random.chance(0.12)
    for (let unit = 1; unit <= units && this.#written < until; unit += 1) {
      this.#row(street, whole, this.#unit(unit, flatType, hasLevels, pid))
    }
  }

  #unit(unit: number, flatType: string, hasLevels: boolean, primary: string): Role {
    const level = hasLevels ? 1 + Math.floor(unit / 6) : 0
    const letter = this.#random.chance(0.02) ? 'A' : ''
    return {
      flatType,
      flat: level === 0 ? `${unit}${letter}` : String(level * 100 + (unit % 6) + 1),
      levelType: level === 0 ? '' : LEVEL_TYPES.draw(this.#random),
      level: level === 0 ? '' : String(level),
      columns: `P||S|${primary}`,
    }
  }

  /** The same place by another number: a corner, or one end of a range. */
  #alias(street: Street, property: Property, principal: string): void {
    const number = property.last === '' ? String(1 + this.#random.below(300)) : property.first
    const named = { ...property, first: number, last: '', lot: '' }
    this.#row(street, named, { ...HOUSE, columns: `A|${principal}||` })
  }

  /** Adds a line and answers its id. */
  #row(street: Street, property: Property, role: Role): string {
    const random = this.#random
    const { first, last, lot, building, site, parcel, point, geocode } = property
    const { flatType, flat, levelType, level } = role
    const pid = this.#pid(this.#written)
    const number = last === '' ? first : `${first}-${last}`
    const unit = flat === '' ? '' : `${flatType} ${flat} `
    const floor = level === '' ? '' : `${levelType} ${level} `
    const label = `${unit}${floor}${first === '' ? `LOT ${lot}` : number} ${street.label}`
    const date = random.chance(0.6) ? '2004-04-29' : this.#date()
    if (this.#written % 50 === 0) this.#mesh = random.below(9_999_999_999)
    const mesh = this.#state.digit * 10_000_000_000 + this.#mesh
    this.#text +=
      `${pid}|${date}|${label}|${site}|${building}|${flatType}|${flat}|${levelType}|${level}|` +
      `${first}|${last}|${lot}|${street.columns}|${parcel}|${mesh}|${role.columns}|${geocode}|${point}\n`
    this.#written += 1
    return pid
  }

  #date(): string {
    const month = this.#random.pick(['02-05', '05-06', '08-04', '11-03'])
    return `${2005 + this.#random.below(21)}-${month}`
  }

  /** Ids come in runs, as a council's deliveries do, and the runs in no order. */
  #pid(row: number): string {
    const run = Math.imul(row >>> 6, 0x9e3779b1) & 0x3fffff
    const within = (row * 37) & 63
    return `${this.#state.pid}${400_000_000 + run * 64 + within}`
  }
}
