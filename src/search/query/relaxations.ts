// How far streets may depart from what was typed: the fewer departures, the earlier they are looked for.

import { type Pass, PENALTY } from '../ranking.ts'
import type { QueryWord } from './query-words.ts'
import type { Reading } from './reading.ts'

/** Which departures the streets of one walk may need; what a walk finds is judged in full. */
export interface Relaxation {
  readonly number: 'as-typed' | 'around' | 'lettered' | 'any'
  /** The building in place of a unit or level that is not held, a unit without its level. */
  readonly missing: Missing
  /** Another street type, a neighbouring suburb. */
  readonly otherWords: boolean
  /** A street type or a region is the only word. */
  readonly isLoose: boolean
  /** What is lost at least by these departures. */
  readonly penalty: number
}

type Missing = 'nothing' | 'unit' | 'level' | 'unit-and-level'

const NUMBERS = {
  'as-typed': 0,
  around: PENALTY.insideRange,
  lettered: PENALTY.otherLetters,
} as const

const MISSING: Readonly<Record<Missing, number>> = {
  nothing: 0,
  unit: PENALTY.missingUnit,
  level: PENALTY.missingUnit,
  'unit-and-level': 2 * PENALTY.missingUnit,
}

export const AS_TYPED: Relaxation = {
  number: 'as-typed',
  missing: 'nothing',
  otherWords: false,
  isLoose: false,
  penalty: 0,
}
const LOOSE: Relaxation = { ...AS_TYPED, isLoose: true, penalty: PENALTY.looseOrder }

const RELAXATIONS: readonly Relaxation[] = [false, true].flatMap((otherWords) =>
  (Object.keys(MISSING) as Missing[]).flatMap((missing) =>
    (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).map((number) => ({
      number,
      missing,
      otherWords,
      isLoose: false,
      penalty: NUMBERS[number] + MISSING[missing] + (otherWords ? PENALTY.wrongStreetType : 0),
    })),
  ),
)

/** Those that fit a reading, by what it has: there are 32 such lists at most, each made once. */
const fittingLists: (readonly Relaxation[])[] = []

/** All that a pass may try for a reading. */
export function relaxationsOf(reading: Reading, { relaxed }: Pass): readonly Relaxation[] {
  if (!relaxed) return [AS_TYPED]
  const { words, number } = reading
  // Without words, the number must be the address's own.
  const nearNumber = words.length > 0 ? number : undefined
  const hasOthers =
    words.length > 1 && words.some(({ isStreetType, near }) => isStreetType || near.length > 0)
  const hasAround = nearNumber !== undefined && nearNumber.around.length > 0
  const hasLettered = nearNumber !== undefined && nearNumber.lettered.length > 0
  const key =
    Number(hasOthers) +
    2 * Number(hasAround) +
    4 * Number(hasLettered) +
    8 * Number(mayMiss(reading, 'unit')) +
    16 * Number(mayMiss(reading, 'level'))
  fittingLists[key] ??= RELAXATIONS.filter(
    ({ number: how, missing, otherWords }) =>
      mayMiss(reading, missing) &&
      (!otherWords || hasOthers) &&
      (how === 'as-typed' || (how === 'around' ? hasAround : hasLettered)),
  )
  const fitting = fittingLists[key]
  const [first] = words
  return words.length === 1 && first !== undefined && first.weak.length > 0
    ? [LOOSE, ...fitting]
    : fitting
}

/** Every departure at once: the shorter way where few streets have even what is left. */
export function everyRelaxationOf(reading: Reading): Relaxation {
  const { words, number, unit, level } = reading
  const misses = number !== undefined && reading.isUnitNeeded !== true
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

function mayMiss({ number, unit, level, isUnitNeeded }: Reading, missing: Missing): boolean {
  if (missing === 'nothing') return true
  if (number === undefined || isUnitNeeded === true) return false
  return (missing === 'level' || unit !== undefined) && (missing === 'unit' || level !== undefined)
}

export function missesUnit({ missing }: Relaxation): boolean {
  return missing === 'unit' || missing === 'unit-and-level'
}

export function missesLevel({ missing }: Relaxation): boolean {
  return missing === 'level' || missing === 'unit-and-level'
}

/** What an answer that this pass finds with this relaxation, and none before it did, loses at least. */
export function penaltyMin({ penalty }: Relaxation, reading: Reading, pass: Pass): number {
  if (pass.edits > 0) return penalty + PENALTY.typo
  if (penalty > 0 || !pass.relaxed) return Math.max(penalty, pass.penaltyMin)
  const { words, unitKind, levelKind } = reading
  if (mayBeLoose(words)) return PENALTY.looseOrder
  const hasKind = (unitKind ?? '') !== '' || levelKind !== undefined
  return hasKind ? PENALTY.otherUnitKind : Number.POSITIVE_INFINITY
}

/** Whether several words can stand in an order that costs something; a single one has a relaxation of its own. */
function mayBeLoose(words: readonly QueryWord[]): boolean {
  const last = words.at(-1)
  if (last === undefined || words.length === 1) return false
  if (/^\d+$/.test(last.text) || words.some(({ weak }) => weak.length > 0)) return true
  return new Set(words.map(({ text }) => text)).size < words.length
}
