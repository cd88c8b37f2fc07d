// What the addresses of a release say, part by part, as numbers that are the same in every release.
// Unchecked: hot, goes over every address of two releases, and rows come from the columns themselves.

import { countryOf, isNational } from '../countries/country.ts'
import { SparseColumn } from '../index/columns/sparse-column.ts'
import { Texts } from '../index/columns/texts.ts'
import type { IndexSections } from '../index/file/index-sections.ts'
import type { SparseName } from '../index/file/sections.ts'
import { nationalLayout } from '../index/national/national-records.ts'
import { POSTAL, REGION_FIELDS } from '../index/postal/postal-records.ts'
import { NONE, RECORD } from '../index/streets/records.ts'
import { codeOf, NO_NUMBER, numberValue } from '../index/words/number-code.ts'
import { lowerBoundU32 } from '../lib/lower-bound.ts'

/** The columns of records that say where on its street an address is, by what their values are the numbers of. */
export const COLUMNS = {
  name: ['organisation', 'department', 'poBox', 'subBuilding', 'site', 'building', 'buildingName'],
  kind: ['unitKind', 'levelKind'],
  number: ['unit', 'level', 'lot', 'last'],
  text: ['numberText'],
  override: ['overrides'],
} as const
const SPARSE = Object.values(COLUMNS).flat().join('|')
const SECTIONS = new RegExp(
  '^(release|number\\.templates|kinds\\.texts|names\\.text|texts\\..+|(name|place)\\.texts|postcode\\.text|' +
    `street\\.(start|name|place|postcode)|record\\.(number|flags)|record\\.(${SPARSE})\\..+)$`,
)

/** The sections of an index that `AddressParts` reads. */
export function isPartSection(name: string): boolean {
  return SECTIONS.test(name)
}

/** Numbers of both lanes together are those of one text only, by all odds. */
const LANES = [
  { start: 0xdeadbeef, factor: 0x9e3779b1 },
  { start: 0x41c6ce57, factor: 0x5f356495 },
] as const
type Lane = keyof typeof LANES & (0 | 1)

/** What a street says of all its addresses: its name, its place, what lies around that, and its postcode. */
export const STREET_PARTS = ['street', 'place', 'region', 'postcode'] as const
type StreetPart = (typeof STREET_PARTS)[number]

/** The number of a value that says nothing. */
const NOTHING = 0

interface PremisesColumn {
  readonly values: SparseColumn
  hashOf(value: number): number
}

/** Letters in upper and lower case are the same. */
export class AddressParts {
  readonly records: number
  /** For each street the number of each part. */
  readonly parts: Readonly<Record<StreetPart, Uint32Array>>
  /** For each street the number of the beginning of its postcode, which its neighbours share; 0 where all do. */
  readonly #districts: Uint32Array
  readonly #lane: (typeof LANES)[Lane]
  readonly #start: Uint32Array
  readonly #flags: Uint8Array
  readonly #number: Uint32Array
  readonly #templates: Uint32Array
  readonly #columns: readonly PremisesColumn[]

  constructor(sections: IndexSections, lane: Lane) {
    this.#lane = LANES[lane]
    this.#start = sections.get('street.start')
    this.#flags = sections.get('record.flags')
    this.#number = sections.get('record.number')
    this.records = this.#number.length
    const hashOf = (text: string) => this.#hashBytes(Buffer.from(text))
    this.#templates = Uint32Array.from(sections.get('number.templates'), hashOf)
    const texts = this.#hashTexts(sections)
    const written = new Texts(sections)
    const names = sections.get('names.text')
    const kinds = Uint32Array.from(sections.get('kinds.texts'), hashOf)
    const columns = (own: readonly string[], hash: (value: number) => number) =>
      own.flatMap((name) => {
        const column = `record.${name}` as SparseName
        if (sections.find(`${column}.bits`) === undefined) return []
        return [{ values: new SparseColumn(sections, column, NONE), hashOf: hash }]
      })
    this.#columns = [
      ...columns(COLUMNS.name, (name) => texts[names[name]]),
      ...columns(COLUMNS.kind, (kind) => kinds[kind]),
      ...columns(COLUMNS.number, (packed) => this.#hashNumber(packed)),
      ...columns(COLUMNS.text, (text) => texts[text]),
      ...columns(COLUMNS.override, (text) => this.#hashOverride(written.at(text))),
    ]
    const { parts, districts } = this.#hashStreets(sections, texts, written)
    this.parts = parts
    this.#districts = districts
  }

  streetOf(record: number): number {
    return lowerBoundU32(this.#start, record + 1, 0, this.#start.length - 1) - 1
  }

  /** All records in order: to go from one to any other takes several times as long. */
  eachRecord(visit: (record: number, street: number) => void): void {
    for (let record = 0, street = 0; record < this.records; record++) {
      while (this.#start[street + 1] <= record) street++
      visit(record, street)
    }
  }

  /** Found by its id only. */
  isHidden(record: number): boolean {
    return (this.#flags[record] & RECORD.hidden) !== 0
  }

  /** The number of what stands on the street: numbers, unit, names. */
  premises(record: number): number {
    const number = this.#number[record]
    let hash = this.#mix(1, number === NO_NUMBER ? 0 : this.#hashNumber(number))
    for (let at = 0; at < this.#columns.length; at++) {
      const { values, hashOf } = this.#columns[at]
      const own = values.has(record) ? hashOf(values.at(record)) : NOTHING
      if (own !== NOTHING) hash = this.#mix(hash + at, own)
    }
    return hash
  }

  /** The number of the whole text. Counties and the like are not part of it: they come from other files. */
  whole(record: number, street: number, nearby = this.nearby(record, street)): number {
    return this.#mix(nearby, this.parts.postcode[street])
  }

  /** The number of the text with any postcode of the neighbourhood. */
  nearby(record: number, street: number): number {
    const { street: name, place } = this.parts
    const own = this.#mix(this.premises(record), name[street])
    return this.#mix(this.#mix(own, place[street]), this.#districts[street])
  }

  #hashStreets(sections: IndexSections, texts: Uint32Array, written: Texts) {
    const { product } = sections.get('release')
    const [names, places] = [sections.get('street.name'), sections.get('street.place')]
    const [nameTexts, placeTexts] = [sections.get('name.texts'), sections.get('place.texts')]
    const { nameFields, placeFields } = layoutOf(sections)
    const count = this.#start.length - 1
    const fields = (owner: ArrayLike<number>, all: Uint32Array, width: number, at: number[]) => {
      const hashes = new Uint32Array(count)
      for (let street = 0; street < count; street++) {
        let hash = 1
        for (const field of at) hash = this.#mix(hash, texts[all[owner[street] * width + field]])
        hashes[street] = hash
      }
      return hashes
    }
    const placesAt = (isOwn: (field: string) => boolean) =>
      fields(
        places,
        placeTexts,
        placeFields.length,
        placeFields.flatMap((field, at) => (isOwn(field) ? [at] : [])),
      )
    const isRegion = (field: string) => REGION_FIELDS.includes(field)
    const parts = {
      street: fields(names, nameTexts, nameFields.length, [...nameFields.keys()]),
      place: placesAt((field) => field !== POSTCODE && !isRegion(field)),
      region: placesAt(isRegion),
      postcode: placesAt((field) => field === POSTCODE),
    }
    const districts = new Uint32Array(count)
    if (isNational(product)) return { parts, districts }
    const [owner, text] = [sections.get('street.postcode'), sections.get('postcode.text')]
    for (let street = 0; street < count; street++) {
      const own = text[owner[street]]
      if (own === undefined) continue
      parts.postcode[street] = texts[own]
      districts[street] = this.#hashBytes(Buffer.from(written.at(own).split(' ', 1)[0]))
    }
    return { parts, districts }
  }

  #hashTexts(sections: IndexSections): Uint32Array {
    const [offset, bytes] = [sections.get('texts.offset'), sections.get('texts.bytes')]
    const hashes = new Uint32Array(offset.length - 1)
    for (let text = 0; text < hashes.length; text++) {
      hashes[text] = this.#hashBytes(bytes, offset[text], offset[text + 1])
    }
    return hashes
  }

  /** Positions and other ids are no part of the text. */
  #hashOverride(json: string): number {
    const { latitude, longitude, principalPid, primaryPid, ...texts } = JSON.parse(json)
    const hasText = Object.keys(texts).length > 0
    return hasText ? this.#hashBytes(Buffer.from(JSON.stringify(texts))) : NOTHING
  }

  #hashNumber(packed: number): number {
    return this.#mix(this.#templates[codeOf(packed)] ?? 0, numberValue(packed))
  }

  #hashBytes(bytes: Uint8Array, from = 0, to = bytes.length): number {
    const { start, factor } = this.#lane
    let hash: number = start
    for (let at = from; at < to; at++) {
      const code = bytes[at]
      hash = Math.imul(hash ^ (code >= 97 && code <= 122 ? code - 32 : code), factor)
      hash ^= hash >>> 15
    }
    return hash >>> 0
  }

  #mix(hash: number, value: number): number {
    const mixed = Math.imul(hash ^ value, this.#lane.factor)
    return (Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) + value) >>> 0
  }
}

const POSTCODE = 'postcode'

export function layoutOf(sections: IndexSections): {
  readonly nameFields: readonly string[]
  readonly placeFields: readonly string[]
} {
  const { product } = sections.get('release')
  return isNational(product) ? nationalLayout(countryOf(product)) : POSTAL
}
