// What a person is shown of a list before it is built: how it is written, its column map, and ten rows taken apart.

import type { NationalRow } from '../../address/national.ts'
import type { PostalRow } from '../../address/postal.ts'
import type { Product } from '../../address/product.ts'
import { countryOf } from '../../countries/country.ts'
import { type CsvOptions, openCsvList } from '../csv.ts'
import { printable } from '../reading/printable.ts'
import { exampleText } from '../reading/rejects.ts'
import { type AddressList, openList } from './address-list.ts'
import { NO_DELIMITER } from './list-shape.ts'

const EXAMPLES = 10

export interface ListPreview {
  readonly product: Product
  readonly encoding: string
  readonly delimiter: string
  /** The line of the header, or undefined where there is none. */
  readonly headerLine: number | undefined
  /** Field to column, as `--columns` takes it. */
  readonly columns: Readonly<Record<string, string | number>>
  /** Columns that are not used. */
  readonly unused: readonly string[]
  /** The first rows: the parts of each that are not empty, by field. */
  readonly examples: readonly Readonly<Record<string, string>>[]
  /** Whether nothing says where the addresses are. */
  readonly isUnplaced: boolean
  /** The first rows that cannot be used, and why. */
  readonly rejected: readonly string[]
}

export async function previewList(
  paths: readonly string[],
  options: CsvOptions,
): Promise<ListPreview> {
  const list = await openList(paths, options)
  const source = await openCsvList(list, options)
  const examples: Readonly<Record<string, string>>[] = []
  for await (const row of source.rows()) {
    examples.push(partsOf(row))
    if (examples.length === EXAMPLES) break
  }
  const { report } = source
  const isUnplaced = report.unplaced > 0 && report.unplaced === report.rows
  return { ...writing(list), examples, isUnplaced, rejected: report.examples.map(exampleText) }
}

function writing({ product, map, files }: AddressList) {
  const [file] = files
  if (file === undefined) throw new Error('A list has a file.')
  const { encoding, shape } = file
  const [first] = shape.records
  const used = new Set<string | number>([...map.columns.values()])
  const names = map.hasHeader ? (first?.fields ?? []) : []
  const isUnused = (name: string, at: number) => !used.has(name) && !used.has(at + 1) && name !== ''
  return {
    product,
    encoding,
    delimiter: DELIMITER_NAMES[shape.delimiter] ?? shape.delimiter,
    headerLine: map.hasHeader ? first?.line : undefined,
    columns: {
      ...Object.fromEntries(map.columns),
      ...Object.fromEntries([...map.constants].map(([field, text]) => [field, `=${text}`])),
    },
    unused: names.filter(isUnused),
  }
}

export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
  [NO_DELIMITER]: 'nothing: one column',
}

/** Not for people: what is the same in every row, or made by the import. */
const HIDDEN = new Set([
  'addressLabel',
  'aliasPrincipal',
  'addressStatus',
  'sourceKey',
  'residential',
])

function partsOf(row: PostalRow | NationalRow): Readonly<Record<string, string>> {
  const parts: Record<string, string> = {}
  for (const [name, value] of Object.entries(row)) {
    const isShown = (typeof value === 'string' || typeof value === 'number') && !HIDDEN.has(name)
    if (isShown && value !== '' && value !== 0)
      parts[name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)] = String(value)
  }
  return parts
}

/** The same for a person to read, with what to do next. */
export function previewText(preview: ListPreview, file: string): string {
  const {
    product,
    encoding,
    delimiter,
    headerLine,
    columns,
    unused,
    examples,
    isUnplaced,
    rejected,
  } = preview
  const header = headerLine === undefined ? 'no header' : `header in line ${headerLine}`
  const map = Object.entries(columns).map(
    ([field, column]) => `  ${field.padEnd(18)} ${printable(String(column))}`,
  )
  const rows = examples.map(
    (parts, at) =>
      `  ${String(at + 1).padStart(2)}. ` +
      Object.entries(parts)
        .map(([name, value]) => `${name}: ${printable(value)}`)
        .join(' | '),
  )
  const own = Object.entries(columns).map(
    ([field, column]) => `${field}=${printable(String(column))}`,
  )
  return [
    `${file}: product ${product}, ${encoding}, columns divided by ${delimiter}, ${header}.`,
    '',
    'Field of the address, and the column it is read from:',
    ...map,
    ...(unused.length === 0 ? [] : [`Not used: ${unused.map(printable).join(', ')}`]),
    '',
    'The first rows, taken apart:',
    ...rows,
    ...(rejected.length === 0
      ? []
      : ['', 'Cannot be used:', ...rejected.map((line) => `  ${line}`)]),
    ...(isUnplaced ? ['', countryOf(product).lists.unplacedHint] : []),
    '',
    'Nothing is built yet. If this is right, say it again with --yes. If not, change this and add it:',
    `  --columns ${quoted(own.join(','))}`,
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
