// How sure a match is: log-odds of the ways in which an address differs from the line, fitted on labelled lists.

import type { Difference } from './differences.ts'

/** The log-odds that an address is meant, before its differences: that validate confirms, or that was only found. */
const START = { validated: 8, found: 6 } as const

const WEIGHTS: Readonly<Record<Difference, number>> = {
  'other number': -12,
  'inside a range': -9,
  'number unsaid': -10,
  'other unit': -11,
  'unit unsaid': -8,
  'other level': -10,
  'level unsaid': -8,
  'another number is left over': -9,
  'other street': -12,
  'other street type': -6,
  'other direction': -8,
  'other building': -10,
  'building unsaid': -8,
  'street is in the place that was typed': -8,
  'other place and postcode': -9,
  'end of a range': -3,
  'unit written otherwise': -2,
  'other kind of unit': -2,
  'street spaced otherwise': -1,
  'street misspelt': -1.5,
  'street alike': -2.5,
  'street type unsaid': -2,
  'direction unsaid': -3,
  'place spaced otherwise': -0.5,
  'place misspelt': -0.5,
  'place alike': -1,
  'place unsaid': -1.5,
  'other place': -2.5,
  'other place and no postcode': -6,
  'postcode unsaid': -1,
  'other postcode': -2.5,
  'postcode alike': -1.5,
  'other state': -1,
  'whereabouts ignored': -2,
  'words ignored': -1,
  'building misspelt': -1,
}

export function logOdds(differences: ReadonlySet<Difference>, isValidated: boolean): number {
  let sum: number = isValidated ? START.validated : START.found
  for (const difference of differences) sum += WEIGHTS[difference]
  return sum
}

/** The share of each candidate: none of them may be meant, and at most one is. */
export function confidences(odds: readonly number[]): readonly number[] {
  const weights = odds.map((each) => Math.exp(each))
  const all = weights.reduce((sum, each) => sum + each, 1)
  return weights.map((each) => each / all)
}
