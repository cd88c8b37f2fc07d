// Imports any list of addresses of any product, by a map of its columns that is given or guessed.

import type { NationalRow } from '../../address/national.ts'
import type { PostalRow } from '../../address/postal.ts'
import type { Product } from '../../address/product.ts'
import { countryOf, isNational } from '../../countries/country.ts'
import { requireInputs, sizeOf } from '../../importers/reading/archive.ts'
import { Tally } from '../../importers/reading/rejects.ts'
import {
  fieldsOf,
  type Imported,
  type ImportOptions,
  importedRows,
  type Layout,
  newPass,
  readTables,
  scanTables,
  type TablePass,
} from '../../importers/reading/table.ts'
import { postcodesGiven } from '../../importers/uk/postcode-files.ts'
import { guessedColumns, guessedProduct } from '../column-guess.ts'
import { headerDelimiter, isOwnedHeader, WHOLE_FIELDS, withUnknownHeader } from '../column-names.ts'
import { type ListFile, type ListShape, openListFile, requireRows } from '../list-file.ts'
import { KnownPlaces } from './address-pieces.ts'
import {
  type ColumnMap,
  fieldPlaces,
  isBlank,
  type ListRecord,
  readColumnMap,
} from './column-map.ts'
import { nationalPlaceLearner, nationalReader } from './national-rows.ts'
import { postalPlaceLearner, postalReader } from './postal-rows.ts'

const ATTRIBUTION = 'Address data supplied by the operator of this service.'

export interface CsvOptions extends ImportOptions {
  /** Undefined: told by the first rows. */
  readonly product?: Product | undefined
  /** The column map, as JSON gave it. Undefined: guessed. */
  readonly columns?: unknown
  /** Where rows without coordinates are placed from, in a country whose postcodes are that small. */
  readonly postcodes?: readonly string[]
}

export interface AddressList {
  readonly product: Product
  readonly map: ColumnMap
  readonly files: Files
}

const EXPECTED = 'a list of addresses was expected, as CSV.'
/** Lists that people keep are worse than files that are published, and their reading was shown before. */
const BAD_SHARE_MAX = 0.3

/** `rows` may be called several times. */
export async function openCsv(paths: readonly string[], options: CsvOptions): Promise<Imported> {
  return openCsvList(await openList(paths, options), options)
}

export async function openList(paths: readonly string[], options: CsvOptions) {
  const { product, columns } = options
  // A map that is wrong is refused before any file is looked at.
  const given = product && columns !== undefined ? readColumnMap(columns, product) : undefined
  return understood(await openFiles(paths, given), options)
}

export async function openFiles(paths: readonly string[], given?: ColumnMap): Promise<Files> {
  const isData = (name: string) => /\.(csv|tsv|psv|txt|tab)$/i.test(name)
  const inputs = await requireInputs(paths, 'data file', isData)
  const how = {
    expected: EXPECTED,
    isHeader: headerTest(given),
    delimiterOf: (line: string) => (given === undefined ? headerDelimiter(line) : given.delimiter),
  }
  const files: ListFile[] = []
  for (const input of inputs) {
    const file = await openListFile(input, how)
    files.push(given === undefined ? { ...file, shape: withUnknownHeader(file.shape) } : file)
  }
  const [first, ...others] = files
  if (first === undefined) throw new Error('The inputs were required.')
  requireRows(first, EXPECTED)
  return [first, ...others]
}

type Files = readonly [ListFile, ...ListFile[]]

export function understood(files: Files, { product, columns }: CsvOptions): AddressList {
  const [{ input, shape }] = files
  const known = product ?? guessedProduct(shape, input.name)
  const map =
    columns === undefined ? guessedMap(shape, known, input.name) : readColumnMap(columns, known)
  if (map.columns.size > 0) fieldPlaces(map, shape.records[0]?.fields ?? [])
  return { product: known, map, files }
}

/** With a map that names columns, the header is the record that has them. */
function headerTest(map: ColumnMap | undefined): (fields: readonly string[]) => boolean {
  if (map === undefined) return isOwnedHeader
  const names = [...map.columns.values()].filter((column) => typeof column === 'string')
  return (fields) => names.length > 0 && names.every((name) => fields.includes(name))
}

/** By name where each column has one of its own, otherwise by number. */
function guessedMap(shape: ListShape, product: Product, file: string): ColumnMap {
  const columns = guessedColumns(shape, product, file)
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

export async function openCsvList(list: AddressList, options: CsvOptions): Promise<Imported> {
  const { product, files } = list
  const common = {
    format: 'csv',
    attribution: ATTRIBUTION,
    inputs: files.map(({ input }) => input),
    options,
    tally: new Tally(BAD_SHARE_MAX),
  }
  if (isNational(product)) {
    const country = countryOf(product)
    const known = await knownPlaces(list, options, (list, known) =>
      nationalPlaceLearner(country, list, known),
    )
    const begin: Begin<NationalRow> = (list, tally) => nationalReader(country, list, tally, known)
    return importedRows({ product, ...common, read: rowsBy(list, begin) })
  }
  const known = await knownPlaces(list, options, postalPlaceLearner)
  const postcodes = await postcodesGiven(options)
  const begin: Begin<PostalRow> = (list, tally) => postalReader(list, tally, postcodes, known)
  return importedRows({ product, ...common, read: rowsBy(list, begin) })
}

type Begin<Row> = (list: ListRecord, tally: Tally) => () => Row | undefined

function rowsBy<Row>(list: AddressList, begin: Begin<Row>) {
  return async function* (pass: TablePass): AsyncGenerator<Row[]> {
    for (const file of list.files)
      yield* readTables([file.input], layoutOf(file, list.map, begin, pass.tally), pass)
  }
}

function layoutOf<Row>(
  { shape: { delimiter, records } }: ListFile,
  map: ColumnMap,
  begin: Begin<Row>,
  tally: Tally,
): Layout<Row> {
  return {
    expected: 'a list of addresses (CSV, or text with another delimiter)',
    delimiter,
    quoted: true,
    fromLine: records[0]?.line ?? 1,
    begin(first) {
      const { constants, hasHeader } = map
      const list = { record: first, places: fieldPlaces(map, fieldsOf(first)), constants }
      const readRow = begin(list, tally)
      const read = () => (isBlank(list) ? tally.skip('blank') : readRow())
      return { columns: first.columns, hasHeader, read }
    },
  }
}

type Learner = (list: ListRecord, known: KnownPlaces) => () => undefined

/** The places that a list names, from a reading of its own; undefined where its columns tell the place. */
async function knownPlaces(
  { product, files, map }: AddressList,
  options: ImportOptions,
  learner: Learner,
): Promise<KnownPlaces | undefined> {
  const { place } = countryOf(product).lists
  const hasPlace = map.columns.has(place) || map.constants.has(place)
  if (hasPlace || !WHOLE_FIELDS.some((field) => map.columns.has(field))) return undefined
  const known = new KnownPlaces()
  const pass = newPass(new Tally(BAD_SHARE_MAX), options)
  pass.progress.begin('csv, finding the towns', sizeOf(files.map(({ input }) => input)))
  const begin: Begin<undefined> = (list) => learner(list, known)
  for (const file of files)
    await scanTables([file.input], layoutOf(file, map, begin, pass.tally), pass)
  pass.progress.end()
  return known
}
