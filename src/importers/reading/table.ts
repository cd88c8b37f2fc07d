// What importers share: their options, and tables that are split, checked and handed to a reader, record by record.

import type { Product } from '../../address/product.ts'
import type { ReleaseChanges } from '../../index/file/sections.ts'
import type { NamedSuccessors } from '../../index/ids/postal-id.ts'
import type { NationalSource, PostalSource } from '../../index/rows/row-source.ts'
import type { DelimitedFormat } from '../../lib/delimited/field-scanner.ts'
import { Splitter } from '../../lib/delimited/splitter.ts'
import { elementAt } from '../../lib/element-at.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { recordOf } from '../../lib/record-of.ts'
import { type Input, Reading, sizeOf } from './archive.ts'
import type { ChangedRows } from './changed-rows.ts'
import { NO_PROGRESS, type Progress } from './progress.ts'
import { type ImportReport, Tally } from './rejects.ts'

export interface Layout<Row> extends DelimitedFormat {
  /** What a file is expected to be, for the sentence that refuses another: `G-NAF Core`. */
  readonly expected: string
  /** The line of the header, where lines of title stand above it. */
  readonly fromLine?: number
  /** Chosen by a file's first record; undefined when the file is something else. */
  begin(first: Splitter): TableReader<Row> | undefined
}

interface TableReader<Row> {
  readonly columns: number
  readonly hasHeader: boolean
  /** Gives the row, or undefined after telling the tally why there is none. */
  read(record: Splitter): Row | undefined
}

export interface TablePass {
  readonly tally: Tally
  readonly reading: Reading
  readonly progress: Progress
}

export const CSV: DelimitedFormat = { delimiter: ',', quoted: true }
export const PIPE_SEPARATED: DelimitedFormat = { delimiter: '|', quoted: false }

/**
 * The rows of the import, a handful at a time: an await for each row costs more than the row. Progress counts records
 * instead of rows where few of them are rows already.
 */
export async function* readTables<Row>(
  inputs: readonly Input[],
  layout: Layout<Row>,
  pass: TablePass,
  isRows = true,
): AsyncGenerator<Row[]> {
  for (const input of inputs) yield* readTable(input, layout, pass, isRows)
}

/** Goes through tables that only tell something about the rows: their reader gives none. */
export async function scanTables(
  inputs: readonly Input[],
  layout: Layout<undefined>,
  pass: TablePass,
): Promise<void> {
  for (const input of inputs) {
    // The loop has nothing to do: the records are used while they are read.
    for await (const _ of readTable(input, layout, pass, false));
  }
}

async function* readTable<Row>(
  input: Input,
  layout: Layout<Row>,
  pass: TablePass,
  isRows: boolean,
): AsyncGenerator<Row[]> {
  const table = new Table(input.name, layout, pass.tally)
  pass.tally.beginFile(input.name)
  for await (const chunk of input.open(pass.reading)) {
    table.splitter.feed(chunk)
    const rows = table.take()
    const { rows: taken, recordsRead } = pass.tally
    pass.progress.advance(pass.reading.bytesRead, isRows ? taken : recordsRead)
    if (rows.length > 0) yield rows
  }
  table.splitter.end()
  const rows = table.take()
  table.finish()
  if (rows.length > 0) yield rows
}

/** Refuses a file at once that does not begin as its layout expects, before anything long is read for it. */
export async function requireBeginning<Row>(input: Input, layout: Layout<Row>): Promise<void> {
  readerOf(input.name, layout, await firstRecord(input, layout))
}

/** Whether `isKnown` knows the first record of a CSV file, to tell formats apart. */
export async function beginsWith(input: Input, isKnown: (first: Splitter) => boolean) {
  const first = await firstRecord(input, CSV)
  return first !== undefined && first.fault === undefined && isKnown(first)
}

export async function firstRecord(input: Input, format: DelimitedFormat) {
  const splitter = new Splitter(format)
  for await (const chunk of input.open(new Reading())) {
    splitter.feed(chunk)
    if (splitter.next()) return splitter
  }
  splitter.end()
  return splitter.next() ? splitter : undefined
}

/** Refuses a file that is empty or something else. */
function readerOf<Row>(name: string, layout: Layout<Row>, first: Splitter | undefined) {
  if (first === undefined) {
    throw new ImportRefused(`${name} is empty; ${layout.expected} was expected.`)
  }
  const isText = first.fault === undefined && first.isEncodedWell()
  const reader = isText ? layout.begin(first) : undefined
  if (reader !== undefined) return reader
  throw new ImportRefused(
    `${name} is refused: ${layout.expected} was expected, ` +
      `and the first line is: ${first.excerpt()}`,
  )
}

export function fieldsOf(record: Splitter, countMax = record.columns): string[] {
  const count = Math.min(record.columns, countMax)
  return Array.from({ length: count }, (_, column) => record.text(column).trim())
}

class Table<Row> {
  readonly splitter: Splitter
  readonly #name: string
  readonly #layout: Layout<Row>
  readonly #tally: Tally
  #reader: TableReader<Row> | undefined
  /** Whether the record read last is one that the end of the file has cut. */
  #isCutShort = false

  constructor(name: string, layout: Layout<Row>, tally: Tally) {
    this.splitter = new Splitter(layout)
    this.#name = name
    this.#layout = layout
    this.#tally = tally
  }

  take(): Row[] {
    const { splitter } = this
    const rows: Row[] = []
    while (splitter.next()) {
      if (this.#reader === undefined && splitter.line < (this.#layout.fromLine ?? 0)) continue
      const isFirst = this.#reader === undefined
      this.#reader ??= readerOf(this.#name, this.#layout, splitter)
      const reader = this.#reader
      if (isFirst && reader.hasHeader) continue
      this.#tally.recordsRead += 1
      if (!this.#isSound(reader)) continue
      const row = reader.read(splitter)
      if (row === undefined) continue
      rows.push(row)
      this.#tally.rows += 1
    }
    return rows
  }

  finish(): void {
    if (this.#reader === undefined) readerOf(this.#name, this.#layout, undefined)
    if (this.#isCutShort) {
      throw new ImportRefused(`${this.#name} is cut short: it ends in the middle of a row.`)
    }
    this.#tally.endFile()
  }

  /** What must be true of a row whatever the format; a bad one is counted here. */
  #isSound(reader: TableReader<Row>): boolean {
    const { splitter } = this
    const tally = this.#tally
    this.#isCutShort = false
    if (splitter.fault !== undefined) {
      this.#isCutShort = splitter.isUnterminated && splitter.fault === 'quotes'
      tally.reject(splitter.fault, splitter)
      return false
    }
    if (splitter.columns !== reader.columns) {
      this.#isCutShort = splitter.isUnterminated && splitter.columns < reader.columns
      tally.reject('columns', splitter)
      return false
    }
    if (splitter.isEncodedWell()) return true
    tally.reject('encoding', splitter)
    return false
  }
}

export interface ImportOptions {
  /** Replaces the format's own attribution. */
  readonly attribution?: string
  readonly progress?: Progress
  /** Takes the rows of a change set, and the addresses that it says are gone. */
  readonly changed?: ChangedRows
}

/** An importer's source. Its report is about the reading of the rows that was begun last. */
export type Imported = (NationalSource | PostalSource) & { readonly report: ImportReport }

interface RowReading<P extends Product, Row> {
  readonly product: P
  readonly format: string
  /** What the source asks to be said, unless the options say another. */
  readonly attribution: string
  /** All inputs that a reading goes through, each as often as it is read. */
  readonly inputs: readonly Input[]
  readonly options: ImportOptions
  /** For an importer that has something to say before the rows are read. */
  readonly tally?: Tally
  /** Where change sets can be merged into the release. */
  readonly changes?: ReleaseChanges | undefined
  /** Told as rows are read. */
  readonly successors?: NamedSuccessors | undefined
  read(pass: TablePass): AsyncIterable<Row[]>
}

/** `rows` and `batches` may be called several times; each call reads from the beginning. */
export function importedRows<P extends Product, Row>(reading: RowReading<P, Row>) {
  const { product, format, inputs, options, tally = new Tally() } = reading
  async function* batches(): AsyncGenerator<Row[]> {
    tally.reset()
    options.progress?.begin(format, sizeOf(inputs))
    yield* reading.read(newPass(tally, options))
    if (options.changed === undefined) tally.end()
    options.progress?.end()
  }
  async function* rows(): AsyncGenerator<Row> {
    for await (const batch of batches()) {
      for (const row of batch) yield row
    }
  }
  const report: ImportReport = tally
  const attribution = options.attribution ?? reading.attribution
  const { changes, successors } = reading
  return { product, format, attribution, changes, successors, rows, batches, report }
}

export function newPass(tally: Tally, { progress = NO_PROGRESS }: ImportOptions = {}): TablePass {
  return { tally, reading: new Reading(), progress }
}

/** Names are compared without case and punctuation: `Street name` is `STREET_NAME`. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Where each named column is, or undefined unless all of them are there. */
export function columnsOf<Name extends string>(header: readonly string[], names: readonly Name[]) {
  const places = placesIn(header)
  const found = names.map((name) => places.get(foldedName(name)) ?? -1)
  return found.includes(-1) ? undefined : recordOf(names, (_, at) => elementAt(found, at))
}

export function indexesOf<Name extends string>(names: readonly Name[]) {
  return recordOf(names, (_, index) => index)
}

/** Each folded name of a header and its column; of two equal names the first counts. */
export function placesIn(header: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  header.forEach((name, column) => {
    const folded = foldedName(name)
    if (!places.has(folded)) places.set(folded, column)
  })
  return places
}
