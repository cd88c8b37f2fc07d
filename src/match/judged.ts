// An address beside a line: in what they differ, and how likely it is meant.

import type { NationalAddress } from '../address/national.ts'
import type { PostalAddress } from '../address/postal.ts'
import type { AddressSearch } from '../search/address-search.ts'
import { type Comparison, compare } from './compare/compare.ts'
import { type HeldParts, heldParts } from './compare/held-parts.ts'
import { ownLabel } from './compare/own-label.ts'
import type { TypedWords } from './compare/typed-words.ts'
import { logOdds } from './confidence.ts'
import { type Difference, isDecisive } from './differences.ts'

/** Of either product. */
export type AnySearch = AddressSearch<NationalAddress | PostalAddress, unknown>

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
  address: NationalAddress | PostalAddress,
  isValidated: boolean,
  alias?: NationalAddress | PostalAddress,
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
