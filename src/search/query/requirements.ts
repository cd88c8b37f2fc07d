// What each street must have for a reading, as terms of the index.

import type { TermRange } from '../../index/terms/terms.ts'
import type { Pass } from '../ranking.ts'
import type { MisspeltRanges, QueryWord } from './query-words.ts'
import type { Reading, WantedNumber } from './reading.ts'
import { missesLevel, missesUnit, type Relaxation } from './relaxations.ts'

/** One of the terms in the ranges, or a place in the given sorted list of streets. */
export interface Requirement {
  readonly ranges: readonly TermRange[]
  readonly streets?: Uint32Array
}

/** Undefined when the index has no street that could answer. */
export function requirementsOf(
  reading: Reading,
  depth: number,
  relaxation: Relaxation,
  pass: Pass,
  misspelt: readonly MisspeltRanges[] | undefined,
): Requirement[] | undefined {
  const requirements: Requirement[] = []
  reading.words.forEach((word, i) => {
    if (relaxation.otherWords && word.isStreetType) return
    if (i === reading.block) {
      requirements.push({ ranges: [...word.names, ...(misspelt?.[i]?.names ?? [])] })
      return
    }
    const ranges = relaxation.isLoose ? [...word.weak] : wordRanges(word, i, depth, pass.loose)
    // Behind a number the word LOT, once it is whole, begins that of a lot.
    if (reading.number === undefined || word.open) ranges.push(...word.lots)
    if (relaxation.otherWords) ranges.push(...word.near)
    const meant = misspelt?.[i]
    if (meant !== undefined) ranges.push(...meant.strong, ...meant.weak, ...meant.names)
    requirements.push({ ranges })
  })
  if (relaxation.otherWords && requirements.length === 0) return undefined
  addNumbers(requirements, reading, relaxation, pass)
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
  relaxation: Relaxation,
  { relaxed }: Pass,
): void {
  const { number, unit, level, lot, kinds } = reading
  const isUnitMissing = missesUnit(relaxation)
  const premises = isUnitMissing ? undefined : reading.premises
  if (premises !== undefined) {
    requirements.push({ ranges: relaxation.number === 'around' ? premises.around : premises.at })
  }
  if (number !== undefined && (relaxation.number === 'as-typed' || premises === undefined)) {
    requirements.push({ ranges: numberRanges(number, relaxation.number) })
  }
  if (!isUnitMissing) {
    if (unit !== undefined && premises === undefined) requirements.push({ ranges: unit.ranges })
    if (kinds !== undefined && !relaxed) requirements.push({ ranges: kinds })
  }
  if (level !== undefined && !missesLevel(relaxation)) requirements.push({ ranges: level.ranges })
  if (lot !== undefined) requirements.push({ ranges: lot.ranges })
}

function numberRanges(number: WantedNumber, how: Relaxation['number']): readonly TermRange[] {
  if (how === 'as-typed') return number.ranges
  if (how !== 'any') return number[how]
  return [...number.ranges, ...number.around, ...number.lettered]
}
