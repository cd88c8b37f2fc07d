// What each street must have for a reading, way by way: the fewer departures from the typed text, the earlier.

import type { MisspeltRanges, QueryWord } from './query-words.ts'
import { type Pass, PENALTY } from './ranking.ts'
import type { Reading } from './readings.ts'
import type { Requirement } from './street-cursor.ts'
import type { TermRange } from './terms.ts'

/** Which departures the streets of one walk may need; what a walk finds is judged in full. */
export interface Way {
  readonly number: 'as-typed' | 'around' | 'lettered'
  /** The building in place of a unit or level that is not held. */
  readonly missingUnit: boolean
  /** Another street type, a neighbouring suburb. */
  readonly otherWords: boolean
  /** What is lost at least by these departures. */
  readonly penalty: number
}

const NUMBER_PENALTY = {
  'as-typed': 0,
  around: PENALTY.insideRange,
  lettered: PENALTY.otherLetters,
} as const

/** All ways, the cheapest departure first, so that a page that is full ends the search. */
const WAYS: readonly Way[] = [false, true]
  .flatMap((otherWords) =>
    [false, true].flatMap((missingUnit) =>
      (['as-typed', 'around', 'lettered'] as const).map((number) => ({
        number,
        missingUnit,
        otherWords,
        penalty:
          NUMBER_PENALTY[number] +
          (missingUnit ? PENALTY.missingUnit : 0) +
          (otherWords ? PENALTY.wrongStreetType : 0),
      })),
    ),
  )
  .sort((a, b) => a.penalty - b.penalty)

export const AS_TYPED: Way = WAYS[0]

/** The ways in which a pass may answer a reading. */
export function waysOf(reading: Reading, { relaxed }: Pass): readonly Way[] {
  if (!relaxed) return [AS_TYPED]
  const { words, number, unit, level, premises } = reading
  // Without words, the number must be the address's own.
  const offers = words.length > 0 && number !== undefined
  const units = number !== undefined && (unit !== undefined || level !== undefined)
  const others =
    words.length > 1 && words.some(({ isStreetType, near }) => isStreetType || near.length > 0)
  return WAYS.filter((way) => {
    if ((way.missingUnit && !units) || (way.otherWords && !others)) return false
    if (way.number === 'as-typed') return true
    // The premises of a unit hold all its numbers at once.
    return offers && number[way.number].length > 0 && (way.missingUnit || premises === undefined)
  })
}

/** What an answer that this pass finds in this way, and none before it did, loses at least. */
export function penaltyMin({ penalty }: Way, reading: Reading, pass: Pass): number {
  if (pass.edits > 0) return penalty + PENALTY.typo
  if (penalty > 0 || !pass.relaxed) return Math.max(penalty, pass.penaltyMin)
  const { words, number, unitKind, premises } = reading
  if (words.some(({ weak }) => weak.length > 0)) return PENALTY.looseOrder
  const isPlain = number !== undefined && number.digits > 0 && number.last === undefined
  if (premises !== undefined && isPlain) return PENALTY.insideRange
  if (unitKind !== undefined && unitKind !== '') return PENALTY.otherUnitKind
  return premises === undefined ? Number.POSITIVE_INFINITY : PENALTY.otherLetters
}

/** What each street must have for the reading; undefined when the index has no street that could. */
export function requirementsOf(
  reading: Reading,
  depth: number,
  way: Way,
  pass: Pass,
  misspelt: readonly MisspeltRanges[] | undefined,
): Requirement[] | undefined {
  const requirements: Requirement[] = []
  for (let i = 0; i < reading.words.length; i++) {
    const word = reading.words[i]
    if (way.otherWords && word.isStreetType) continue
    const ranges = wordRanges(word, i, depth, pass.loose)
    if (reading.number === undefined) ranges.push(...word.lots)
    if (way.otherWords) ranges.push(...word.near)
    const meant = misspelt?.[i]
    if (meant !== undefined) ranges.push(...meant.strong, ...meant.weak, ...meant.names)
    requirements.push({ ranges })
  }
  if (way.otherWords && requirements.length === 0) return undefined
  addNumbers(requirements, reading, way, pass)
  return requirements.every(({ ranges }) => ranges.length > 0) ? requirements : undefined
}

function wordRanges(word: QueryWord, at: number, depth: number, loose: boolean): TermRange[] {
  const ranges: TermRange[] = [...word.strong, ...word.names]
  if (depth !== 0) ranges.push(...word.kinds)
  // A weak word counts only behind another, and only where words are taken loosely before all others or alone.
  if (loose || at > 0) ranges.push(...word.weak)
  return ranges
}

function addNumbers(
  requirements: Requirement[],
  reading: Reading,
  { number: how, missingUnit }: Way,
  { relaxed }: Pass,
): void {
  const { number, unit, level, lot, kinds } = reading
  const premises = missingUnit ? undefined : reading.premises
  if (premises !== undefined) requirements.push({ ranges: premises })
  else if (number !== undefined) {
    requirements.push({ ranges: how === 'as-typed' ? number.ranges : number[how] })
  }
  if (!missingUnit) {
    if (unit !== undefined && premises === undefined) requirements.push({ ranges: unit.ranges })
    if (kinds !== undefined && !relaxed) requirements.push({ ranges: kinds })
    if (level !== undefined) requirements.push({ ranges: level.ranges })
  }
  if (lot !== undefined) requirements.push({ ranges: lot.ranges })
}
