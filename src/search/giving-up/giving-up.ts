// Searches again where nothing fits every word of a line: with one thing given up, the least certain first.

import type { Tokens } from '../../index/words/fold.ts'
import { START } from '../../judge/differences.ts'
import { otherWordings } from '../../lines/cleaned-lines.ts'
import { isWithinEdits } from '../../lines/edit-distance.ts'
import { type Line, textOf } from '../../lines/line.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { AddressFinder } from '../match/address-finder.ts'
import { inFineOrder } from '../match/fine-order.ts'
import type { Search } from '../match/street-collector.ts'
import { type Answer, TopAnswers } from '../match/top-answers.ts'
import { EXACT, isDoubtful, type Pass, PENALTY, RELAXED, weightsOf } from '../ranking.ts'
import { type Attempt, attemptsFor } from './attempts.ts'
import { Evidence, NOT_MEANT } from './evidence.ts'
import { both, StreetFilters } from './street-filters.ts'
import { begunRange, otherEnds, withoutBegunPostcode, wordsBefore } from './typed-so-far.ts'
import { withOtherSpaces } from './without-parts.ts'

/** A line has so many words at most for something of it to be given up. */
const WORDS_MAX = 24
/** Without typing errors: for lines with little left. */
const AS_TYPED: readonly Pass[] = [EXACT, RELAXED]
/** With two misspelt words and something given up, it is another address. */
const LOOSE_PENALTY_MAX = PENALTY.typo + PENALTY.typoTwice

/** With what is found in other words or with something given up, where the line as it was typed has no good answer. */
export function forgiven(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  search: Search,
  answers: readonly Answer[],
): readonly Answer[] {
  const shorter = () => asBefore(layer, tokens, search, answers)
  const before = search.work.half(() => search.work.half(() => search.work.half(shorter)))
  const found = likelierOf(layer, tokens, search, answers)
  const { penalty = Number.POSITIVE_INFINITY } = found[0] ?? {}
  const better = before.filter((answer) => isPoor(penalty) && answer.penalty < penalty)
  return together(found, better.map(asBegun), search.top)
}

/** What was as typed before the last letters, or the last words, came: it stays where they fit nothing so well. */
function asBefore(
  { finder, country, knownPlaces }: AddressLayer<unknown>,
  { words, gaps }: Tokens,
  search: Search,
  [best]: readonly Answer[],
): readonly Answer[] {
  const { penalty = Number.POSITIVE_INFINITY } = best ?? {}
  if (!isPoor(penalty)) return []
  // Behind the whole name of a place, a state or a postcode hardly anything of an address follows.
  const isWhole =
    search.isWhole === true ||
    country.words.regions.has(words.at(-1) ?? '') ||
    [-1, -2].some((from) => country.postcode.whole.test(words.slice(from).join(''))) ||
    words.some((_, at) => at > 1 && (knownPlaces?.named(words.slice(at)).length ?? 0) > 0)
  if (isWhole) return []
  for (const some of wordsBefore(words)) {
    const typed = { words: some, gaps, open: true }
    const readings = search.work.isSpent ? [] : finder.readings(typed, search.work)
    if (search.work.isSpent) return []
    const answers = finder.find(readings, { ...search, passes: AS_TYPED }).list()
    const found = answers.filter((answer) => answer.penalty < penalty)
    if (found.length > 0) return found
  }
  return []
}

function isPoor(penalty: number): boolean {
  return penalty === PENALTY.missingUnit || penalty >= PENALTY.wrongStreetType
}

function likelierOf(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  search: Search,
  answers: readonly Answer[],
): readonly Answer[] {
  const inOrder = (found: readonly Answer[]) => inFineOrder(layer, tokens.words, found)
  const { penalty = 0 } = answers[0] ?? {}
  if (weightsOf(penalty).some(([name]) => name === 'missingUnit')) {
    const found = inOtherWords(layer, tokens, search)
    if (found.length > 0) return inOrder(found)
    if (penalty === PENALTY.missingUnit) {
      const ranges = begunRange(tokens).flatMap((line) => tryOut(layer.finder, { line }, search))
      return together(answers, ranges, search.top)
    }
  }
  const likelier = withLikelier(answers, () => inOrder(others(layer, tokens, search)), search.top)
  if (penalty < PENALTY.typo || likelier !== answers) return likelier
  // `NINE AVON` is 9 Avon Road before it is misspelt.
  const reworded = inOtherWords(layer, tokens, search)
  if (reworded.length > 0) return together(inOrder(reworded), answers, search.top)
  // `6 WAITOMOAVE`
  const spaced = withOtherSpaces({ tokens, without: [] }, layer.finder.index, search.work)
    .filter((line) => line.tokens.words.at(-1)?.length !== 1)
    .flatMap((line) => tryOut(layer.finder, { line }, search))
    .filter((answer) => answer.penalty < PENALTY.otherLetters)
  return together(spaced, answers, search.top)
}

/** Behind what has all letters with a slip. */
function asBegun(answer: Answer): Answer {
  return { ...answer, penalty: answer.penalty + PENALTY.typo + PENALTY.typoTwice }
}

/** With something given up, else with another end. */
function others(layer: AddressLayer<unknown>, tokens: Tokens, search: Search): readonly Answer[] {
  const inPlaces = (place: string) => {
    const begins = (name: readonly string[]) =>
      name.some((_, at) => name.slice(at).join(' ').startsWith(place))
    const filter = place === '' ? undefined : filters.onPlaces(begins)
    return { ...search, filter: both(search.filter, filter) }
  }
  const whole = (line: Line, place = '', street = '') => {
    // `1 HIDD` is at no street of Huddersfield.
    const isNearly = (name: string) =>
      [-1, 0, 1].some((more) => isWithinEdits(name.slice(0, street.length + more), street, 1))
    const own = street === '' ? {} : { isLoose: true, filter: filters.onNames(isNearly) }
    return tryOut(layer.finder, { line, ...own }, inPlaces(place))
  }
  const wholeOrLess = (line: Line, place = '') => {
    const found = whole(line, place)
    return found.length > 0 ? found : giveUp(layer, line.tokens, inPlaces(place))
  }
  const filters = new StreetFilters(layer, search.work)
  // Behind the whole name of a place the street is not looked for in others.
  const isPlaceAtEnd = (words: readonly string[]) =>
    words.some((_, at) => at > 1 && (layer.knownPlaces?.named(words.slice(at)).length ?? 0) > 0)
  const begun = withoutBegunPostcode(tokens, layer.country, isPlaceAtEnd)
  const found = begun === undefined ? [] : wholeOrLess(begun)
  if (found.length > 0) return found
  const asTyped = giveUp(layer, tokens, search)
  if (asTyped.length > 0) return asTyped
  for (const { line, place, isWhole, street } of otherEnds(tokens, layer.country)) {
    const other = isWhole ? whole(line, place, street) : wholeOrLess(line, place)
    if (other.length > 0) return isWhole ? other.map(asBegun) : other
  }
  return []
}

/** Each once, and some of both. */
function together(first: readonly Answer[], second: readonly Answer[], top: number) {
  const isIn = (list: readonly Answer[], { shown }: Answer) =>
    list.some((answer) => answer.shown === shown)
  const others = second.filter((answer) => !isIn(first, answer))
  if (others.length === 0 || first.length === 0) return others.length === 0 ? first : second
  const kept = first.slice(0, Math.max(1, top - Math.min(others.length, top >> 1)))
  return [...kept, ...second.filter((answer) => !isIn(kept, answer))].slice(0, top)
}

/**
 * With the others, if there are no answers, or only doubtful ones: then just the typed street, in a suburb around, is
 * likelier than one that is misspelt and of another type.
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
  const [first] = likelier
  // `12 RICHMOND, RICHMOND`: the same word left out says no more than before.
  const isNews = first?.shown !== best.shown && first?.without?.length
  if (first === undefined || (best.penalty < PENALTY.typo && !isNews)) return answers
  const shown = new Set(likelier.map((answer) => answer.shown))
  const rest = answers.filter((answer) => !shown.has(answer.shown))
  const behind = rest.map((answer) => ({ ...answer, penalty: answer.penalty + BEHIND_LIKELIER }))
  return [...likelier, ...behind].slice(0, top)
}

const BEHIND_LIKELIER = 3 * PENALTY.givenUp

/** One thing at most was given up, which may be the whole place, and all else is as typed. */
function isLikelier({ penalty, without = [] }: Answer): boolean {
  const isOne = without.length < 2 || without.join() === 'suburb,postcode'
  return isOne && penalty - PENALTY.givenUp * without.length < PENALTY.otherLetters
}

/** Where the unit is not there, other words may have it: `REAR 23/149` is unit 23, `11/1` flat 1 at 11 in Glasgow. */
function inOtherWords(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  search: Search,
): readonly Answer[] {
  const wordings = otherWordings(textOf(tokens), layer.country)
  for (const line of wordings.slice(0, WORDINGS_MAX)) {
    const found = tryOut(layer.finder, { line }, search)
    if ((found[0]?.penalty ?? 1) % PENALTY.givenUp === 0) return found
  }
  return []
}

/** The most other wordings of a unit that are tried. */
const WORDINGS_MAX = 4

/** What the judge finds likeliest: the first answers of an attempt, or what the line names among other words. */
function giveUp(layer: AddressLayer<unknown>, tokens: Tokens, search: Search): readonly Answer[] {
  const { length } = tokens.words
  if (length < 2 || length > WORDS_MAX || search.work.isSpent) return []
  const typed = textOf(tokens)
  const wordings = otherWordings(typed, layer.country)
  const others = wordings.filter((line) => textOf(line.tokens) !== typed)
  const lines = [{ tokens, without: [] }, ...others]
  const evidence = new Evidence(layer, lines, search)
  const found = search.work.half(() => firstFound(layer, tokens, wordings, search))
  const [first] = found
  const odds = first === undefined ? NOT_MEANT : evidence.oddsOf(first.row)
  if (odds >= SURE) return found
  const named = evidence.named()
  const [best] = named
  if (best === undefined || best.odds <= odds) return found
  const shown = new Set(named.map(({ answer }) => answer.shown))
  const rest = found.filter((answer) => !shown.has(answer.shown))
  return [...named.map(({ answer }) => answer), ...rest].slice(0, search.top)
}

/** In log-odds: what is so likely is not looked for in other ways. All words of the line are then of the address. */
const SURE = START.found - 0.25

/** The answers of the first attempt that has any; those to the line as it was typed are looked for elsewhere. */
function firstFound(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  wordings: readonly Line[],
  search: Search,
): readonly Answer[] {
  for (const attempt of attemptsFor(layer, tokens, wordings, search.work)) {
    if (search.work.isSpent) return []
    const found = tryOut(layer.finder, attempt, search)
    if (found.length > 0) return found
  }
  return []
}

function tryOut(finder: AddressFinder, attempt: Attempt, search: Search): readonly Answer[] {
  if (search.work.isSpent) return []
  const { line, filter, location, isLoose = false, answersMax = search.top } = attempt
  const { without, isGuess = false } = line
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
  // A misspelt street with another number, or of another type where a part of the line is left out, is another street.
  const isOther = ({ penalty }: Answer) =>
    (isGuess && (penalty & PENALTY.missingUnit) !== 0) ||
    (penalty >= PENALTY.typo &&
      ((penalty & PENALTY.otherLetters) !== 0 ||
        (without.length > 0 && (penalty & PENALTY.wrongStreetType) !== 0)))
  return answers
    .list()
    .filter((answer) => answer.penalty < penaltyMax && !isOther(answer))
    .map((answer) => ({ ...answer, penalty: answer.penalty + lost, without }))
}
