// A line without words that say nothing of their own: a word twice, the country, titles of fields, `No.`.

import type { Country } from '../countries/country.ts'
import { isWithinEdits } from './edit-distance.ts'
import { withoutLabels } from './form-words.ts'
import { isCountry } from './line-shape.ts'

const NUMBER_WORD = /\b(?:NO|NUMBER|NUM|NBR|NR) (?=\d)/g
/** `NEWTOWN NEWTOWN`, `KING ST KING ST`. */
const TWICE =
  /\b([A-Z]{2,}(?: [A-Z]{2,}){0,3}|\d{4}) (?:(?:CITY|TOWN|SUBURB|SHIRE|DISTRICT) OF )?\1(?= |$)/g
const REGION_LETTERS_MIN = 3

/** Undefined where it has none. */
export function withoutEmptyWords(typed: string, country: Country): string | undefined {
  const words = inUsualWords(withoutLabels(typed), country)
    .replace(NUMBER_WORD, '')
    .replace(TWICE, '$1')
    .trim()
    .split(' ')
  while (words.length > 1 && isCountry(words, words.length - 1, country)) words.pop()
  const text = words.map((word, at) => regionOf(word, words[at + 1], country) ?? word).join(' ')
  return text === typed.trim() ? undefined : text
}

/** `N S W` as NSW. */
function inUsualWords(text: string, { words }: Country): string {
  let usual = ` ${text} `
  for (const [name, region] of words.otherRegions) usual = usual.replace(` ${name} `, ` ${region} `)
  return usual
}

/** A misspelt region before its postcode. */
function regionOf(word: string, next: string | undefined, { words, postcode }: Country) {
  const { regions } = words
  if (next === undefined || !postcode.isNumber || !postcode.whole.test(next)) return undefined
  if (word.length < REGION_LETTERS_MIN || regions.has(word)) return undefined
  return [...regions.keys()].find(
    (name) => name.length >= REGION_LETTERS_MIN && isWithinEdits(word, name, 1),
  )
}
