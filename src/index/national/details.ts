// What look-ups show but never search: date, geocode type, mesh block, what import changed, the parcel.
// Unchecked: hot, goes over several numbers of every address.

import type { NationalRow } from '../../address/national.ts'
import type { Country } from '../../countries/country.ts'
import { storedNames } from '../../countries/fields.ts'
import { NATIONAL_FIELDS, type TOWN_FIELDS } from '../../countries/national-fields.ts'
import { recordOf } from '../../lib/record-of.ts'
import type { Texts } from '../columns/texts.ts'
import type { IndexSections } from '../file/index-sections.ts'
import type { Build } from '../rows/final-order.ts'
import { type Columns, GrowingBytes, type GrowingU32 } from '../rows/growing-arrays.ts'
import { RecentText, type TextNumbers } from '../rows/text-numbers.ts'
import { numbersIn, ParcelReader, parcelText } from './parcels.ts'

/** Records between two known beginnings in the stream. */
const DETAILS_STEP = 16
/** After the texts that are kept as they are: what import changed, and the pattern of the parcel. */
const OTHER_TEXTS = 2
const PATTERNS_KEPT_MAX = 10_000

type PlainDetail =
  | ReturnType<typeof storedNames<typeof NATIONAL_FIELDS, 'detail'>>[number]
  | ReturnType<typeof storedNames<typeof TOWN_FIELDS, 'detail'>>[number]
type DetailFields = Pick<NationalRow, PlainDetail | 'cleaningProvenance' | 'legalParcelId'>

const NO_DETAILS = {
  ...recordOf(storedNames(NATIONAL_FIELDS, 'detail'), () => ''),
  cleaningProvenance: {},
  legalParcelId: '',
} satisfies DetailFields

/** The texts that a record begins with, in the order of their names. */
function plainDetails({ fields }: Country): readonly PlainDetail[] {
  return storedNames(fields, 'detail').toSorted() as PlainDetail[]
}

export class Details {
  readonly #texts: Texts
  readonly #bytes: Uint8Array
  readonly #offset: Uint32Array
  readonly #plain: readonly PlainDetail[]
  /** How many numbers follow a pattern. There are few patterns. */
  readonly #numbersIn = new Map<number, number>()

  constructor(sections: IndexSections, texts: Texts, country: Country) {
    this.#texts = texts
    this.#plain = plainDetails(country)
    this.#bytes = sections.get('details.bytes')
    this.#offset = sections.get('details.offset')
  }

  /** Reads on from the nearest known beginning: at most 15 records lie between. */
  of(record: number): DetailFields {
    const start = this.#offset[Math.floor(record / DETAILS_STEP)]
    const reader = new VarintReader(this.#bytes, start)
    for (let skip = record % DETAILS_STEP; skip > 0; skip--) this.#skipRecord(reader)
    const text = () => this.#texts.at(reader.next())
    const fields: { -readonly [Name in keyof DetailFields]: DetailFields[Name] } = { ...NO_DETAILS }
    for (const name of this.#plain) fields[name] = text()
    const cleaning = text()
    if (cleaning !== '') fields.cleaningProvenance = JSON.parse(cleaning)
    fields.legalParcelId = parcelText(text(), () => reader.next())
    return fields
  }

  /** The number of the text that records have in a field, for records that are asked for in order; -1 without it. */
  inOrder(name: PlainDetail): (record: number) => number {
    const at = this.#plain.indexOf(name)
    if (at === -1) return () => -1
    const reader = new VarintReader(this.#bytes)
    let next = 0
    return (record) => {
      for (; next < record; next++) this.#skipRecord(reader)
      const start = reader.at
      for (let text = 0; text < at; text++) reader.next()
      const found = reader.next()
      reader.at = start
      return found
    }
  }

  #skipRecord(reader: VarintReader): void {
    for (let text = 1; text < this.#plain.length + OTHER_TEXTS; text++) reader.next()
    for (let numbers = this.#numbersAfter(reader.next()); numbers > 0; numbers--) reader.next()
  }

  #numbersAfter(pattern: number): number {
    const known = this.#numbersIn.get(pattern)
    if (known !== undefined) return known
    const numbers = numbersIn(this.#texts.at(pattern))
    if (this.#numbersIn.size < PATTERNS_KEPT_MAX) this.#numbersIn.set(pattern, numbers)
    return numbers
  }
}

/** Gathers the details of rows, with the numbers of texts of first use, and writes them in the final order. */
export class DetailRows {
  readonly #texts: TextNumbers
  readonly #bytes: GrowingBytes
  /** Where the details of each row begin. */
  readonly #start: GrowingU32
  readonly #names: readonly PlainDetail[]
  readonly #plain: readonly RecentText[]
  readonly #parcels: ParcelReader

  constructor(texts: TextNumbers, columns: Columns, country: Country) {
    this.#texts = texts
    this.#bytes = columns.bytes()
    this.#start = columns.u32()
    this.#names = plainDetails(country)
    this.#plain = this.#names.map(() => new RecentText(texts))
    this.#parcels = new ParcelReader(texts)
  }

  push(row: DetailFields): void {
    const bytes = this.#bytes
    this.#start.push(bytes.length)
    for (let i = 0; i < this.#names.length; i++) {
      pushVarint(bytes, this.#plain[i].number(row[this.#names[i]] ?? ''))
    }
    pushVarint(bytes, this.#cleaning(row.cleaningProvenance))
    const parcel = this.#parcels
    pushVarint(bytes, parcel.read(row.legalParcelId))
    for (let i = 0; i < parcel.count; i++) pushVarint(bytes, parcel.numbers[i])
  }

  /** `places` has the final number of each text. */
  async write({ writer, order: { rows } }: Build, places: Uint32Array): Promise<void> {
    const from = this.#bytes.view()
    const starts = this.#start.view()
    const reader = new VarintReader(from)
    const out = new GrowingBytes()
    const texts = this.#names.length + OTHER_TEXTS
    const offset = new Uint32Array(Math.ceil(rows.length / DETAILS_STEP) + 1)
    for (let record = 0; record < rows.length; record++) {
      if (record % DETAILS_STEP === 0) offset[record / DETAILS_STEP] = out.length
      const row = rows[record]
      const end = row + 1 < starts.length ? starts[row + 1] : from.length
      reader.at = starts[row]
      for (let text = 0; text < texts; text++) pushVarint(out, places[reader.next()])
      while (reader.at < end) pushVarint(out, reader.next())
    }
    await writer.add('details.bytes', out.view())
    await writer.add('details.offset', offset)
  }

  #cleaning(provenance: NationalRow['cleaningProvenance']): number {
    for (const _ in provenance) return this.#texts.add(JSON.stringify(provenance))
    return 0
  }
}

const MORE = 128

/** Numbers in as few bytes as they need: seven bits each, the lowest first, and a mark on all bytes but the last. */
export function pushVarint(bytes: GrowingBytes, value: number): void {
  let rest = value
  // Bits can be shifted only in numbers of 32 of them.
  while (rest > 0x7fffffff) {
    bytes.push((rest % MORE) | MORE)
    rest = Math.floor(rest / MORE)
  }
  while (rest >= MORE) {
    bytes.push((rest & (MORE - 1)) | MORE)
    rest >>>= 7
  }
  bytes.push(rest)
}

export class VarintReader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  next(): number {
    let value = 0
    let factor = 1
    while (this.#bytes[this.at] >= MORE) {
      value += (this.#bytes[this.at++] & (MORE - 1)) * factor
      factor *= MORE
    }
    return value + this.#bytes[this.at++] * factor
  }
}
