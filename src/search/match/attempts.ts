// What a pass tries for the readings of a query, in the order of what answers lose by it.

import type { MisspeltWords } from '../judging/word-roles.ts'
import type { Misspellings, QueryWord } from '../query/query-words.ts'
import type { Reading } from '../query/reading.ts'
import {
  everyRelaxationOf,
  penaltyMin,
  type Relaxation,
  relaxationsOf,
} from '../query/relaxations.ts'
import { Requirement } from '../query/requirement.ts'
import { requirementsOf } from '../query/requirements.ts'
import { type Pass, PENALTY } from '../ranking.ts'
import { STEPS } from '../steps.ts'
import type { StreetWalks } from '../walks/street-walks.ts'
import type { Work } from '../work.ts'
import { ANY_DEPTH } from './street-collector.ts'

/** Up to so many candidates are looked at once for buildings and units together, and for all departures. */
export const FEW_STREETS = 512
const FEW_STREETS_OF_SEVERAL = 4096
/** Where so many departures would be tried one by one, streets that have what all of them need are gathered first. */
const ATTEMPTS_TO_GATHER = 4
export const FEW_STREETS_GATHERED = 256
/** Up to so many are kept, so that each departure is looked for on them alone. */
const STREETS_GATHERED_MAX = 4096
/** Where a word is on so many streets at most. */
const RARE_STREETS = 16_384

interface Attempt {
  readonly reading: Reading
  readonly relaxation: Relaxation
  /** What it requires of streets, where that is known already. */
  readonly requirements?: readonly Requirement[] | undefined
  /** The streets that have what all departures of the reading need, where they were gathered. */
  readonly streets?: Requirement | undefined
  readonly misspelt: MisspeltWords | undefined
  /** No answer that only this attempt finds loses less. */
  readonly penaltyMin: number
}

/** All relaxations of all readings, those that lose least first. */
export function attemptsOf(
  readings: readonly Reading[],
  pass: Pass,
  misspellings: Misspellings,
  walks: StreetWalks,
  work: Work,
): readonly Attempt[] {
  const attempts: Attempt[] = []
  for (const reading of readings) {
    if (work.isSpent) break
    const misspelt = misspeltWords(misspellings, pass, reading.words, work)
    if (pass.edits > 0 && misspelt === undefined) continue
    const each: Attempt[] = []
    let least = Number.POSITIVE_INFINITY
    for (const relaxation of relaxationsOf(reading, pass)) {
      const lost = penaltyMin(relaxation, reading, pass)
      if (lost === Number.POSITIVE_INFINITY) continue
      each.push({ reading, relaxation, misspelt, penaltyMin: lost })
      least = Math.min(least, lost)
    }
    const relaxation = everyRelaxationOf(reading)
    const requirements =
      each.length > 2
        ? requirementsOf(reading, ANY_DEPTH, relaxation, pass, misspelt?.ranges)
        : undefined
    const few = requirements && fewRequired(walks, requirements, each.length, pass, work)
    if (few?.isForAll === true) {
      attempts.push({ reading, relaxation, ...few, misspelt, penaltyMin: least })
    } else for (const attempt of each) attempts.push({ ...attempt, streets: few?.streets })
    work.spent += STEPS.attempt
  }
  return attempts.sort((a, b) => a.penaltyMin - b.penaltyMin)
}

/** Streets that have what all departures need; `isForAll` where they are so few that all are looked for at once. */
interface FewStreets {
  readonly isForAll: boolean
  readonly requirements?: readonly Requirement[]
  readonly streets?: Requirement
}

function fewRequired(
  walks: StreetWalks,
  requirements: readonly Requirement[],
  attempts: number,
  { edits }: Pass,
  work: Work,
): FewStreets | undefined {
  // With several requirements hardly any of the streets that one of them has is left.
  const most = requirements.length > 2 ? FEW_STREETS_OF_SEVERAL : FEW_STREETS
  const streetsMax = walks.streetsMax(requirements)
  if (streetsMax <= most) return { isForAll: true, requirements }
  if (attempts < ATTEMPTS_TO_GATHER || requirements.length < 2) return undefined
  // Of words as they were typed the signatures say how many streets there will be.
  if (edits === 0 && walks.streetsExpected(requirements) > FEW_STREETS_GATHERED) return undefined
  work.spent += STEPS.attempt
  // Of common words alone many are gathered for nothing.
  const gathered = streetsMax <= RARE_STREETS ? STREETS_GATHERED_MAX : FEW_STREETS_GATHERED
  const found = walks.gathered(requirements, gathered, work)
  if (found === undefined) return undefined
  const streets = new Requirement([], found)
  return found.length <= FEW_STREETS_GATHERED
    ? { isForAll: true, requirements: [streets] }
    : { isForAll: false, streets }
}

function misspeltWords(
  misspellings: Misspellings,
  { edits }: Pass,
  words: readonly QueryWord[],
  work: Work,
): MisspeltWords | undefined {
  if (edits === 0 || !words.some((word) => word.edits >= edits)) return undefined
  return {
    ranges: words.map((word) => misspellings.of(word, edits, work)),
    penalty: edits === 1 ? PENALTY.typo : PENALTY.typoTwice,
  }
}
