// Addresses whose own text is the whole line, word for word: what was shown, typed back with its UK postcode.

import { KIND, type TermRange, type Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { LITERAL_VALUE, NO_NUMBER, numberValue } from '../../index/words/number-code.ts'
import { hasDigit, isDigits } from '../../lines/word-shapes.ts'
import type { AddressLayer } from '../address-layer.ts'
import { Requirement } from '../query/requirement.ts'
import { STEPS } from '../work.ts'
import { ALLOWS_ALL, allowsAddress } from './filter.ts'
import type { Search } from './street-collector.ts'

/** None where the line has no postcode: without one there are too many to look at. */
export function recordsOfWholeLine(
  { finder, ownText }: AddressLayer<unknown>,
  { words }: Tokens,
  { filter, work }: Pick<Search, 'filter' | 'work'>,
): readonly number[] {
  const found: number[] = []
  const { terms, streets, records } = finder.index
  const postcode = postcodeIn(terms, words)
  if (postcode === undefined || ownText === undefined) return found
  const inPostcode = { ...ALLOWS_ALL, requirements: [new Requirement([postcode.range])] }
  const isSaid = saidNumbers(postcode.others)
  for (const street of finder.streets(inPostcode, work)) {
    const end = streets.start[street + 1] ?? 0
    for (let record = streets.start[street] ?? end; record < end && !work.isSpent; record++) {
      work.spent += STEPS.row
      if (!isSaid(records.number[record] ?? NO_NUMBER) || !isSaid(records.unit.at(record))) continue
      work.spent += STEPS.attempt
      if (!ownText(record, street).isWhole(postcode.others)) continue
      if (allowsAddress(filter, record, street)) found.push(record)
    }
  }
  return found
}

/** Whether a line can have the number of an address: a far shorter test than putting its text together. */
function saidNumbers(words: readonly string[]): (number: number) => boolean {
  const values = words
    .filter(hasDigit)
    .flatMap((word) => word.match(/\d+/g) ?? [])
    .map(Number)
  return (number) => {
    const value = numberValue(number)
    return number === NO_NUMBER || value === LITERAL_VALUE || values.includes(value)
  }
}

/** The postcode of a line, and the words that are not of it. */
export function postcodeIn(terms: Terms, words: readonly string[]) {
  if (terms.postcode.isNumber) return undefined
  for (let at = words.length - 1; at >= 1; at--) {
    const word = words[at] ?? ''
    const ofOne = wholePostcode(terms, word)
    if (ofOne !== undefined) return { range: ofOne, others: words.toSpliced(at, 1) }
    const ofTwo = wholePostcode(terms, word + (words[at + 1] ?? ''))
    if (ofTwo !== undefined) return { range: ofTwo, others: words.toSpliced(at, 2) }
  }
  return undefined
}

function wholePostcode(terms: Terms, text: string): TermRange | undefined {
  // Nearly all words fail at the third character from the end.
  if (!isDigits(text.charAt(text.length - 3)) || !terms.postcode.whole.test(text)) return undefined
  // With its space it was looked up when the line was read.
  const spaced = `${text.slice(0, -3)} ${text.slice(-3)}`
  return terms.whole(KIND.postcodeSpaced, spaced) ?? terms.whole(KIND.postcodeJoined, text)
}

/** Whether the words are all of the lines, followed by nothing but names of the place in their order. */
export function isWholeText(
  words: readonly string[],
  lines: readonly string[],
  placesOf: () => readonly (readonly string[])[],
): boolean {
  if (!beginsWith(words, 0, lines)) return false
  let at = lines.length
  for (const place of placesOf()) if (beginsWith(words, at, place)) at += place.length
  return at === words.length
}

function beginsWith(words: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((word, i) => words[at + i] === word)
}
