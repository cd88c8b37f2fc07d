// Which address a messy line or a row of parts means, with how sure that is; or that none does.

import { countryOf } from '../countries/country.ts'
import { tokensOf } from '../index/words/fold.ts'
import {
  confidences,
  type Difference,
  differenceSet,
  isContradiction,
} from '../judge/differences.ts'
import { fits, type Judged, withDifference } from '../judge/judge.ts'
import type { PartMatch } from '../judge/parts.ts'
import { otherWordings } from '../lines/cleaned-lines.ts'
import { textOf } from '../lines/line.ts'
import type { AnySearch } from '../search/address-search.ts'
import { judgedCandidates, nearestMiss } from './candidates.ts'
import { lineOf, type MatchInput } from './input-line.ts'
import { CANDIDATES_MAX, type Candidate, type Match } from './verdict.ts'

/** Below it nobody would take the answer: it is one of several that could be meant. */
const GIVEN_MIN = 0.5
/** Each is searched for as the line itself is. */
const WORDINGS_MAX = 3
/** A candidate below it is not worth reading. */
const SHOWN_MIN = 0.01

export function matchAddress(search: AnySearch, input: MatchInput): Match {
  const line = search.wordsApart({ line: lineOf(input, search.product) })
  const judged = likeliestReading(search, line)
  const shares = confidences(judged.map(({ odds }) => odds))
  const [best, second] = judged
  const [confidence = 0] = shares
  if (best === undefined) return { ...NOT_FOUND, reason: whyNothing(search, line) }
  const candidates = judged
    .map(
      ({ id, held }, at): Candidate => ({ id, address: held.label, confidence: shares[at] ?? 0 }),
    )
    .slice(0, CANDIDATES_MAX)
  const { parts } = best
  if ([...best.differences].some(isContradiction)) {
    return { ...NOT_FOUND, parts, candidates: shown(candidates), reason: reasonOf(best) }
  }
  if (confidence < GIVEN_MIN || !fits(best)) {
    const isClose = fits(best) && second !== undefined && fits(second)
    const reason = isClose ? SEVERAL_FIT : reasonOf(best, fits(best) ? TOO_LITTLE : NOTHING_FITS)
    return { ...NOT_FOUND, verdict: 'ambiguous', confidence, parts, candidates, reason }
  }
  const isExact = parts.every(({ state }) => state === 'confirmed' || state === 'inferred')
  return {
    verdict: isExact ? 'exact' : 'corrected',
    confidence,
    id: best.id,
    address: best.held.label,
    parts,
    candidates: judged.length > 1 ? shown(candidates) : [],
    reason: '',
  }
}

/** The candidates for the line as it is, or for the way to say it in other words that means one more surely. */
function likeliestReading(search: AnySearch, line: string): readonly Judged[] {
  const judged = judgedCandidates(search, line)
  const [best] = judged
  if (best !== undefined && fits(best) && best.differences.isDisjointFrom(IGNORED)) return judged
  const typed = textOf({ ...tokensOf(line), open: true })
  let likeliest = judged
  // `101AKING ST` is divided as each candidate says, and never as 101 on a street like AKING.
  const bare = typed.replaceAll(' ', '')
  const isDivided = (text: string) => GLUED_LETTER.test(typed) && text.replaceAll(' ', '') === bare
  const others = otherWordings(typed, countryOf(search.product)).filter(
    ({ tokens, isGuess }) =>
      textOf(tokens) !== typed && isGuess !== true && !isDivided(textOf(tokens)),
  )
  for (const { tokens, without } of others.slice(0, WORDINGS_MAX)) {
    const [first, ...others] = judgedCandidates(search, textOf(tokens))
    if (first === undefined || !fits(first)) continue
    const other = without.length === 0 ? first : ignoring(first, without)
    if (other.odds > (likeliest[0]?.odds ?? Number.NEGATIVE_INFINITY))
      likeliest = [other, ...others]
  }
  return likeliest
}

const GLUED_LETTER = /\b\d{1,5}[A-Z]{4,}\b/

/** The same with what else the line says. */
function ignoring(judged: Judged, without: readonly string[]): Judged {
  const typed = without.join(', ')
  const ignored: PartMatch = { name: 'building', state: 'ignored', typed, held: '' }
  return { ...withDifference(judged, 'words ignored'), parts: [...judged.parts, ignored] }
}

const IGNORED = differenceSet('words ignored', 'number ignored')

function whyNothing(search: AnySearch, line: string): string {
  if (line === '') return 'The row has nothing to look up.'
  const miss = nearestMiss(search, line)
  return miss === undefined ? NOTHING_FITS : reasonOf(miss)
}

function shown(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ confidence }) => confidence >= SHOWN_MIN)
}

export const NOT_FOUND: Match = {
  verdict: 'not-found',
  confidence: 0,
  id: '',
  address: '',
  parts: [],
  candidates: [],
  reason: '',
}

const NOTHING_FITS = 'No similar address was found.'
const SEVERAL_FIT = 'Several addresses fit.'
const TOO_LITTLE = 'That is too little to be sure which address is meant.'

/** The first that the best candidate has. */
const REASONS: readonly (readonly [Difference, string])[] = [
  ['other street', 'No such street is known there.'],
  ['street unsaid', 'No street is given.'],
  ['other street type', 'The street of that name has a different type.'],
  ['other direction', 'The street of that name has a different direction.'],
  ['street is in the place that was typed', 'The street has no such number.'],
  ['other place and postcode', 'The street is not known in that place.'],
  ['other number', 'The street has no such number.'],
  ['inside a range', 'The number is inside a range and has no address of its own.'],
  ['number unsaid', 'The number of the house is missing.'],
  ['other unit', 'The building has no such unit.'],
  ['unit unsaid', 'The building has units, but none is given.'],
  ['other level', 'The building has no such level.'],
  ['level unsaid', 'The building has levels, but none is given.'],
  ['another number is left over', 'The row has more numbers than the address.'],
  ['other building', 'No building of that name is known there.'],
  ['other name and postcode', 'A different name and a different postcode are known there.'],
  ['building unsaid', 'The building or terrace has a name, and it is missing.'],
]

function reasonOf({ differences }: Judged, otherwise = NOTHING_FITS): string {
  return REASONS.find(([difference]) => differences.has(difference))?.[1] ?? otherwise
}
