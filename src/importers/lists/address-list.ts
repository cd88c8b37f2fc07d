// A list of addresses before it is read: its files in UTF-8, how each is written, its product and its column map.

import type { Product } from '../../address/product.ts'
import type { DelimitedFormat } from '../../lib/delimited/field-scanner.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { type ColumnMap, fieldPlaces, namedColumns, readColumnMap } from '../csv-map.ts'
import { type Input, requireInputs } from '../reading/archive.ts'
import type { ImportOptions } from '../reading/imported-rows.ts'
import { type GuessedColumns, guessedColumns, guessedProduct } from './column-guess.ts'
import { isHeader } from './column-names.ts'
import { decodedInput, type Encoding } from './decoded-input.ts'
import { type ListShape, listShape } from './list-shape.ts'

export interface ListOptions extends ImportOptions {
  /** Undefined: told by the first rows. */
  readonly product?: Product | undefined
  /** The column map, as JSON gave it. Undefined: guessed. */
  readonly columns?: unknown
}

export interface ListFile {
  readonly input: Input
  readonly encoding: Encoding
  readonly shape: ListShape
  /** How its table is read. */
  readonly format: DelimitedFormat & { readonly fromLine: number }
}

export interface AddressList {
  readonly product: Product
  readonly map: ColumnMap
  readonly files: readonly ListFile[]
}

export async function openList(
  paths: readonly string[],
  options: ListOptions,
): Promise<AddressList> {
  const isData = (name: string) => /\.(csv|tsv|psv|txt|tab)$/i.test(name)
  const inputs = await requireInputs(paths, 'data file', isData, options.limits)
  const { product, columns } = options
  // A map that is wrong is refused before any file is looked at.
  const given = product && columns !== undefined ? readColumnMap(columns, product) : undefined
  const files: ListFile[] = []
  for (const input of inputs) files.push(await openFile(input, given, options))
  const [first] = files
  if (first === undefined) throw new Error('The inputs were required.')
  const { input, shape } = first
  refuseOthers(shape, input.name)
  const known = product ?? guessedProduct(shape, input.name)
  const map =
    given ??
    (columns === undefined ? guessedMap(shape, known, input.name) : readColumnMap(columns, known))
  if (map.columns.size > 0) fieldPlaces(map, shape.records[0]?.fields ?? [])
  return { product: known, map, files }
}

/** Names what a text is instead of a list. */
function refuseOthers({ records, hasHeader }: ListShape, file: string): void {
  const [first] = records
  const begins = first?.fields.join(',') ?? ''
  const what = OTHER_TEXTS.find(([pattern]) => pattern.test(begins))?.[1]
  if (what !== undefined) {
    throw new ImportRefused(`${file} is ${what}; a list of addresses was expected, as CSV.`)
  }
  if (records.length > (hasHeader ? 1 : 0)) return
  throw new ImportRefused(
    `${file} has ${hasHeader ? 'a header and no row that can be read' : 'no row that can be read'}; a list of addresses was expected.`,
  )
}

const OTHER_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:!doctype )?html/i, 'a web page'],
  [/^\s*<[?!\w]/, 'XML'],
  [/^\s*[{[]/, 'JSON'],
]

async function openFile(
  given: Input,
  map: ColumnMap | undefined,
  { limits }: ListOptions,
): Promise<ListFile> {
  const { input, encoding } = await decodedInput(given, limits)
  const shape = await listShape(input, headerTest(map), { delimiter: map?.delimiter, limits })
  const fromLine = shape.records[0]?.line ?? 1
  return { input, encoding, shape, format: { delimiter: shape.delimiter, quoted: true, fromLine } }
}

/** With a map that names columns, the header is the record that has them. */
function headerTest(map: ColumnMap | undefined): (fields: readonly string[]) => boolean {
  if (map === undefined) return isHeader
  const names = namedColumns(map)
  if (names.length === 0) return () => false
  return (fields) => names.every((name) => fields.includes(name))
}

/** By name where each column has one of its own, otherwise by number. */
function guessedMap(shape: ListShape, product: Product, file: string): ColumnMap {
  const columns: GuessedColumns = guessedColumns(shape, product, file)
  const names = shape.hasHeader ? (shape.records[0]?.fields ?? []) : []
  const isNamed = [...columns.values()].every(
    (column) => names[column] !== '' && names.indexOf(names[column] ?? '') === column,
  )
  const entries = [...columns].map(([field, column]): [string, string | number] => [
    field,
    isNamed ? (names[column] ?? column + 1) : column + 1,
  ])
  return {
    columns: new Map(entries),
    constants: new Map(),
    hasHeader: shape.hasHeader,
    delimiter: undefined,
  }
}
