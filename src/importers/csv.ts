// Imports any delimited file of either product by a map of its columns.

import type { NationalRow } from '../address/national.ts'
import type { PostalRow } from '../address/postal.ts'
import type { Product } from '../address/product.ts'
import type { Splitter } from '../lib/delimited/splitter.ts'
import { ImportRefused } from '../lib/operator-error.ts'
import { CSV_ATTRIBUTION } from './attributions.ts'
import { csvNationalReader } from './au/csv-national.ts'
import { type ColumnMap, fieldPlaces, readColumnMap } from './csv-map.ts'
import { type Input, listInputs } from './reading/archive.ts'
import {
  type Imported,
  type ImportOptions,
  importedRows,
  type NationalImport,
  type PostalImport,
  passOf,
} from './reading/imported-rows.ts'
import { Tally } from './reading/rejects.ts'
import { fieldsOf, type Layout, readTable, type TablePass } from './reading/table.ts'
import { csvPostalReader } from './uk/csv-postal.ts'
import { openPostcodes } from './uk/postcodes.ts'

interface CsvOptions extends ImportOptions {
  readonly product: Product
  /** The column map, as JSON gave it. */
  readonly columns: unknown
  /** Product `uk`: where rows without coordinates are placed from. */
  readonly postcodes?: readonly string[]
}

/** `rows` may be called several times. */
export async function openCsv(paths: readonly string[], options: CsvOptions): Promise<Imported> {
  const map = readColumnMap(options.columns, options.product)
  const inputs = await listInputs(
    paths,
    (name) => /\.(csv|tsv|psv|txt)$/i.test(name),
    options.limits,
  )
  if (inputs.length === 0) throw new ImportRefused(`${paths.join(', ')} holds no data file.`)
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
  return {
    product: 'au',
    format: 'csv',
    attribution: options.attribution ?? CSV_ATTRIBUTION,
    ...importedRows<NationalRow>({
      label: 'csv',
      inputs,
      options,
      read: (pass) => csvRows(inputs, map, begin, pass, options),
    }),
  }
}

async function openPostal(
  inputs: readonly Input[],
  map: ColumnMap,
  options: CsvOptions,
): Promise<PostalImport> {
  const named = options.postcodes ?? []
  const postcodes = named.length === 0 ? undefined : await openPostcodes(named, options)
  const begin: Begin<PostalRow> = (places, tally) => csvPostalReader(places, tally, postcodes)
  return {
    product: 'uk',
    format: 'csv',
    attribution: options.attribution ?? CSV_ATTRIBUTION,
    ...importedRows<PostalRow>({
      label: 'csv',
      inputs,
      options,
      read: (pass) => csvRows(inputs, map, begin, pass, options),
    }),
  }
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
    yield* readTable(input, layout, pass)
  }
}

const DELIMITERS = [',', '|', ';', '\t']

/** The one that the first line has most of. */
async function sniffedDelimiter(input: Input, options: ImportOptions): Promise<string> {
  const { reading } = passOf(new Tally(), options)
  for await (const chunk of input.open(reading)) {
    const [line] = chunk.toString('latin1').split('\n', 1)
    const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
    return DELIMITERS[counts.indexOf(Math.max(...counts))]
  }
  return ','
}
