// Searches again where nothing fits every word of a line: with one thing given up, the least certain first.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { fullNameWord, stateNamed } from '../../index/words/written-forms.ts'
import type { AddressFinder, Search } from '../match/address-finder.ts'
import type { StreetFilter } from '../match/filter.ts'
import { type Answer, TopAnswers } from '../match/top-answers.ts'
import { editDistance } from '../query/edit-distance.ts'
import { EXACT, type Pass, PENALTY, RELAXED } from '../ranking.ts'
import {
  cleanedLines,
  type Line,
  withFewerPlaceWords,
  withOtherSpaces,
  withoutPlace,
  withoutPostcode,
  withoutStreet,
} from './alternatives.ts'
import type { KnownPlaces } from './known-places.ts'
import { type LineShape, lineShape } from './line-shape.ts'
import { textOf } from './reading-rules.ts'

interface ForgivingHooks {
  readonly finder: AddressFinder
  namesOf(street: number): { readonly nameWords: readonly string[]; readonly placeNames: Names }
  /** A product without gives nothing up. */
  readonly knownPlaces?: () => KnownPlaces
}

/** How far from a place that was named its neighbours are looked for. */
const AROUND_METRES = [8_000, 25_000, 80_000]
/** A line has so many words at most for something of it to be given up. */
const WORDS_MAX = 24
/** Without typing errors: for lines of which little is left. */
const AS_TYPED: readonly Pass[] = [EXACT, RELAXED]

/** The answers of the first line that has any; those to the line as it was typed are looked for elsewhere. */
export function forgive(hooks: ForgivingHooks, tokens: Tokens, search: Search): readonly Answer[] {
  const { knownPlaces } = hooks
  const { length } = tokens.words
  if (knownPlaces === undefined || length < 2 || length > WORDS_MAX) return []
  const tried = new Set<string>()
  for (const attempt of attemptsFor(hooks, knownPlaces, tokens)) {
    if (search.work.isSpent) return []
    // Without a filter of its own, a line that was tried need not be tried again.
    const key =
      attempt.filter === undefined ? `${textOf(attempt.line.tokens)}${attempt.isLoose}` : ''
    if (tried.has(key) || !saysEnough(attempt.line)) continue
    if (key !== '') tried.add(key)
    const found = tryOut(hooks.finder, attempt, search)
    if (found.length > 0) return found
  }
  return []
}

interface Attempt {
  readonly line: Line
  readonly filter?: Pick<StreetFilter, 'allowsStreet'>
  readonly location?: Point
  /** The passes from exact to misspelt, and not only what is as typed but for its number. */
  readonly isLoose?: boolean
}

function tryOut(finder: AddressFinder, attempt: Attempt, search: Search): readonly Answer[] {
  const { line, filter, location, isLoose = false } = attempt
  const { without } = line
  const answers = new TopAnswers(search.top)
  const wanted = {
    ...search,
    filter: both(search.filter, filter),
    location: search.location ?? location,
    ...(!isLoose && { passes: AS_TYPED }),
  }
  finder.add(finder.readings(line.tokens, search.work), wanted, answers)
  const lost = PENALTY.givenUp * without.length
  return answers
    .list()
    .filter(({ penalty }) => isLoose || penalty < PENALTY.wrongStreetType)
    .map((answer) => ({ ...answer, penalty: answer.penalty + lost, without }))
}

/** A house number, and a word behind it that may be its street. */
function saysEnough({ tokens }: Line): boolean {
  const shape = lineShape(tokens)
  const [next = '', ...more] = tokens.words.slice((shape?.number ?? tokens.words.length) + 1)
  return /^\D{2,}$/.test(next) && (more.length > 0 || stateNamed(next) === undefined)
}

function* attemptsFor(
  hooks: ForgivingHooks,
  knownPlaces: () => KnownPlaces,
  tokens: Tokens,
): Generator<Attempt> {
  const cleaned = cleanedLines(tokens)
  for (const line of cleaned) yield { line }
  const shaped = [{ tokens, without: [] }, ...cleaned].flatMap((line) => {
    const shape = lineShape(line.tokens)
    return shape === undefined ? [] : [{ line, shape }]
  })
  const { terms } = hooks.finder.index
  for (const { line } of shaped) {
    for (const other of withOtherSpaces(line, terms)) yield { line: other }
  }
  for (const { line, shape } of shaped) yield* inPlace(hooks, line, shape)
  for (const { line, shape } of shaped) {
    if (shape.postcode === undefined) continue
    for (const other of withFewerPlaceWords(line, shape)) yield { line: other }
    yield* onStreet(hooks, withoutPlace(line, shape), line, shape)
  }
  for (const { line, shape } of shaped) yield* given(withoutPostcode(line, shape))
  for (const { line, shape } of shaped) yield* misspelt(hooks, line, shape)
  for (const { line, shape } of shaped) {
    for (const other of withFewerPlaceWords(line, shape)) yield* given(bareOf(other))
  }
  const known = knownPlaces()
  for (const { line, shape } of shaped) yield* around(hooks, known, line, shape)
  for (const line of cleaned) yield { line, isLoose: true }
  for (const { line, shape } of shaped) yield* given(withoutPostcode(line, shape), true)
  for (const { line, shape } of shaped) {
    if (shape.postcode !== undefined) yield* given(withoutPlace(line, shape), true)
  }
  for (const { line, shape } of shaped) {
    yield* onStreet(hooks, bareOf(withoutPlace(line, shape)), line, shape)
  }
}

function* given(line: Line | undefined, isLoose = false): Generator<Attempt> {
  if (line !== undefined) yield { line, isLoose }
}

/** Without its postcode, if it has one. */
function bareOf(line: Line | undefined): Line | undefined {
  if (line === undefined) return undefined
  const shape = lineShape(line.tokens)
  return shape === undefined ? line : (withoutPostcode(line, shape) ?? line)
}

/** Without the postcode, in a place of exactly the typed name. */
function* inPlace(hooks: ForgivingHooks, line: Line, shape: LineShape): Generator<Attempt> {
  const bare = withoutPostcode(line, shape)
  if (bare === undefined) return
  const typed = line.tokens.words.slice(shape.placeFrom, shape.placeTo).map(fullNameWord).join(' ')
  const isNamed = (name: readonly string[]) => name.map(fullNameWord).join(' ') === typed
  yield { line: bare, filter: onPlaces(hooks, (names) => names.some(isNamed)) }
}

/** A line without its place, on streets that have the words before the type in their name. */
function* onStreet(
  hooks: ForgivingHooks,
  placeless: Line | undefined,
  line: Line,
  shape: LineShape,
): Generator<Attempt> {
  if (placeless === undefined) return
  yield { line: placeless, filter: onNames(hooks, hasWordsOf(line, shape)) }
}

function hasWordsOf({ tokens }: Line, shape: LineShape): (name: string) => boolean {
  const { number, typeEnd, placeFrom } = shape
  const end = typeEnd === undefined ? placeFrom : typeEnd - 1
  const typed = tokens.words
    .slice(number + 1, end)
    .map(fullNameWord)
    .join('')
  return (name) => name.includes(typed)
}

type Names = readonly (readonly string[])[]

/** Only streets in places whose names pass. Many streets share a place, and to read its names takes a while. */
function onPlaces({ finder, namesOf }: ForgivingHooks, passes: (names: Names) => boolean) {
  const { streets } = finder.index
  return passing(
    (street) => streets.placeOf(street),
    (street) => passes(namesOf(street).placeNames),
  )
}

function onNames({ finder, namesOf }: ForgivingHooks, passes: (name: string) => boolean) {
  const { streets } = finder.index
  return passing(
    (street) => streets.nameOf(street),
    (street) => passes(namesOf(street).nameWords.map(fullNameWord).join('')),
  )
}

function passing(
  keyOf: (street: number) => number,
  passes: (street: number) => boolean,
): Pick<StreetFilter, 'allowsStreet'> {
  const known = new Map<number, boolean>()
  return {
    allowsStreet: (street) => {
      const key = keyOf(street)
      const allowed = known.get(key) ?? passes(street)
      known.set(key, allowed)
      return allowed
    },
  }
}

/** Two slips in one word: what is left of the line says which streets to compare it with. */
function* misspelt(hooks: ForgivingHooks, line: Line, shape: LineShape): Generator<Attempt> {
  const { words } = line.tokens
  const typedPlace = words.slice(shape.placeFrom, shape.placeTo).join('')
  const placeless = withoutPlace(line, shape)
  if (placeless !== undefined && typedPlace.length >= SIMILAR_MIN) {
    const isMeant = (name: readonly string[]) => isSimilar(typedPlace, name.join(''))
    yield { line: placeless, filter: onPlaces(hooks, (names) => names.some(isMeant)) }
  }
  const streetless = withoutStreet(line, shape)
  const typedStreet = words.slice(shape.number + 1, (shape.typeEnd ?? 1) - 1).join('')
  if (streetless !== undefined && typedStreet.length >= SIMILAR_MIN && typedPlace !== '') {
    const filter = onNames(hooks, (name) => isSimilar(typedStreet, name))
    yield { line: streetless, filter }
  }
}

const SIMILAR_MIN = 5

/** Two slips in a word of five letters, three in one of ten. */
function isSimilar(typed: string, word: string): boolean {
  const most = typed.length < 10 ? 2 : 3
  if (Math.abs(typed.length - word.length) > most || word.length < SIMILAR_MIN - 1) return false
  return editDistance(typed, word) <= most
}

/** The street in a place around the one that was named, or around those of the postcode; the nearest first. */
function* around(
  hooks: ForgivingHooks,
  known: KnownPlaces,
  line: Line,
  shape: LineShape,
): Generator<Attempt> {
  const { words } = line.tokens
  const placeless = bareOf(withoutPlace(line, shape))
  if (placeless === undefined) return
  const region = regionIn(words.slice(shape.placeTo))
  const named = namedPlaces(known, words.slice(shape.placeFrom, shape.placeTo)).filter(
    (place) => region === undefined || region === known.region(place),
  )
  const postcode = words[shape.postcode ?? words.length] ?? ''
  const near = named.length > 0 ? named : known.withPostcode(postcode)
  const middles = near.slice(0, PLACES_NAMED_MAX).map((place) => known.middle(place))
  const [location] = middles
  if (location === undefined) return
  const { streets } = hooks.finder.index
  const { allowsStreet: isNamed } = onNames(hooks, hasWordsOf(line, shape))
  for (const metres of AROUND_METRES) {
    const allowsStreet = (street: number) =>
      isNamed(street) &&
      middles.some((middle) => metresBetween(streets.point(street), middle) <= metres)
    yield { line: placeless, filter: { allowsStreet }, location }
  }
}

function regionIn(words: readonly string[]): string | undefined {
  for (let count = 3; count > 0; count--) {
    const region = stateNamed(words.slice(0, count).join(' '))
    if (region !== undefined) return region
  }
  return undefined
}

/** Namesakes of a place; the neighbours of more would be anywhere. */
const PLACES_NAMED_MAX = 12

/** The places that the longest run of the words names. */
function namedPlaces(known: KnownPlaces, words: readonly string[]): readonly number[] {
  for (let count = Math.min(words.length, known.wordsMax); count > 0; count--) {
    for (let from = words.length - count; from >= 0; from--) {
      const found = known.named(words.slice(from, from + count))
      if (found.length > 0) return found
    }
  }
  return []
}

function both(
  filter: StreetFilter | undefined,
  own: Pick<StreetFilter, 'allowsStreet'> | undefined,
): StreetFilter | undefined {
  if (own === undefined) return filter
  return {
    requirements: [],
    allowsRecord: () => true,
    ...filter,
    allowsStreet: (street) =>
      (filter === undefined || filter.allowsStreet(street)) && own.allowsStreet(street),
  }
}
