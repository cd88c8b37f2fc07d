// What forms and e-mails put around the parts of an address: what they call them, telephone numbers, dates.

import type { Country } from '../countries/country.ts'
import { ENGLISH } from '../countries/english.ts'
import { anyOf, perCountry } from './patterns.ts'

/** From 0 or the number of the country on. */
const phoneOf = perCountry(({ phone: { countryCode, moreDigits } }) => {
  const label = `(?:(?:${ENGLISH.phoneLabels.join('|')}) (?:NO )?)?`
  const begin = `(?:0?0?${countryCode} ?0?|0)[1-9]`
  return new RegExp(`(^| )${label}${begin}(?:[ -]?\\d){${moreDigits}}(?= |$)`, 'g')
})
const DATE =
  /(^| )\d{1,2}(?:[/-]\d{1,2}[/-]| (?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]* )(?:19|20)\d\d(?= |$)/g
/** `-34.80099, 138.60888`. */
const COORDINATES = /([ -])\d{1,3} \d{4,8}[ -]\d{1,3} \d{4,8}$/
/** What an advertisement says of a house: `3 bed 2 bath`; `LOT 3 DP 12, 73 CAR` is on a street that is being typed. */
const FEATURE = `[ -]\\d+ ?(?:${anyOf(ENGLISH.featureWords)})\\b`
const FEATURES = new RegExp(`[A-Z\\d]${FEATURE}(?:${FEATURE}|$)`)
/** `2 bed flat, 12 King St`; the 3 of `2 bed flat 3, 12 King St` is that of the flat. */
const HOME = new RegExp(
  `(^| )\\d+ ?(?:${anyOf(ENGLISH.featureWords)}) [A-Z]{4,} (?=\\d+[A-Z]?(?:-\\d+)? [A-Z]{2})`,
)
const STREET = /\d [A-Z]{2,} [A-Z]{2,}/
const COMPANY_NUMBER = /(^| )(?:ABN|ACN)(?: ?\d{2,3}){3,4}(?= |$)/g
const LABEL = labels(ENGLISH.labels)
const OTHER_LABEL = labels(ENGLISH.otherLabels)

/** Without the labels that forms give the parts. */
export function withoutLabels(typed: string): string {
  return typed.replace(LABEL, '$1').replace(/ {2,}/g, ' ')
}

/** The line without them, in up to two ways; none where it has none. */
export function withoutFormWords(typed: string, country: Country): readonly string[] {
  const text = [phoneOf(country), HOME, DATE, COORDINATES, COMPANY_NUMBER].reduce(
    (left, pattern) => left.replace(pattern, '$1'),
    withoutFeatures(once(typed)),
  )
  const bare = text.replace(LABEL, '$1')
  if (bare === typed) return []
  const lines = bare === text ? [text] : [bare, bare.replace(OTHER_LABEL, '$1')]
  return [...new Set(lines.map((line) => once(line.replace(/ {2,}/g, ' ').replace(/^ /, ''))))]
}

function withoutFeatures(text: string): string {
  const end = text.search(FEATURES) + 1
  return end > 0 && STREET.test(text.slice(0, end)) ? text.slice(0, end) : text
}

/** Without its second half, where that says the same again. */
function once(text: string): string {
  const middle = text.length >> 1
  return text.slice(0, middle).trimEnd() === text.slice(middle).trimStart()
    ? text.slice(0, middle).trimEnd()
    : text
}

/** `P/C` is one, too. */
function labels(names: readonly string[]): RegExp {
  return new RegExp(`(^| )(?:${anyOf(names).replaceAll(' ', '[ /-]')})(?= |$)`, 'g')
}
