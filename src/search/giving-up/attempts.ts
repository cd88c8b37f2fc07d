// What to try for a line that nothing fits: the line in other words, then each row of what its country gives up.

import { metresBetween, type Point } from '../../address/geo.ts'
import type { Country } from '../../countries/country.ts'
import { ENGLISH } from '../../countries/english.ts'
import type { GiveUp } from '../../countries/giving-up.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { fullName } from '../../index/words/written-forms.ts'
import { cleanedLines } from '../../lines/cleaned-lines.ts'
import { isSimilar } from '../../lines/edit-distance.ts'
import { type Line, replace, textOf } from '../../lines/line.ts'
import { linePartsOf, lineShapes } from '../../lines/line-shape.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { StreetFilter } from '../match/filter.ts'
import { STEPS, type Work } from '../work.ts'
import type { KnownPlaces } from './known-places.ts'
import { SIMILAR_LETTERS_MIN, StreetFilters, typedStreet } from './street-filters.ts'
import { NAMED_WORDS_MIN, type Shaped, withOtherSpaces, withoutParts } from './without-parts.ts'

/** One try to find what a line means: a line with something given up, and where it may be. */
export interface Attempt {
  readonly line: Line
  readonly filter?: Pick<StreetFilter, 'allowsStreet'>
  readonly location?: Point
  /** The passes from exact to misspelt, and not only what is as typed but for its number. */
  readonly isLoose?: boolean
  /** Where there are more answers than these, the line says too little. */
  readonly answersMax?: number
}

/** How far from a place that was named its neighbours are looked for, the farthest in its region. */
const AROUND_METRES = [8_000, 25_000, 80_000, 300_000]
const OTHER_REGION_METRES = 80_000
/** The most ways to read the parts of a line that are tried. */
const SHAPES_MAX = 12
/** The most namesakes of a place; with more, its neighbours could be anywhere. */
const PLACES_NAMED_MAX = 12

/** The least certain thing given up first; `wordings` are the other wordings of the line. */
export function* attemptsFor(
  layer: AddressLayer<unknown>,
  tokens: Tokens,
  wordings: readonly Line[],
  work: Work,
): Generator<Attempt> {
  const attempts = new Attempts(layer, work)
  const tried = new Set<string>()
  for (const attempt of attempts.of(tokens, wordings)) {
    const { line, filter, isLoose = false } = attempt
    // Without a filter of its own, a line that was tried need not be tried again.
    const key = filter === undefined ? `${textOf(line.tokens)}${isLoose}` : ''
    if (tried.has(key)) continue
    if (key !== '') tried.add(key)
    if (!work.affords(STEPS.givenUp)) return
    const isReworded = filter === undefined && line.without.length === 0 && !line.isGuess
    if (isReworded || saysEnough(line, layer.country)) yield attempt
  }
}

/** A house number, and a word after it that may be its street, or is being typed. */
function saysEnough({ tokens }: Line, country: Country): boolean {
  if (!country.postcode.isNumber) return true
  const { numbers } = linePartsOf(tokens, country) ?? {}
  if (numbers === undefined) return false
  const [next = '', ...more] = tokens.words.slice(numbers.number + 1)
  const isOpen = more.length > 0 || tokens.open
  return /^\D{2,}$/.test(next) && (isOpen || !country.words.regions.has(next))
}

/** Nothing stands around it: of what does, nothing else need be given up. */
function isBare({ tokens }: Line, country: Country): boolean {
  const { numbers, tail } = linePartsOf(tokens, country) ?? {}
  return (numbers === undefined || numbers.premises === 0) && tail === tokens.words.length
}

class Attempts {
  readonly #layer: AddressLayer<unknown>
  readonly #work: Work
  readonly #filters: StreetFilters

  constructor(layer: AddressLayer<unknown>, work: Work) {
    this.#layer = layer
    this.#work = work
    this.#filters = new StreetFilters(layer, work)
  }

  get #known(): KnownPlaces {
    const { knownPlaces, country } = this.#layer
    if (knownPlaces === undefined) throw new Error(`places of ${country.product} are not known`)
    return knownPlaces
  }

  *of(tokens: Tokens, wordings: readonly Line[]): Generator<Attempt> {
    const { country, finder } = this.#layer
    const cleaned = cleanedLines(tokens, wordings, country)
    for (const line of cleaned) yield { line }
    const bare = cleaned.filter((line) => isBare(line, country))
    const shapesOf = (line: Line) =>
      lineShapes(line.tokens, country).map((shape, at) => ({ line, shape, isLikeliest: at === 0 }))
    for (const line of [{ tokens, without: [] }, ...bare]) yield* this.#initialled(line)
    const shaped = [{ tokens, without: [] }, ...bare].flatMap(shapesOf).slice(0, SHAPES_MAX)
    for (const row of country.reading.givesUp) {
      if (row.parts.length === 0) for (const line of bare) yield { line, isLoose: true }
      else if (row.parts[0] === 'spaces') {
        for (const { line } of shaped) {
          for (const each of withOtherSpaces(line, finder.index, this.#work)) yield { line: each }
        }
      } else for (const each of shaped) yield* this.#givingUp(row, each)
    }
  }

  /** `335 J LEE` of John Lees Drive. */
  *#initialled(line: Line): Generator<Attempt> {
    const { words } = line.tokens
    const isNumber = (word = '') => /^\d+[A-Z]?$/.test(word)
    const at = words.findIndex((word, i) => /^[A-Z]$/.test(word) && isNumber(words[i - 1]))
    const [letter = '', next = ''] = words.slice(at)
    if (at < 0 || !/^[A-Z]{2,}$/.test(next) || ENGLISH.commonStreetTypes.has(next)) return
    const isMeant = (name: string) => name.startsWith(letter) && name.indexOf(next) > 0
    yield { line: replace(line, at, 1, []), filter: this.#filters.onNames(isMeant) }
  }

  *#givingUp(row: GiveUp, each: Shaped): Generator<Attempt> {
    if (!hasNeeded(row, each)) return
    const { isLoose = false } = row
    // A postcode says where a name is to be looked for.
    const isAnywhere = row.parts[0] !== 'name' || each.shape.postcode === undefined
    const answersMax = isAnywhere ? row.answersMax : undefined
    for (const line of withoutParts(each, row, this.#layer)) {
      for (const where of this.#where(row, each)) {
        yield { line, isLoose, ...where, ...(answersMax !== undefined && { answersMax }) }
      }
    }
  }

  /** Which streets the rest of the line may mean; nowhere where what the row needs was not typed. */
  *#where(row: GiveUp, each: Shaped): Generator<Pick<Attempt, 'filter' | 'location'>> {
    const { place, street, lettersMin = 0 } = row
    if (street === 'same' && !this.#filters.knowsStreet(each)) return
    const typed = typedStreet(each)
    const isLike = (name: string) => isSimilar(typed, name, SIMILAR_LETTERS_MIN)
    const filters = this.#filters
    const words = placeWords(each)
    const [placeName, joined] = [fullName(words), words.join('')]
    if (place === 'around') yield* this.#around(each, typed)
    else if (place === 'unknown' && this.#placesMeant(each).length > 0) return
    else if (place === 'same') {
      yield { filter: filters.onPlaces((name) => fullName(name) === placeName) }
    } else if (place === 'similar' && joined.length >= lettersMin) {
      const isLikePlace = (name: string) => isSimilar(joined, name, SIMILAR_LETTERS_MIN)
      yield { filter: filters.onPlaces((name) => isLikePlace(name.join(''))) }
    } else if (street === 'same') {
      yield { filter: filters.onNames((name) => name.includes(typed)) }
    } else if (street === 'similar') {
      yield { filter: filters.onNames((name) => name.includes(typed) || isLike(name)) }
    } else if (street === 'misspelt' && typed.length >= lettersMin && words.length > 0) {
      yield { filter: filters.onSimilarNames(each, isLike) }
    } else if (place === undefined && street === undefined) yield {}
  }

  /**
   * In another suburb of the named town, in places around the named one, or around those of the postcode; the nearest
   * first, but a longer name than the typed one only where none of them has just that.
   */
  *#around(each: Shaped, typed: string): Generator<Pick<Attempt, 'filter' | 'location'>> {
    const known = this.#known
    const filters = this.#filters
    const named = this.#placesMeant(each)
    // Where the street is in the named place and only lacks the number, it is not in another.
    if (filters.hasGapAtNumber(named, each)) return
    const postcode = each.line.tokens.words[each.shape.postcode?.from ?? -1]
    const near = named.length > 0 || !postcode ? named : known.withPostcode(postcode)
    const middles = near.slice(0, PLACES_NAMED_MAX).map((place) => known.middle(place))
    const [location] = middles
    if (location === undefined) return
    const isTyped = filters.onNames((name) => name === typed)
    const place = placeWords(each)
    const town = place.findIndex((_, at) => at > 0 && known.named(place.slice(at)).length > 0)
    if (town > 0 && known.named(place).length > 0) {
      const townName = fullName(place.slice(town))
      const isThere = filters.onPlaces((name) => fullName(name) === townName)
      const allowsStreet = (s: number) => isTyped.allowsStreet(s) && isThere.allowsStreet(s)
      yield { filter: { allowsStreet }, location }
    }
    const { streets } = this.#layer.finder.index
    const regions = new Set(near.map((place) => known.texts.region(place)))
    const inReach = regions.has('') ? AROUND_METRES.slice(0, -1) : AROUND_METRES
    for (const isMeant of [isTyped, filters.onNames((name) => name.includes(typed))]) {
      for (const metres of inReach) {
        const isNear = (point: Point) => middles.some((at) => metresBetween(point, at) <= metres)
        const isInReach = (s: number) =>
          isNear(streets.point(s)) &&
          (metres <= OTHER_REGION_METRES || regions.has(known.texts.region(streets.placeOf(s))))
        const allowsStreet = (s: number) => isMeant.allowsStreet(s) && isInReach(s)
        yield { filter: { allowsStreet }, location }
      }
    }
  }

  /** The places that the line names, in the region that it names. */
  #placesMeant(each: Shaped): readonly number[] {
    const { line, shape } = each
    const { words } = line.tokens
    const { regions } = this.#layer.country.words
    const known = this.#known
    const { region } = shape
    const meant = region && regions.get(words.slice(region.from, region.to).join(' '))?.[0]
    return known
      .longestNamed(placeWords(each))
      .filter((place) => meant === undefined || meant === known.texts.region(place))
      .slice(0, PLACES_NAMED_MAX)
  }
}

function placeWords({ line, shape }: Shaped): readonly string[] {
  return line.tokens.words.slice(shape.streetEnd, shape.placeTo)
}

function hasNeeded({ needs, isLikeliest }: GiveUp, { shape, ...each }: Shaped): boolean {
  if (isLikeliest === true && !each.isLikeliest) return false
  const { postcode, numbers, streetEnd, placeTo } = shape
  if (needs === 'postcode') return postcode !== undefined && numbers !== undefined
  if (needs === 'place') return streetEnd < placeTo && numbers !== undefined
  // A name, a street and a town say more than a postcode in which nothing fits them.
  return needs !== 'no number' || (numbers === undefined && placeTo >= NAMED_WORDS_MIN)
}
