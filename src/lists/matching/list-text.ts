// What a person is shown of a list that is matched: how it is read, its first rows, and what became of all of them.

import { printable } from '../../importers/reading/rejects.ts'
import { columns, count, table } from '../../lib/columns.ts'
import type { Match } from '../../match/verdict.ts'
import type { ProductSearch } from '../../search/address-search.ts'
import { quotedForShell } from '../column-names.ts'
import { columnTable, shownColumns } from '../column-table.ts'
import { DELIMITER_NAMES } from '../list-file.ts'
import type { ListLayout, MatchList } from './match-list.ts'
import { matchRow } from './match-rows.ts'
import { resultNames, shownConfidence } from './result-columns.ts'
import { rowsOf } from './rows.ts'
import { type MatchSummary, VERDICTS } from './summary.ts'

const BAR_WIDTH = 40
/** Shown of a list before all of it is matched. */
const ROWS = 10

export interface ListPreview {
  readonly layout: ListLayout
  readonly rows: readonly PreviewRow[]
}

interface PreviewRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly match: Match
}

/** `beforeRow` is for a thread that others share. */
export async function previewOf(
  list: MatchList,
  search: ProductSearch,
  beforeRow: () => Promise<void> = async () => {},
): Promise<ListPreview> {
  const rows: PreviewRow[] = []
  for await (const some of rowsOf(list)) {
    for (const each of some.slice(0, ROWS - rows.length)) {
      await beforeRow()
      const { row, cells } = each
      rows.push({ row, cells, match: matchRow(search, each, list.layout).match })
    }
    if (rows.length === ROWS) break
  }
  return { layout: list.layout, rows }
}

/** Which columns are read as what, and how a person says it otherwise. */
export function layoutText(layout: ListLayout, rows: readonly PreviewRow['cells'][] = []): string {
  const { file, product, encoding, delimiter, format, hasHeader, fromLine, names, reads } = layout
  const divided = DELIMITER_NAMES[delimiter] ?? delimiter
  const header = hasHeader ? `header in line ${fromLine}` : 'no header'
  const writing = {
    ndjson: 'an object on each line',
    lines: 'an address on each line',
    parquet: `Parquet, ${names.length} columns`,
    delimited: `columns separated by ${divided}, ${header}`,
  }[format]
  const readAs = (column: number) =>
    reads.filter((read) => read.column === column).map(({ role }) => role)
  const given = reads.map(({ role, column }) => {
    const name = names[column] ?? ''
    const isUnique = names.indexOf(name) === column && hasHeader
    return `${role}=${isUnique ? printable(name) : column + 1}`
  })
  return [
    `${file}: product ${product}, ${encoding}, ${writing}.`,
    columnTable(shownColumns(names, readAs, rows)),
    `If that is wrong: --columns ${quotedForShell(given.join(','))}`,
    `Added columns: ${resultNames(layout).join(', ')}`,
  ].join('\n')
}

/** The same with the first rows, for somebody who only looks. */
export function previewText({ layout, rows }: ListPreview): string {
  const lines = rows.map(({ row, cells, match }) => {
    const read = layout.reads.map(({ column }) => cells[column] ?? '').filter((cell) => cell !== '')
    return `  row ${row}: ${printable(read.join(', '))} → ${match.verdict}: ${foundText(match)}`
  })
  const cells = rows.map((each) => each.cells)
  return [layoutText(layout, cells), '', 'The first rows:', ...lines].join('\n')
}

export function summaryText(summary: MatchSummary): string {
  const { rows, unreadable } = summary
  return [
    ...verdictLines(summary),
    ...(unreadable === 0 ? [] : [`${count(unreadable)} of ${count(rows)} rows cannot be read.`]),
    ...confidenceLines(summary),
    ...reasonLines(summary),
    ...exampleLines(summary),
  ].join('\n')
}

function verdictLines({ rows, verdicts }: MatchSummary): string[] {
  const all = { ...verdicts, all: rows }
  return [
    table([...VERDICTS, 'all'] as const, {
      VERDICT: (verdict) => verdict,
      ROWS: (verdict) => count(all[verdict]),
      SHARE: (verdict) => share(all[verdict], rows),
    }),
  ]
}

function confidenceLines({ confidences }: MatchSummary): string[] {
  const all = confidences.reduce((sum, each) => sum + each, 0)
  if (all === 0) return []
  const bins = confidences.map((rows, bin) => ({ rows, bin })).reverse()
  const bars = table(bins, {
    CONFIDENCE: ({ bin }) => `${(bin / 10).toFixed(1)} to ${((bin + 1) / 10).toFixed(1)}`,
    ROWS: ({ rows }) => count(rows),
    '': ({ rows }) => '#'.repeat(Math.ceil((rows / all) * BAR_WIDTH)),
  })
  return ['', bars]
}

function reasonLines({ reasons }: MatchSummary): string[] {
  const lines = Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, rows]) => [count(rows), reason])
  return lines.length === 0 ? [] : ['', columns([['ROWS', 'NOT FOUND OR UNCERTAIN'], ...lines])]
}

function exampleLines({ examples }: MatchSummary): string[] {
  return VERDICTS.flatMap((verdict) => {
    if (examples[verdict].length === 0) return []
    const lines = examples[verdict].map(
      (example) => `  row ${example.row}: ${printable(example.typed)} → ${foundText(example)}`,
    )
    return ['', `Examples, ${verdict}:`, ...lines]
  })
}

type Found = Pick<Match, 'address' | 'confidence' | 'reason'>

function foundText({ address, confidence, reason }: Found): string {
  return address === '' ? reason : `${address} (${shownConfidence(confidence)})`
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)}%`
}
