// Opens a list of addresses that is to be matched: how it is written, and which of its columns are read as what.

import { basename } from 'node:path'
import type { Product } from '../../address/product.ts'
import { type ArchiveLimits, type Input, requireInputs } from '../../importers/reading/archive.ts'
import { printable } from '../../importers/reading/rejects.ts'
import { COLUMNS_MAX } from '../../lib/delimited/field-scanner.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { guessedProduct } from '../column-guess.ts'
import { headerDelimiter, isOwnedHeader, withUnknownHeader } from '../column-names.ts'
import {
  type Encoding,
  type ListShape,
  NO_DELIMITER,
  openListFile,
  requireRows,
  SAMPLE_RECORDS,
} from '../list-file.ts'
import { type ColumnRead, guessedReads, readsGiven } from './column-reads.ts'
import { ParquetFile } from './parquet-file.ts'

/** Plain data, fit for any thread. */
export interface ListLayout {
  /** Its name, for messages. */
  readonly file: string
  readonly product: Product
  readonly format: 'delimited' | 'ndjson' | 'lines' | 'parquet'
  readonly encoding: Encoding
  /** Whether the file begins with a byte order mark, or is in an encoding that has to have one. */
  readonly isMarked: boolean
  readonly delimiter: string
  /** The line of the header, or of the first row where there is none: lines of title may stand above. */
  readonly fromLine: number
  readonly hasHeader: boolean
  /** The names of all columns; `column 1` where there is no header. */
  readonly names: readonly string[]
  /** In the order in which they are joined. */
  readonly reads: readonly ColumnRead[]
  /** The layers of areas that are written for each address; absent for none. */
  readonly areas?: readonly string[]
}

export interface ListOptions {
  /** Undefined: told by the first rows. */
  readonly product?: Product | undefined
  /** Where the rows do not tell either. */
  readonly likelyProduct?: Product | undefined
  /** `address=2,postcode=Postcode`. Undefined: guessed. */
  readonly columns?: string | undefined
  /** Where no column looks like an address, none is read and a person has to say; otherwise the list is refused. */
  readonly mayReadNone?: boolean
  readonly limits?: ArchiveLimits | undefined
  /** Every line is one address, and the first is no header. */
  readonly isLines?: boolean
  /** The first record is a row, whatever it looks like. */
  readonly isHeaderless?: boolean
}

export interface MatchList {
  readonly layout: ListLayout
  /** In UTF-8, unless it is Parquet. */
  readonly input: Input | ParquetFile
}

const EXPECTED =
  'a list of addresses was expected, as CSV, TSV or NDJSON, optionally gzip-compressed.'
const HOW = {
  expected: EXPECTED,
  takesJson: true,
  isHeader: isOwnedHeader,
  delimiterOf: headerDelimiter,
}

/** Refused with one sentence that names the file, where it is no list of addresses. */
export async function openMatchList(path: string, options: ListOptions = {}): Promise<MatchList> {
  if (isParquetName(path)) return parquetList(await ParquetFile.open(path), options)
  return matchListOf(await onlyInput(path, options.limits), options)
}

export function isParquetName(path: string): boolean {
  return /\.parquet$/i.test(path)
}

async function parquetList(input: ParquetFile, options: ListOptions): Promise<MatchList> {
  const { name, names } = input
  if (options.isLines || options.isHeaderless) {
    throw new ImportRefused(`${name} is Parquet: --lines and --no-header are for text.`)
  }
  const plain = [...names.keys()].filter((column) => input.faultOf(column) === undefined)
  const records = [{ line: 0, fields: names }]
  const { value: first } = await input.cells(plain, 0, SAMPLE_RECORDS).next()
  for (let row = 0; first && row < first.rowEnd; row += 1) {
    records.push({ line: row + 1, fields: first.at(row) })
  }
  if (records.length === 1) throw new ImportRefused(`${name} has no rows.`)
  const shape = { delimiter: NO_DELIMITER, records, hasHeader: true }
  const layout = layoutOf(shape, name, options, {
    format: 'parquet',
    encoding: 'utf-8',
    isMarked: false,
    fromLine: 1,
  })
  const fault = layout.reads.map(({ column }) => input.faultOf(column)).find(Boolean)
  if (fault !== undefined) throw new ImportRefused(`${name}: ${fault}`)
  return { layout, input }
}

export async function matchListOf(given: Input, options: ListOptions): Promise<MatchList> {
  const { isLines, isHeaderless } = options
  const opened = await openListFile(given, {
    ...HOW,
    ...(isLines && { takesJson: false, delimiterOf: () => NO_DELIMITER }),
    ...((isLines || isHeaderless) && { isHeader: () => false }),
  })
  requireRows(opened, EXPECTED)
  const { input, encoding, isJson, isMarked } = opened
  const isKnown = isJson || isLines || isHeaderless
  const shape = isKnown ? opened.shape : withUnknownHeader(opened.shape)
  const layout = layoutOf(shape, input.name, options, {
    format: isJson ? 'ndjson' : isLines ? 'lines' : 'delimited',
    encoding,
    isMarked: !isJson && (isMarked || encoding !== 'utf-8'),
    fromLine: isLines || isHeaderless ? 1 : (shape.records[0]?.line ?? 1),
  })
  return { layout, input }
}

type Written = Pick<ListLayout, 'format' | 'encoding' | 'isMarked' | 'fromLine'>

function layoutOf(shape: ListShape, file: string, options: ListOptions, written: Written) {
  const { likelyProduct, mayReadNone, isLines } = options
  const { columns = isLines ? 'address=1' : undefined } = options
  const { delimiter, hasHeader } = shape
  const names = namesOf(shape, file)
  const product = options.product ?? unlessRefused(() => guessedProduct(shape, file), likelyProduct)
  const reads =
    columns === undefined
      ? unlessRefused(() => guessedReads(shape, product, file), mayReadNone ? [] : undefined)
      : readsGiven(columns, names, product, file)
  return { file, product, ...written, delimiter, hasHeader, names, reads }
}

/** What was found, or `otherwise` where nothing was. */
function unlessRefused<Found>(find: () => Found, otherwise: Found | undefined): Found {
  try {
    return find()
  } catch (error) {
    if (error instanceof ImportRefused && otherwise !== undefined) return otherwise
    throw error
  }
}

async function onlyInput(path: string, limits: ArchiveLimits | undefined): Promise<Input> {
  const inputs = await requireInputs([path], 'list of addresses', () => true, limits)
  const name = basename(path)
  const [input] = inputs
  if (input?.name === name) return input
  const what = input?.name.startsWith(`${name}: `) ? 'a zip archive' : 'a folder'
  throw new ImportRefused(`${path} is ${what}; ${EXPECTED}`)
}

const COLUMN_NAME_LENGTH_MAX = 100
const NAME_SHOWN_MAX = 40

function namesOf({ records, hasHeader }: ListShape, file: string): string[] {
  const widths = records.map(({ fields }) => fields.length)
  const count = hasHeader ? (widths[0] ?? 0) : Math.max(...widths)
  if (count > COLUMNS_MAX) {
    throw new ImportRefused(`${file} has more than ${COLUMNS_MAX} columns.`)
  }
  const named = hasHeader ? (records[0]?.fields ?? []) : []
  const long = named.find((name) => name.length > COLUMN_NAME_LENGTH_MAX)
  if (long !== undefined) {
    const begins = printable(long.slice(0, NAME_SHOWN_MAX))
    const most = `more than ${COLUMN_NAME_LENGTH_MAX} characters`
    throw new ImportRefused(`${file} has a column name of ${most}: ${begins}…`)
  }
  return Array.from({ length: count }, (_, at) => named[at] || `column ${at + 1}`)
}
