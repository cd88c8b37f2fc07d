// The formats that can be imported: one row each, for the command line to loop over.

import { PRODUCT_CODES, type Product } from '../address/product.ts'
import { AU } from '../countries/au.ts'
import { NZ } from '../countries/nz.ts'
import { UK } from '../countries/uk.ts'
import { openGnaf } from '../importers/au/gnaf.ts'
import { openGnafCore } from '../importers/au/gnaf-core.ts'
import { openLinz } from '../importers/nz/linz.ts'
import type { Imported, ImportOptions } from '../importers/reading/table.ts'
import { openAddressBase } from '../importers/uk/addressbase.ts'
import { openAddressBasePremium } from '../importers/uk/addressbase-premium.ts'
import type { KeptRecords, RecordsWriter } from '../importers/uk/kept-records.ts'
import { openNgd } from '../importers/uk/ngd.ts'
import { openPaf } from '../importers/uk/paf.ts'
import { openPricePaid } from '../importers/uk/price-paid.ts'
import { columnsOption } from '../lists/importing/column-map.ts'
import { type CsvOptions, openCsv } from '../lists/importing/csv.ts'
import { type ListPreview, listColumns, previewList } from '../lists/importing/preview.ts'

export interface ImportFormat {
  /** As on the command line: `import NAME …`. */
  readonly name: string
  readonly product: Product | 'either'
  readonly usage: string
  readonly summary: string
  /** What follows the name in a call that a reader can try. */
  readonly example: string
  /** The options that it takes in addition to `--attribution`. */
  readonly options: readonly (
    | 'postcodes'
    | 'product'
    | 'columns'
    | 'pre-build'
    | 'historic'
    | 'changes'
    | 'keep-records'
    | 'for'
  )[]
  /** How the files would be read, for a format that guesses it: with their first rows, or the columns alone. */
  preview?(request: ImportRequest, isShort: boolean): Promise<ListPreview>
  /** Looks at the files and refuses what is plainly wrong; the rows are read later. */
  open(request: ImportRequest): Promise<Imported>
}

export interface ImportRequest extends ImportOptions {
  readonly paths: readonly string[]
  readonly postcodes?: readonly string[]
  readonly product?: Product
  /** The column map, or the path of a file with it. */
  readonly columns?: string
  /** Take addresses that are not built yet, or no longer exist, where the format has them. */
  readonly preBuild?: boolean
  readonly historic?: boolean
  /** Gets the records that addresses are joined of; those of the release that a change set is for. */
  readonly keep?: RecordsWriter
  readonly kept?: KeptRecords
  /** For the temporary file of an import that joins records. */
  readonly workFolder?: string
}

export const IMPORT_FORMATS: readonly ImportFormat[] = [
  {
    name: 'gnaf-core',
    product: AU.product,
    usage: 'FILE… [--attribution TEXT]',
    summary: 'G-NAF Core: pipe-separated, plain, .gz or .zip',
    example: 'GNAF_CORE.psv',
    options: [],
    open: (request) => openGnafCore(request.paths, request),
  },
  {
    name: 'gnaf',
    product: AU.product,
    usage: 'ZIP|DIR [--attribution TEXT]',
    summary: 'the full G-NAF distribution, its zip as downloaded or the folder',
    example: 'g-naf_feb26_allstates_gda2020_psv.zip',
    options: [],
    open: (request) => openGnaf(request.paths, request),
  },
  {
    name: 'linz',
    product: NZ.product,
    usage: 'FILE… [--postcodes FILE…] [--attribution TEXT]',
    summary: 'LINZ NZ Addresses as CSV, with a list of roads for the postcodes',
    example: 'nz-addresses.csv --postcodes roads.csv',
    options: ['postcodes'],
    open: (request) => openLinz(request.paths, request),
  },
  {
    name: 'paf',
    product: UK.product,
    usage: 'DIR [--postcodes FILE…] [--attribution TEXT]',
    summary: "Royal Mail's Postcode Address File: the main file as CSV",
    example: 'PAF_FOLDER --postcodes ONSPD.csv',
    options: ['postcodes'],
    open: (request) => openPaf(request.paths, request),
  },
  {
    name: 'price-paid',
    product: UK.product,
    usage: 'FILE… --postcodes FILE… [--attribution TEXT]',
    summary: 'HM Land Registry price paid, with ONSPD, NSPL or Code-Point Open',
    example: 'pp-complete.csv --postcodes ONSPD.csv',
    options: ['postcodes'],
    open: (request) => openPricePaid(request.paths, request),
  },
  {
    name: 'addressbase',
    product: UK.product,
    usage: 'FILE… [--changes [--for RELEASE]] [--postcodes FILE…] [--attribution TEXT]',
    summary: 'OS AddressBase, AddressBase Plus or AddressBase Core',
    example: 'AddressBase.csv',
    options: ['changes', 'for', 'postcodes'],
    open: (request) => openAddressBase(request.paths, request),
  },
  {
    name: 'addressbase-premium',
    product: UK.product,
    usage:
      'FILE… [--keep-records] [--changes [--for RELEASE]] [--postcodes FILE…] [--attribution TEXT]',
    summary: 'OS AddressBase Premium: files, zips or a folder',
    example: 'AddressBasePremium_FULL_2026-10-01.zip',
    options: ['keep-records', 'changes', 'for', 'postcodes'],
    open: (request) => openAddressBasePremium(request.paths, request),
  },
  {
    name: 'ngd',
    product: UK.product,
    usage:
      'FILE… [--keep-records] [--changes [--for RELEASE]] [--pre-build] [--historic] [--postcodes FILE…] ' +
      '[--attribution TEXT]',
    summary:
      'OS NGD Address: Built Addresses, with Royal Mail and alternate ones; files, zips or a folder',
    example: 'add_gb_builtaddress.zip add_gb_royalmailaddress.zip',
    options: ['keep-records', 'changes', 'for', 'pre-build', 'historic', 'postcodes'],
    open: (request) => openNgd(request.paths, request),
  },
  {
    name: 'csv',
    product: 'either',
    usage: `FILE… [--product ${PRODUCT_CODES}] [--columns MAP] [--postcodes FILE…] [--yes] [--attribution TEXT]`,
    summary: 'any list of addresses; shows how it is read, and builds with --yes or --columns',
    example: 'addresses.csv --postcodes ONSPD.csv --yes',
    options: ['product', 'columns', 'postcodes'],
    open: async (request) => openCsv(request.paths, await csvOptions(request)),
    preview: async (request, isShort) => {
      const show = isShort ? listColumns : previewList
      return show(request.paths, await csvOptions(request))
    },
  },
]

async function csvOptions({ columns, ...request }: ImportRequest): Promise<CsvOptions> {
  return columns === undefined ? request : { ...request, columns: await columnsOption(columns) }
}
