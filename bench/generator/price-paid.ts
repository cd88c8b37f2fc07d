// Writes UK addresses as price paid data, PAF, NGD Address or AddressBase Premium, and their postcodes.

import { MULBERRY32, SeededRandom } from '../../dev/seeded-random.ts'
import { INCODE_LETTERS } from '../../src/address/postcode.ts'
import { DISTRICT_CODES } from '../../src/importers/uk/regions.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import { logNormal, rank } from './distributions.ts'
import { OsRows, type OsStreet } from './os-rows.ts'
import { type DependentParts, PafRows } from './paf-rows.ts'
import { POSTCODE_AREAS, STREET_TYPES, TOWN_LASTS } from './postal-tables.ts'
import { nameList, placeName, word } from './words.ts'

const NAMES = 60_000
const NAMES_AT_THE_TOP = 12
const TOWN_MEDIAN = 9_000
const TOWN_SIGMA = 1.2
const STREET_MEDIAN = 17
const STREET_SIGMA = 1.15
const STREET_MAX = 1_500
const DISTRICTS_MAX = 99
/** Of the 4,000 that an outcode could have, about as many as most do have. */
const POSTCODES_PER_OUTCODE = 600
const SECTORS = 10
const CHUNK_CHARACTERS = 1 << 18

/** One sale of each address, so every row is an address of its own. The bulk layout has no header. */
export function* pricePaid(rows: number, seed: number): Generator<string> {
  yield* new PostalFile(rows, seed, 'addresses').pieces()
}

/** The same streets and houses as delivery points, with organisations, floors and PO boxes besides. */
export function* paf(rows: number, seed: number): Generator<string> {
  yield* new PostalFile(rows, seed, 'delivery points').pieces()
}

/** The same as Built Addresses of OS NGD, with their header. */
export function* ngd(rows: number, seed: number): Generator<string> {
  yield OsRows.builtHeader
  yield* new PostalFile(rows, seed, 'built addresses').pieces()
}

/** The Royal Mail Addresses of most of them, for the same rows and seed. */
export function* ngdMail(rows: number, seed: number): Generator<string> {
  yield OsRows.mailHeader
  yield* new PostalFile(rows, seed, 'royal mail addresses').pieces()
}

/** The same as records of AddressBase Premium: about six for each address, and those of streets. */
export function* premium(rows: number, seed: number): Generator<string> {
  yield OsRows.premiumHead
  yield* new PostalFile(rows, seed, 'premium records').pieces()
  yield OsRows.premiumFoot
}

/** Every postcode of the price paid file, and of the PAF file, with the same rows and seed. */
export function* codePoint(rows: number, seed: number): Generator<string> {
  yield* new PostalFile(rows, seed, 'postcodes').pieces()
}

interface Town {
  readonly name: string
  readonly localities: readonly string[]
  readonly district: string
  readonly county: string
  readonly easting: number
  readonly northing: number
}

interface Street {
  readonly name: string
  readonly locality: string
  readonly town: string
  readonly dependent: DependentParts
  /** The columns from street to county, which all of its addresses share. */
  readonly columns: string
  readonly easting: number
  readonly northing: number
  readonly os?: OsStreet
}

/** About as many as a council of England has. */
const OUTCODES_PER_COUNCIL = 8
const COUNCILS = DISTRICT_CODES.filter((code) => code.startsWith('E0'))

type FileKind =
  | 'addresses'
  | 'delivery points'
  | 'built addresses'
  | 'royal mail addresses'
  | 'premium records'
  | 'postcodes'

const OS_KINDS = new Set<FileKind>(['built addresses', 'royal mail addresses', 'premium records'])

class PostalFile {
  readonly #random: SeededRandom
  readonly #names: readonly string[]
  readonly #counties: readonly string[]
  readonly #rows: number
  readonly #kind: FileKind
  readonly #paf: PafRows
  readonly #os = new OsRows()
  readonly #districts = new Map<string, number>()
  #area = 0
  #outcode = ''
  #inOutcode = 0
  #outcodes = 0
  #postcode = ''
  #written = 0
  #text = ''

  constructor(rows: number, seed: number, kind: FileKind) {
    this.#paf = new PafRows(new SeededRandom(seed ^ 0x9af, MULBERRY32))
    this.#rows = rows
    this.#kind = kind
    this.#random = new SeededRandom(seed, MULBERRY32)
    this.#names = nameList(NAMES, new SeededRandom(seed ^ 0x5eed, MULBERRY32))
    const random = new SeededRandom(seed ^ 0xc0de, MULBERRY32)
    this.#counties = Array.from({ length: 90 }, () => `${word(random)}SHIRE`)
  }

  *pieces(): Generator<string> {
    for (let towns = 0; this.#written < this.#rows; towns += 1) {
      if (towns % 13 === 0) this.#area = (this.#area + 1) % POSTCODE_AREAS.length
      this.#newOutcode()
      yield* this.#town()
    }
    yield this.#text
  }

  *#town(): Generator<string> {
    const random = this.#random
    const size = Math.max(200, Math.round(logNormal(random, TOWN_MEDIAN, TOWN_SIGMA)))
    const until = Math.min(this.#rows, this.#written + size)
    const name = random.chance(0.2) ? `${word(random)} ${random.pick(TOWN_LASTS)}` : word(random)
    const town: Town = {
      name,
      localities: Array.from({ length: 1 + Math.floor(size / 1_200) }, () => placeName(random)),
      district: random.chance(0.5) ? name : word(random),
      county: random.pick(this.#counties),
      easting: 230_000 + random.below(380_000),
      northing: 90_000 + random.below(480_000),
    }
    while (this.#written < until) {
      this.#street(town, until)
      if (this.#text.length < CHUNK_CHARACTERS) continue
      yield this.#text
      this.#text = ''
    }
  }

  #street(town: Town, until: number): void {
    const random = this.#random
    const name = this.#streetName()
    const locality = random.chance(0.45) ? random.pick(town.localities) : ''
    const plain = {
      name,
      locality,
      town: town.name,
      dependent: this.#paf.dependentParts(),
      columns: `"${name}","${locality}","${town.name}","${town.district}","${town.county}"`,
      easting: town.easting + random.below(8_000),
      northing: town.northing + random.below(8_000),
    }
    const isOs = OS_KINDS.has(this.#kind)
    const street: Street = isOs
      ? { ...plain, os: this.#os.street(plain, town.county, this.#council()) }
      : plain
    if (street.os !== undefined && this.#kind === 'premium records') this.#text += street.os.records
    const wanted = Math.ceil(logNormal(random, STREET_MEDIAN, STREET_SIGMA))
    const end = Math.min(until, this.#written + Math.min(STREET_MAX, wanted))
    let number = 1
    let left = 0
    while (this.#written < end) {
      if (left <= 0) {
        this.#newPostcode(street)
        left = 6 + random.below(28)
      }
      left -= this.#property(street, number, end)
      number += random.chance(0.7) ? 1 : 2
    }
  }

  #streetName(): string {
    const random = this.#random
    const name = this.#names[rank(random, NAMES, NAMES_AT_THE_TOP)]
    const type = STREET_TYPES.draw(random)
    return type === '' ? `THE ${name}` : `${name} ${type}`
  }

  /** Adds the addresses of one property and answers how many. */
  #property(street: Street, number: number, end: number): number {
    const random = this.#random
    const paon = this.#paon(number)
    if (!random.chance(0.045)) {
      this.#row(street, paon, '')
      return 1
    }
    const flats = 2 + Math.floor(Math.min(60, logNormal(random, 3, 0.9)))
    const isCourt = flats > 8 && random.chance(0.6)
    const block = isCourt ? `${word(random)} COURT${random.chance(0.5) ? `, ${number}` : ''}` : paon
    const kind = random.chance(0.75) ? 'FLAT' : 'APARTMENT'
    const isWorded = flats === 2 && random.chance(0.5)
    let added = 0
    for (let flat = 1; flat <= flats && this.#written < end; flat += 1) {
      const saon = isWorded
        ? elementAt(['GROUND FLOOR FLAT', 'FIRST FLOOR FLAT'], flat - 1)
        : `${kind} ${flat}`
      this.#row(street, block, saon)
      added += 1
    }
    return added
  }

  #paon(number: number): string {
    const random = this.#random
    const roll = random.next()
    if (roll < 0.85) return String(number)
    if (roll < 0.88) return `${number}${random.pick(['A', 'A', 'B', 'C'])}`
    if (roll < 0.884) return `${number} - ${number + 2 * (1 + random.below(3))}`
    const name = `${word(random)} ${random.pick(['HOUSE', 'COTTAGE', 'FARM', 'LODGE', 'BARN'])}`
    return roll < 0.91 ? `${name}, ${number}` : name
  }

  #row(street: Street, paon: string, saon: string): void {
    const random = this.#random
    const kind = saon === '' ? random.pick(['D', 'S', 'T', 'T']) : 'F'
    const price = 500 * (120 + random.below(1_400))
    const day = `20${10 + random.below(15)}-0${1 + random.below(9)}-${10 + random.below(19)} 00:00`
    if (this.#kind === 'addresses') {
      this.#text +=
        `"{${guid(this.#written)}}","${price}","${day}","${this.#postcode}","${kind}","N",` +
        `"${saon === '' ? 'F' : 'L'}","${paon}","${saon}",${street.columns},"A","A"\n`
    }
    const { name, locality, town, dependent, os } = street
    const place = { postcode: this.#postcode, street: name, locality, town, dependent }
    const at = this.#written
    if (this.#kind === 'delivery points') {
      this.#text += this.#paf.row(place, this.#paf.premises(paon, saon), at)
    }
    if (os !== undefined) {
      const premises = this.#paf.premises(paon, saon)
      if (this.#kind === 'built addresses') this.#text += this.#os.built(os, place, premises, at)
      else if (this.#kind === 'premium records') {
        this.#text += this.#os.premium(os, place, premises, at)
      } else this.#text += this.#os.mail(os, place, premises, at)
    }
    this.#written += 1
  }

  #newOutcode(): void {
    let area = elementAt(POSTCODE_AREAS, this.#area)
    while ((this.#districts.get(area) ?? 0) >= DISTRICTS_MAX) {
      this.#area = (this.#area + 1) % POSTCODE_AREAS.length
      area = elementAt(POSTCODE_AREAS, this.#area)
    }
    const district = (this.#districts.get(area) ?? 0) + 1
    this.#districts.set(area, district)
    this.#outcode = `${area}${district}`
    this.#outcodes += 1
    this.#inOutcode = 0
  }

  #newPostcode(street: Street): void {
    if (this.#inOutcode === POSTCODES_PER_OUTCODE) this.#newOutcode()
    const at = this.#inOutcode
    this.#inOutcode += 1
    const sector = at % SECTORS
    // Units are spread over the letters; a step that shares no factor with 400 meets each once.
    const unit =
      (Math.floor(at / SECTORS) * 7 + sector) % (INCODE_LETTERS.length * INCODE_LETTERS.length)
    const letters = INCODE_LETTERS.charAt(Math.floor(unit / 20)) + INCODE_LETTERS.charAt(unit % 20)
    this.#postcode = `${this.#outcode} ${sector}${letters}`
    if (this.#kind === 'postcodes') this.#point(street, `${sector}${letters}`)
  }

  #council(): string {
    return elementAt(COUNCILS, Math.floor(this.#outcodes / OUTCODES_PER_COUNCIL) % COUNCILS.length)
  }

  #point({ easting, northing }: Street, incode: string): void {
    const codes = `"E92000001","E19000001","E18000002","E10000020","${this.#council()}","E05005788"`
    this.#text += `"${this.#outcode.padEnd(4)}${incode}",10,${easting},${northing},${codes}\n`
  }
}

function guid(row: number): string {
  const low = row.toString(16).toUpperCase().padStart(12, '0')
  return `4E95D757-1CA7-EDA1-E050-${low}`
}
