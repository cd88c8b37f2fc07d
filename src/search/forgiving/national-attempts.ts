// What may be given up of an Australian line: its parts are known by street types, states and postcodes.

import { metresBetween } from '../../address/geo.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { fullNameWord, stateNamed } from '../../index/words/written-forms.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import {
  cleanedLines,
  withFewerPlaceWords,
  withOtherSpaces,
  withoutPlace,
  withoutPostcode,
  withoutState,
  withoutStreet,
  withoutUnitWord,
} from './alternatives.ts'
import type { Attempt } from './attempt.ts'
import type { KnownPlaces } from './known-places.ts'
import type { Line } from './line.ts'
import { type LineShape, lineShape, lineShapes } from './line-shape.ts'
import { isSimilar, StreetFilters, type StreetHooks, typedStreet } from './street-filters.ts'

/** How far from a place that was named its neighbours are looked for. */
const AROUND_METRES = [8_000, 25_000, 80_000]
/** So many ways to read what is what in a line are tried at most. */
const SHAPES_MAX = 12

/** What to try for an Australian line, the least certain thing given up first. */
export function* nationalAttempts(
  hooks: StreetHooks,
  knownPlaces: () => KnownPlaces,
  tokens: Tokens,
  work: Work,
): Generator<Attempt> {
  const filters = new StreetFilters(hooks, work)
  for (const attempt of attemptsFor(hooks, filters, knownPlaces, tokens)) {
    if (!work.affords(STEPS.givenUp)) return
    if (saysEnough(attempt.line)) yield attempt
  }
}

function* attemptsFor(
  hooks: StreetHooks,
  filters: StreetFilters,
  knownPlaces: () => KnownPlaces,
  tokens: Tokens,
): Generator<Attempt> {
  const cleaned = cleanedLines(tokens)
  for (const line of cleaned) yield { line }
  const shaped = [{ tokens, without: [] }, ...cleaned]
    .flatMap((line) => lineShapes(line.tokens).map((shape) => ({ line, shape })))
    .slice(0, SHAPES_MAX)
  const { terms } = hooks.finder.index
  for (const { line } of shaped) {
    for (const other of withOtherSpaces(line, terms)) yield { line: other }
  }
  for (const { line, shape } of shaped) yield* given(withoutState(line, shape))
  for (const each of shaped) yield* inPlace(filters, each)
  for (const each of shaped) {
    const { line, shape } = each
    if (shape.postcode === undefined) continue
    for (const other of withFewerPlaceWords(line, shape)) yield { line: other }
    yield* onStreet(filters, withoutPlace(line, shape), each)
  }
  for (const each of shaped) yield* onStreet(filters, withoutPostcode(each.line, each.shape), each)
  for (const each of shaped) yield* misspelt(filters, knownPlaces, each, LONG_WORD)
  for (const each of shaped) {
    for (const other of withShorterPlace(knownPlaces(), each)) yield* given(bareOf(other))
  }
  yield* farther(hooks, filters, knownPlaces(), cleaned, shaped)
}

/** A house number, and a word behind it that may be its street. */
function saysEnough({ tokens }: Line): boolean {
  const shape = lineShape(tokens)
  const [next = '', ...more] = tokens.words.slice((shape?.number ?? tokens.words.length) + 1)
  return /^\D{2,}$/.test(next) && (more.length > 0 || stateNamed(next) === undefined)
}

interface Shaped {
  readonly line: Line
  readonly shape: LineShape
}

/** With two things given up, or something given up beside a typing error. */
function* farther(
  hooks: StreetHooks,
  filters: StreetFilters,
  known: KnownPlaces,
  cleaned: readonly Line[],
  shaped: readonly Shaped[],
): Generator<Attempt> {
  const elsewhere = shaped.filter((each) => mayBeElsewhere(filters, known, each))
  for (const each of elsewhere) yield* around(hooks, filters, known, each)
  for (const each of shaped) yield* misspelt(filters, () => known, each, SHORT_WORD)
  for (const line of cleaned) yield { line, isLoose: true }
  for (const each of shaped) {
    yield* nearlyOnStreet(filters, withoutPostcode(each.line, each.shape), each)
  }
  for (const each of shaped) {
    const { line, shape } = each
    if (shape.postcode === undefined) continue
    yield* nearlyOnStreet(filters, withoutPlace(line, shape), each)
  }
  for (const { line, shape } of shaped) yield* given(withoutUnitWord(line, shape))
  for (const each of elsewhere) {
    if (placesMeant(known, each).length > 0) continue
    yield* onStreet(filters, bareOf(withoutPlace(each.line, each.shape)), each)
  }
}

function* given(line: Line | undefined): Generator<Attempt> {
  if (line !== undefined) yield { line }
}

/** Without its postcode, if it has one. */
function bareOf(line: Line | undefined): Line | undefined {
  if (line === undefined) return undefined
  const shape = lineShape(line.tokens)
  return shape === undefined ? line : (withoutPostcode(line, shape) ?? line)
}

/** Without the postcode, in a place of exactly the typed name. */
function* inPlace(filters: StreetFilters, { line, shape }: Shaped): Generator<Attempt> {
  const bare = withoutPostcode(line, shape)
  if (bare === undefined) return
  const typed = line.tokens.words.slice(shape.placeFrom, shape.placeTo).map(fullNameWord).join(' ')
  const isNamed = (name: readonly string[]) => name.map(fullNameWord).join(' ') === typed
  yield { line: bare, filter: filters.onPlaces(isNamed) }
}

/** A line of which something is left out, on streets that have the words before the type in their name. */
function* onStreet(
  filters: StreetFilters,
  rest: Line | undefined,
  { line, shape }: Shaped,
): Generator<Attempt> {
  const typed = typedStreet(line, shape)
  if (rest !== undefined)
    yield { line: rest, filter: filters.onNames((name) => name.includes(typed)) }
}

/** The same where there may be slips in those words. */
function* nearlyOnStreet(
  filters: StreetFilters,
  rest: Line | undefined,
  { line, shape }: Shaped,
): Generator<Attempt> {
  const typed = typedStreet(line, shape)
  const isMeant = (name: string) => name.includes(typed) || isSimilar(typed, name)
  if (rest !== undefined) yield { line: rest, filter: filters.onNames(isMeant), isLoose: true }
}

/** With fewer words of a place that is not known by all of them, where it is known by those that are left. */
function withShorterPlace(known: KnownPlaces, { line, shape }: Shaped): readonly Line[] {
  const others = withFewerPlaceWords(line, shape)
  if (shape.typeEnd === undefined) return others
  const isKnown = ({ tokens }: Line, to: number) =>
    known.named(tokens.words.slice(shape.placeFrom, to)).length > 0
  if (isKnown(line, shape.placeTo)) return []
  const { length } = line.tokens.words
  return others.filter((other) =>
    isKnown(other, shape.placeTo - length + other.tokens.words.length),
  )
}

/** Two slips in a name of so many letters: more are left of a long one than of a short one. */
const LONG_WORD = 7
const SHORT_WORD = 5

/** Two slips in one word: what is left of the line says which streets to compare it with. */
function* misspelt(
  filters: StreetFilters,
  knownPlaces: () => KnownPlaces,
  { line, shape }: Shaped,
  lettersMin: number,
): Generator<Attempt> {
  const { words } = line.tokens
  const typedPlace = words.slice(shape.placeFrom, shape.placeTo).join('')
  const placeless = withoutPlace(line, shape)
  if (placeless !== undefined && typedPlace.length >= lettersMin) {
    const isMeant = (name: readonly string[]) => isSimilar(typedPlace, name.join(''))
    yield { line: placeless, filter: filters.onPlaces(isMeant) }
  }
  const streetless = withoutStreet(line, shape)
  const typed = typedStreet(line, shape)
  if (streetless === undefined || typedPlace === '' || typed.length < lettersMin) return
  const filter = filters.onSimilarNames(typed, knownPlaces)
  yield { line: streetless, filter }
}

/** Whether the street may be in another place than the named one: not where it is there and only lacks the number. */
function mayBeElsewhere(filters: StreetFilters, known: KnownPlaces, each: Shaped): boolean {
  const { line, shape } = each
  return !placesMeant(known, each).some((place) =>
    filters.hasGapAtNumber(known.streetsOf(place), line, shape),
  )
}

/** The places that the line names, in the state that it names. */
function placesMeant(known: KnownPlaces, { line, shape }: Shaped): readonly number[] {
  const { words } = line.tokens
  const { placeFrom, placeTo, state } = shape
  const region = state && stateNamed(words.slice(state.from, state.to).join(' '))
  return namedPlaces(known, words.slice(placeFrom, placeTo))
    .filter((place) => region === undefined || region === known.region(place))
    .slice(0, PLACES_NAMED_MAX)
}

/** The street in a place around the one that was named, or around those of the postcode; the nearest first. */
function* around(
  hooks: StreetHooks,
  filters: StreetFilters,
  known: KnownPlaces,
  each: Shaped,
): Generator<Attempt> {
  const { line, shape } = each
  const { words } = line.tokens
  const placeless = bareOf(withoutPlace(line, shape))
  if (placeless === undefined) return
  const named = placesMeant(known, each)
  const postcode = words[shape.postcode ?? words.length] ?? ''
  const near = named.length > 0 ? named : known.withPostcode(postcode)
  const middles = near.slice(0, PLACES_NAMED_MAX).map((place) => known.middle(place))
  const [location] = middles
  if (location === undefined) return
  const { streets } = hooks.finder.index
  const typed = typedStreet(line, shape)
  const { allowsStreet: isNamed } = filters.onNames((name) => name.includes(typed))
  for (const metres of AROUND_METRES) {
    const allowsStreet = (street: number) =>
      isNamed(street) &&
      middles.some((middle) => metresBetween(streets.point(street), middle) <= metres)
    yield { line: placeless, filter: { allowsStreet }, location }
  }
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
