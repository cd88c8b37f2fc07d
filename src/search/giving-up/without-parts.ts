// A line without some of its parts, in each way in which they can be left out.

import type { GivenUpPart, GiveUp } from '../../countries/giving-up.ts'
import { dividedWord, joinedLookUps } from '../../index/terms/joined-words.ts'
import { isWord, piecesOf } from '../../index/terms/name-words.ts'
import { type Line, leaveOut, replace } from '../../lines/line.ts'
import { type LineShape, lineShapes, type Span } from '../../lines/line-shape.ts'
import { hasDigit } from '../../lines/word-shapes.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { STEPS, type Work } from '../work.ts'

/** A line, and one way to say where its parts are. */
export interface Shaped {
  readonly line: Line
  readonly shape: LineShape
  /** Whether it is the likeliest of several. */
  readonly isLikeliest: boolean
}

/** The most ways to divide or join words that are tried. */
const SPACES_MAX = 6
/** Shorter words are not divided. */
const SPLIT_WORD_MIN = 4
/** The most words of a place, and of a name, that are left out. */
const PLACE_WORDS_MAX = 3
const NAME_WORDS_MAX = 8
/** A line without a number needs a name, a street and a town or, with a postcode, a name and one of the two. */
export const NAMED_WORDS_MIN = 3

interface LeftOut extends Span {
  /** What callers are told. */
  readonly name: string
}

/** In each way in which the first part can be left out; the others are left out with it where they are there. */
export function withoutParts(
  each: Shaped,
  { parts, name }: GiveUp,
  layer: AddressLayer<unknown>,
): readonly Line[] {
  const [first, ...others] = parts
  if (first === 'name') return withoutName(each, layer)
  if (first === undefined) return []
  const more = others.flatMap((part) => leftOut(part, each, layer).slice(0, 1))
  return leftOut(first, each, layer).map((one) => {
    const all = [one, ...more]
    const names = name === undefined ? all.map((each) => each.name) : [name]
    // From the last on, so that the places of the others stay.
    const { tokens } = all
      .toSorted((a, b) => b.from - a.from)
      .reduce((line, { from, to }) => replace(line, from, to - from, []), each.line)
    return { ...each.line, tokens, without: [...each.line.without, ...names] }
  })
}

function leftOut(
  part: GivenUpPart,
  each: Shaped,
  layer: AddressLayer<unknown>,
): readonly LeftOut[] {
  const { numbers, streetEnd, placeTo, region, postcode, hasType } = each.shape
  const { number, premises } = numbers ?? { number: 0, premises: undefined }
  const name = layer.country.reading.partNames[part] ?? part
  const span = (from = 0, to = 0) => (to > from ? [{ from, to, name }] : [])
  switch (part) {
    case 'region':
      return span(region?.from, region?.to)
    case 'postcode':
      return span(postcode?.from, postcode?.to)
    case 'place':
      return numbers === undefined ? [] : span(streetEnd, placeTo)
    case 'street':
      return numbers === undefined ? [] : span(number + 1, streetEnd)
    case 'spelling of the street':
      return hasType ? span(number + 1, streetEnd - 1) : []
    case 'unit word':
      return premises === number - 1 && !each.line.isGuess ? span(premises, number) : []
    case 'some of the place':
      return someOfPlace(each, layer)
    case 'unknown part of the place':
      return unknownOfPlace(each, layer)
    default:
      return []
  }
}

/** Some of the words between the street and the region or postcode, the fewest first; never all of them. */
function someOfPlace(
  { line, shape }: Shaped,
  { country }: AddressLayer<unknown>,
): readonly LeftOut[] {
  const { streetEnd, placeTo } = shape
  if (hasGluedNumber(line.tokens.words.slice(streetEnd, placeTo))) return []
  const [last, first] = country.reading.placeWordNames
  const most = Math.min(PLACE_WORDS_MAX, placeTo - streetEnd - 1)
  return Array.from({ length: Math.max(0, most) }, (_, at) => at + 1).flatMap((count) => [
    { from: placeTo - count, to: placeTo, name: last },
    { from: streetEnd, to: streetEnd + count, name: first },
  ])
}

/** The same of a place that is not known by all of its words, where it is known by those that are left. */
function unknownOfPlace(each: Shaped, layer: AddressLayer<unknown>): readonly LeftOut[] {
  const some = someOfPlace(each, layer)
  const { streetEnd, placeTo, hasType } = each.shape
  if (!hasType) return some
  const { words } = each.line.tokens
  const isKnown = (name: readonly string[]) => (layer.knownPlaces?.named(name).length ?? 0) > 0
  if (isKnown(words.slice(streetEnd, placeTo))) return []
  return some.filter(({ from, to }) =>
    isKnown([...words.slice(streetEnd, from), ...words.slice(to, placeTo)]),
  )
}

/** In a line without a number, some of the first words name who is there. */
function withoutName(each: Shaped, layer: AddressLayer<unknown>): readonly Line[] {
  const { line, shape } = each
  const { numbers, placeTo, postcode } = shape
  if (numbers !== undefined || hasGluedNumber(line.tokens.words)) return []
  const leftMin = postcode === undefined ? NAMED_WORDS_MIN : NAMED_WORDS_MIN - 1
  const counts = (most: number) =>
    Array.from({ length: most }, (_, at) => at + 1).filter((count) => placeTo - count >= leftMin)
  const [place] = layer.country.reading.placeWordNames
  const placeless =
    postcode === undefined
      ? []
      : counts(PLACE_WORDS_MAX).map((count) => leaveOut(line, placeTo - count, placeTo, place))
  const nameless = counts(NAME_WORDS_MAX).flatMap((count) => {
    const rest = leaveOut(line, 0, count, 'name')
    if (postcode === undefined) return [rest]
    const fewer = lineShapes(rest.tokens, layer.country).flatMap((left, at) =>
      withoutParts(
        { line: rest, shape: left, isLikeliest: at === 0 },
        { parts: ['some of the place'] },
        layer,
      ),
    )
    return [rest, ...fewer]
  })
  return [...placeless, ...nameless]
}

/** `17BALMORAL`: its digits are never given up. */
function hasGluedNumber(words: readonly string[]): boolean {
  return words.some((word) => /^\d+[A-Z]{3,}$/.test(word))
}

/** With words joined that were typed apart, and words divided that were typed as one: nothing is given up. */
export function withOtherSpaces(line: Line, index: SearchedIndex, work: Work): readonly Line[] {
  const { words, open } = line.tokens
  const { terms } = index
  const lines: Line[] = []
  words.forEach((word, at) => {
    const next = words[at + 1]
    if (next !== undefined && !hasDigit(word) && !hasDigit(next)) {
      const isOpen = open && at + 2 === words.length
      if (isWord(terms, word + next, isOpen)) lines.push(replace(line, at, 2, [word + next]))
    }
    const isOpen = open && at + 1 === words.length
    if (word.length < SPLIT_WORD_MIN || hasDigit(word)) return
    // `KAURIGROVE` is known from Kauri Grove Drive, and may still be Kauri Grove.
    const isKnown = isWord(terms, word, isOpen)
    const two = piecesOf(terms, word, isOpen, isKnown)
    const isOne = two.length > 0 || isKnown || !work.affords(joinedLookUps(word) * STEPS.lookUp)
    const pieces = isOne ? two : dividedWord(index, word, isOpen)
    for (const some of pieces) lines.push(replace(line, at, 1, some))
  })
  return lines.slice(0, SPACES_MAX)
}
