// Tells how a list is written by its first records: what divides its columns, and where its header is.

import { COLUMNS_MAX } from '../../lib/delimited/field-scanner.ts'
import { Splitter } from '../../lib/delimited/splitter.ts'
import { type ArchiveLimits, type Input, Reading } from '../reading/archive.ts'
import { fieldsOf } from '../reading/table.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Divides nothing: each line is one field. */
export const NO_DELIMITER = '\u0001'
const SAMPLE_BYTES = 256 * 1024
const SAMPLE_RECORDS = 200
/** A header stands below at most so many lines of title. */
const TITLE_LINES_MAX = 10
const GOOD_SHARE = 0.8

interface SampleRecord {
  readonly line: number
  /** At most one more than COLUMNS_MAX, which tells that there are too many. */
  readonly fields: readonly string[]
}

export interface ListShape {
  readonly delimiter: string
  /** The first records, those above the header left out. */
  readonly records: readonly SampleRecord[]
  readonly hasHeader: boolean
}

/** `isHeader` tells whether the fields are names of columns. */
export async function listShape(
  input: Input,
  isHeader: (fields: readonly string[]) => boolean,
  given: { readonly delimiter?: string | undefined; readonly limits?: ArchiveLimits | undefined },
): Promise<ListShape> {
  const sample = await beginning(input, given.limits)
  const delimiter = given.delimiter ?? delimiterOf(sample)
  const records = recordsOf(sample, delimiter)
  const at = records
    .slice(0, TITLE_LINES_MAX + 1)
    .findIndex(({ fields }) => isHeader(fields.slice(0, COLUMNS_MAX)))
  if (at === -1) return { delimiter, records, hasHeader: false }
  return { delimiter, records: records.slice(at), hasHeader: true }
}

async function beginning(input: Input, limits?: ArchiveLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input.open(new Reading(limits))) {
    chunks.push(Buffer.from(chunk))
    bytes += chunk.length
    if (bytes >= SAMPLE_BYTES) break
  }
  return Buffer.concat(chunks)
}

function recordsOf(sample: Buffer, delimiter: string): SampleRecord[] {
  const splitter = new Splitter({ delimiter, quoted: true })
  splitter.feed(sample)
  // The last record of a longer file may be cut; what is there is enough.
  if (sample.length < SAMPLE_BYTES) splitter.end()
  const records: SampleRecord[] = []
  while (records.length < SAMPLE_RECORDS && splitter.next()) {
    if (splitter.fault !== undefined) continue
    records.push({ line: splitter.line, fields: fieldsOf(splitter, COLUMNS_MAX + 1) })
  }
  return records
}

/** The one that divides nearly all records alike, into the most fields. */
function delimiterOf(sample: Buffer): string {
  let best = { delimiter: NO_DELIMITER, score: 0 }
  for (const delimiter of DELIMITERS) {
    const score = evenness(recordsOf(sample, delimiter).map(({ fields }) => fields.length))
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** 0 where the records are not divided alike: commas in an address that stands alone on its line. */
function evenness(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [[width, count] = [1, 0]] = [...counts].sort(([, a], [, b]) => b - a)
  const share = count / widths.length
  // A header of one name above rows of many is a list of one column.
  const [first = 1] = widths
  if (width === 1 || share < GOOD_SHARE || (first === 1 && !isTitled(widths, width))) return 0
  return width * share
}

/** Whether lines of title stand above a header as wide as the rows. */
function isTitled(widths: readonly number[], width: number): boolean {
  const at = widths.indexOf(width)
  return at > 0 && at <= TITLE_LINES_MAX && widths.slice(at).every((each) => each === width)
}
