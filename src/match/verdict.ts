// What is said of a line or a row of a list: the address that it means, how sure that is, what differs; and for free.

import type { Product } from '../address/product.ts'
import { isNational } from '../countries/country.ts'
import type { PartMatch } from '../judge/parts.ts'

/** `corrected`: one address is meant, though not every part of the line is as it is held. */
export type Verdict = 'exact' | 'corrected' | 'ambiguous' | 'not-found'

export interface Candidate {
  readonly id: string
  readonly address: string
  /** From 0 to 1: of so many like it, this share is right. */
  readonly confidence: number
}

export interface Match {
  readonly verdict: Verdict
  /** From 0 to 1: of so many like it, this share is right. That of the best candidate where it is ambiguous. */
  readonly confidence: number
  /** '' where the verdict is `ambiguous` or `not-found`. */
  readonly id: string
  readonly address: string
  /** The parts of the address, or of the best candidate. */
  readonly parts: readonly PartMatch[]
  /** At most CANDIDATES_MAX, the best first, where it is close. */
  readonly candidates: readonly Candidate[]
  /** Why no address is given, in one sentence; '' where one is. */
  readonly reason: string
}

export const CANDIDATES_MAX = 3

/** The text that autocomplete suggests by default: without the postcode in the UK, where showing it costs a look-up. */
export function suggestedLabel(label: string, product: Product): string {
  return isNational(product) ? label : label.slice(0, label.lastIndexOf(', '))
}

/** Only an address that the match has found is shown in full; its candidates are as suggestions show them. */
export function withFreeCandidates(match: Match, product: Product): Match {
  if (isNational(product)) return match
  const candidates = match.candidates.map((each): Candidate => {
    return each.id === match.id ? each : { ...each, address: suggestedLabel(each.address, product) }
  })
  const parts = match.id === '' ? match.parts.flatMap(withoutHeldPostcode) : match.parts
  return { ...match, candidates, parts }
}

/** As above, but the address that was found is as suggestions show it, too. */
export function freeMatch(match: Match, product: Product): Match {
  const { address, id } = match
  if (isNational(product) || id === '') return withFreeCandidates(match, product)
  const free = withFreeCandidates({ ...match, id: '' }, product)
  return { ...free, id, address: suggestedLabel(address, product) }
}

function withoutHeldPostcode(part: PartMatch): PartMatch[] {
  if (part.name !== 'postcode' || part.state === 'confirmed') return [part]
  return part.typed === '' ? [] : [{ ...part, held: '' }]
}
