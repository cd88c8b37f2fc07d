// Reads lines that can be read in one way only: a short number, and behind it nothing but words of names.

import { KIND } from '../../index/terms/terms.ts'
import type { QueryWord } from './query-words.ts'
import { NOTHING_READ, type Reading } from './reading.ts'
import type { TypedWords } from './typed-words.ts'

/**
 * Half of all lines are such, and trying all that each of their words could be takes longer than to find the address.
 * Undefined where a line may be read in another way too: the number as that of a flat, a word as the beginning of a
 * phrase or as a keyword. Of an index without UK postcodes.
 */
export function plainReading(typed: TypedWords): Reading | undefined {
  const { words: texts, gaps } = typed.tokens
  if (texts.length < 2 || gaps[0] !== ' ' || !typed.shape(0).isShortNumber) return undefined
  if (typed.beginsPhrase(0) || (typed.isOfBuilding(1) && !typed.isOpen(1))) return undefined
  const words: QueryWord[] = []
  for (let at = 1; at < texts.length; at++) {
    if (typed.beginsPhrase(at)) return undefined
    const word = typed.name(at, at === 1)
    if (!typed.isName(at) && (at === 1 || !isPostcode(typed, at, word))) return undefined
    words.push(word)
  }
  const number = typed.wanted(KIND.number, typed.text(0), 0)
  if (number.ranges.length === 0 && number.digits === 0) return undefined
  return { ...NOTHING_READ, words, number, numberAt: 0 }
}

/** Digits that are too many for a unit, and that the index has as a word. */
function isPostcode(typed: TypedWords, at: number, word: QueryWord): boolean {
  const { isDigits, isShortNumber } = typed.shape(at)
  if (!isDigits || isShortNumber || typed.tokens.gaps[at] === '/') return false
  const { strong, names, parts, weak } = word
  return strong.length + names.length + parts.length + weak.length > 0
}
