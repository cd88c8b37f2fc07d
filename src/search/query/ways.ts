// What each street must have for a reading, way by way: the fewer departures from the typed text, the earlier.

import type { TermRange } from '../../index/terms/terms.ts'
import { type Pass, PENALTY } from '../match/ranking.ts'
import type { Requirement } from '../walks/requirement.ts'
import type { MisspeltRanges, QueryWord } from './query-words.ts'
import type { Reading, WantedNumber } from './readings.ts'

/** Which departures the streets of one walk may need; what a walk finds is judged in full. */
export interface Way {
  readonly number: 'as-typed' | 'around' | 'lettered' | 'any'
  /** The building in place of a unit or level that is not held, a unit without its level. */
  readonly missing: 'nothing' | 'unit' | 'level' | 'unit-and-level'
  /** Another street type, a neighbouring suburb. */
  readonly otherWords: boolean
  /** A street type or a region is the only word. */
  readonly isLoose: boolean
  /** What is lost at least by these departures. */
  readonly penalty: number
}

const NUMBERS = {
  'as-typed': 0,
  around: PENALTY.insideRange,
  lettered: PENALTY.otherLetters,
} as const

const MISSING = {
  nothing: 0,
  unit: PENALTY.missingUnit,
  level: PENALTY.missingUnit,
  'unit-and-level': 2 * PENALTY.missingUnit,
} as const

export const AS_TYPED: Way = {
  number: 'as-typed',
  missing: 'nothing',
  otherWords: false,
  isLoose: false,
  penalty: 0,
}
const LOOSE: Way = { ...AS_TYPED, isLoose: true, penalty: PENALTY.looseOrder }

const WAYS: readonly Way[] = [false, true].flatMap((otherWords) =>
  (Object.keys(MISSING) as Way['missing'][]).flatMap((missing) =>
    (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).map((number) => ({
      number,
      missing,
      otherWords,
      isLoose: false,
      penalty: NUMBERS[number] + MISSING[missing] + (otherWords ? PENALTY.wrongStreetType : 0),
    })),
  ),
)

/** The ways in which a pass may answer a reading. */
export function waysOf(reading: Reading, { relaxed }: Pass): readonly Way[] {
  if (!relaxed) return [AS_TYPED]
  const { words, number } = reading
  // Without words, the number must be the address's own.
  const offers = words.length > 0 && number !== undefined
  const others =
    words.length > 1 && words.some(({ isStreetType, near }) => isStreetType || near.length > 0)
  const ways = WAYS.filter((way) => {
    if (!mayMiss(reading, way.missing) || (way.otherWords && !others)) return false
    if (way.number === 'as-typed') return true
    return offers && numberRanges(number, way.number).length > 0
  })
  return words.length === 1 && words[0].weak.length > 0 ? [LOOSE, ...ways] : ways
}

/** Every departure at once: the shorter way where few streets have even what is left. */
export function anyWayOf({ words, number, unit, level }: Reading): Way {
  const misses = number !== undefined
  const missing =
    misses && unit !== undefined && level !== undefined
      ? 'unit-and-level'
      : misses && unit !== undefined
        ? 'unit'
        : misses && level !== undefined
          ? 'level'
          : 'nothing'
  const otherWords = words.length > 1
  return { ...AS_TYPED, number: words.length > 0 ? 'any' : 'as-typed', missing, otherWords }
}

function mayMiss({ number, unit, level }: Reading, missing: Way['missing']): boolean {
  if (missing === 'nothing') return true
  if (number === undefined) return false
  return (missing === 'level' || unit !== undefined) && (missing === 'unit' || level !== undefined)
}

function missesUnit({ missing }: Way): boolean {
  return missing === 'unit' || missing === 'unit-and-level'
}

/** What an answer that this pass finds in this way, and none before it did, loses at least. */
export function penaltyMin({ penalty }: Way, reading: Reading, pass: Pass): number {
  if (pass.edits > 0) return penalty + PENALTY.typo
  if (penalty > 0 || !pass.relaxed) return Math.max(penalty, pass.penaltyMin)
  const { words, unitKind, levelKind } = reading
  if (mayBeLoose(words)) return PENALTY.looseOrder
  const hasKind = (unitKind ?? '') !== '' || levelKind !== undefined
  return hasKind ? PENALTY.otherUnitKind : Number.POSITIVE_INFINITY
}

/** Whether several words can stand in an order that costs something; a single one has a way of its own. */
function mayBeLoose(words: readonly QueryWord[]): boolean {
  const last = words.at(-1)
  if (last === undefined || words.length === 1) return false
  if (/^\d+$/.test(last.text) || words.some(({ weak }) => weak.length > 0)) return true
  return new Set(words.map(({ text }) => text)).size < words.length
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
    const ranges = way.isLoose ? [...word.weak] : wordRanges(word, i, depth, pass.loose)
    // Behind a number the word LOT, once it is whole, begins that of a lot.
    if (reading.number === undefined || word.open) ranges.push(...word.lots)
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
  way: Way,
  { relaxed }: Pass,
): void {
  const { number, unit, level, lot, kinds } = reading
  const isUnitMissing = missesUnit(way)
  const premises = isUnitMissing ? undefined : reading.premises
  if (premises !== undefined) {
    requirements.push({ ranges: way.number === 'around' ? premises.around : premises.at })
  }
  if (number !== undefined && (way.number === 'as-typed' || premises === undefined)) {
    requirements.push({ ranges: numberRanges(number, way.number) })
  }
  if (!isUnitMissing) {
    if (unit !== undefined && premises === undefined) requirements.push({ ranges: unit.ranges })
    if (kinds !== undefined && !relaxed) requirements.push({ ranges: kinds })
  }
  const isLevelMissing = way.missing === 'level' || way.missing === 'unit-and-level'
  if (level !== undefined && !isLevelMissing) requirements.push({ ranges: level.ranges })
  if (lot !== undefined) requirements.push({ ranges: lot.ranges })
}

function numberRanges(number: WantedNumber, how: Way['number']): readonly TermRange[] {
  if (how === 'as-typed') return number.ranges
  if (how !== 'any') return number[how]
  return [...number.ranges, ...number.around, ...number.lettered]
}
