// How good matching is: what share of the accepted is right, what share is found, and whether confidence means it.

import type { Product } from '../../../src/address/product.ts'
import { foldedValue } from '../../../src/index/words/fold.ts'
import { lineOf } from '../../../src/match/input-line.ts'
import { matchAddress } from '../../../src/match/match.ts'
import type { Match } from '../../../src/match/verdict.ts'
import type { AnySearch } from '../../../src/search/address-search.ts'
import { type Share, shareOf } from '../interval.ts'
import type { LabelledRow } from './labelled-list.ts'

export interface MatchScore {
  readonly rows: number
  readonly absent: number
  readonly thresholds: readonly ThresholdScore[]
  /** At ACCEPTED_MIN, by the kind of noise or of absence. */
  readonly kinds: readonly KindScore[]
  readonly verdicts: Readonly<Record<string, number>>
  readonly calibration: readonly CalibrationBin[]
  /** The mean distance between confidence and the share that is right, over all rows with a best candidate. */
  readonly calibration_error: number
  readonly examples: readonly MatchExample[]
}

interface ThresholdScore {
  readonly threshold: number
  readonly accepted: number
  /** Of the accepted, how many are right. */
  readonly precision: Share
  /** Of the rows that exist, how many are accepted and right. */
  readonly recall: Share
  /** Of the rows that do not exist, how many are accepted. */
  readonly false_accepts: Share
}

interface KindScore {
  readonly name: string
  readonly rows: number
  readonly isAbsent: boolean
  readonly precision: Share
  readonly recall: Share
}

export interface CalibrationBin {
  readonly from: number
  readonly to: number
  readonly rows: number
  readonly confidence: number
  readonly right: Share
}

interface MatchExample {
  readonly fault: 'wrong' | 'accepted though absent' | 'not accepted'
  readonly line: string
  readonly kinds: readonly string[]
  readonly meant: string
  readonly got: string
  readonly confidence: number
  readonly reason: string
}

export const ACCEPTED_MIN = 0.9
const THRESHOLDS = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99]
const BINS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 0.995, 1]

interface Outcome {
  readonly row: LabelledRow
  readonly match: Match
  /** The best address is the one that is meant. */
  readonly isRight: boolean
  readonly hasBest: boolean
}

export function scoreMatches(
  search: AnySearch,
  rows: readonly LabelledRow[],
  examplesMax: number,
): MatchScore {
  const outcomes = rows.map((row) => outcomeOf(search, row))
  const absent = outcomes.filter(({ row }) => row.meant === undefined).length
  const verdicts: Record<string, number> = {}
  for (const { match } of outcomes) verdicts[match.verdict] = (verdicts[match.verdict] ?? 0) + 1
  const calibration = calibrated(outcomes)
  const counted = calibration.reduce((sum, bin) => sum + bin.rows, 0)
  const off = calibration.reduce(
    (sum, { rows: count, confidence, right }) => sum + count * Math.abs(confidence - right.share),
    0,
  )
  return {
    rows: rows.length,
    absent,
    thresholds: THRESHOLDS.map((threshold) => atThreshold(outcomes, threshold)),
    kinds: byKind(outcomes),
    verdicts,
    calibration,
    calibration_error: counted === 0 ? 0 : off / counted,
    examples: examplesOf(outcomes, examplesMax, search.product),
  }
}

function outcomeOf(search: AnySearch, row: LabelledRow): Outcome {
  const match = matchAddress(searchFor(search, row), row.input)
  const best = match.id === '' ? match.candidates[0] : match
  const isRight = best !== undefined && isMeant(row, best.id, best.address)
  return { row, match, isRight, hasBest: best !== undefined && match.verdict !== 'not-found' }
}

/** Two addresses with one label are the same to whoever wrote the line. */
export function isMeant({ meant }: LabelledRow, id: string, address: string): boolean {
  return (
    meant !== undefined && (id === meant.id || foldedValue(address) === foldedValue(meant.label))
  )
}

/** The search, as if the release did not hold what the row wants to be held back. */
export function searchFor(search: AnySearch, { heldBack }: LabelledRow): AnySearch {
  if (heldBack === undefined) return search
  const exceptIds = new Set([heldBack])
  return {
    ...search,
    validate: (query) => search.validate({ ...query, exceptIds }),
    onStreet: (query) => search.onStreet?.({ ...query, exceptIds }),
    autocomplete: (query) =>
      search.autocomplete({ ...query, filter: { ...query.filter, exceptIds } }),
  }
}

function isAccepted({ match }: Outcome, threshold: number): boolean {
  return match.id !== '' && match.confidence >= threshold
}

function atThreshold(outcomes: readonly Outcome[], threshold: number): ThresholdScore {
  const accepted = outcomes.filter((outcome) => isAccepted(outcome, threshold))
  const right = accepted.filter(({ isRight }) => isRight).length
  const absent = outcomes.filter(({ row }) => row.meant === undefined)
  const taken = absent.filter((outcome) => isAccepted(outcome, threshold)).length
  return {
    threshold,
    accepted: accepted.length,
    precision: shareOf(right, accepted.length),
    recall: shareOf(right, outcomes.length - absent.length),
    false_accepts: shareOf(taken, absent.length),
  }
}

function byKind(outcomes: readonly Outcome[]): KindScore[] {
  const kinds = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    for (const kind of outcome.row.kinds) kinds.set(kind, [...(kinds.get(kind) ?? []), outcome])
  }
  return [...kinds].map(([name, some]) => {
    const { precision, recall } = atThreshold(some, ACCEPTED_MIN)
    const isAbsent = some.every(({ row }) => row.meant === undefined)
    return { name, rows: some.length, isAbsent, precision, recall }
  })
}

function calibrated(outcomes: readonly Outcome[]): CalibrationBin[] {
  const best = outcomes.filter(({ hasBest }) => hasBest)
  return BINS.slice(0, -1).flatMap((from, at) => {
    const to = BINS[at + 1] ?? 1
    const within = best.filter(
      ({ match: { confidence } }) => confidence >= from && (confidence < to || to === 1),
    )
    if (within.length === 0) return []
    const sum = within.reduce((total, { match }) => total + match.confidence, 0)
    const right = shareOf(within.filter(({ isRight }) => isRight).length, within.length)
    return [{ from, to, rows: within.length, confidence: sum / within.length, right }]
  })
}

function examplesOf(outcomes: readonly Outcome[], max: number, product: Product): MatchExample[] {
  const faultOf = (outcome: Outcome): MatchExample['fault'] | undefined => {
    if (!isAccepted(outcome, ACCEPTED_MIN))
      return outcome.row.meant === undefined ? undefined : 'not accepted'
    if (outcome.isRight) return undefined
    return outcome.row.meant === undefined ? 'accepted though absent' : 'wrong'
  }
  const counts = new Map<string, number>()
  return outcomes.flatMap((outcome) => {
    const fault = faultOf(outcome)
    const count = counts.get(fault ?? '') ?? 0
    if (fault === undefined || count >= max) return []
    counts.set(fault, count + 1)
    const { row, match } = outcome
    const got = match.id === '' ? (match.candidates[0]?.address ?? '') : match.address
    const { confidence, reason } = match
    return [
      {
        fault,
        line: lineOf(row.input, product),
        kinds: row.kinds,
        meant: row.meant?.label ?? '',
        got,
        confidence,
        reason,
      },
    ]
  })
}
