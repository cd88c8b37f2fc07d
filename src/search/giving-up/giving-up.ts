// Searches again where nothing fits every word of a line: with one thing given up, the least certain first.

import type { Tokens } from '../../index/words/fold.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { AddressFinder, Search } from '../match/address-finder.ts'
import { type Answer, TopAnswers } from '../match/top-answers.ts'
import { EXACT, isDoubtful, type Pass, PENALTY, RELAXED } from '../ranking.ts'
import { type Attempt, attemptsFor } from './attempts.ts'
import { both } from './street-filters.ts'

/** A line has so many words at most for something of it to be given up. */
const WORDS_MAX = 24
/** Without typing errors: for lines of which little is left. */
const AS_TYPED: readonly Pass[] = [EXACT, RELAXED]
/** Two misspelt words beside something that was given up are another address. */
const LOOSE_PENALTY_MAX = PENALTY.typo + PENALTY.typoTwice

/**
 * With what is found where something is given up, if the line as it was typed has no answers, or only doubtful ones:
 * then just the typed street, in a suburb around, is likelier than one that is misspelt and of another type.
 */
export function withLikelier(
  answers: readonly Answer[],
  others: () => readonly Answer[],
  top: number,
): readonly Answer[] {
  const [best] = answers
  if (best !== undefined && !isDoubtful(best.penalty)) return answers
  const found = others()
  if (best === undefined) return found
  const likelier = found.filter(isLikelier)
  if (likelier.length === 0) return answers
  const shown = new Set(likelier.map((answer) => answer.shown))
  const rest = answers.filter((answer) => !shown.has(answer.shown))
  const behind = rest.map((answer) => ({ ...answer, penalty: answer.penalty + BEHIND_LIKELIER }))
  return [...likelier, ...behind].slice(0, top)
}

const BEHIND_LIKELIER = 3 * PENALTY.givenUp

/** One thing was given up, which may be the whole place, and all else is as typed. */
function isLikelier({ penalty, without = [] }: Answer): boolean {
  const isOne = without.length === 1 || without.join() === 'suburb,postcode'
  return isOne && penalty - PENALTY.givenUp * without.length < PENALTY.otherLetters
}

/** The answers of the first line that has any; those to the line as it was typed are looked for elsewhere. */
export function giveUp(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  search: Search,
): readonly Answer[] {
  const { length } = tokens.words
  if (length < 2 || length > WORDS_MAX || search.work.isSpent) return []
  for (const attempt of attemptsFor(layer, tokens, search.work)) {
    if (search.work.isSpent) return []
    const found = tryOut(layer.finder, attempt, search)
    if (found.length > 0) return found
  }
  return []
}

function tryOut(finder: AddressFinder, attempt: Attempt, search: Search): readonly Answer[] {
  const { line, filter, location, isLoose = false, answersMax = search.top } = attempt
  const { without } = line
  const answers = new TopAnswers(search.top)
  const wanted = {
    ...search,
    filter: both(search.filter, filter),
    location: search.location ?? location,
    ...(!isLoose && { passes: AS_TYPED }),
  }
  finder.add(finder.readings(line.tokens, search.work), wanted, answers)
  if (answers.count > answersMax) return []
  const lost = PENALTY.givenUp * without.length
  const penaltyMax = isLoose ? LOOSE_PENALTY_MAX : PENALTY.wrongStreetType
  // A misspelt street of another type, where a part of the line is left out, is another street.
  const isOther = ({ penalty }: Answer) =>
    without.length > 0 && penalty >= PENALTY.typo && (penalty & PENALTY.wrongStreetType) !== 0
  return answers
    .list()
    .filter((answer) => answer.penalty < penaltyMax && !isOther(answer))
    .map((answer) => ({ ...answer, penalty: answer.penalty + lost, without }))
}
