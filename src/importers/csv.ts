// Imports any delimited file of either product, by a map of its columns that is given or guessed.

import type { NationalRow } from '../address/national.ts'
import type { PostalRow } from '../address/postal.ts'
import { isNational } from '../countries/country.ts'
import type { Splitter } from '../lib/delimited/splitter.ts'
import { CSV_ATTRIBUTION } from './attributions.ts'
import { csvNationalReader, nationalPlaceLearner, needsNationalPlaces } from './au/csv-national.ts'
import type { CsvColumns } from './csv-fields.ts'
import { fieldPlaces } from './csv-map.ts'
import {
  type AddressList,
  type ListFile,
  type ListOptions,
  openList,
} from './lists/address-list.ts'
import { KnownPlaces } from './lists/known-places.ts'
import { sizeOf } from './reading/archive.ts'
import {
  type Imported,
  type ImportOptions,
  importedRows,
  type NationalImport,
  newPass,
  type PostalImport,
} from './reading/imported-rows.ts'
import { Tally } from './reading/rejects.ts'
import { fieldsOf, type Layout, readTables, scanTables, type TablePass } from './reading/table.ts'
import { csvPostalReader, needsPostalPlaces, postalPlaceLearner } from './uk/csv-postal.ts'
import { postcodesGiven } from './uk/postcode-files.ts'

export interface CsvOptions extends ListOptions {
  /** Product `uk`: where rows without coordinates are placed from. */
  readonly postcodes?: readonly string[]
}

const ABOUT = { format: 'csv', attribution: CSV_ATTRIBUTION }
/** Lists that people keep are worse than files that are published, and their reading was shown before. */
const BAD_SHARE_MAX = 0.3

/** `rows` may be called several times. */
export async function openCsv(paths: readonly string[], options: CsvOptions): Promise<Imported> {
  return openCsvList(await openList(paths, options), options)
}

export async function openCsvList(list: AddressList, options: CsvOptions): Promise<Imported> {
  return isNational(list.product)
    ? openNational(list.product, list, options)
    : openPostal(list.product, list, options)
}

async function openNational(
  product: NationalImport['product'],
  list: AddressList,
  options: CsvOptions,
): Promise<NationalImport> {
  const known = await learnt(list, options, needsNationalPlaces, nationalPlaceLearner)
  const begin: Begin<NationalRow> = (columns, tally) => csvNationalReader(columns, tally, known)
  return importedRows({ product, ...common(list, options), read: rowsBy(list, begin) })
}

async function openPostal(
  product: PostalImport['product'],
  list: AddressList,
  options: CsvOptions,
): Promise<PostalImport> {
  const known = await learnt(list, options, needsPostalPlaces, postalPlaceLearner)
  const postcodes = await postcodesGiven(options)
  const begin: Begin<PostalRow> = (columns, tally) =>
    csvPostalReader(columns, tally, { postcodes, known })
  return importedRows({ product, ...common(list, options), read: rowsBy(list, begin) })
}

function common({ files }: AddressList, options: CsvOptions) {
  const inputs = files.map(({ input }) => input)
  return { ...ABOUT, inputs, options, tally: new Tally(BAD_SHARE_MAX) }
}

/** Makes the reader of a file whose fields are in these columns. */
type Begin<Row> = (columns: CsvColumns, tally: Tally) => (record: Splitter) => Row | undefined

function rowsBy<Row>({ files, map }: AddressList, begin: Begin<Row>) {
  return async function* (pass: TablePass): AsyncGenerator<Row[]> {
    for (const file of files)
      yield* readTables([file.input], layoutOf(file, map, begin, pass), pass)
  }
}

function layoutOf<Row>(
  { format }: ListFile,
  map: AddressList['map'],
  begin: Begin<Row>,
  { tally }: TablePass,
): Layout<Row> {
  return {
    expected: 'a list of addresses (CSV, or text with another delimiter)',
    ...format,
    begin(first) {
      const { constants, hasHeader } = map
      const read = begin({ places: fieldPlaces(map, fieldsOf(first)), constants }, tally)
      return { columns: first.columns, hasHeader, read }
    },
  }
}

/** The places that a list names, from a reading of its own; undefined where its columns tell the place. */
async function learnt(
  { files, map }: AddressList,
  options: ImportOptions,
  isNeeded: (columns: CsvColumns) => boolean,
  learner: (columns: CsvColumns, known: KnownPlaces) => (record: Splitter) => undefined,
): Promise<KnownPlaces | undefined> {
  const known = new KnownPlaces()
  const [first] = files
  const places = fieldPlaces(map, first?.shape.records[0]?.fields ?? [])
  if (!isNeeded({ places, constants: map.constants })) return undefined
  const pass = newPass(new Tally(BAD_SHARE_MAX), options)
  pass.progress.begin('csv, finding the towns', sizeOf(files.map(({ input }) => input)))
  for (const file of files) {
    const begin: Begin<undefined> = (columns) => learner(columns, known)
    await scanTables([file.input], layoutOf(file, map, begin, pass), pass)
  }
  pass.progress.end()
  return known
}
