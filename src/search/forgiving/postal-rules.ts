// What people in the UK write around an address that is no part of it: counties, countries, words before the number.

import { UK } from '../../countries/uk.ts'

const { counties, country, regions, townsInEnglish } = UK.words
const countries = new Set([...country, ...regions.keys()])
const WELSH_TOWN = new RegExp(
  `\\b(?:${[...townsInEnglish.keys()].sort((a, b) => b.length - a.length).join('|')})\\b`.replaceAll(
    ' ',
    '[ -]',
  ),
)

/** The line with the English name of a town in place of its Welsh one; undefined where it has none. */
export function inEnglish(text: string): string | undefined {
  const english = text.replace(
    WELSH_TOWN,
    (town) => townsInEnglish.get(town.replaceAll('-', ' ')) ?? '',
  )
  return english === text ? undefined : english
}

/** How many words at the end, before `end`, name a county; 0 if none does. */
export function countyWords(words: readonly string[], end: number): number {
  return wordsAtEnd(counties, words, end)
}

export function countryWords(words: readonly string[], end: number): number {
  return wordsAtEnd(countries, words, end)
}

const WORDS_MAX = 4

function wordsAtEnd(names: ReadonlySet<string>, words: readonly string[], end: number): number {
  for (let count = Math.min(WORDS_MAX, end); count > 0; count--) {
    if (names.has(words.slice(end - count, end).join(' '))) return count
  }
  return 0
}
