// What a line may say in other words, and without what people write around an address; the likeliest first.

import type { Country } from '../countries/country.ts'
import { ENGLISH } from '../countries/english.ts'
import { type Tokens, tokensOf } from '../index/words/fold.ts'
import { isStreetTypeWord } from '../index/words/written-forms.ts'
import { type Line, leaveOut, textOf } from './line.ts'
import {
  COUNTY_WORDS_MAX,
  laterNumber,
  linePartsOf,
  lineShape,
  premisesAt,
  rangeAt,
} from './line-shape.ts'
import { inOtherWords } from './rewriting.ts'
import { gluedParts, hasDigit, isNumbered } from './word-shapes.ts'

/** The most other ways to say a line that are tried. */
const CLEANED_MAX = 24

const BEFORE = 'words before the number'
const AFTER = 'words after the address'

/** The line in other words, which are given, without the words around the address, and without both. */
export function cleanedLines(
  typed: Tokens,
  wordings: readonly Line[],
  country: Country,
): readonly Line[] {
  const seen = new Set([textOf(typed)])
  const cleaned = wordings.flatMap((line) => {
    const tailless = withoutTail(line, country)
    const countyless = withoutCounty(tailless ?? line, country)
    return [line, tailless, countyless].flatMap((each) => {
      if (each === undefined) return []
      const headless = withoutHead(each, country)
      const middleless = [...headless, each].flatMap((some) => withoutMiddle(some, country))
      return [each, ...headless, ...middleless]
    })
  })
  const others = cleaned.filter(({ tokens }) => {
    const text = textOf(tokens)
    return !seen.has(text) && seen.add(text)
  })
  // `UNIT FIVE 8 CH` is unit 5 before it is 8.
  const lostIn = ({ without, isGuess }: Line) => without.length + (isGuess === true ? 0.5 : 0)
  others.sort((a, b) => lostIn(a) - lostIn(b))
  const headless = others.findIndex(({ without }) => without.includes(BEFORE))
  const at = headless < 0 ? others.length : headless
  return others.slice(0, CLEANED_MAX).toSpliced(at, 0, ...withoutPerson(wordings[0], country))
}

/** `C/O J DOE, OAK PHARMACY, 2 K` without its first words one by one: while the street is typed, names find most. */
function withoutPerson(line: Line | undefined, country: Country): readonly Line[] {
  if (line === undefined || country.form !== 'postal') return []
  const { words } = line.tokens
  const first = words.findIndex(hasDigit)
  const { premises = 0, number = 0 } = linePartsOf(line.tokens, country)?.numbers ?? {}
  const isBegun = words.length - number <= STREET_WORDS_MAX
  // `C/O J DOE, KING ST 2, YORK`
  const before = words[first - 1] ?? ''
  const isBehind = isStreetTypeWord(before, false) && !isNumbered(before)
  // Another number is never given up alone.
  const most = isBehind ? first - 2 : isBegun ? Math.min(premises - 1, first) : 0
  return Array.from({ length: Math.max(0, Math.min(NAME_WORDS_MAX, most)) }, (_, at) =>
    leaveOut(line, 0, at + 1, BEFORE),
  )
}

/** The most words of somebody, and of a number with a street that is being typed. */
const NAME_WORDS_MAX = 8
const STREET_WORDS_MAX = 4

/** The line in other words. Mail to a PO box reaches no house, but the line may name one as well. */
export function otherWordings(text: string, country: Country): readonly Line[] {
  const isHouse = (tokens: Tokens) => linePartsOf(tokens, country)?.numbers !== undefined
  const others = inOtherWords(text, country)
    .map((other) => ({ ...other, tokens: tokensOf(other.text) }))
    .filter(({ tokens, without }) => !without.includes('mail box') || isHouse(tokens))
  const isBox = others.length === 0 && country.reading.holdsMailBoxes === true
  return isBox ? [{ tokens: tokensOf(text), without: [] }] : others
}

/** Without what stands before the unit or the number: a name, a company, `ATTN`, also one that ends like a unit. */
function withoutHead(line: Line, country: Country): readonly Line[] {
  const { tokens } = line
  const { numbers } = lineShape(tokens, country) ?? {}
  if (numbers === undefined) return []
  const { premises, number } = numbers
  // `34 KING ST FLAT 8` is flat 8 at 34: 34 KING ST is not a head to leave out.
  const { commonStreetTypes, generalUnitWords } = ENGLISH
  const flat = tokens.words[number - 1] ?? ''
  const head = tokens.words.slice(0, premises)
  const isStreet = head.some(hasDigit) && head.some((word) => commonStreetTypes.has(word))
  if (isStreet && (isNumbered(flat) || isNumbered(tokens.words[premises] ?? ''))) return []
  // `BUILDING 2, UNIT 12, 15 KING ST`: also from the last unit on.
  const last = premisesAt(tokens, number)
  // `HEAD OFFICE, 5 KING ST` is at number 5; `SMITH, UNIT 5 KING ST` is not.
  const isOfName = isNumbered(flat) && premises > 0 && !generalUnitWords.includes(flat)
  const begins = new Set(isOfName ? [number] : [])
  if (premises > 0 || last > 1) begins.add(premises).add(last)
  const bare = rangeAt(tokens, number)
  if (!country.postcode.isNumber && tokens.words[bare - 1] !== 'BOX') begins.add(bare)
  return [...begins].filter((begin) => begin > 0).map((begin) => leaveOut(line, 0, begin, BEFORE))
}

/** Without what stands between a unit and the number: `SHOP 3, STATION MEWS, 12 KING ST`; and without the unit. */
function withoutMiddle(line: Line, country: Country): readonly Line[] {
  const { tokens } = line
  const { numbers, hasType = false, tail = 0 } = lineShape(tokens, country) ?? {}
  const later = numbers && laterNumber(tokens, numbers.number, country)
  // `79 MOORE DR, WHANGANUI 4501, BETWEEN 9 AND 5`
  if (numbers === undefined || later === undefined || (hasType && later >= tail)) return []
  const begin = premisesAt(tokens, later)
  const headless = leaveOut(line, 0, begin, BEFORE)
  const isNamed =
    numbers.premises < numbers.number || gluedParts(tokens.words[numbers.number] ?? '')
  const isUnit = isNamed && !hasDigit(tokens.words[begin - 1] ?? '')
  return isUnit ? [leaveOut(line, numbers.number + 1, begin, BEFORE), headless] : [headless]
}

/** Without what follows the region and the postcode: a country, a remark; and without a country before it. */
function withoutTail(line: Line, country: Country): Line | undefined {
  const parts = linePartsOf(line.tokens, country)
  const { words } = line.tokens
  if (parts === undefined) return undefined
  const { tail, placeTo } = parts
  const left = tail < words.length ? leaveOut(line, tail, words.length, AFTER) : line
  const { country: names, regions } = country.words
  const isCountry = (name: string) => names.has(name) || regions.has(name)
  const count = endWords(words, placeTo, isCountry)
  const bare = count === 0 ? left : leaveOut(left, placeTo - count, placeTo, AFTER)
  return bare === line ? undefined : bare
}

function withoutCounty(line: Line, country: Country): Line | undefined {
  const { words } = line.tokens
  const shape = lineShape(line.tokens, country)
  if (shape === undefined) return undefined
  const { placeTo, postcode, streetEnd } = shape
  const count = endWords(words, placeTo, (name) => country.words.counties.has(name))
  // `58 NORTH ROAD, DURHAM`, which is a town as well.
  const isTown = postcode === undefined && placeTo - count <= streetEnd
  return count === 0 || isTown ? undefined : leaveOut(line, placeTo - count, placeTo, 'county')
}

/** How many words at the end, before `end`, are such a name; 0 if none are. */
function endWords(
  words: readonly string[],
  end: number,
  isName: (name: string) => boolean,
): number {
  for (let count = Math.min(COUNTY_WORDS_MAX, end); count > 0; count--) {
    if (isName(words.slice(end - count, end).join(' '))) return count
  }
  return 0
}
