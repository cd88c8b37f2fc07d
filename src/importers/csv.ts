// Imports any delimited file of either product by a map of its columns.

import type { NationalRow } from '../address/national.ts'
import type { PostalRow } from '../address/postal.ts'
import type { Product } from '../address/product.ts'
import type { Splitter } from '../lib/delimited/splitter.ts'
import { CSV_ATTRIBUTION } from './attributions.ts'
import { csvNationalReader } from './au/csv-national.ts'
import { type ColumnMap, fieldPlaces, readColumnMap } from './csv-map.ts'
import { type Input, Reading, requireInputs } from './reading/archive.ts'
import {
  type Imported,
  type ImportOptions,
  importedRows,
  type NationalImport,
  type PostalImport,
} from './reading/imported-rows.ts'
import type { Tally } from './reading/rejects.ts'
import { fieldsOf, type Layout, readTables, type TablePass } from './reading/table.ts'
import { csvPostalReader } from './uk/csv-postal.ts'
import { postcodesGiven } from './uk/postcode-files.ts'

interface CsvOptions extends ImportOptions {
  readonly product: Product
  /** The column map, as JSON gave it. */
  readonly columns: unknown
  /** Product `uk`: where rows without coordinates are placed from. */
  readonly postcodes?: readonly string[]
}

const ABOUT = { format: 'csv', attribution: CSV_ATTRIBUTION }

/** `rows` may be called several times. */
export async function openCsv(paths: readonly string[], options: CsvOptions): Promise<Imported> {
  const map = readColumnMap(options.columns, options.product)
  const isData = (name: string) => /\.(csv|tsv|psv|txt)$/i.test(name)
  const inputs = await requireInputs(paths, 'data file', isData, options.limits)
  return options.product === 'au'
    ? openNational(inputs, map, options)
    : openPostal(inputs, map, options)
}

function openNational(
  inputs: readonly Input[],
  map: ColumnMap,
  options: CsvOptions,
): NationalImport {
  const begin: Begin<NationalRow> = (places, tally) => csvNationalReader(places, tally)
  const read = (pass: TablePass) => csvRows(inputs, map, begin, pass, options)
  return importedRows({ product: 'au', ...ABOUT, inputs, options, read })
}

async function openPostal(
  inputs: readonly Input[],
  map: ColumnMap,
  options: CsvOptions,
): Promise<PostalImport> {
  const postcodes = await postcodesGiven(options)
  const begin: Begin<PostalRow> = (places, tally) => csvPostalReader(places, tally, postcodes)
  const read = (pass: TablePass) => csvRows(inputs, map, begin, pass, options)
  return importedRows({ product: 'uk', ...ABOUT, inputs, options, read })
}

/** Makes the reader of a file whose fields are at these places. */
type Begin<Row> = (
  places: ReadonlyMap<string, number>,
  tally: Tally,
) => (record: Splitter) => Row | undefined

async function* csvRows<Row>(
  inputs: readonly Input[],
  map: ColumnMap,
  begin: Begin<Row>,
  pass: TablePass,
  options: ImportOptions,
): AsyncGenerator<Row[]> {
  for (const input of inputs) {
    const delimiter = map.delimiter ?? (await sniffedDelimiter(input, options))
    const layout: Layout<Row> = {
      expected: 'a delimited text file',
      delimiter,
      quoted: true,
      begin(first) {
        const places = fieldPlaces(map, fieldsOf(first))
        const read = begin(places, pass.tally)
        return { columns: first.columns, hasHeader: map.hasHeader, read }
      },
    }
    yield* readTables([input], layout, pass)
  }
}

const DELIMITERS = [',', '|', ';', '\t']

/** The one that the first line has most of. */
async function sniffedDelimiter(input: Input, options: ImportOptions): Promise<string> {
  for await (const chunk of input.open(new Reading(options.limits))) {
    const [line = ''] = chunk.toString('latin1').split('\n', 1)
    const count = (delimiter: string) => line.split(delimiter).length
    return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
  }
  return ','
}
