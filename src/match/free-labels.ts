// A match as it is shown before anybody has paid for it: no more than a free suggestion shows.

import type { Product } from '../address/product.ts'
import { isNational } from '../countries/country.ts'
import type { PartMatch } from '../judge/parts.ts'
import type { Candidate, Match } from './verdict.ts'

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
