// What a pass tries for the readings of a query, in the order of what answers lose by it.

import type { Misspellings } from '../query/query-words.ts'
import type { Reading } from '../query/reading.ts'
import { everyRelaxationOf, penaltyMin, relaxationsOf } from '../query/relaxations.ts'
import { Requirement } from '../query/requirement.ts'
import { type Asked, requirementsOf } from '../query/requirements.ts'
import type { Pass } from '../ranking.ts'
import type { StreetWalks } from '../walks/street-walks.ts'
import { STEPS, type Work } from '../work.ts'
import { ANY_DEPTH } from './street-collector.ts'

/** Up to this many candidates are looked at once, for buildings and units together and for all departures. */
export const FEW_STREETS = 512

interface Attempt extends Asked {
  /** What it requires of streets, where that is known already. */
  readonly requirements?: readonly Requirement[]
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
    const misspelt = misspellings.ofWords(reading.words, pass, work)
    if (pass.edits > 0 && misspelt === undefined) continue
    const asked = { reading, depth: ANY_DEPTH, pass, misspelt }
    const each: Attempt[] = []
    let least = Number.POSITIVE_INFINITY
    for (const relaxation of relaxationsOf(reading, pass)) {
      const lost = penaltyMin(relaxation, reading, pass)
      if (lost === Number.POSITIVE_INFINITY) continue
      each.push({ ...asked, relaxation, penaltyMin: lost })
      least = Math.min(least, lost)
    }
    const every = { ...asked, relaxation: everyRelaxationOf(reading), penaltyMin: least }
    const all = each.length > 2 ? requirementsOf(every) : undefined
    const requirements = all && fewStreets(walks, all, FEW_STREETS, work)
    if (requirements === undefined) attempts.push(...each)
    else attempts.push({ ...every, requirements })
    work.spent += STEPS.attempt
  }
  return attempts.sort((a, b) => a.penaltyMin - b.penaltyMin)
}

/**
 * The requirements, or the few streets that have them all: many streets may have each of several common words and the
 * number, and hardly any has all. Undefined where there are more than a few.
 */
export function fewStreets(
  walks: StreetWalks,
  requirements: readonly Requirement[],
  most: number,
  work: Work,
): readonly Requirement[] | undefined {
  if (walks.streetsMax(requirements) <= most) return requirements
  if (requirements.length < 3) return undefined
  work.spent += STEPS.attempt
  const streets = work.half(() => walks.gathered(requirements, most, work))
  return streets && [new Requirement([], streets)]
}
