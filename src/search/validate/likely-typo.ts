// Whether the words of a line that an address lacks are likely typing errors.

import { KIND } from '../../index/terms/terms.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { STEPS } from '../steps.ts'
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
export function likelyTypos(
  { finder, work, namesOf, isPlaceWord }: TypoHooks,
  texts: readonly string[],
): (row: number) => boolean {
  const { streets, postings, terms } = finder.index
  /** Which places have a street of the name: several candidates are often in one. */
  const known = new Map<string, boolean>()
  const isIn = (place: number, term: number): boolean => {
    const [start, end] = [postings.start(term), postings.end(term)]
    for (let at = start; at < end; at++) {
      if (streets.place[postings.lists[at] ?? 0] === place) return true
    }
    return false
  }
  const hasStreet = (place: number, term: number): boolean => {
    const key = `${term} ${place}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (!work.affords((postings.end(term) - postings.start(term)) * STEPS.mapped)) return true
    const isFound = isIn(place, term)
    known.set(key, isFound)
    return isFound
  }
  const isLikely = (text: string, place: number, names: StreetNames): boolean => {
    const placeWords = names.placeNames.flat()
    const isExact = (word: string) => isSameWord(text, word, false)
    if (names.nameWords.some(isExact) || placeWords.some(isExact)) return true
    const isNear = (word: string) => isSameWord(text, word, true)
    if (placeWords.some(isNear) && isPlaceWord(text)) return false
    const range = names.nameWords.some(isNear) ? terms.whole(KIND.strong, text) : undefined
    if (range === undefined) return true
    if (postings.isMap(range.from)) return false
    return !hasStreet(place, range.from)
  }
  return (row) => {
    const street = streets.ofRecord(row)
    const names = namesOf(street)
    const place = streets.place[street] ?? 0
    return texts.every((text) => isLikely(text, place, names))
  }
}
