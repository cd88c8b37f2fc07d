// Reads lines that can be read in one way only: a short number, or a unit and one, and behind it words of names.

import { KIND } from '../../index/terms/terms.ts'
import { unitKindOf } from '../../lines/word-shapes.ts'
import type { QueryWord } from './query-words.ts'
import { NOTHING_READ, type Reading } from './reading.ts'
import type { TypedWords } from './typed-words.ts'

/**
 * Most lines are such, and trying all that each of their words could be takes longer than to find the address.
 * Undefined where a line may be read in another way too: the number as that of a flat, a word as the beginning of a
 * phrase or as a keyword. Of an index without UK postcodes.
 */
export function plainReading(typed: TypedWords): Reading | undefined {
  const isSlashed = typed.tokens.gaps[0] === '/'
  const isKeyword = typed.shape(0).isNumbered
  const begun = isSlashed ? unitSlashed(typed) : isKeyword ? unitNamed(typed) : NOTHING_READ
  const numberAt = isSlashed ? 1 : isKeyword ? 2 : 0
  if (begun === undefined || !isNumberAt(typed, numberAt)) return undefined
  const first = numberAt + 1
  // `2 FALCON HOUSE` may be a flat in a building of that name.
  if (begun.unit === undefined && typed.isOfBuilding(first) && !typed.isOpen(first))
    return undefined
  const words = namesFrom(typed, first)
  const number = typed.wanted(KIND.number, typed.text(numberAt), numberAt)
  const isKnown = number.ranges.length > 0 || number.digits > 0 || begun.unit !== undefined
  return words === undefined || !isKnown ? undefined : { ...begun, words, number, numberAt: 0 }
}

/** A short number, and behind it something else that it is not joined to. */
function isNumberAt(typed: TypedWords, at: number): boolean {
  const { words, gaps } = typed.tokens
  if (at + 1 >= words.length || gaps[at] !== ' ') return false
  return typed.shape(at).isShortNumber && !typed.beginsPhrase(at)
}

/** `3/12`, where that is neither a number nor a unit that is written so. */
function unitSlashed(typed: TypedWords): Reading | undefined {
  const [first, second] = [typed.text(0), typed.text(1)]
  if (!typed.shape(0).isShortNumber || typed.beginsPhrase(0)) return undefined
  if (typed.isSlashed(KIND.number, first, second) || typed.isSlashed(KIND.unit, first, second))
    return undefined
  const unit = typed.wanted(KIND.unit, first, 0)
  return { ...NOTHING_READ, unit, unitKind: '', isBareUnit: false, isUnitNeeded: false }
}

/** `UNIT 3`, where the keyword stands for any kind of unit and is no word of a name. */
function unitNamed(typed: TypedWords): Reading | undefined {
  const unitWord = typed.text(0)
  if (unitKindOf(unitWord) !== '' || typed.shape(0).isLetter) return undefined
  if (!isNumberAt(typed, 1) || typed.tokens.gaps[0] !== ' ' || typed.beginsPhrase(0))
    return undefined
  if (isWordOfName(typed.name(0, true))) return undefined
  const unit = typed.wanted(KIND.unit, typed.text(1), 1)
  return { ...NOTHING_READ, unit, unitKind: '', unitWord, isKindNeeded: false }
}

/** All words from a place on, if none can be anything but one of a name; the first has no digits. */
function namesFrom(typed: TypedWords, from: number): readonly QueryWord[] | undefined {
  const words: QueryWord[] = []
  for (let at = from; at < typed.tokens.words.length; at++) {
    if (typed.beginsPhrase(at)) return undefined
    const word = typed.name(at, at === from)
    if (!typed.isName(at) && (at === from || !isPostcode(typed, at, word))) return undefined
    words.push(word)
  }
  return words
}

/** Digits that are too many for a unit, and that the index has as a word. */
function isPostcode(typed: TypedWords, at: number, word: QueryWord): boolean {
  const { isDigits, isShortNumber } = typed.shape(at)
  return isDigits && !isShortNumber && typed.tokens.gaps[at] !== '/' && isWordOfName(word)
}

function isWordOfName({ strong, names, parts, weak }: QueryWord): boolean {
  return strong.length + names.length + parts.length + weak.length > 0
}
