// The columns that a match adds to a row, and the row written back with them in the format of its list.

import type { Areas } from '../../address/area.ts'
import { harmless } from '../../lib/delimited/csv-cells.ts'
import type { Match } from '../../match/verdict.ts'
import { NO_DELIMITER } from '../list-file.ts'
import type { ListLayout } from './match-list.ts'
import type { ListRow } from './rows.ts'

const ADDED = ['verdict', 'confidence', 'id', 'address', 'differences', 'reason', 'candidates']
/** The one added column that is a number. */
export const CONFIDENCE_COLUMN = 1
const SUFFIX_MAX = 1000

type Named = Pick<ListLayout, 'names' | 'areas'>

/** `match_verdict` and so on; `match_verdict_2` where the list has been matched before. */
export function resultNames({ names, areas = [] }: Named): readonly string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const all = [...ADDED, ...areas.flatMap((layer) => [layer, `${layer}_name`])]
  for (let count = 1; count < SUFFIX_MAX; count += 1) {
    const added = all.map((name) => `match_${name}${count === 1 ? '' : `_${count}`}`)
    if (!added.some((name) => taken.has(name))) return added
  }
  return all
}

/** The first line of what is written; '' where the list has no header. */
export function headerText(layout: ListLayout): string {
  const { names, hasHeader, format, isMarked } = layout
  const mark = isMarked ? '\ufeff' : ''
  if (!hasHeader || format === 'ndjson') return mark
  return mark + recordText([...names, ...resultNames(layout)], layout)
}

/** One row with its line end. */
export function rowText(row: ListRow, match: Match, layout: ListLayout, areas: Areas = {}): string {
  if (layout.format === 'ndjson') return jsonText(row, match, layout, areaCells(layout, areas))
  return recordText([...row.cells, ...resultCells(match, layout, areas)], layout)
}

function areaCells(layout: ListLayout, areas: Areas): string[] {
  return (layout.areas ?? []).flatMap((name) => {
    const { code = '', name: text = '' } = areas[name] ?? {}
    return [code, text]
  })
}

/** In the order of `resultNames`. */
export function resultCells(match: Match, layout: ListLayout, areas: Areas): readonly string[] {
  const { verdict, confidence, id, address, reason } = match
  const candidates = match.candidates.map(
    (each) => `${each.id} ${each.address} (${shownConfidence(each.confidence)})`,
  )
  return [
    verdict,
    String(shownConfidence(confidence)),
    id,
    address,
    differencesOf(match).join('; '),
    reason,
    candidates.join(' | '),
    ...areaCells(layout, areas),
  ]
}

/** Never rounded up: what is shown as 0.9 is at least that. */
export function shownConfidence(confidence: number): number {
  return Math.floor(confidence * 1000 + 1e-6) / 1000
}

/** `street corrected: KNIG is KING`, `postcode inferred: 3065`. */
export function differencesOf({ parts }: Match): string[] {
  return parts
    .filter(({ state }) => state !== 'confirmed')
    .map(({ name, state, typed, held }) => {
      if (typed === '' || held === '') return `${name} ${state}: ${typed}${held}`
      return `${name} ${state}: ${typed} is ${held}`
    })
}

function recordText(cells: readonly string[], { delimiter }: ListLayout): string {
  // A list of one column has no delimiter of its own.
  const between = delimiter === NO_DELIMITER ? ',' : delimiter
  const texts = cells.map((cell) => quotedFor(neutral(cell), between))
  return `${texts.join(between)}\n`
}

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/

/** No formula for a spreadsheet; a plain number, such as a latitude, stays one. */
function neutral(cell: string): string {
  return NUMBER.test(cell) ? cell : harmless(cell)
}

function quotedFor(cell: string, delimiter: string): string {
  const isPlain = !(cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell))
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`
}

/** The object as it was written, with further keys: JSON is no spreadsheet, so nothing in it is changed. */
function jsonText(
  { cells, json, fault }: ListRow,
  match: Match,
  layout: ListLayout,
  ofAreas: readonly string[],
): string {
  const [verdict, confidence, id, address, differences, reason, candidates, ...areaNames] =
    resultNames(layout)
  const added = {
    [`${verdict}`]: match.verdict,
    [`${confidence}`]: shownConfidence(match.confidence),
    [`${id}`]: match.id,
    [`${address}`]: match.address,
    [`${differences}`]: match.parts.filter(({ state }) => state !== 'confirmed'),
    [`${reason}`]: match.reason,
    [`${candidates}`]: match.candidates,
    ...Object.fromEntries(areaNames.map((name, at) => [name, ofAreas[at]])),
  }
  if (fault !== '') return `${JSON.stringify({ unreadable: cells[0], ...added })}\n`
  const rest = json.trim().slice(1, -1).trim()
  const more = JSON.stringify(added)
  return `${rest === '' ? more : `{${rest},${more.slice(1)}`}\n`
}
