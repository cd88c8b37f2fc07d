// Where the parts of an Australian line seem to be, by the words that everybody writes alike: types, states, postcodes.

import { AU } from '../../countries/au.ts'
import { ENGLISH } from '../../countries/english.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { endsState, isStreetTypeWord, stateNamed } from '../../index/words/written-forms.ts'
import { hasDigit, isDigits, isNumbered, isNumeral } from '../query/word-shapes.ts'

/** From the first word up to, but not including, the last. */
interface Span {
  readonly from: number
  readonly to: number
}

/** Places in the list of words; what the line has not is where the next part begins. */
export interface LineShape {
  /** The unit, level or number that the address begins with, and the last number of it. */
  readonly premises: number
  readonly number: number
  /** The word behind the street's type; undefined where no word is a type. */
  readonly typeEnd: number | undefined
  /** The words between the street and the state or postcode. */
  readonly placeFrom: number
  readonly placeTo: number
  readonly postcode: number | undefined
  readonly state: Span | undefined
  /** What follows all of it. */
  readonly tail: number
}

const GLUED_UNIT = /^[A-Z]{1,6}\d{1,4}[A-Z]?$/
/** Where no type says how long the street's name is, the last words are the place's. */
const PLACE_WORDS_MAX = 3
const STATE_WORDS_MAX = 3

/** Undefined for a line without a number, of which nothing can be said. */
export function lineShape(tokens: Tokens): LineShape | undefined {
  return lineShapes(tokens)[0]
}

/** All that the line may be, as far as it is not plain where the street ends; the likeliest first. */
export function lineShapes(tokens: Tokens): readonly LineShape[] {
  const { words } = tokens
  const first = words.findIndex((word) => isNumeral(word) || GLUED_UNIT.test(word))
  if (first < 0) return []
  let premises = first
  while (premises > 0 && isKeyword(words[premises - 1] ?? '')) premises -= 1
  const number = lastNumber(tokens, first)
  const postcode = postcodeAt(tokens, number)
  const state = stateAt(words, number + 2)
  const country = words.findIndex((word, at) => at > number + 1 && AU.words.country.has(word))
  const ends = [state?.from, postcode, country < 0 ? undefined : country]
  const placeTo = Math.min(...ends.map((at) => at ?? words.length))
  const tail = Math.max(
    ...[state?.to, postcode === undefined ? undefined : postcode + 1].map((at) => at ?? 0),
  )
  const known = { premises, number, placeTo, postcode, state }
  return typeEndsIn(words, number + 2, placeTo).map((typeEnd) => ({
    ...known,
    typeEnd,
    placeFrom: typeEnd ?? Math.max(number + 2, placeTo - PLACE_WORDS_MAX),
    tail: tail === 0 ? (country < 0 ? words.length : country) : tail,
  }))
}

/** The number of a house behind another name that was numbered: of `SHOP 3, STATION MEWS, 12 KING ST` the 12. */
export function laterNumber({ words }: Tokens, { number }: LineShape): number | undefined {
  for (let at = words.length - 2; at > number + 1; at--) {
    const next = words[at + 1] ?? ''
    if (!isNumeral(words[at] ?? '') || hasDigit(next) || AU.words.country.has(next)) continue
    if (stateNamed(next) === undefined || isStreetTypeWord(words[at + 2] ?? '', false)) return at
  }
  return undefined
}

/** Where the number begins, with a unit before it: the 82 of `TOWER 80-82` is no unit's, that of `SHOP 5 80-82` is. */
export function premisesAt({ words, gaps }: Tokens, number: number): number {
  const isRange = gaps[number - 1] === '-' && isNumeral(words[number - 1] ?? '')
  const begin = isRange ? number - 1 : number
  if (!isNumeral(words[begin - 1] ?? '')) return begin
  return isKeyword(words[begin - 2] ?? '') ? begin - 2 : begin - 1
}

function isKeyword(word: string): boolean {
  return word === 'LOT' || (isNumbered(word) && word.length > 1)
}

/** The house number, behind units and levels: the last number before the street's name. */
function lastNumber({ words, gaps }: Tokens, first: number): number {
  let at = first
  while (at + 1 < words.length) {
    const next = words[at + 1] ?? ''
    const isNext = isNumeral(next) || /^[A-Z]$/.test(next)
    const isUnit = isKeyword(next) && hasDigit(words[at + 2] ?? '')
    const isHouse = gaps[at] !== ' ' || isKeyword(words[at - 1] ?? '')
    const isPostcode = AU.postcode.whole.test(next) && !isHouse
    if (isNext && !isPostcode) at += 1
    else if (isUnit) at += 2
    else break
  }
  return at
}

/** Four digits behind a state, or else behind the street; fewer while they are being typed behind a state. */
function postcodeAt({ words, open }: Tokens, number: number): number | undefined {
  const behindState = words.findLastIndex(
    (word, at) =>
      at > number + 1 &&
      AU.postcode.whole.test(word) &&
      stateNamed(words[at - 1] ?? '') !== undefined,
  )
  if (behindState >= 0) return behindState
  for (let at = words.length - 1; at > number + 1; at--) {
    const word = words[at] ?? ''
    if (AU.postcode.whole.test(word)) return at
    if (at === words.length - 1 && open && isDigits(word) && word.length < 4) {
      if (stateNamed(words[at - 1] ?? '') !== undefined) return at
    }
    if (isDigits(word) && word.length === 3 && words[at - 1] === 'NT') return at
  }
  return undefined
}

/** The last words that name a state and are not the name of a street: `VIC`, `NEW SOUTH WALES`. */
function stateAt(words: readonly string[], from: number): Span | undefined {
  for (let to = words.length; to > from; to--) {
    if (!endsState(words[to - 1] ?? '')) continue
    for (let count = STATE_WORDS_MAX; count > 0; count--) {
      const begin = to - count
      if (begin < from || stateNamed(words.slice(begin, to).join(' ')) === undefined) continue
      if (isStreetTypeWord(words[to] ?? '', false)) continue
      return { from: begin, to }
    }
  }
  return undefined
}

/**
 * Behind the first type that another word stands before. Of several in a row it is the last that no place begins with:
 * `HARBOUR VIEW RD`, but `SMITH ST PARK RIDGE`. It may also be behind the first of them that ends most streets, as
 * names have such words too: `BEST ST, GATEWAY DRIVE IN`.
 */
function typeEndsIn(
  words: readonly string[],
  from: number,
  to: number,
): readonly (number | undefined)[] {
  const isType = (at: number) => at < to && isStreetTypeWord(words[at] ?? '', false)
  let first = from
  while (first < to && !isType(first)) first += 1
  if (first === to) return [undefined]
  let end = first + 1
  let isPlace = true
  let common: number | undefined
  for (let at = first; isType(at); at++) {
    const word = words[at] ?? ''
    if (ENGLISH.placeTypes.has(word)) continue
    if (ENGLISH.commonStreetTypes.has(word)) common ??= at + 1
    end = at + 1
    isPlace = false
  }
  // `198 ESPLANADE, SELLICKS HILL`.
  if (isPlace && end === to) return [undefined]
  return common === undefined || common === end ? [end] : [end, common]
}
