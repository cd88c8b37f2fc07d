// The records of a CSV text that is in memory, each with its line and what is wrong with it.

import { COLUMNS_MAX } from './field-scanner.ts'
import { Splitter } from './splitter.ts'

export interface CsvRecord {
  /** Where it begins, counted from 1. */
  readonly line: number
  /** How many cells it has; of a great many, only the first ones are kept. */
  readonly columns: number
  readonly cells: readonly string[]
  /** Why it could not be split; it then has no cells. */
  readonly fault: string | undefined
}

/** Bytes that are split at once. */
const CHUNK_BYTES = 64 * 1024

/** The records of a text separated by commas, semicolons or tabs, as its first line is. */
export function* csvRecords(text: string): Generator<CsvRecord, undefined> {
  const [first = ''] = text.split('\n', 1)
  const delimiter = first.includes(',') ? ',' : first.includes(';') ? ';' : '\t'
  const splitter = new Splitter({ delimiter, quoted: true })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    splitter.feed(bytes.subarray(at, at + CHUNK_BYTES))
    yield* recordsIn(splitter)
  }
  splitter.end()
  yield* recordsIn(splitter)
  return undefined
}

function* recordsIn(splitter: Splitter): Generator<CsvRecord> {
  while (splitter.next()) {
    const { line, columns } = splitter
    const kept = Math.min(columns, COLUMNS_MAX)
    const cells = Array.from({ length: kept }, (_, column) => splitter.uniqueText(column))
    const isBlank = columns === 1 && cells.join('').trim() === ''
    if (!isBlank) yield { line, columns, cells, fault: faultOf(splitter) }
  }
}

function faultOf({ fault, isUnterminated }: Splitter): string | undefined {
  if (fault === undefined) return undefined
  if (fault === 'too-long') return 'it is longer than 64 KiB, or a quotation mark is not closed'
  return isUnterminated ? 'a quotation mark is not closed' : 'text follows a closing quotation mark'
}
