// Turns the records of a national index back into the rows they were made of, and into Variant A's Address.

import { type NationalAddress, type NationalRow, nationalLabel } from '../../address/national.ts'
import { Lists } from '../columns/lists.ts'
import { SparseColumn } from '../columns/sparse-column.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { NarrowArray } from '../file/section-names.ts'
import { NONE, RECORD, type Records } from '../streets/records.ts'
import type { Streets } from '../streets/streets.ts'

export const NATIONAL_NAMES = ['building', 'site'] as const
const DETAILS_STEP = 16
const NO_PID = 0xffffffff
const PATTERNS_KEPT_MAX = 10_000
const PID = /^(.*?)([1-9]\d{0,8})$/s

export class NationalRecords {
  readonly #texts: Texts
  readonly #streets: Streets
  readonly #records: Records
  readonly #kinds: readonly string[]
  readonly #nameText: Uint32Array
  readonly #nameTexts: Uint32Array
  readonly #placeTexts: Uint32Array
  readonly #placeNames: Lists
  readonly #nameAliases: Lists
  readonly #prefixes: readonly string[]
  readonly #prefix: NarrowArray
  readonly #number: Uint32Array
  readonly #order: Uint32Array
  readonly #primary: SparseColumn
  readonly #overrides: SparseColumn
  readonly #details: Uint8Array
  readonly #detailStart: Uint32Array
  readonly #patternNumbers = new Map<number, number>()

  constructor(sections: IndexSections, texts: Texts, streets: Streets, records: Records) {
    this.#texts = texts
    this.#streets = streets
    this.#records = records
    this.#kinds = sections.get('kinds.texts')
    this.#nameText = sections.get('names.text')
    this.#nameTexts = sections.get('name.texts')
    this.#placeTexts = sections.get('place.texts')
    this.#placeNames = new Lists(sections, 'place.names')
    this.#nameAliases = new Lists(sections, 'name.aliases')
    this.#prefixes = sections.get('pid.prefixes')
    this.#prefix = sections.get('record.pidPrefix')
    this.#number = sections.get('record.pidNumber')
    this.#order = sections.get('ids.order')
    this.#primary = new SparseColumn(sections, 'record.primary', NONE)
    this.#overrides = new SparseColumn(sections, 'record.overrides', NONE)
    this.#details = sections.get('details.bytes')
    this.#detailStart = sections.get('details.offset')
  }

  id(record: number): string {
    const number = this.#number[record]
    const prefix = this.#prefixes[this.#prefix[record]]
    return number === NO_PID ? prefix : prefix + number
  }

  /** The record with this id, or NONE. */
  find(id: string): number {
    const parts = PID.exec(id)
    const prefix = this.#prefixes.indexOf(parts === null ? id : parts[1])
    if (prefix < 0) return NONE
    const number = parts === null ? NO_PID : Number(parts[2])
    let low = 0
    let high = this.#order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const record = this.#order[middle]
      const order = this.#prefix[record] - prefix || this.#number[record] - number
      if (order < 0) low = middle + 1
      else high = middle
    }
    const found = low < this.#order.length ? this.#order[low] : NONE
    if (found === NONE || this.#prefix[found] !== prefix || this.#number[found] !== number)
      return NONE
    return found
  }

  /** The locality's name and its aliases. */
  placeNames(place: number): readonly string[] {
    const { values, offset } = this.#placeNames
    const names: string[] = []
    for (let i = offset[place]; i < offset[place + 1]; i++) names.push(this.#texts.at(values[i]))
    return names
  }

  /** Name, type and suffix of each name that the street goes by, its own first. */
  streetNames(street: number): readonly (readonly string[])[] {
    const { values, offset } = this.#nameAliases
    const name = this.#streets.name[street]
    const own = [0, 1, 2].map((part) => this.#texts.at(this.#nameTexts[name * 3 + part]))
    const names = [own]
    for (let i = offset[name]; i < offset[name + 1]; i++) {
      names.push(this.#texts.at(values[i]).split('|'))
    }
    return names
  }

  placeField(place: number, field: 'locality' | 'state' | 'postcode'): string {
    const at = field === 'locality' ? 0 : field === 'state' ? 1 : 2
    return this.#texts.at(this.#placeTexts[place * 3 + at])
  }

  streetName(street: number): string {
    return this.#texts.at(this.#nameTexts[this.#streets.name[street] * 3])
  }

  row(record: number): NationalRow {
    const records = this.#records
    const street = this.#streets.ofRecord(record)
    const flags = records.flags[record]
    const number = (packed: number) => records.codes.text(packed)
    const row: Omit<NationalRow, 'addressLabel'> = {
      addressDetailPid: this.id(record),
      ...this.#detailsOf(record),
      addressSiteName: this.#name(records.names[1].at(record)),
      buildingName: this.#name(records.names[0].at(record)),
      flatType: this.#kind(records.unitKind.at(record)),
      flatNumber: number(records.unit.at(record)),
      levelType: this.#kind(records.levelKind.at(record)),
      levelNumber: number(records.level.at(record)),
      numberFirst: number(records.number[record]),
      numberLast: number(records.last.at(record)),
      lotNumber: number(records.lot.at(record)),
      ...this.#streetOf(street),
      aliasPrincipal: (flags & RECORD.alias) === 0 ? 'P' : 'A',
      principalPid: this.#idOrNone(records.principal.at(record)),
      primarySecondary:
        (flags & RECORD.primary) !== 0 ? 'P' : (flags & RECORD.secondary) !== 0 ? 'S' : '',
      primaryPid: this.#idOrNone(this.#primary.at(record)),
      latitude: records.latitude(record, street),
      longitude: records.longitude(record, street),
      addressStatus: (flags & RECORD.retired) === 0 ? 'CURRENT' : 'RETIRED',
    }
    const override = this.#overrides.at(record)
    if (override === NONE) return { addressLabel: nationalLabel(row), ...row }
    const fields = JSON.parse(this.#texts.at(override)) as Partial<NationalRow>
    return { addressLabel: nationalLabel({ ...row, ...fields }), ...row, ...fields }
  }

  /** The label without the other fields: what a list of suggestions prints. */
  label(record: number): string {
    if (this.#overrides.at(record) !== NONE) return this.row(record).addressLabel
    const { codes, unitKind, unit, levelKind, level, number, last, lot } = this.#records
    return nationalLabel({
      flatType: this.#kind(unitKind.at(record)),
      flatNumber: codes.text(unit.at(record)),
      levelType: this.#kind(levelKind.at(record)),
      levelNumber: codes.text(level.at(record)),
      numberFirst: codes.text(number[record]),
      numberLast: codes.text(last.at(record)),
      lotNumber: codes.text(lot.at(record)),
      ...this.#streetOf(this.#streets.ofRecord(record)),
    })
  }

  #streetOf(street: number) {
    const name = this.#streets.name[street] * 3
    const place = this.#streets.place[street] * 3
    const text = (at: number) => this.#texts.at(at)
    return {
      streetName: text(this.#nameTexts[name]),
      streetType: text(this.#nameTexts[name + 1]),
      streetSuffix: text(this.#nameTexts[name + 2]),
      localityName: text(this.#placeTexts[place]),
      state: text(this.#placeTexts[place + 1]),
      postcode: text(this.#placeTexts[place + 2]),
    }
  }

  /** Reads on from the nearest known beginning: at most 15 records lie between. */
  #detailsOf(record: number) {
    const reader = new VarintReader(this.#details, this.#detailStart[record >>> 4])
    for (let skip = record % DETAILS_STEP; skip > 0; skip--) {
      for (let field = 0; field < 4; field++) reader.next()
      for (let numbers = this.#numbersIn(reader.next()); numbers > 0; numbers--) reader.next()
    }
    const text = () => this.#texts.at(reader.next())
    const [dateCreated, geocodeType, mbCode, cleaning] = [text(), text(), text(), text()]
    const pattern = text()
    const legalParcelId = pattern.startsWith('=')
      ? pattern.slice(1)
      : pattern.replaceAll('#', () => String(reader.next()))
    const cleaningProvenance =
      cleaning === '' ? {} : (JSON.parse(cleaning) as Readonly<Record<string, string>>)
    return { dateCreated, geocodeType, mbCode, cleaningProvenance, legalParcelId }
  }

  /** How many numbers follow a pattern of parcel ids. There are few patterns. */
  #numbersIn(pattern: number): number {
    const known = this.#patternNumbers.get(pattern)
    if (known !== undefined) return known
    const text = this.#texts.at(pattern)
    const numbers = text.startsWith('=') ? 0 : text.split('#').length - 1
    if (this.#patternNumbers.size < PATTERNS_KEPT_MAX) this.#patternNumbers.set(pattern, numbers)
    return numbers
  }

  #idOrNone(record: number): string {
    return record === NONE ? '' : this.id(record)
  }

  #name(name: number): string {
    return name === NONE ? '' : this.#texts.at(this.#nameText[name])
  }

  #kind(kind: number): string {
    return kind === NONE ? '' : this.#kinds[kind]
  }
}

export function nationalAddress(row: NationalRow): NationalAddress {
  return {
    address_label: row.addressLabel,
    address_detail_pid: row.addressDetailPid,
    address_site_name: row.addressSiteName,
    address_status: row.addressStatus,
    alias_principal: row.aliasPrincipal,
    building_name: row.buildingName,
    cleaning_provenance: row.cleaningProvenance,
    date_created: row.dateCreated,
    flat_number: row.flatNumber,
    flat_type: row.flatType,
    geocode_type: row.geocodeType,
    legal_parcel_id: row.legalParcelId,
    level_number: row.levelNumber,
    level_type: row.levelType,
    locality_name: row.localityName,
    lot_number: row.lotNumber,
    mb_code: row.mbCode,
    number_first: row.numberFirst,
    number_last: row.numberLast,
    postcode: row.postcode,
    primary_pid: row.primaryPid,
    primary_secondary: row.primarySecondary,
    principal_pid: row.principalPid,
    state: row.state,
    street_name: row.streetName,
    street_suffix: row.streetSuffix,
    street_type: row.streetType,
    coordinates: { latitude: row.latitude, longitude: row.longitude },
  }
}

class VarintReader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  next(): number {
    let value = 0
    let factor = 1
    while (this.#bytes[this.#at] > 127) {
      value += (this.#bytes[this.#at++] & 127) * factor
      factor *= 128
    }
    return value + this.#bytes[this.#at++] * factor
  }
}
