// Matches rows of a list: what is written back for them, and what became of them.

import type { NationalSearch, PostalSearch } from '../../search/address-search.ts'
import type { MatchInput } from '../input-line.ts'
import { matchAddress } from '../match.ts'
import type { Match } from '../verdict.ts'
import type { ListLayout } from './layout.ts'
import { rowText } from './result-columns.ts'
import { CELL_LENGTH_MAX, INPUT_LENGTH_MAX, inputOf } from './row-input.ts'
import type { ListRow } from './rows.ts'
import { addToSummary, type MatchSummary, newSummary } from './summary.ts'

interface MatchedRows {
  /** The rows with their added columns, as the list is written. */
  readonly text: string
  readonly summary: MatchSummary
}

export function matchRows(
  search: NationalSearch | PostalSearch,
  rows: readonly ListRow[],
  layout: ListLayout,
): MatchedRows {
  const summary = newSummary()
  let text = ''
  for (const each of rows) {
    const { row, fault } = each
    const { input, match } = matchRow(search, each, layout)
    text += rowText(each, match, layout)
    addToSummary(summary, { row, fault, input, match })
  }
  return { text, summary }
}

/** A row that cannot be asked for is not found, with the reason. */
export function matchRow(
  search: NationalSearch | PostalSearch,
  { cells, fault }: ListRow,
  layout: ListLayout,
): { readonly input: MatchInput; readonly match: Match } {
  if (fault !== '') return { input: cells[0] ?? '', match: noMatch(fault) }
  const input = inputOf(cells, layout)
  if (layout.reads.some(({ column }) => (cells[column] ?? '').length > CELL_LENGTH_MAX)) {
    return { input, match: noMatch(TOO_LONG) }
  }
  const texts = typeof input === 'string' ? [input] : Object.values(input)
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length === 0) return { input, match: noMatch('The row has no address.') }
  if (length > INPUT_LENGTH_MAX) return { input, match: noMatch(TOO_LONG) }
  return { input, match: matchAddress(search, input) }
}

const TOO_LONG = `The address is longer than ${INPUT_LENGTH_MAX} characters.`

function noMatch(reason: string): Match {
  const nothing = { id: '', address: '', parts: [], candidates: [] }
  return { verdict: 'not-found', confidence: 0, reason, ...nothing }
}
