// What a person is shown of a list before it is built: how it is written, its column map, and ten rows taken apart.

import type { NationalRow } from '../../address/national.ts'
import type { PostalRow } from '../../address/postal.ts'
import { countryOf } from '../../countries/country.ts'
import { exampleText, printable } from '../../importers/reading/rejects.ts'
import { quotedForShell } from '../column-names.ts'
import { DELIMITER_NAMES } from '../list-file.ts'
import { type AddressList, type CsvOptions, openCsvList, openList } from './csv.ts'

const EXAMPLES = 10

export type ListPreview = Awaited<ReturnType<typeof previewList>>

/** `examples` are the parts of the first rows that are not empty; `rejected` is what cannot be used, and why. */
export async function previewList(paths: readonly string[], options: CsvOptions) {
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

/** `columns` is field to column, as `--columns` takes it. */
function writing({ product, map, files }: AddressList) {
  const [file] = files
  if (file === undefined) throw new Error('A list has a file.')
  const { encoding, shape } = file
  const [first] = shape.records
  const used = new Set<string | number>(map.columns.values())
  const names = map.hasHeader ? (first?.fields ?? []) : []
  const constants = [...map.constants].map(([field, text]) => [field, `=${text}`] as const)
  return {
    product,
    encoding,
    delimiter: DELIMITER_NAMES[shape.delimiter] ?? shape.delimiter,
    headerLine: map.hasHeader ? first?.line : undefined,
    columns: Object.fromEntries([...map.columns, ...constants]),
    unused: names.filter((name, at) => !used.has(name) && !used.has(at + 1) && name !== ''),
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
  const { product, encoding, delimiter, headerLine, unused, isUnplaced, rejected } = preview
  const header = headerLine === undefined ? 'no header' : `header in line ${headerLine}`
  const columns = Object.entries(preview.columns).map(
    ([field, column]) => [field, printable(String(column))] as const,
  )
  const rows = preview.examples.map((parts, at) => {
    const said = Object.entries(parts).map(([name, value]) => `${name}: ${printable(value)}`)
    return `  ${String(at + 1).padStart(2)}. ${said.join(' | ')}`
  })
  const own = columns.map((pair) => pair.join('=')).join(',')
  return [
    `${file}: product ${product}, ${encoding}, columns divided by ${delimiter}, ${header}.`,
    '',
    'Field of the address, and the column it is read from:',
    ...columns.map(([field, column]) => `  ${field.padEnd(18)} ${column}`),
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
    `  --columns ${quotedForShell(own)}`,
  ].join('\n')
}
