// Where the parts of a line seem to be, by the words that everybody writes alike: types, regions, postcodes.

import type { Country } from '../countries/country.ts'
import { ENGLISH } from '../countries/english.ts'
import type { Tokens } from '../index/words/fold.ts'
import { isStreetTypeWord, streetTypeForms } from '../index/words/written-forms.ts'
import { perCountry } from './patterns.ts'
import { hasDigit, isDigits, isNumbered, isNumeral } from './word-shapes.ts'

/** From the first word up to, but not including, the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

interface Numbers {
  /** Where the unit, the level or the number begins that the address begins with. */
  readonly premises: number
  /** The number of the house, which is the last of them. */
  readonly number: number
}

/** Places in the list of words. */
export interface LineShape {
  readonly numbers: Numbers | undefined
  /** The word after the street, and whether the word before it is a street type. */
  readonly streetEnd: number
  readonly hasType: boolean
  /** The words between the street and the region or postcode. */
  readonly placeTo: number
  readonly region: Span | undefined
  readonly postcode: Span | undefined
  /** What follows all of it. */
  readonly tail: number
}

type Parts = Omit<LineShape, 'streetEnd' | 'hasType'>

const LETTER = /^[A-Z]$/
const GLUED_UNIT = /^[A-Z]{1,6}\d{1,4}[A-Z]?$/
export const REGION_WORDS_MAX = 3
export const COUNTY_WORDS_MAX = 4
/** The most words that a street name has before its type. */
const STREET_WORDS_MAX = 5

/** The likeliest; undefined for a line that tells nothing. */
export function lineShape(tokens: Tokens, country: Country): LineShape | undefined {
  return lineShapes(tokens, country)[0]
}

/** All that the line may be, as far as it is not plain where the street ends; the likeliest first. */
export function lineShapes(tokens: Tokens, country: Country): readonly LineShape[] {
  const { words } = tokens
  const parts = linePartsOf(tokens, country)
  if (parts === undefined) return []
  const { numbers, placeTo } = parts
  if (numbers === undefined) return [{ ...parts, streetEnd: 0, hasType: false }]
  const { number } = numbers
  const typed = typeEndsIn(words, number + 2, placeTo, country)
  const untyped = country.reading.untypedStreetWords
    ? country.reading.untypedStreetWords.map((count) => number + 1 + count)
    : [Math.max(number + 2, placeTo - country.reading.placeWordsMax)]
  const isEverTyped = typed.length > 0 && country.reading.untypedStreetWords === undefined
  const ends = new Set([...typed, ...(isEverTyped ? [] : untyped)])
  return [...ends]
    .filter((streetEnd) => streetEnd <= placeTo)
    .map((streetEnd) => ({ ...parts, streetEnd, hasType: typed.includes(streetEnd) }))
}

/** What is known before the street is looked for. */
export function linePartsOf(tokens: Tokens, country: Country): Parts | undefined {
  return country.postcode.isNumber ? fromNumber(tokens, country) : fromPostcode(tokens, country)
}

/** Where postcodes are numbers, the first number is that of the house, or of a unit in it. */
function fromNumber(tokens: Tokens, country: Country): Parts | undefined {
  const { words } = tokens
  const first = words.findIndex(
    (word, at) => (isNumeral(word) || GLUED_UNIT.test(word)) && !isHighway(words[at - 1]),
  )
  if (first < 0) return undefined
  let premises = first
  while (premises > 0 && isKeyword(words[premises - 1] ?? '')) premises -= 1
  const number = lastNumber(tokens, first, country)
  const at = numberedPostcode(tokens, number, country)
  const postcode = at === undefined ? undefined : { from: at, to: at + 1 }
  const region = regionAt(words, number + 2, country)
  const abroad = words.findIndex((_, i) => i > number + 1 && isCountry(words, i, country))
  const behind = abroad < 0 ? words.length : abroad
  const tail = Math.max(region?.to ?? 0, postcode?.to ?? 0) || behind
  const placeTo = Math.min(region?.from ?? behind, postcode?.from ?? behind, behind)
  return { numbers: { premises, number }, placeTo, region, postcode, tail }
}

/** If a postcode is known by its letters, the number of the house is the last one before it. */
function fromPostcode(tokens: Tokens, country: Country): Parts {
  const { words } = tokens
  const postcode = letteredPostcode(words, country)
  const placeTo = postcode?.from ?? words.length
  const number = words.findLastIndex(
    (word, at) => at + 1 < placeTo && isNumeral(word) && !hasDigit(words[at + 1] ?? ''),
  )
  const numbers = number < 0 ? undefined : { premises: premisesAt(tokens, number), number }
  return { numbers, placeTo, region: undefined, postcode, tail: postcode?.to ?? words.length }
}

/** The number of a house after another name that was numbered: of `SHOP 3, STATION MEWS, 12 KING ST` the 12. */
export function laterNumber(
  { words }: Tokens,
  number: number,
  { words: { country, regions } }: Country,
): number | undefined {
  for (let at = words.length - 2; at > number + 1; at--) {
    const next = words[at + 1] ?? ''
    if (!isNumeral(words[at] ?? '') || hasDigit(next) || country.has(next)) continue
    if (isHighway(words[at - 1])) continue
    if (!regions.has(next) || isStreetTypeWord(words[at + 2] ?? '', false)) return at
  }
  return undefined
}

/** Where the number begins, with its unit or box: the 82 of `TOWER 80-82` is no unit's, that of `SHOP 5 80-82` is. */
export function premisesAt(tokens: Tokens, number: number): number {
  const { words } = tokens
  const begin = rangeAt(tokens, number)
  if (words[begin - 1] === 'BOX')
    return words.findLastIndex((word, at) => at < begin && !BOX.has(word)) + 1
  const [door = '', floor = ''] = [words[begin - 1], words[begin - 2]]
  if (!isNumeral(door) && !FLOOR_AND_FLAT.test(door)) return begin
  const isTwo = tokens.gaps[begin - 2] === '/' && isNumeral(floor)
  const at = isTwo ? begin - 2 : begin - 1
  return isKeyword(words[at - 1] ?? '') ? at - 1 : at
}

/** As flats in Edinburgh are numbered. */
const FLOOR_AND_FLAT = /^\d{1,2}F\d{1,2}$/

const BOX: ReadonlySet<string> = new Set(['PO', 'P', 'O', 'BOX'])

/** Where a range begins that ends with the number; the number itself where it ends none. */
export function rangeAt({ words, gaps }: Tokens, number: number): number {
  return gaps[number - 1] === '-' && isNumeral(words[number - 1] ?? '') ? number - 1 : number
}

/** The number after it is its name: `299 STATE HIGHWAY 46`. */
export function isHighway(word = ''): boolean {
  return streetTypeForms(word)[0] === 'HIGHWAY'
}

function isKeyword(word: string): boolean {
  return word === 'LOT' || (isNumbered(word) && word.length > 1)
}

/** Whether a word is the name of the country, or of two words that are. */
export function isCountry(
  words: readonly string[],
  at: number,
  { words: known }: Country,
): boolean {
  const [before = '', word = '', next = ''] = [words[at - 1], words[at], words[at + 1]]
  const { country } = known
  return country.has(word) || country.has(`${word} ${next}`) || country.has(`${before} ${word}`)
}

/** The counties and countries at the end, which stand before nothing but a postcode. */
export function countyAtEnd(words: readonly string[], country: Country): Span {
  const { counties, regions } = country.words
  const isName = (name: string) => counties.has(name) || regions.has(name)
  let to = words.length
  while (to > 0 && (hasDigit(words[to - 1] ?? '') || isCountry(words, to - 1, country))) to -= 1
  let from = to
  for (let count = COUNTY_WORDS_MAX; count > 0; count--) {
    if (from <= count || !isName(words.slice(from - count, from).join(' '))) continue
    from -= count
    count = COUNTY_WORDS_MAX + 1
  }
  return { from, to }
}

/** The house number, after units and levels: the last number before the street's name. */
function lastNumber({ words, gaps }: Tokens, first: number, { postcode }: Country): number {
  let at = first
  while (at + 1 < words.length) {
    const next = words[at + 1] ?? ''
    // `79 G F MOORE DRIVE`: letters side by side are initials.
    const isLetter = LETTER.test(next) && !LETTER.test(words[at + 2] ?? '')
    const isNext = isNumeral(next) || isLetter
    const isUnit = isKeyword(next) && hasDigit(words[at + 2] ?? '')
    const isHouse = gaps[at] !== ' ' || isKeyword(words[at - 1] ?? '')
    const isPostcode = postcode.whole.test(next) && !isHouse
    if (isNext && !isPostcode) at += 1
    else if (isUnit) at += 2
    else break
  }
  return at
}

/** After a region, or else after the street; fewer digits while they are being typed after a region. */
function numberedPostcode(
  { words, open }: Tokens,
  number: number,
  { postcode, words: { regions } }: Country,
): number | undefined {
  const isBehindRegion = (at: number) => regions.has(words[at - 1] ?? '')
  const behindRegion = words.findLastIndex(
    (word, at) => at > number + 1 && postcode.whole.test(word) && isBehindRegion(at),
  )
  if (behindRegion >= 0) return behindRegion
  for (let at = words.length - 1; at > number + 1; at--) {
    const word = words[at] ?? ''
    if (postcode.whole.test(word)) return at
    const isBegun = at === words.length - 1 && open && isDigits(word)
    if (isBegun && word.length < 4 && isBehindRegion(at)) return at
    const { zeroRegion } = postcode
    const isAtZero = zeroRegion === '' ? at === words.length - 1 : words[at - 1] === zeroRegion
    if (zeroRegion !== undefined && isAtZero && isDigits(word) && word.length === 3) return at
  }
  return undefined
}

/** The last full postcode. */
function letteredPostcode(words: readonly string[], { postcode }: Country): Span | undefined {
  const { whole, outcode, incode } = postcode
  for (let from = words.length - 1; from >= 0; from--) {
    const [word = '', next = ''] = [words[from], words[from + 1]]
    if (whole.test(word)) return { from, to: from + (incode?.test(next) === true ? 2 : 1) }
    if (outcode?.test(word) === true && incode?.test(next) === true) return { from, to: from + 2 }
  }
  return undefined
}

/** Few words of a line end the name of a region. */
const regionEndsOf = perCountry(
  ({ words }) => new Set([...words.regions.keys()].map((name) => name.split(' ').at(-1) ?? '')),
)

/** The last words that name a region and are not the name of a street: `VIC`, `NEW SOUTH WALES`. */
function regionAt(words: readonly string[], from: number, country: Country): Span | undefined {
  const { regions } = country.words
  const ends = regionEndsOf(country)
  for (let to = words.length; to > from; to--) {
    if (!ends.has(words[to - 1] ?? '')) continue
    for (let count = REGION_WORDS_MAX; count > 0; count--) {
      const begin = to - count
      if (begin < from || !regions.has(words.slice(begin, to).join(' '))) continue
      if (isStreetTypeWord(words[to] ?? '', false)) continue
      return { from: begin, to }
    }
  }
  return undefined
}

/**
 * After the first type that another word stands before. Of several in a row, also with a direction in between, it is
 * the last that no place begins with: `HARBOUR VIEW RD`, but `SMITH ST PARK RIDGE`. It may also be after the first of
 * them that ends most streets, and after the first of all: `BEST ST, GATEWAY DRIVE IN`, `WAKA WAY, GATE PA`.
 */
function typeEndsIn(
  words: readonly string[],
  from: number,
  placeTo: number,
  country: Country,
): readonly number[] {
  const { placeTypes, commonStreetTypes, directions } = ENGLISH
  const hasFew = country.reading.untypedStreetWords !== undefined
  const to = hasFew ? Math.min(placeTo, from + STREET_WORDS_MAX) : placeTo
  const isType = (at: number) => at < placeTo && isStreetTypeWord(words[at] ?? '', false)
  let first = from
  while (first < to && !isType(first)) first += 1
  if (first >= to) return []
  const types: number[] = []
  for (let at = first; isType(at) || (directions.has(words[at] ?? '') && isType(at + 1)); at++) {
    if (isType(at) && !placeTypes.has(words[at] ?? '')) types.push(at)
  }
  // `198 ESPLANADE, SELLICKS HILL`.
  if (types.length === 0) return first + 1 === placeTo ? [] : [first + 1]
  const common = types.filter((at) => commonStreetTypes.has(words[at] ?? ''))
  const likely = [types.at(-1), common[0], types[0]].filter((at) => at !== undefined)
  return [...new Set(likely)].map((at) => at + 1)
}
