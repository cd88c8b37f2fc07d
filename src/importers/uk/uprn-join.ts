// Joins the records of each UPRN to one address: the fields of all of them are read as those of one record.
// Unchecked: hot, and every slot is one of a role's.

import type { PostalRow } from '../../address/postal.ts'
import { words } from '../../countries/tables.ts'
import { Splitter } from '../../lib/delimited/splitter.ts'
import { printable, type RejectedRecord } from '../reading/rejects.ts'
import { CSV, foldedName, type TablePass } from '../reading/table.ts'
import type { KeptRecords, RecordsWriter } from './kept-records.ts'
import { PostalFields } from './postal-fields.ts'
import type { PostcodeOptions } from './postcode-files.ts'
import {
  digitsIn,
  FIRST_COLUMN,
  ORIGIN_COLUMNS,
  ROLE_COLUMN,
  UPRN_COLUMN,
  type UprnRecords,
} from './uprn-records.ts'

export interface JoinOptions extends PostcodeOptions {
  /** For a temporary file, some hundred bytes for each record. The system's folder unless one is named. */
  readonly workFolder?: string
  /** Gets the records that addresses are joined of, for change sets to come. */
  readonly keep?: RecordsWriter
  /** Those of the release that a change set is for. */
  readonly kept?: KeptRecords
}

/** What a record is to its address: columns by their folded names, and the field that each becomes. */
export interface Role {
  readonly columns: readonly string[]
  readonly fields: readonly string[]
  /** Whether all records of the role count, each of them for itself. Otherwise it is the first. */
  readonly repeats?: true
}

/** `COLUMN`, or `COLUMN:FIELD` where the field goes by another name. */
export function roleOf(text: string): Role {
  const all = words(text).map((each) => each.split(':').map(foldedName))
  return {
    columns: all.map(([column = '']) => column),
    fields: all.map(([column = '', field = column]) => field),
  }
}

/** By the first character of what `UprnRecords.add` is told; their order is that in which fields are taken. */
type Roles = Readonly<Record<string, Role>>

/** Fields that are numbers, and no texts. */
const NUMBERS = words('latitude longitude xcoordinate ycoordinate')

/** A field that two records have is that of the first role. */
export class JoinedFields extends PostalFields {
  /** The records of roles that repeat, each with the texts of its fields in order. */
  readonly repeated: string[][] = []
  readonly #record: Splitter
  readonly #roles: Roles
  readonly #files: readonly string[]
  /** Where each field is among the values; those of NUMBERS come first. */
  readonly #slots: ReadonlyMap<string, number>
  readonly #slotsOf: ReadonlyMap<string, Int32Array>
  readonly #texts: string[]
  readonly #numbers = new Float64Array(NUMBERS.length)
  #uprn = ''
  #lastRole = ''
  /** Where the first record of the address is. */
  #start = 0
  #end = 0
  #file = 0
  #line = 0

  /** `more` are fields that other tables tell. */
  constructor(record: Splitter, roles: Roles, files: readonly string[], more: readonly string[]) {
    const all = Object.entries(roles)
    const names = [...NUMBERS, ...all.flatMap(([, { fields }]) => fields), ...more]
    const slots = new Map([...new Set(names)].map((name, slot) => [name, slot]))
    super(record, slots)
    this.#record = record
    this.#roles = roles
    this.#files = files
    this.#slots = slots
    this.#slotsOf = new Map(
      all.map(([name, { fields }]) => [
        name,
        Int32Array.from(fields, (field) => slots.get(field) ?? 0),
      ]),
    )
    this.#texts = new Array<string>(slots.size).fill('')
  }

  /** That of the first record. Its bytes stay where they are until the next piece is read. */
  override get origin(): RejectedRecord {
    const { bytes } = this.#record
    const text = bytes.toString('utf8', this.#start, this.#end)
    return {
      file: this.#files[this.#file] ?? '',
      line: this.#line,
      excerpt: () => printable(`UPRN ${this.#uprn}: ${text}`),
    }
  }

  override begin(): void {
    super.begin()
    this.#texts.fill('')
    this.#numbers.fill(Number.NaN)
    this.repeated.length = 0
    this.#lastRole = ''
    const record = this.#record
    this.#uprn = record.uniqueText(UPRN_COLUMN)
    const last = record.columns - 1
    this.#start = record.startOf(FIRST_COLUMN)
    this.#end = record.endOf(last - ORIGIN_COLUMNS)
    this.#file = record.decimal(last - 1)
    this.#line = record.decimal(last)
  }

  take(): void {
    const record = this.#record
    const name = record.text(ROLE_COLUMN).charAt(0)
    if (this.#roles[name].repeats === true) {
      const { fields } = this.#roles[name]
      this.repeated.push(fields.map((_, at) => this.tidyText(record, FIRST_COLUMN + at)))
      return
    }
    if (name === this.#lastRole) return
    this.#lastRole = name
    const slots = this.#slotsOf.get(name) ?? new Int32Array()
    for (let at = 0; at < slots.length; at += 1) {
      const column = FIRST_COLUMN + at
      const slot = slots[at]
      if (record.isEmpty(column)) continue
      if (slot < NUMBERS.length) {
        if (Number.isNaN(this.#numbers[slot])) this.#numbers[slot] = record.decimal(column)
      } else if (this.#texts[slot] === '') this.#texts[slot] = this.tidyText(record, column)
    }
  }

  override raw(name: string): string {
    const slot = this.#slots.get(name)
    return slot === undefined ? '' : this.#texts[slot]
  }

  override key(name: string): string {
    return name === 'uprn' ? this.#uprn : ''
  }

  /** Whether all its records are of roles that only add to others. */
  get isEmpty(): boolean {
    return this.#lastRole === ''
  }

  setAll(names: readonly string[], texts: readonly string[] = []): void {
    texts.forEach((text, at) => {
      const slot = this.#slots.get(names[at])
      if (slot !== undefined) this.#texts[slot] = text
    })
  }

  protected override number(name: string): number {
    const slot = this.#slots.get(name)
    return slot === undefined ? Number.NaN : this.#numbers[slot]
  }
}

interface Join {
  readonly roles: Roles
  /** By the numbers that `UprnRecords.add` was told. */
  readonly files: readonly string[]
  /** Fields that `make` sets. */
  readonly more?: readonly string[]
  readonly label: string
  /** Gets those too that are no address. */
  readonly note?: (fields: JoinedFields) => void
}

/** `make` tells the tally why there is no row. */
export async function* joinedRows(
  records: Pick<UprnRecords, 'bytes'> & { pieces(): Iterable<Buffer> },
  { roles, files, more = [], label, note }: Join,
  make: (fields: JoinedFields) => PostalRow | undefined,
  { tally, progress }: TablePass,
): AsyncGenerator<PostalRow[]> {
  const splitter = new Splitter(CSV)
  const fields = new JoinedFields(splitter, roles, files, more)
  tally.beginFile(label)
  progress.end()
  progress.begin(label, records.bytes)
  let read = 0
  for (const piece of records.pieces()) {
    splitter.feed(piece)
    const rows: PostalRow[] = []
    const finish = () => {
      note?.(fields)
      if (fields.isEmpty) return
      const row = make(fields)
      tally.recordsRead += 1
      if (row !== undefined) rows.push(row)
    }
    let uprn = -1
    while (splitter.next()) {
      if (splitter.fault !== undefined) {
        // A row that was just short enough is longer with its file and line after it.
        tally.reject(splitter.fault, splitter)
        continue
      }
      const next = digitsIn(splitter.bytes, splitter.startOf(UPRN_COLUMN))
      if (next !== uprn) {
        if (uprn !== -1) finish()
        fields.begin()
        uprn = next
      }
      fields.take()
    }
    if (uprn !== -1) finish()
    tally.rows += rows.length
    read += piece.length
    progress.advance(read, tally.rows)
    yield rows
  }
  tally.endFile()
}
