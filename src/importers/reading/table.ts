// Reads inputs as tables: splits, checks what every row must have, hands each record to a reader.

import type { DelimitedFormat } from '../../lib/delimited/field-scanner.ts'
import { Splitter } from '../../lib/delimited/splitter.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type ArchiveLimits, type Input, Reading } from './archive.ts'
import type { Progress } from './progress.ts'
import { Tally } from './rejects.ts'

/** How the files of one format are read. */
export interface Layout<Row> extends DelimitedFormat {
  /** What a file is expected to be, for the sentence that refuses another: `G-NAF Core`. */
  readonly expected: string
  /** The line of the header, where lines of title stand above it. */
  readonly fromLine?: number
  /** Chosen by a file's first record; undefined when the file is something else. */
  begin(first: Splitter): TableReader<Row> | undefined
}

export interface TableReader<Row> {
  readonly columns: number
  /** Whether the first record is a header and no row. */
  readonly hasHeader: boolean
  /** Gives the row, or undefined after telling the tally why there is none. */
  read(record: Splitter): Row | undefined
}

/** What one pass over the inputs has at hand. */
export interface TablePass {
  readonly tally: Tally
  readonly reading: Reading
  readonly progress: Progress
}

export const CSV: DelimitedFormat = { delimiter: ',', quoted: true }
export const PIPE_SEPARATED: DelimitedFormat = { delimiter: '|', quoted: false }

/** The rows of the import, a handful at a time: an await for each row costs more than the row. */
export async function* readTables<Row>(
  inputs: readonly Input[],
  layout: Layout<Row>,
  pass: TablePass,
): AsyncGenerator<Row[]> {
  for (const input of inputs) yield* readTable(input, layout, pass, true)
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

/** `isRows` says whether what the reader gives are the rows of the import, which progress then counts. */
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
export async function requireBeginning<Row>(
  input: Input,
  layout: Layout<Row>,
  limits?: ArchiveLimits,
): Promise<void> {
  const table = new Table(input.name, layout, new Tally())
  for await (const chunk of input.open(new Reading(limits))) {
    table.splitter.feed(chunk)
    if (table.begins()) return
  }
  table.splitter.end()
  if (!table.begins()) table.finish()
}

/** Whether `isKnown` knows the first record of a CSV file, to tell formats apart. */
export async function beginsWith(
  input: Input,
  isKnown: (first: Splitter) => boolean,
  limits?: ArchiveLimits,
): Promise<boolean> {
  const splitter = new Splitter(CSV)
  const isGood = () => splitter.fault === undefined && isKnown(splitter)
  for await (const chunk of input.open(new Reading(limits))) {
    splitter.feed(chunk)
    if (splitter.next()) return isGood()
  }
  splitter.end()
  return splitter.next() && isGood()
}

/** The fields of a record as text, without spaces around them. */
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
  #isFirst = true
  /** Whether the record read last is one that the end of the file has cut. */
  #isCutShort = false

  constructor(name: string, layout: Layout<Row>, tally: Tally) {
    this.splitter = new Splitter(layout)
    this.#name = name
    this.#layout = layout
    this.#tally = tally
  }

  /** Whether the first record is there and is what it should be; refused where it is not. */
  begins(): boolean {
    return this.splitter.next() && this.#begin() !== undefined
  }

  /** All rows that the splitter has by now. */
  take(): Row[] {
    const { splitter } = this
    const rows: Row[] = []
    while (splitter.next()) {
      if (this.#reader === undefined && splitter.line < (this.#layout.fromLine ?? 0)) continue
      const reader = this.#reader ?? this.#begin()
      const isHeader = this.#isFirst && reader.hasHeader
      this.#isFirst = false
      if (isHeader) continue
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
    if (this.#reader === undefined) {
      throw new ImportRefused(`${this.#name} is empty; ${this.#layout.expected} was expected.`)
    }
    if (this.#isCutShort) {
      throw new ImportRefused(`${this.#name} is cut short: it ends in the middle of a row.`)
    }
    this.#tally.endFile()
  }

  #begin(): TableReader<Row> {
    const { splitter } = this
    const isText = splitter.fault === undefined && splitter.isEncodedWell()
    const reader = isText ? this.#layout.begin(splitter) : undefined
    if (reader === undefined) {
      throw new ImportRefused(
        `${this.#name} is refused: ${this.#layout.expected} was expected, ` +
          `and the first line is: ${splitter.excerpt()}`,
      )
    }
    this.#reader = reader
    return reader
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
