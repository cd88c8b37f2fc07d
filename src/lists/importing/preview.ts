// What a person is shown of a list before it is built: how it is written, what its columns are read as, ten rows.

import type { NationalRow } from '../../address/national.ts'
import type { PostalRow } from '../../address/postal.ts'
import { postcodeOf } from '../../address/postcode.ts'
import { PRODUCTS, type Product } from '../../address/product.ts'
import { countryOf } from '../../countries/country.ts'
import { exampleText, printable } from '../../importers/reading/rejects.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { quotedForShell } from '../column-names.ts'
import { shownField } from '../column-roles.ts'
import { columnTable, shownColumns } from '../column-table.ts'
import { DELIMITER_NAMES, type ListShape } from '../list-file.ts'
import { fieldPlaces } from './column-map.ts'
import {
  type AddressList,
  type CsvOptions,
  openCsvList,
  openFiles,
  openList,
  understood,
} from './csv.ts'

const EXAMPLES = 10

export type ListPreview = Awaited<ReturnType<typeof previewList>>

/** How the file is read, and why it is refused if it is. */
export async function previewList(paths: readonly string[], options: CsvOptions) {
  const { list, refusal } = await openedList(paths, options)
  const rows = refusal === '' ? await firstRows(list, options) : { ...NO_ROWS, refusal }
  return { ...writing(list), ...rows }
}

/** The columns alone: without reading the list. */
export async function listColumns(paths: readonly string[], options: CsvOptions) {
  return { ...writing((await openedList(paths, options)).list), ...NO_ROWS }
}

/** Where its columns are not understood, they are what their names say. */
async function openedList(paths: readonly string[], options: CsvOptions) {
  try {
    return { list: await openList(paths, options), refusal: '' }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    const files = await openFiles(paths)
    const [{ shape }] = files
    const product = options.product ?? likelyProduct(shape)
    return { list: namedList(files, product, shape), refusal: error.message }
  }
}

function namedList(files: AddressList['files'], product: Product, shape: ListShape): AddressList {
  try {
    return understood(files, { product })
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    const { hasHeader } = shape
    const map = { columns: new Map(), constants: new Map(), hasHeader, delimiter: undefined }
    return { product, map, files }
  }
}

/** The one that has a postcode in most rows. */
function likelyProduct({ records }: ListShape): Product {
  const rowsWith = (product: Product) =>
    records.filter(({ fields }) =>
      fields.some((text) => postcodeOf(countryOf(product), text) !== undefined),
    ).length
  return PRODUCTS.reduce((best, each) => (rowsWith(each) > rowsWith(best) ? each : best))
}

type Parts = Readonly<Record<string, string>>

const NO_ROWS: FirstRows = { examples: [], isUnplaced: false, rejected: [], refusal: '' }

interface FirstRows {
  /** The parts of the first rows that are not empty. */
  readonly examples: readonly Parts[]
  readonly isUnplaced: boolean
  /** What cannot be used, and why. */
  readonly rejected: readonly string[]
  /** Why the list cannot be built as it is read; '' if it can. */
  readonly refusal: string
}

async function firstRows(list: AddressList, options: CsvOptions): Promise<FirstRows> {
  const source = await openCsvList(list, options)
  const examples: Parts[] = []
  let refusal = ''
  try {
    for await (const row of source.rows()) {
      examples.push(partsOf(row))
      if (examples.length === EXAMPLES) break
    }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    refusal = error.message
  }
  const { report } = source
  const isUnplaced = report.unplaced > 0 && report.unplaced === report.rows
  return { examples, isUnplaced, rejected: report.examples.map(exampleText), refusal }
}

/** `columns` is field to column, as `--columns` takes it. */
function writing({ product, map, files: [{ encoding, shape }] }: AddressList) {
  const [first] = shape.records
  const rows = shape.records.slice(map.hasHeader ? 1 : 0).map(({ fields }) => fields)
  const places = [...fieldPlaces(map, first?.fields ?? [])]
  const names = (first?.fields ?? []).map((name, at) =>
    map.hasHeader && name !== '' ? name : `column ${at + 1}`,
  )
  const readAs = (column: number) =>
    places.filter(([, at]) => at === column).map(([field]) => shownField(field, product))
  const constants = [...map.constants].map(([field, text]) => [field, `=${text}`] as const)
  const columns = [...map.columns, ...constants]
  return {
    product,
    encoding,
    delimiter: DELIMITER_NAMES[shape.delimiter] ?? shape.delimiter,
    headerLine: map.hasHeader ? first?.line : undefined,
    columns: Object.fromEntries(columns),
    given: columns
      .map(([field, column]) => `${shownField(field, product)}=${printable(String(column))}`)
      .join(','),
    missing: countryOf(product).lists.required.filter(
      (field) => !map.columns.has(field) && !map.constants.has(field),
    ),
    table: shownColumns(names, readAs, rows),
  }
}

/** Not for people: what is the same in every row, or made by the import. */
const HIDDEN = new Set([
  'addressLabel',
  'aliasPrincipal',
  'addressStatus',
  'sourceKey',
  'residential',
])

function partsOf(row: PostalRow | NationalRow): Parts {
  const parts: Record<string, string> = {}
  for (const [name, value] of Object.entries(row)) {
    const isShown = (typeof value === 'string' || typeof value === 'number') && !HIDDEN.has(name)
    if (isShown && value !== '' && value !== 0)
      parts[name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)] = String(value)
  }
  return parts
}

/** How the columns of a file are read. */
export function columnsText(preview: ListPreview, file: string): string {
  const { product, encoding, delimiter, headerLine, table } = preview
  const header = headerLine === undefined ? 'no header' : `header in line ${headerLine}`
  const about = `product ${product}, ${encoding}, columns separated by ${delimiter}, ${header}.`
  return [`${file}: ${about}`, '', columnTable(table)].join('\n')
}

/** The same with the first rows and what to do next. `call` is the command without its columns, `build` builds. */
export function previewText(
  preview: ListPreview,
  file: string,
  call: string,
  build = `${call} --yes`,
): string {
  const { product, isUnplaced, rejected, refusal } = preview
  const rows = preview.examples.map((parts, at) => {
    const said = Object.entries(parts).map(([name, value]) => `${name}: ${printable(value)}`)
    return `  ${String(at + 1).padStart(2)}. ${said.join(' | ')}`
  })
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines]
  return [
    columnsText(preview, file),
    ...section('The first rows, taken apart:', rows),
    ...section(
      'Cannot be used:',
      rejected.map((line) => `  ${line}`),
    ),
    ...(isUnplaced ? ['', countryOf(product).lists.unplacedHint] : []),
    ...(refusal === '' ? ['', 'Nothing is built yet. If this is right:', `  ${build}`] : []),
    changeText(preview, call),
  ].join('\n')
}

/** The command that reads it otherwise; a field that has no column yet gets one that is to be named. */
export function changeText(preview: ListPreview, call: string): string {
  const { product, given, missing, refusal } = preview
  const isLacking = refusal !== '' && missing.length > 0
  const lacking = isLacking ? missing.map((field) => `${shownField(field, product)}=COLUMN`) : []
  const own = [...(given === '' ? [] : [given]), ...lacking].join(',')
  const how = isLacking ? 'replace COLUMN by a name or number' : 'change what is wrong'
  return `\nTo read it otherwise, ${how}:\n  ${call} --product ${product} --columns ${quotedForShell(own)} --show`
}
