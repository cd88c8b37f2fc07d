// Words as the names of streets and places have them: whether an index has one, and into which two one divides.

import { isStreetTypeWord } from '../words/written-forms.ts'
import { KIND, type TermRange, type Terms } from './terms.ts'

const PIECE_MIN = 2

/** Two words that a word may be made of, those that end in a street type first, or only those. */
export function piecesOf(
  terms: Terms,
  word: string,
  isOpen: boolean,
  mustEndInType = false,
): readonly (readonly string[])[] {
  const typed: string[][] = []
  const others: string[][] = []
  const lastMin = isOpen ? 1 : PIECE_MIN
  const [strong, weak] = [terms.along(KIND.strong, word, 0), terms.along(KIND.weak, word, 0)]
  for (let at = word.length - lastMin; at >= PIECE_MIN; at--) {
    if ((strong[at] ?? weak[at]) === undefined) continue
    const [left, right] = [word.slice(0, at), word.slice(at)]
    const endsInType = isStreetTypeWord(right, false)
    if (mustEndInType && !endsInType) continue
    if (isWord(terms, right, isOpen)) (endsInType ? typed : others).push([left, right])
  }
  return [...typed, ...others]
}

export function isWord(terms: Terms, word: string, isOpen: boolean): boolean {
  if (!isOpen) return wholeOf(terms, word).length > 0
  return WORD_KINDS.some((kind) => terms.beginning(kind, word) !== undefined)
}

/** The kinds of words that streets and places have. */
export const WORD_KINDS = [KIND.strong, KIND.weak] as const

export function wholeOf(terms: Terms, word: string): readonly TermRange[] {
  return WORD_KINDS.flatMap((kind) => terms.whole(kind, word) ?? [])
}
