// Which address a messy line or a row of parts means, with how sure that is; or that none does.

import { foldedValue } from '../index/words/fold.ts'
import type { NationalSearch, PostalSearch } from '../search/address-search.ts'
import { lineOf, type MatchInput } from './input-line.ts'
import { CANDIDATES_MAX, type Match } from './verdict.ts'

const FOUND_MAX = 6

export function matchAddress(search: NationalSearch | PostalSearch, input: MatchInput): Match {
  const line = lineOf(input, search.product)
  const validated = search.validate({ line, strict: true })
  if (validated.kind === 'one') {
    const { id, address } = validated
    const label = 'address_label' in address ? address.address_label : ukLabel(address)
    const isExact = foldedValue(label) === foldedValue(line)
    const verdict = isExact ? 'exact' : 'corrected'
    const confidence = isExact ? 1 : 0.98
    return { verdict, confidence, id, address: label, parts: [], candidates: [], reason: '' }
  }
  // The last word of a line is whole: nothing more will be typed.
  const found = search.autocomplete({ term: `${line} `, top: FOUND_MAX })
  const candidates = found
    .slice(0, CANDIDATES_MAX)
    .map(({ id, label }) => ({ id, address: label, confidence: 0.5 / found.length }))
  if (candidates.length === 0) return NOT_FOUND
  const confidence = candidates[0]?.confidence ?? 0
  const reason = 'Several addresses could be meant.'
  return { verdict: 'ambiguous', confidence, id: '', address: '', parts: [], candidates, reason }
}

const NOT_FOUND: Match = {
  verdict: 'not-found',
  confidence: 0,
  id: '',
  address: '',
  parts: [],
  candidates: [],
  reason: 'No address fits the line.',
}

function ukLabel(address: { formatted_address: readonly string[]; postcode: string }): string {
  return [...address.formatted_address, address.postcode].filter((part) => part !== '').join(', ')
}
