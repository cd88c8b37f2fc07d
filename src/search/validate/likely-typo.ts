// Whether the words of a line that an address lacks are likely typing errors.

import { KIND } from '../../index/terms/terms.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { MARKED_PER_STEP } from '../steps.ts'
import type { Work } from '../work.ts'
import { isSameWord, type StreetNames } from './named-place.ts'

export interface TypoHooks {
  readonly finder: { readonly index: SearchedIndex }
  readonly work: Work
  namesOf(street: number): StreetNames
  /** Whether a word is the name, or part of it, of any place at all. */
  isPlaceWord(word: string): boolean
}

/**
 * A word that is right somewhere is hardly a typing error: another suburb's name is another suburb, and where the
 * suburb has a street of that very name, the line means that street, whose number does not exist.
 */
export function isLikelyTypo(
  { finder, work, namesOf, isPlaceWord }: TypoHooks,
  texts: readonly string[],
  row: number,
): boolean {
  const { streets, postings, terms } = finder.index
  const street = streets.ofRecord(row)
  const names = namesOf(street)
  const place = streets.place[street]
  const placeWords = names.placeNames.flat()
  return texts.every((text) => {
    const isExact = (word: string) => isSameWord(text, word, false)
    if (names.nameWords.some(isExact) || placeWords.some(isExact)) return true
    const isNear = (word: string) => isSameWord(text, word, true)
    if (placeWords.some(isNear) && isPlaceWord(text)) return false
    const range = names.nameWords.some(isNear) ? terms.whole(KIND.strong, text) : undefined
    if (range === undefined) return true
    if (postings.isMap(range.from)) return false
    const list = postings.lists.subarray(postings.start(range.from), postings.end(range.from))
    if (!work.affords(list.length / MARKED_PER_STEP)) return false
    return list.every((other) => streets.place[other] !== place)
  })
}
