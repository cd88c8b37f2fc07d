// Reads the rows of a list, a handful at a time and in order: each row of the file is one, also one that is broken.

import { Reading } from '../../importers/reading/archive.ts'
import { COLUMNS_MAX } from '../../lib/delimited/field-scanner.ts'
import { ROW_BYTES_MAX, Splitter } from '../../lib/delimited/splitter.ts'
import { JSON_LINES, jsonCells, jsonObject } from '../list-file.ts'
import type { ListLayout, MatchList } from './match-list.ts'
import { ParquetFile } from './parquet-file.ts'

export interface ListRow {
  /** Counted from 1, without the header. */
  readonly row: number
  /** The line of the file on which it begins, from 1. */
  readonly line: number
  /** As many as the list has columns. */
  readonly cells: readonly string[]
  /** For NDJSON, the line as it is written; otherwise ''. */
  readonly json: string
  /** What is wrong with it: one sentence, '' where it can be read. */
  readonly fault: string
}

interface RowsOptions {
  /** How many rows are passed over: they were read before. */
  readonly skip?: number
  /** Told how many bytes of the file have been read, before each handful. */
  readonly onBytes?: (bytesRead: number) => void
}

/** Always cut at the same rows, so that a packed file is the same after any number of kills. */
export const BLOCK_ROWS = 500
/** Rows of Parquet in memory at once: a multiple of a block. */
const SLICE_ROWS = 100 * BLOCK_ROWS

const FAULTS = {
  'too-long': `The row is longer than ${ROW_BYTES_MAX / 1024} KB.`,
  quotes: 'The row has a quote that is not closed, or text after a closed one.',
  columns: `The row has more than ${COLUMNS_MAX} cells.`,
  json: 'The line is not a JSON object.',
}

export async function* rowsOf(
  { input, layout }: MatchList,
  { skip = 0, onBytes }: RowsOptions = {},
): AsyncGenerator<ListRow[]> {
  if (input instanceof ParquetFile) {
    yield* parquetRows(input, layout, skip, onBytes)
    return
  }
  const reading = new Reading()
  const rows = new RowReader(layout)
  for await (const chunk of input.open(reading)) {
    rows.splitter.feed(chunk)
    const taken = rows.take(skip)
    onBytes?.(reading.bytesRead)
    if (taken.length > 0) yield taken
  }
  rows.splitter.end()
  const taken = rows.take(skip)
  if (taken.length > 0) yield taken
}

/** A handful never has rows of two row groups. Of the columns that are not read, the cells are ''. */
async function* parquetRows(
  file: ParquetFile,
  { reads }: ListLayout,
  skip: number,
  onBytes: RowsOptions['onBytes'],
): AsyncGenerator<ListRow[]> {
  const columns = [...new Set(reads.map(({ column }) => column))]
  for await (const { rowStart, rowEnd, at } of file.cells(columns, skip, SLICE_ROWS)) {
    onBytes?.(Math.round((file.sizeBytes * rowEnd) / file.rows))
    for (let from = rowStart; from < rowEnd; from += BLOCK_ROWS) {
      const rows: ListRow[] = []
      for (let row = from; row < Math.min(from + BLOCK_ROWS, rowEnd); row += 1) {
        rows.push({ row: row + 1, line: row + 1, cells: at(row - rowStart), json: '', fault: '' })
      }
      yield rows
    }
  }
}

class RowReader {
  readonly splitter: Splitter
  readonly #layout: ListLayout
  #count = 0
  #isHeaderNext: boolean

  constructor(layout: ListLayout) {
    const { format, delimiter, hasHeader } = layout
    const isDelimited = format === 'delimited'
    this.splitter = new Splitter(isDelimited ? { delimiter, quoted: true } : JSON_LINES)
    this.#layout = layout
    this.#isHeaderNext = hasHeader && isDelimited
  }

  /** Those after the first `skip` rows. */
  take(skip: number): ListRow[] {
    const { splitter } = this
    const rows: ListRow[] = []
    while (splitter.next()) {
      if (splitter.line < this.#layout.fromLine) continue
      if (this.#isHeaderNext) {
        this.#isHeaderNext = false
        continue
      }
      this.#count += 1
      if (this.#count > skip) rows.push(this.#row())
    }
    return rows
  }

  #row(): ListRow {
    const { splitter } = this
    if (splitter.fault !== undefined) return this.#broken(FAULTS[splitter.fault])
    if (this.#layout.format === 'ndjson') return this.#jsonRow(splitter.uniqueText(0))
    if (splitter.columns > COLUMNS_MAX) return this.#broken(FAULTS.columns)
    const cells: string[] = []
    for (let at = 0; at < splitter.columns; at += 1) cells.push(splitter.uniqueText(at))
    return this.#made(evened(cells, this.#layout), '', '')
  }

  #jsonRow(json: string): ListRow {
    const object = jsonObject(json)
    if (object === undefined) return this.#broken(FAULTS.json)
    return this.#made(jsonCells(object, this.#layout.names), json, '')
  }

  /** Its beginning stands in the first column, so that a person finds it again. */
  #broken(fault: string): ListRow {
    const cells = this.#layout.names.map((_, at) => (at === 0 ? this.splitter.excerpt() : ''))
    return this.#made(cells, '', fault)
  }

  #made(cells: readonly string[], json: string, fault: string): ListRow {
    return { row: this.#count, line: this.splitter.line, cells, json, fault }
  }
}

/** Short rows get empty cells; what is too much, as by a comma without quotes, goes into the last. */
function evened(cells: string[], { names, delimiter }: ListLayout): string[] {
  const width = names.length
  while (cells.length > width && cells.at(-1) === '') cells.pop()
  while (cells.length < width) cells.push('')
  if (cells.length === width) return cells
  return [...cells.slice(0, width - 1), cells.slice(width - 1).join(delimiter)]
}
