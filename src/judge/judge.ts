// An address beside a line: in what they differ, and how likely it is meant.

import type { TypedWords } from '../lines/typed-words.ts'
import { type Comparison, compare, ownLabel } from './compare.ts'
import { type Difference, isDecisive, logOdds } from './differences.ts'
import { type AnyAddress, type HeldParts, heldParts } from './held-parts.ts'

export interface Judged {
  readonly id: string
  readonly held: HeldParts
  readonly parts: Comparison['parts']
  readonly differences: ReadonlySet<Difference>
  readonly comparison: Comparison
  readonly odds: number
  readonly isValidated: boolean
}

export function judge(
  typed: TypedWords,
  id: string,
  address: AnyAddress,
  isValidated: boolean,
  alias?: AnyAddress,
): Judged {
  const own = heldParts(address)
  const held = alias === undefined ? own : { ...heldParts(alias), label: own.label }
  const comparison = (isValidated ? ownLabel(typed, held) : undefined) ?? compare(typed, held)
  const { parts, differences } = comparison
  const odds = logOdds(differences, isValidated)
  return { id, held, parts, differences, comparison, odds, isValidated }
}

/** Nothing that decides is other than typed. */
export function fits({ differences }: Judged): boolean {
  for (const difference of differences) if (isDecisive(difference)) return false
  return true
}

/** The same with one more difference, found by other means than the words of the line. */
export function withDifference(judged: Judged, difference: Difference): Judged {
  const differences = new Set([...judged.differences, difference])
  return { ...judged, differences, odds: logOdds(differences, false), isValidated: false }
}

/** Whether the street or the place is not the one that was typed: it may be by another of its names. */
export function mayBeNamedOtherwise(differences: ReadonlySet<Difference>): boolean {
  return OTHER_NAMES.some((difference) => differences.has(difference))
}

const OTHER_NAMES: readonly Difference[] = [
  'other street',
  'street unsaid',
  'other street type',
  'other direction',
  'other place',
  'other place and postcode',
  'place in part',
  'other part of the town',
  'other place and no postcode',
]
