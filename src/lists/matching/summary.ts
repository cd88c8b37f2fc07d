// What became of the rows of a list: counts by verdict, confidences, reasons, and the first examples of each.

import type { MatchInput } from '../../match/input-line.ts'
import type { Match, Verdict } from '../../match/verdict.ts'
import type { ListRow } from './rows.ts'

const BINS = 10
const EXAMPLES_MAX = 10
/** Reasons come from a small fixed set; a bound all the same. */
const REASONS_MAX = 50
const TEXT_LENGTH_MAX = 200

interface Example extends Pick<Match, 'address' | 'confidence' | 'reason'> {
  readonly row: number
  /** As it was asked for. */
  readonly typed: string
}

/** Plain data: goes between threads and into files. */
export interface MatchSummary {
  rows: number
  /** Rows that could not be read; they are among those not found. */
  unreadable: number
  verdicts: Record<Verdict, number>
  /** How many were found, by confidence: from 0 to 0.1, and so on; the last includes 1. */
  confidences: number[]
  /** Why rows were not found, or not for sure. */
  reasons: Record<string, number>
  examples: Record<Verdict, Example[]>
}

export function newSummary(): MatchSummary {
  return {
    rows: 0,
    unreadable: 0,
    verdicts: { exact: 0, corrected: 0, ambiguous: 0, 'not-found': 0 },
    confidences: new Array<number>(BINS).fill(0),
    reasons: {},
    examples: { exact: [], corrected: [], ambiguous: [], 'not-found': [] },
  }
}

export const VERDICTS: readonly Verdict[] = ['exact', 'corrected', 'ambiguous', 'not-found']

interface MatchedRow extends Pick<ListRow, 'row' | 'fault'> {
  readonly input: MatchInput
  readonly match: Match
}

export function addToSummary(summary: MatchSummary, { row, fault, input, match }: MatchedRow) {
  const { verdict, confidence, reason } = match
  summary.rows += 1
  if (fault !== '') summary.unreadable += 1
  summary.verdicts[verdict] += 1
  const bin = Math.max(0, Math.min(BINS - 1, Math.floor(confidence * BINS)))
  if (verdict !== 'not-found') summary.confidences[bin] = (summary.confidences[bin] ?? 0) + 1
  if (reason !== '') countReason(summary.reasons, reason, 1)
  const examples = summary.examples[verdict]
  if (examples.length < EXAMPLES_MAX) {
    const address = match.address || (match.candidates[0]?.address ?? '')
    examples.push({ row, typed: typedText(input), address, confidence, reason })
  }
}

/** `later` is of rows after those of `summary`. */
export function joinSummary(summary: MatchSummary, later: MatchSummary): void {
  summary.rows += later.rows
  summary.unreadable += later.unreadable
  later.confidences.forEach((count, bin) => {
    summary.confidences[bin] = (summary.confidences[bin] ?? 0) + count
  })
  for (const [reason, count] of Object.entries(later.reasons))
    countReason(summary.reasons, reason, count)
  for (const verdict of VERDICTS) {
    summary.verdicts[verdict] += later.verdicts[verdict]
    const examples = summary.examples[verdict]
    examples.push(...later.examples[verdict].slice(0, EXAMPLES_MAX - examples.length))
  }
}

function countReason(reasons: Record<string, number>, reason: string, count: number): void {
  const isRoomy = Object.hasOwn(reasons, reason) || Object.keys(reasons).length < REASONS_MAX
  const key = isRoomy ? reason : 'Other reasons.'
  reasons[key] = (reasons[key] ?? 0) + count
}

/** What was asked, on one line. */
export function typedText(input: MatchInput): string {
  const text = typeof input === 'string' ? input : Object.values(input).join(', ')
  return text.slice(0, TEXT_LENGTH_MAX)
}
