// A list as a file: its encoding, what it is instead of a list, what divides its columns, and where its header is.

import { type Input, Reading } from '../importers/reading/archive.ts'
import { fieldsOf } from '../importers/reading/table.ts'
import {
  COLUMNS_MAX,
  type DelimitedFormat,
  NEWLINE_BYTE,
  RETURN_BYTE,
} from '../lib/delimited/field-scanner.ts'
import { Splitter } from '../lib/delimited/splitter.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { isObject, parsedJson } from '../lib/record-of.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export const DELIMITERS = [',', ';', '\t', '|']
/** Divides nothing: each line is one field. */
export const NO_DELIMITER = '\u0001'
/** NDJSON: no quotes either. */
export const JSON_LINES: DelimitedFormat = { delimiter: NO_DELIMITER, quoted: false }
export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
  [NO_DELIMITER]: 'nothing: one column',
}

const BEGINNING_BYTES = 1024
const SAMPLE_BYTES = 256 * 1024
export const SAMPLE_RECORDS = 200
/** A header stands below at most so many lines of title. */
const TITLE_LINES_MAX = 10
const GOOD_SHARE = 0.8
/** Keys of a JSON object that are read. Others are written back all the same. */
const KEYS_MAX = 256

interface SampleRecord {
  readonly line: number
  /** At most one more than COLUMNS_MAX, which tells that there are too many. */
  readonly fields: readonly string[]
}

export interface ListShape {
  readonly delimiter: string
  readonly records: readonly SampleRecord[]
  readonly hasHeader: boolean
}

export interface ListFile {
  /** In UTF-8. */
  readonly input: Input
  readonly encoding: Encoding
  /** Whether it begins with a byte order mark of UTF-8. */
  readonly isMarked: boolean
  readonly isJson: boolean
  readonly shape: ListShape
}

interface ListFileOptions {
  /** Ends the sentence that refuses another text. */
  readonly expected: string
  /** Whether each line may be a JSON object. */
  readonly takesJson?: boolean
  isHeader(fields: readonly string[]): boolean
  /** Undefined: told by the first records. */
  delimiterOf(firstLine: string): string | undefined
}

export async function openListFile(given: Input, options: ListFileOptions): Promise<ListFile> {
  const { takesJson = false, expected, isHeader } = options
  const { input, encoding } = await decodedInput(given)
  const sample = await sampleOf(input)
  const isMarked = sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf
  const begins = sample.toString('utf8', isMarked ? 3 : 0, BEGINNING_BYTES).trimStart()
  const others = [...OTHER_TEXTS, ...(takesJson ? NOT_JSON_LINES : JSON_TEXTS)]
  const what = others.find(([pattern]) => pattern.test(begins))?.[1]
  if (what !== undefined) throw new ImportRefused(`${input.name} is ${what}; ${expected}`)
  const isJson = begins.startsWith('{')
  const [firstLine = ''] = begins.split(/[\r\n]/, 1)
  const shape = isJson
    ? jsonShape(sample)
    : delimitedShape(sample, options.delimiterOf(firstLine), isHeader)
  return { input, encoding, isMarked, isJson, shape }
}

type OtherTexts = readonly (readonly [RegExp, string])[]

const OTHER_TEXTS: OtherTexts = [
  [/^<(?:!doctype )?html/i, 'a web page'],
  [/^<[?!\w]/, 'XML'],
]
const JSON_TEXTS: OtherTexts = [[/^[{[]/, 'JSON']]
const NOT_JSON_LINES: OtherTexts = [
  [/^$/, 'empty'],
  [/^\[/, 'one JSON array, not one object on each line'],
  [/^\{\s*(?:[\r\n]|$)/, 'JSON that is spread over lines, not one object on each line'],
  [/^\{\\rtf/, 'a document of a word processor'],
]

export function requireRows({ input, isJson, shape }: ListFile, expected: string): void {
  const { records, hasHeader } = shape
  if (records.length > (hasHeader ? 1 : 0)) return
  const what = isJson ? 'no line' : hasHeader ? 'a header and no row' : 'no row'
  throw new ImportRefused(`${input.name} has ${what} that can be read; ${expected}`)
}

/** What is looked at to tell the encoding; a list of a million addresses is smaller. */
const LOOKED_AT_BYTES_MAX = 128 * 1024 * 1024

/** In UTF-8, whatever its encoding is: spreadsheets write UTF-16 and Windows-1252 too. */
export async function decodedInput(input: Input) {
  const { encoding, hasReturns } = await textOf(input)
  const decoded = encoding === 'utf-8' ? input : inUtf8(input, encoding)
  return { encoding, input: hasReturns ? withLineEnds(decoded) : decoded }
}

/** `hasReturns`: its lines end with a carriage return alone, as those of old Macs do. */
async function textOf(input: Input) {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let hasReturns = false
  for await (const chunk of opened(input, new Reading())) {
    const marked = bytes === 0 ? markedEncoding(chunk) : undefined
    if (marked !== undefined) return { encoding: marked, hasReturns: false }
    if (bytes === 0) hasReturns = chunk.includes(RETURN_BYTE) && !chunk.includes(NEWLINE_BYTE)
    if (chunk.includes(0)) {
      throw new ImportRefused(`${input.name} is not a text file.`)
    }
    bytes += chunk.length
    if (!decodes(utf8, chunk)) return { encoding: 'windows-1252' as const, hasReturns }
    if (bytes > LOOKED_AT_BYTES_MAX) break
  }
  return { encoding: 'utf-8' as const, hasReturns }
}

/** By the mark at the beginning of a text in UTF-16, or by the zeros next to its first letters. */
function markedEncoding(chunk: Buffer): Encoding | undefined {
  const [first, second, third, fourth] = chunk
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  return first === 0 && second !== 0 && third === 0 && fourth !== 0 ? 'utf-16be' : undefined
}

function decodes(decoder: TextDecoder, chunk: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: true })
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function inUtf8(input: Input, encoding: Encoding): Input {
  const decoded = async function* (reading: Reading) {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of opened(input, reading)) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }))
    }
    const rest = decoder.decode()
    if (rest !== '') yield Buffer.from(rest)
  }
  return { ...input, open: decoded }
}

function withLineEnds(input: Input): Input {
  const ended = async function* (reading: Reading) {
    for await (const chunk of input.open(reading)) {
      yield Buffer.from(chunk.map((byte) => (byte === RETURN_BYTE ? NEWLINE_BYTE : byte)))
    }
  }
  return { ...input, open: ended }
}

function opened(input: Input, reading: Reading): AsyncIterable<Buffer> {
  reading.takesUtf16 = true
  return input.open(reading)
}

async function sampleOf(input: Input): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input.open(new Reading())) {
    chunks.push(Buffer.from(chunk))
    bytes += chunk.length
    if (bytes >= SAMPLE_BYTES) break
  }
  return Buffer.concat(chunks)
}

/** What `read` makes of the first records, without those that it makes nothing of. */
function sampled<Sample>(
  sample: Buffer,
  format: DelimitedFormat,
  read: (record: Splitter) => Sample | undefined,
): Sample[] {
  const splitter = new Splitter(format)
  splitter.feed(sample)
  // The last record of a longer file may be cut; what is there is enough.
  if (sample.length < SAMPLE_BYTES) splitter.end()
  const samples: Sample[] = []
  while (samples.length < SAMPLE_RECORDS && splitter.next()) {
    const one = splitter.fault === undefined ? read(splitter) : undefined
    if (one !== undefined) samples.push(one)
  }
  return samples
}

function delimitedShape(
  sample: Buffer,
  given: string | undefined,
  isHeader: ListFileOptions['isHeader'],
): ListShape {
  const delimiter = given ?? delimiterIn(sample)
  const records = recordsOf(sample, delimiter)
  const at = records
    .slice(0, TITLE_LINES_MAX + 1)
    .findIndex(({ fields }) => isHeader(fields.slice(0, COLUMNS_MAX)))
  if (at === -1) return { delimiter, records, hasHeader: false }
  return { delimiter, records: records.slice(at), hasHeader: true }
}

function recordsOf(sample: Buffer, delimiter: string): SampleRecord[] {
  return sampled(sample, { delimiter, quoted: true }, (record) => ({
    line: record.line,
    fields: fieldsOf(record, COLUMNS_MAX + 1),
  }))
}

/** The one that divides nearly all records into the same number of fields, the highest there is. */
function delimiterIn(sample: Buffer): string {
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

/** The keys of the first objects are the header, so columns are guessed as in any other list. */
function jsonShape(sample: Buffer): ListShape {
  const objects = sampled(sample, JSON_LINES, (record) => {
    const object = jsonObject(record.uniqueText(0))
    return object && { line: record.line, object }
  })
  const keys = new Set(objects.flatMap(({ object }) => Object.keys(object)))
  const names = [...keys].slice(0, KEYS_MAX)
  const rows = objects.map(({ line, object }) => ({ line, fields: jsonCells(object, names) }))
  return {
    delimiter: NO_DELIMITER,
    records: [{ line: 0, fields: names }, ...rows],
    hasHeader: true,
  }
}

type JsonObject = Readonly<Record<string, unknown>>

/** Undefined where the line is not a JSON object. */
export function jsonObject(line: string): JsonObject | undefined {
  const value = parsedJson(line)
  return isObject(value) ? value : undefined
}

/** The cells of the columns: '' for what is neither a text nor a number. */
export function jsonCells(object: JsonObject, names: readonly string[]): string[] {
  return names.map((name) => {
    const value = Object.hasOwn(object, name) ? object[name] : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })
}
