// What may be given up of a UK line: a postcode says more than the town, and a number with its street more than names.

import { UK } from '../../countries/uk.ts'
import type { Terms } from '../../index/terms/terms.ts'
import { type Tokens, tokensOf } from '../../index/words/fold.ts'
import { isStreetTypeWord } from '../../index/words/written-forms.ts'
import { hasDigit, isNumeral } from '../query/word-shapes.ts'
import { withOtherSpaces } from './alternatives.ts'
import type { Attempt } from './attempt.ts'
import { withoutFormWords } from './form-words.ts'
import { type Line, leaveOut, textOf } from './line.ts'
import { premisesAt } from './line-shape.ts'
import { countryWords, countyWords, inEnglish } from './postal-rules.ts'
import { plainNumbers, withoutMailBox } from './reading-rules.ts'

/** Places in the list of words. */
interface PostalShape {
  /** The number with a unit before it, and the number itself; undefined where there is none. */
  readonly premises: number | undefined
  readonly number: number | undefined
  /** The word behind the street. */
  readonly streetEnd: number
  /** Where the postcode begins, or the line ends. */
  readonly placeTo: number
  readonly hasPostcode: boolean
}

/** A street's name has so many words at most before its type. */
const STREET_WORDS_MAX = 5
/** So many words of a name, or of places that no table has, are left out at most. */
const NAME_WORDS_MAX = 8
const PLACE_WORDS_MAX = 3
/** So many ways to read what is what in a line are tried at most. */
const SHAPES_MAX = 12
/** Answers in any place: where there are more, none of them is meant. */
const SAME_NAME_MAX = 3
/** A name, a street and a town. */
const NAMED_WORDS_MIN = 3

/** What to try for a UK line, the least certain thing given up first. */
export function* postalAttempts(tokens: Tokens, terms: Terms): Generator<Attempt> {
  for (const line of plainLines(tokens)) yield* attemptsFor(line, terms)
}

function* attemptsFor(plain: Line, terms: Terms): Generator<Attempt> {
  const boxless = withoutBox(plain)
  if (boxless !== plain && partsOf(boxless).number === undefined) return
  const typed = withoutCountry(boxless)
  const bare = withoutCounty(typed)
  const headless = withoutHead(bare)
  const whole = [typed, ...withOtherTown(bare), bare, ...withPlainNumbers(bare)]
  const fromNumber = [...headless, ...headless.flatMap(withPlainNumbers)]
  for (const line of [...whole, ...fromNumber]) yield { line }
  // Without a name before the number the rest is all that there is to look at.
  const lines = fromNumber.length > 0 ? fromNumber : whole
  const shaped = lines
    .flatMap((line) => shapesOf(line).map((shape) => ({ line, shape })))
    .slice(0, SHAPES_MAX)
  for (const each of shaped) yield* given(withoutTown(each))
  for (const each of shaped) yield* given(withoutPostcode(each))
  for (const line of lines) {
    for (const other of withOtherSpaces(line, terms)) yield { line: other }
  }
  yield* otherPostcode(bare)
  yield* nameless(bare)
  for (const each of shaped) yield* given(withoutStreet(each))
  for (const each of shaped) yield* withFewerPlaceWords(each)
  for (const line of lines) {
    const placeless = withoutPlace(line)
    if (placeless !== undefined) yield { line: placeless, answersMax: SAME_NAME_MAX }
  }
  for (const line of lines) yield { line, isLoose: true }
}

function* given(line: Line | undefined): Generator<Attempt> {
  if (line !== undefined) yield { line }
}

interface Shaped {
  readonly line: Line
  readonly shape: PostalShape
}

/** As many as there are ways to say where the street ends. */
function shapesOf(line: Line): readonly PostalShape[] {
  const { words } = line.tokens
  const parts = partsOf(line)
  const { number, placeTo } = parts
  if (number === undefined) return [{ ...parts, streetEnd: 0 }]
  return streetEndsIn(words, number, placeTo).map((streetEnd) => ({ ...parts, streetEnd }))
}

function partsOf({ tokens }: Line): Omit<PostalShape, 'streetEnd'> {
  const { words } = tokens
  const postcode = postcodeAt(words)
  const placeTo = postcode ?? words.length
  const number = words.findLastIndex(
    (word, at) => at + 1 < placeTo && isNumeral(word) && !hasDigit(words[at + 1] ?? ''),
  )
  const hasPostcode = postcode !== undefined
  if (number < 0) return { premises: undefined, number: undefined, placeTo, hasPostcode }
  return { premises: premisesAt(tokens, number), number, placeTo, hasPostcode }
}

/** Where the last full postcode begins. */
function postcodeAt(words: readonly string[]): number | undefined {
  const at = words.findLastIndex(
    (word, i) =>
      UK.postcode.whole.test(word) ||
      (UK.postcode.outcode.test(word) && UK.postcode.incode.test(words[i + 1] ?? '')),
  )
  return at < 0 ? undefined : at
}

/** Behind the last of the first street types in a row, and behind one or two words: `BROADWAY`, `MILE END`. */
function streetEndsIn(
  words: readonly string[],
  number: number,
  placeTo: number,
): readonly number[] {
  const isType = (at: number) => at < placeTo && isStreetTypeWord(words[at] ?? '', false)
  const most = Math.min(placeTo, number + 1 + STREET_WORDS_MAX)
  let end = number + 2
  while (end < most && !isType(end)) end += 1
  while (isType(end)) end += 1
  const ends = isType(end - 1) ? [end] : []
  return [...new Set([...ends, number + 3, number + 2])].filter((at) => at <= placeTo)
}

/** Letters to a box reach no house; the line may have one besides. */
function withoutBox(line: Line): Line {
  const text = withoutMailBox(textOf(line.tokens))
  if (text === undefined) return line
  return { tokens: tokensOf(text), without: [...line.without, 'mail box'] }
}

/** Without what stands behind the postcode, and without a country. */
function withoutCountry(line: Line): Line {
  const { words } = line.tokens
  const { placeTo, hasPostcode } = partsOf(line)
  const end =
    placeTo + (hasPostcode ? (UK.postcode.incode.test(words[placeTo + 1] ?? '') ? 2 : 1) : 0)
  const left = end < words.length ? leaveOut(line, end, words.length, AFTER) : line
  const count = countryWords(words, placeTo)
  return count === 0 ? left : leaveOut(left, placeTo - count, placeTo, AFTER)
}

function withoutCounty(line: Line): Line {
  const { placeTo, hasPostcode } = partsOf(line)
  const [shape] = shapesOf(line)
  const count = countyWords(line.tokens.words, placeTo)
  // `58 NORTH ROAD, DURHAM`, which is a town as well.
  const isTown = !hasPostcode && placeTo - count <= (shape?.streetEnd ?? 0)
  return count === 0 || isTown ? line : leaveOut(line, placeTo - count, placeTo, 'county')
}

/** With a town of Wales by its other name. */
function withOtherTown({ tokens, without }: Line): readonly Line[] {
  const text = inEnglish(textOf(tokens))
  return text === undefined ? [] : [{ tokens: tokensOf(text), without }]
}

/** From the number on; with a unit before it and without. */
function withoutHead(line: Line): readonly Line[] {
  const { premises, number } = partsOf(line)
  if (premises === undefined || number === undefined) return []
  const { words, gaps } = line.tokens
  const isRange = gaps[number - 1] === '-' && isNumeral(words[number - 1] ?? '')
  const begins = new Set([premises, isRange ? number - 1 : number])
  return [...begins].flatMap((at) => (at > 0 ? [leaveOut(line, 0, at, BEFORE)] : []))
}

const BEFORE = 'words before the number'
const AFTER = 'words after the address'

/** Two numbers that are a range, the last of a range, what is written before a number. */
function withPlainNumbers(line: Line): readonly Line[] {
  const { without } = line
  return plainNumbers(textOf(line.tokens)).map((text) => ({ tokens: tokensOf(text), without }))
}

/** The number, its street and the postcode. */
function withoutTown({ line, shape }: Shaped): Line | undefined {
  const { streetEnd, placeTo, number, hasPostcode } = shape
  if (!hasPostcode || number === undefined || streetEnd >= placeTo) return undefined
  return leaveOut(line, streetEnd, placeTo, 'town')
}

/** Only with a number, a street and a town is there enough left. */
function withoutPostcode({ line, shape }: Shaped): Line | undefined {
  const { streetEnd, placeTo, number, hasPostcode } = shape
  if (!hasPostcode || number === undefined || streetEnd >= placeTo) return undefined
  return leaveOut(line, placeTo, line.tokens.words.length, 'postcode')
}

/** The number and the postcode alone: nearly all postcodes are those of one street. */
function withoutStreet({ line, shape }: Shaped): Line | undefined {
  const { number, placeTo, hasPostcode } = shape
  if (!hasPostcode || number === undefined) return undefined
  return leaveOut(line, number + 1, placeTo, 'street')
}

/** Of a line without a number: name, street and town say more than a postcode in which nothing fits them. */
function* otherPostcode(line: Line): Generator<Attempt> {
  const { number, placeTo, hasPostcode } = partsOf(line)
  if (number !== undefined || !hasPostcode || placeTo < NAMED_WORDS_MIN) return
  const rest = leaveOut(line, placeTo, line.tokens.words.length, 'postcode')
  yield { line: rest, answersMax: SAME_NAME_MAX }
}

/** Without some of the words of the place, the last or the first of them, which the data may not have; never all. */
function* withFewerPlaceWords({ line, shape }: Shaped): Generator<Attempt> {
  const { streetEnd, placeTo } = shape
  if (hasGluedNumber(line.tokens.words.slice(streetEnd, placeTo))) return
  for (let count = 1; count <= PLACE_WORDS_MAX && placeTo - count > streetEnd; count++) {
    yield { line: leaveOut(line, placeTo - count, placeTo, 'places') }
    yield { line: leaveOut(line, streetEnd, streetEnd + count, 'places') }
  }
}

/** The number and the street, which is the one that is meant where there are no others of that name. */
function withoutPlace(line: Line): Line | undefined {
  const [shape] = shapesOf(line)
  if (shape === undefined) return undefined
  const { streetEnd, placeTo, number } = shape
  if (number === undefined || streetEnd >= placeTo) return undefined
  return leaveOut(line, streetEnd, line.tokens.words.length, 'places')
}

/** Of a line without a number some of the first words are the name of who is there. */
function* nameless(line: Line): Generator<Attempt> {
  const { number, placeTo, hasPostcode } = partsOf(line)
  if (number !== undefined || hasGluedNumber(line.tokens.words)) return
  const leftMin = hasPostcode ? 2 : NAMED_WORDS_MIN
  for (let count = 1; count <= PLACE_WORDS_MAX && placeTo - count >= leftMin; count++) {
    if (hasPostcode) yield { line: leaveOut(line, placeTo - count, placeTo, 'places') }
  }
  for (let count = 1; count <= NAME_WORDS_MAX && placeTo - count >= leftMin; count++) {
    const rest = leaveOut(line, 0, count, 'name')
    if (!hasPostcode) yield { line: rest, answersMax: SAME_NAME_MAX }
    else {
      yield { line: rest }
      for (const shape of shapesOf(rest)) yield* withFewerPlaceWords({ line: rest, shape })
    }
  }
}

/** `17BALMORAL`: its digits are never given up. */
function hasGluedNumber(words: readonly string[]): boolean {
  return words.some((word) => /^\d+[A-Z]{3,}$/.test(word))
}

/** The line without what forms put around its parts, and with a postcode in one that was typed letter by letter. */
function plainLines(tokens: Tokens): readonly Line[] {
  const typed = textOf(tokens)
  const bare = withoutFormWords(typed, 'uk')
  const without = bare.length > 0 ? ['words around the address'] : []
  return (bare.length > 0 ? bare : [typed]).map((text) => {
    const joined = text.replace(SPELT_POSTCODE, (letters) => joinedPostcode(letters) ?? letters)
    return { tokens: joined === typed ? tokens : tokensOf(joined), without }
  })
}

/** `S K 1 1 A A`. */
const SPELT_POSTCODE = /(?<= )(?:[A-Z\d] ){4,6}[A-Z\d]$/

function joinedPostcode(letters: string): string | undefined {
  const joined = letters.replaceAll(' ', '')
  return UK.postcode.whole.test(joined) ? joined : undefined
}
