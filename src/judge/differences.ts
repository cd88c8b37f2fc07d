// How a held address can differ from a line, and how sure a match with such differences is.
//
// A weight is what a difference takes from the log-odds. Fitted by `quality --match --fit` on 24,000 rows of real
// addresses of South Australia and 8,000 of Greater Manchester, and checked on rows of other places and seeds
// (docs/quality.md). By choice, not by the fit, the end of a range stays below 0.9, because a number is never guessed,
// and what strangers do otherwise than the made lists (other places, words around the address, names alike) counts a
// little more.

/** What tells addresses of one street or building apart, and the line does not say: it may mean any of them. */
const UNSAID = {
  'street unsaid': -8,
  'number unsaid': -9.5,
  'unit unsaid': -9,
  'level unsaid': -8,
  'building unsaid': -8,
}

/** What the address must have as it was typed: with one of these, another address was meant. */
const CONTRADICTED = {
  'other number': -11.9,
  'inside a range': -9.1,
  'other unit': -11.5,
  'other level': -9.5,
  'another number is left over': -9,
  'other street': -11.7,
  'other street type': -9.9,
  'other direction': -8,
  'other building': -10,
  'street is in the place that was typed': -6.8,
  'other place and postcode': -9.4,
}

/** What people leave out or write otherwise, and still mean this address. */
const FORGIVEN = {
  'end of a range': -6.6,
  'unit written otherwise': -2,
  'unit apart from its number': -4,
  'other kind of unit': -2,
  'level ignored': -1.7,
  'street spaced otherwise': -1,
  'street misspelt': -0.6,
  'street misspelt twice': -2.6,
  'street alike': -3.3,
  'street cut off': -3,
  'street left to the rest': -1.2,
  'terrace left to its postcode': -3,
  'street type unsaid': -2.4,
  'direction unsaid': -3.3,
  'place spaced otherwise': -0.5,
  'place misspelt': -0.2,
  'place alike': -1.3,
  'place unsaid': -2.55,
  'other place': -1,
  'place in part': -1.9,
  'part of the town unsaid': -2.5,
  'other part of the town': -2,
  'other place and no postcode': -6.9,
  'postcode unsaid': -0.7,
  'other postcode': -2.9,
  'postcode alike': -0.3,
  'other name and postcode': -3,
  'other state': -1,
  'whereabouts ignored': -2,
  'words ignored': -0.3,
  'number ignored': -1,
  'building misspelt': -1,
}

export const WEIGHTS = { ...UNSAID, ...CONTRADICTED, ...FORGIVEN }

export type Difference = keyof typeof WEIGHTS

export function differenceSet(...names: readonly Difference[]): ReadonlySet<Difference> {
  return new Set(names)
}

/** Whether a match with it is never accepted. */
export function isDecisive(difference: Difference): boolean {
  return isContradiction(difference) || difference in UNSAID
}

/** Whether it says that another address was meant. */
export function isContradiction(difference: Difference): boolean {
  return difference in CONTRADICTED
}

/** The log-odds that an address is meant, before its differences: that validate confirms, or that was only found. */
export const START = { validated: 8.6, found: 5.4 } as const

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
