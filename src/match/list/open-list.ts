// Opens a list of addresses that is to be matched: its encoding, what divides it, its header and its columns.

import { basename } from 'node:path'
import type { Product } from '../../address/product.ts'
import { guessedProduct } from '../../importers/lists/column-guess.ts'
import { decodedInput } from '../../importers/lists/decoded-input.ts'
import { type ListShape, listShape } from '../../importers/lists/list-shape.ts'
import {
  type ArchiveLimits,
  type Input,
  Reading,
  requireInputs,
} from '../../importers/reading/archive.ts'
import { printable } from '../../importers/reading/printable.ts'
import { COLUMNS_MAX } from '../../lib/delimited/field-scanner.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { guessedReads, readsGiven } from './column-reads.ts'
import { headerDelimiter, isListHeader, withUnknownHeader } from './header.ts'
import type { ListLayout } from './layout.ts'
import { jsonShape } from './ndjson.ts'

interface ListOptions {
  /** Undefined: told by the first rows. */
  readonly product?: Product | undefined
  /** Where the rows do not tell either. */
  readonly likelyProduct?: Product | undefined
  /** `address=2,postcode=Postcode`. Undefined: guessed. */
  readonly columns?: string | undefined
  /** Where no column looks like an address, none is read and a person has to say; otherwise the list is refused. */
  readonly mayReadNone?: boolean
  readonly limits?: ArchiveLimits | undefined
}

export interface MatchList {
  readonly layout: ListLayout
  /** In UTF-8. */
  readonly input: Input
}

/** Refused with one sentence that names the file, where it is no list of addresses. */
export async function openMatchList(path: string, options: ListOptions = {}): Promise<MatchList> {
  const { limits } = options
  const { input, encoding } = await decodedInput(await onlyInput(path, limits), limits)
  const { begins, isMarked } = await beginning(input, limits)
  refuseOthers(begins, input.name)
  const isJson = begins.startsWith('{')
  const delimiter = headerDelimiter(begins.split(/[\r\n]/, 1).join(''))
  const shape = isJson
    ? await jsonShape(input, limits)
    : withUnknownHeader(await listShape(input, isListHeader, { delimiter, limits }))
  const names = namesOf(shape, input.name)
  const product = options.product ?? productOf(shape, input.name, options.likelyProduct)
  const { columns } = options
  const layout: ListLayout = {
    file: input.name,
    product,
    format: isJson ? 'ndjson' : 'delimited',
    encoding,
    isMarked: !isJson && (isMarked || encoding !== 'utf-8'),
    delimiter: shape.delimiter,
    fromLine: shape.records[0]?.line ?? 1,
    hasHeader: shape.hasHeader,
    names,
    reads:
      columns === undefined
        ? readsOf(shape, product, input.name, options)
        : readsGiven(columns, names, input.name),
  }
  return { layout, input }
}

function productOf(shape: ListShape, file: string, likely: Product | undefined): Product {
  try {
    return guessedProduct(shape, file)
  } catch (error) {
    if (error instanceof ImportRefused && likely !== undefined) return likely
    throw error
  }
}

function readsOf(shape: ListShape, product: Product, file: string, { mayReadNone }: ListOptions) {
  try {
    return guessedReads(shape, product, file)
  } catch (error) {
    if (error instanceof ImportRefused && mayReadNone === true) return []
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

const EXPECTED =
  'a list of addresses was expected, as CSV, TSV or NDJSON, each as it is or packed by gzip.'

async function beginning(input: Input, limits: ArchiveLimits | undefined) {
  for await (const chunk of input.open(new Reading(limits))) {
    const isMarked = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
    const begins = chunk.toString('utf8', isMarked ? 3 : 0, BEGINNING_BYTES).trimStart()
    return { begins, isMarked }
  }
  return { begins: '', isMarked: false }
}

const BEGINNING_BYTES = 1024

/** Names what a text is instead of a list. */
function refuseOthers(begins: string, file: string): void {
  const what = OTHER_TEXTS.find(([pattern]) => pattern.test(begins))?.[1]
  if (what !== undefined) throw new ImportRefused(`${file} is ${what}; ${EXPECTED}`)
}

const OTHER_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'empty'],
  [/^<(?:!doctype )?html/i, 'a web page'],
  [/^<[?!\w]/, 'XML'],
  [/^\[/, 'one JSON array, not one object on each line'],
  [/^\{\s*$/m, 'JSON that is spread over lines, not one object on each line'],
  [/^\{\\rtf/, 'a document of a word processor'],
]

const COLUMN_NAME_LENGTH_MAX = 100
const NAME_SHOWN_MAX = 40

function namesOf({ records, hasHeader }: ListShape, file: string): string[] {
  const widths = records.map(({ fields }) => fields.length)
  if (records.length <= (hasHeader ? 1 : 0)) {
    const what = records[0]?.line === 0 ? 'no line' : hasHeader ? 'a header and no row' : 'no row'
    throw new ImportRefused(`${file} has ${what} that can be read; ${EXPECTED}`)
  }
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
