// How far streets may depart from what was typed: the fewer departures, the earlier they are tried.

import { type Pass, PENALTY } from '../ranking.ts'
import type { QueryWord } from './query-words.ts'
import type { Reading } from './reading.ts'

/** The departures that the streets of one walk may need; what a walk finds is judged in full. */
export interface Relaxation {
  readonly number: 'as-typed' | 'around' | 'lettered' | 'any'
  /** The building for a unit or level that the index does not have, a unit without its level. */
  readonly missesUnit: boolean
  readonly missesLevel: boolean
  /** Another street type, a neighbouring suburb. */
  readonly otherWords: boolean
  /** A street type or a region is the only word. */
  readonly isLoose: boolean
  /** What an answer loses by these departures, at least. */
  readonly penalty: number
}

export const AS_TYPED: Relaxation = {
  number: 'as-typed',
  missesUnit: false,
  missesLevel: false,
  otherWords: false,
  isLoose: false,
  penalty: 0,
}
const LOOSE: Relaxation = { ...AS_TYPED, isLoose: true, penalty: PENALTY.looseOrder }

const NUMBERS = [
  ['as-typed', 0],
  ['around', PENALTY.insideRange],
  ['lettered', PENALTY.otherLetters],
] as const

const RELAXATIONS: readonly Relaxation[] = [false, true].flatMap((otherWords) =>
  [false, true].flatMap((missesLevel) =>
    [false, true].flatMap((missesUnit) =>
      NUMBERS.map(([number, lost]) => ({
        number,
        missesUnit,
        missesLevel,
        otherWords,
        isLoose: false,
        penalty:
          lost +
          PENALTY.missingUnit * (Number(missesUnit) + Number(missesLevel)) +
          (otherWords ? PENALTY.wrongStreetType : 0),
      })),
    ),
  ),
)

/** Those that fit a reading, by what the reading has: at most 32 lists, each made once. */
const fittingLists: (readonly Relaxation[])[] = []

/** All that a pass may try for a reading. */
export function relaxationsOf(reading: Reading, { relaxed }: Pass): readonly Relaxation[] {
  if (!relaxed) return [AS_TYPED]
  const { words } = reading
  // Without words, the number must be the address's own.
  const number = words.length > 0 ? reading.number : undefined
  const { missesUnit, missesLevel, otherWords } = everyRelaxationOf(reading)
  const may = {
    otherWords:
      otherWords && words.some(({ isStreetType, near }) => isStreetType || near.length > 0),
    around: number !== undefined && number.around.length > 0,
    lettered: number !== undefined && number.lettered.length > 0,
    missesUnit,
    missesLevel,
    'as-typed': true,
    any: false,
  }
  const key =
    Number(may.otherWords) +
    2 * Number(may.around) +
    4 * Number(may.lettered) +
    8 * Number(may.missesUnit) +
    16 * Number(may.missesLevel)
  fittingLists[key] ??= RELAXATIONS.filter(
    (each) =>
      (may.missesUnit || !each.missesUnit) &&
      (may.missesLevel || !each.missesLevel) &&
      (may.otherWords || !each.otherWords) &&
      may[each.number],
  )
  const fitting = fittingLists[key]
  const isWeakAlone = words.length === 1 && (words[0]?.weak.length ?? 0) > 0
  return isWeakAlone ? [LOOSE, ...fitting] : fitting
}

/** Every departure at once: the shorter way where few streets have even what is left. */
export function everyRelaxationOf(reading: Reading): Relaxation {
  const { words, number, unit, level } = reading
  const mayMiss = number !== undefined && reading.isUnitNeeded !== true
  return {
    number: words.length > 0 ? 'any' : 'as-typed',
    missesUnit: mayMiss && unit !== undefined,
    missesLevel: mayMiss && level !== undefined,
    otherWords: words.length > 1,
    isLoose: false,
    penalty: 0,
  }
}

/** The least that an answer loses which this pass finds with this relaxation, and no pass before it found. */
export function penaltyMin({ penalty }: Relaxation, reading: Reading, pass: Pass): number {
  if (pass.edits > 0) return penalty + PENALTY.typo
  if (penalty > 0 || !pass.relaxed) return penalty
  const { words, unitKind, levelKind } = reading
  if (mayBeLoose(words)) return PENALTY.looseOrder
  const hasKind = (unitKind ?? '') !== '' || levelKind !== undefined
  return hasKind ? PENALTY.otherUnitKind : Number.POSITIVE_INFINITY
}

/** Whether several words can be in an order that costs something; a single one has a relaxation of its own. */
function mayBeLoose(words: readonly QueryWord[]): boolean {
  const last = words.at(-1)
  if (last === undefined || words.length === 1) return false
  if (/^\d+$/.test(last.text) || words.some(({ weak }) => weak.length > 0)) return true
  return new Set(words.map(({ text }) => text)).size < words.length
}
