// Cleans and checks the fields of Variant A rows, and notes what was done to them.

import type { NationalRow } from '../../address/national.ts'
import { postcodeOf } from '../../address/postcode.ts'
import { type Country, nationalShape } from '../../countries/country.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import { TRAIT_CONTROL, TRAIT_UNTIDY } from '../../lib/delimited/text-cache.ts'
import type { RejectReason, Tally } from './rejects.ts'

const NOTHING_DONE: Readonly<Record<string, string>> = Object.freeze({})
const ODD_SPACES = /[\u00a0\u2000-\u200b\u3000]/
const KEY_LENGTH_MAX = 64
const NUMBER_LENGTH_MAX = 12

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** Cleans the fields of one record after another. */
export class NationalFields {
  /** Why the record cannot be used, as far as its fields alone tell. */
  fault: RejectReason | undefined
  readonly #country: Country
  #faultyField = ''
  #done = NOTHING_DONE
  /** Files come by the day, so the same date mostly comes again. */
  #goodDate = ''

  constructor(country: Country) {
    this.#country = country
  }

  begin(): void {
    this.fault = undefined
    this.#done = NOTHING_DONE
  }

  /** What was done to the fields since `begin`, by their names on the wire. */
  get provenance(): Readonly<Record<string, string>> {
    return this.#done
  }

  /** `names` are those of the columns on the wire. */
  texts(record: Splitter, columns: Int32Array, into: string[], names: readonly string[]): void {
    if (record.texts(columns, into) === 0) return
    for (const [at, column] of columns.entries()) {
      into[at] = this.text(record, column, names[at] ?? '')
    }
  }

  text(record: Splitter, column: number, name: string): string {
    const text = record.text(column)
    return record.traits === 0 ? text : this.clean(text, record.traits, name)
  }

  /** A text that is different in each row and is not kept: see `Splitter.passingText`. */
  passingText(record: Splitter, column: number, name: string): string {
    const text = record.passingText(column)
    return record.traits === 0 ? text : this.clean(text, record.traits, name)
  }

  clean(text: string, traits: number, name: string): string {
    if ((traits & TRAIT_CONTROL) !== 0) this.fault = 'control-character'
    const isUntidy = (traits & TRAIT_UNTIDY) !== 0 || ODD_SPACES.test(text)
    const trimmed = isUntidy ? text.trim() : text
    const tidy = isUntidy ? trimmed.replace(/[\s\u200b]+/g, ' ') : text
    const upper = tidy.toUpperCase()
    if (trimmed !== text) this.note(name, 'trimmed')
    if (tidy !== trimmed) this.note(name, 'spaces collapsed')
    if (upper !== tidy) this.note(name, 'upper-cased')
    return upper
  }

  /** `2004-04-29`, also from a moment or from `29/04/2004`; '' for anything else. */
  date(text: string, name: string): string {
    if (text === '' || text === this.#goodDate) return text
    if (/^\d{4}-\d\d-\d\d$/.test(text)) {
      this.#goodDate = text
      return text
    }
    const [, date] = /^(\d{4}-\d\d-\d\d)[T ]/.exec(text) ?? []
    const [, day = '', month = '', year] = /^(\d\d?)\/(\d\d?)\/(\d{4})/.exec(text) ?? []
    const isDate = date !== undefined || year !== undefined
    this.note(name, isDate ? 'reformatted' : 'left out, not a date')
    if (date !== undefined) return date
    return year === undefined ? '' : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  }

  /** A spreadsheet takes the first digit of `0800` away; many leave out the space of `K1A 0B1`. */
  postcode(text: string): string {
    if (!this.#country.postcode.isNumber) return postcodeOf(this.#country, text) ?? text
    if (text.length !== 3 || !/^\d{3}$/.test(text)) return text
    this.note('postcode', 'leading zero restored')
    return `0${text}`
  }

  /** An empty value means a principal: most files mark only the aliases. */
  aliasPrincipal(text: string): 'P' | 'A' {
    if (text === 'P' || text === 'A') return text
    if (text === 'ALIAS') return 'A'
    if (text !== '' && text !== 'PRINCIPAL') this.#unknownCode('ALIAS_PRINCIPAL', text)
    return 'P'
  }

  primarySecondary(text: string): 'P' | 'S' | '' {
    if (text === '' || text === 'P' || text === 'S') return text
    if (text === 'PRIMARY') return 'P'
    if (text === 'SECONDARY') return 'S'
    this.#unknownCode('PRIMARY_SECONDARY', text)
    return ''
  }

  /** The short name of a state: some files write it out, or with full stops. */
  state(text: string): string {
    const short = this.#country.words.regions.get(text.replaceAll('.', ''))?.[0]
    if (short === undefined || short === text) return text
    this.note('state', 'abbreviated')
    return short
  }

  #unknownCode(column: string, text: string): void {
    this.fault = 'code-unknown'
    this.#faultyField = shownField(column, text)
  }

  /** The row, or undefined once the tally knows what is wrong with it: `known`, or what the row tells. */
  checked(
    row: NationalRow,
    record: Splitter,
    tally: Tally,
    known?: RejectReason,
    isPlaced?: boolean,
  ): NationalRow | undefined {
    const fault = known ?? this.faultOf(row, isPlaced)
    if (fault === undefined) return row
    return tally.reject(fault, record, this.#faultyFieldOf(fault, row))
  }

  /** Why the row cannot be an address of the release; its point counts where it has one. */
  faultOf(row: NationalRow, isPlaced = true): RejectReason | undefined {
    const ofFields = this.fault ?? nationalFault(row, this.#country)
    return ofFields ?? (isPlaced ? pointFault(row, this.#country) : undefined)
  }

  /** The column at fault and what it says, '' where no one column is. */
  #faultyFieldOf(fault: RejectReason, row: NationalRow): string {
    if (fault === 'code-unknown') return this.#faultyField
    const columns = FIELDS_AT_FAULT[fault]?.(row) ?? {}
    return Object.entries(columns)
      .map(([column, value]) => shownField(column, String(value)))
      .join(', ')
  }

  note(name: string, what: string): void {
    if (this.#done === NOTHING_DONE) this.#done = {}
    const before = this.#done[name]
    this.#done = { ...this.#done, [name]: before === undefined ? what : `${before}, ${what}` }
  }
}

type FieldsAtFault = (row: NationalRow) => Readonly<Record<string, string | number>>

const FIELDS_AT_FAULT: Readonly<Partial<Record<RejectReason, FieldsAtFault>>> = {
  'key-missing': (row) => ({ ADDRESS_DETAIL_PID: row.addressDetailPid }),
  'place-missing': (row) => ({ LOCALITY_NAME: row.localityName }),
  'state-unknown': (row) => ({ STATE: row.state }),
  'postcode-malformed': (row) => ({ POSTCODE: row.postcode }),
  'number-impossible': (row) => ({ NUMBER_FIRST: row.numberFirst, NUMBER_LAST: row.numberLast }),
  'coordinates-outside': (row) => ({ LATITUDE: row.latitude, LONGITUDE: row.longitude }),
}

const SHOWN_LENGTH_MAX = 40

function shownField(column: string, text: string): string {
  const isLong = text.length > SHOWN_LENGTH_MAX
  return `${column} is "${isLong ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text}"`
}

function nationalFault(row: NationalRow, country: Country): RejectReason | undefined {
  const { addressDetailPid, postcode } = row
  if (addressDetailPid === '' || addressDetailPid.length > KEY_LENGTH_MAX) return 'key-missing'
  if (row.localityName === '') return 'place-missing'
  const hasStates = nationalShape(country).outer === 'state'
  if (hasStates && country.words.regions.get(row.state)?.[0] !== row.state) return 'state-unknown'
  if (postcode !== '' && !country.postcode.whole.test(postcode.replace(' ', ''))) {
    return 'postcode-malformed'
  }
  if (!isNumberLike(row.numberFirst) || !isNumberLike(row.numberLast)) return 'number-impossible'
  if (row.numberFirst === '' && row.numberLast !== '') return 'number-impossible'
  return undefined
}

function pointFault({ latitude, longitude }: NationalRow, country: Country) {
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return 'coordinates-malformed'
  const { latitudes, longitudes } = nationalShape(country)
  const [south, north] = latitudes
  const [west, east] = longitudes
  const eastwards = longitude < west ? longitude + 360 : longitude
  const isInside = latitude >= south && latitude <= north && eastwards >= west && eastwards <= east
  return isInside ? undefined : 'coordinates-outside'
}

/** A digit and otherwise letters and digits: `12`, `6C`, `RMB1204`; empty is fine too. */
function isNumberLike(text: string): boolean {
  if (text === '') return true
  if (text.length > NUMBER_LENGTH_MAX) return false
  let hasDigit = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 48 && code <= 57
    if (!isDigit && (code < 65 || code > 90)) return false
    hasDigit ||= isDigit
  }
  return hasDigit
}
