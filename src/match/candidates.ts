// The addresses that a line may mean, as the engine finds them, each compared with the line.

import { countryOf } from '../countries/country.ts'
import { foldedValue } from '../index/words/fold.ts'
import { compare } from '../judge/compare.ts'
import { saysStreet } from '../judge/compare-postcode.ts'
import { type Difference, differenceSet } from '../judge/differences.ts'
import { doorOf, heldParts, nameOf } from '../judge/held-parts.ts'
import { fits, type Judged, judge, mayBeNamedOtherwise, withDifference } from '../judge/judge.ts'
import { TypedWords } from '../lines/typed-words.ts'
import type { AnySearch, AutocompleteQuery } from '../search/address-search.ts'
import { STEPS_MAX, Work } from '../search/work.ts'
import { settledOnStreet } from './settled.ts'

/** How many of the best are looked at. */
const FOUND_MAX = 6
const RIVALS_MAX = 3
/** To say why nothing is found is worth a part of a search: guesses at other streets and places say it wrongly. */
const REASON_STEPS_MAX = STEPS_MAX / 12

/** The best first. */
export function judgedCandidates(search: AnySearch, line: string): readonly Judged[] {
  const typed = new TypedWords(line, countryOf(search.product))
  if (typed.length === 0) return []
  const settled = settledOnStreet(search, typed)
  if (settled !== undefined) return [settled]
  const judged = validated(search, typed, line, true)
  if (judged.some(fits)) return inOrder(judged)
  const elsewhere = judged.length > 0 ? undefined : settledOnStreet(search, typed, true)
  if (elsewhere !== undefined) return [elsewhere]
  return inOrder([...judged, ...found(search, typed, line)])
}

/** What has every word of a line. */
function validated(
  search: AnySearch,
  typed: TypedWords,
  line: string,
  isMeant: boolean,
): readonly Judged[] {
  const found = search.validate({ line, strict: true })
  if (found.kind === 'none') return []
  const isOne = found.kind === 'one'
  const all = isOne ? [found] : found.ids.map((id) => ({ id, address: search.get(id) }))
  return all.flatMap(({ id, address }) =>
    address ? judgedAsNamed(search, typed, judge(typed, id, address, isOne && isMeant)) : [],
  )
}

/** Each address once, the likeliest first; of equals in the order of the engine. */
function inOrder(all: readonly Judged[]): readonly Judged[] {
  if (all.length < 2) return all
  const byId = new Map<string, Judged>()
  const fitting = all.filter(fits)
  const [isWholly, isNamed] = [fitting.some(saysWholePlace), fitting.some(saysName)]
  const bare = new Set(
    fitting.filter(({ comparison }) => comparison.unsaid === 0).map(({ held }) => doorOf(held)),
  )
  for (const found of all) {
    // `7 THE CRESCENT, MANCHESTER` is rather there than in Irlam, Manchester.
    const isTownOnly = found.differences.has('postcode unsaid') && !saysWholePlace(found)
    const isInPart = isWholly && fits(found) && isTownOnly
    // `J HAY, OAK LTD, 7 THE CRESCENT` is rather at Oak Ltd than at others there, and else at none of them.
    const isOneOf = found.comparison.unsaid > 0 && bare.has(doorOf(found.held))
    const isOther = fits(found) && ((isNamed && !saysName(found)) || isOneOf)
    const placed = isInPart ? withDifference(found, 'part of the town unsaid') : found
    const each = isOther ? withDifference(placed, 'building unsaid') : placed
    const known = byId.get(each.id)
    if (known === undefined || known.odds < each.odds) byId.set(each.id, each)
  }
  const sorted = [...byId.values()].sort((a, b) => b.odds - a.odds)
  // Lists that were put together have some addresses twice.
  const first = new Map(sorted.toReversed().map((each) => [nameOf(each.held), each]))
  return sorted.filter((each) => first.get(nameOf(each.held)) === each)
}

function saysWholePlace({ parts, held: { places } }: Judged): boolean {
  return parts.some(({ name, held }) => name === 'place' && held === places[0]?.join(' '))
}

function saysName({ parts }: Judged): boolean {
  return parts.some(({ name, held }) => name === 'building' && held !== '')
}

function found(search: AnySearch, typed: TypedWords, line: string): readonly Judged[] {
  const judged = ask(search, typed, { term: line, top: FOUND_MAX })
  return withRivals(search, typed, withLevels(withDoubt(search, typed, judged)))
}

/** `LEVEL 3` of a building is not just the building where the data has other levels of it. */
function withLevels(all: readonly Judged[]): readonly Judged[] {
  if (!all.some(({ held }) => held.level !== '')) return all
  return all.map((each) => {
    if (!each.differences.has('level ignored')) return each
    const differences = each.differences.difference(new Set(['level ignored']))
    return withDifference({ ...each, differences }, 'other level')
  })
}

/** `16 DALTON AVENUE` without a postcode is hardly a slip for Alton Avenue where there is a Dalton Avenue somewhere. */
function withDoubt(search: AnySearch, typed: TypedWords, all: readonly Judged[]) {
  const isGuess = (each: Judged) => fits(each) && each.differences.isSupersetOf(GUESSED)
  const guess = all.find(isGuess)
  if (guess === undefined) return all
  const { from, to } = guess.comparison.street
  if (!hasStreet(search, typed.text(from, to), NOT_AS_TYPED)) return all
  return all.map((each) => (isGuess(each) ? withDifference(each, 'street alike') : each))
}

const GUESSED = differenceSet('street misspelt', 'postcode unsaid')

/** What is most like a line that nothing fits: the building without its unit, else the street without its number. */
export function nearestMiss(search: AnySearch, line: string): Judged | undefined {
  const typed = new TypedWords(line, countryOf(search.product))
  const [code = ''] = countryOf(search.product).postcode.inLine.exec(line) ?? []
  const rest = line.replace(code, '')
  for (const names of [rest.replace(UNIT, ''), rest.replaceAll(NUMBER, ' ')]) {
    const shorter = `${names} ${code}`
    // The line itself was searched for in vain.
    if (foldedValue(shorter) === foldedValue(line)) continue
    const work = new Work(REASON_STEPS_MAX)
    const [miss] = inOrder(ask(search, typed, { term: shorter, top: RIVALS_MAX, work }))
    if (miss !== undefined) return miss
  }
  return undefined
}

/** All up to the first number, where another follows. */
const UNIT = /^\D*\d\S*\s+(?=.*\d)/
const NUMBER = /\S*\d\S*/g

function ask(search: AnySearch, typed: TypedWords, query: AutocompleteQuery): readonly Judged[] {
  return search
    .autocomplete({ ...query, isWhole: true })
    .map((found) =>
      judgedAsNamed(search, typed, judge(typed, found.id, found.item, false, found.alias)),
    )
}

/** `12 HEOL Y FRENHINES` is on Queen Street: a street or a place goes by each of its names. */
function judgedAsNamed(search: AnySearch, typed: TypedWords, own: Judged): Judged {
  if (!mayBeNamedOtherwise(own.differences)) return own
  const { id, isValidated, held } = own
  return search
    .underOtherNames(id)
    .map((address) => judge(typed, id, address, isValidated))
    .map((each) => ({ ...each, held: { ...each.held, label: held.label } }))
    .reduce((best, each) => (each.odds > best.odds ? each : best), own)
}

/** A place or a postcode that is another: whether the line means what really is there. */
function withRivals(search: AnySearch, typed: TypedWords, all: readonly Judged[]) {
  const fitting = all.filter(fits)
  const isElsewhere = ({ differences }: Judged) => !differences.isDisjointFrom(ELSEWHERE)
  const [elsewhere] = fitting.filter(isElsewhere)
  if (elsewhere !== undefined && isStreetThere(search, typed, elsewhere)) {
    return all.map((each) =>
      fits(each) && isElsewhere(each) ? withDifference(each, IN_PLACE_TYPED) : each,
    )
  }
  const otherCode = fitting.find(({ differences }) => !differences.isDisjointFrom(OTHER_CODE))
  if (otherCode === undefined) return all
  const { from, to } = otherCode.comparison.place
  const line = typed.words.toSpliced(from, to - from).join(' ')
  return [...all, ...validated(search, typed, line, false)]
}

const IN_PLACE_TYPED = 'street is in the place that was typed'
const ELSEWHERE = differenceSet(
  'other place',
  'place in part',
  'other part of the town',
  'other place and no postcode',
)
const OTHER_CODE = differenceSet('other postcode', 'postcode alike')

/** Whether the place that was typed has a street of that name: then the line means that one. */
function isStreetThere(
  search: AnySearch,
  typed: TypedWords,
  { comparison: { street, place }, parts }: Judged,
): boolean {
  // A postcode of its own street says more than a place that does not have the number.
  const isAtPostcode = parts.some(saysStreet)
  const number = isAtPostcode ? `${parts.find(({ name }) => name === 'number')?.typed ?? ''} ` : ''
  const line = `${number}${typed.text(street.from, street.to)} ${typed.text(place.from, place.to)}`
  return hasStreet(search, line, NOT_THERE)
}

/** Whether there is a street that differs from the line in none of these ways. */
function hasStreet(search: AnySearch, line: string, others: ReadonlySet<Difference>): boolean {
  const words = new TypedWords(line, countryOf(search.product))
  return search.autocomplete({ term: line, isWhole: true, top: RIVALS_MAX }).some(({ item }) => {
    return compare(words, heldParts(item)).differences.isDisjointFrom(others)
  })
}

const NOT_AS_TYPED = differenceSet(
  'other street',
  'other street type',
  'street misspelt',
  'street misspelt twice',
  'street alike',
  'street spaced otherwise',
  'street type unsaid',
)
const NOT_THERE = differenceSet(
  'other number',
  'other street',
  'other street type',
  'place in part',
  'other part of the town',
  'other place and no postcode',
  'place unsaid',
)
