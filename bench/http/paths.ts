// What is asked of the service under test: terms that come again, terms that nobody has asked for yet, an address.

import { OperatorError } from '../../src/lib/operator-error.ts'
import { randomQueries } from '../engine/random-queries.ts'
import type { ScoredSearch } from '../quality/release-contents.ts'
import type { ServiceUnderTest } from './processes.ts'

const REPEATED = ['12 ki', '5 station ro', 's', '12', 'rich', '3/12 smith st', 'king st melbourne']
const CONSONANTS = 'bcdfghjklmnprstvwy'
const VOWELS = 'aeiou'
const NUMBERS = 60
const SEED = 20_261_116

/** How many made-up paths there are: no run may ask for more. */
export const MADE_UP_PATHS_MAX = NUMBERS * CONSONANTS.length * VOWELS.length * CONSONANTS.length

export function repeatedPaths(apiKey: string): string[] {
  return REPEATED.map((term) => autocompletePath(term, apiKey))
}

/** Lines of the release's own addresses, cut at a random key, each once; a small release has fewer than `count`. */
export function typedPaths(search: ScoredSearch, apiKey: string, count: number): string[] {
  const queries = randomQueries(search, count, SEED, ['cut at a random key'])
  return queries.map(({ term }) => autocompletePath(term, apiKey))
}

/** `from` on and each once: a number and three letters, such as `12 kin`. Most of them fit nothing. */
export function madeUpPaths(apiKey: string, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const [nth, number] = divide(from + at, NUMBERS)
    const [second, first] = divide(nth, CONSONANTS.length)
    const [third, vowel] = divide(second, VOWELS.length)
    const name = CONSONANTS.charAt(first) + VOWELS.charAt(vowel) + CONSONANTS.charAt(third)
    return autocompletePath(`${number + 1} ${name}`, apiKey)
  })
}

/** A charged look-up: the first address that one of the terms finds. */
export async function getPath({ baseUrl, apiKey }: ServiceUnderTest): Promise<string> {
  for (const term of [...REPEATED, ...'1abcdefghijklmnopqrstuvwxyz']) {
    const response = await fetch(baseUrl + autocompletePath(term, apiKey))
    const { suggestions } = (await response.json()) as { suggestions?: { url: string }[] }
    const [first] = suggestions ?? []
    if (first !== undefined) return `${first.url}?api-key=${apiKey}`
  }
  throw new OperatorError('The release in use has no address that could be looked up.')
}

function divide(whole: number, by: number): [times: number, rest: number] {
  return [Math.floor(whole / by), whole % by]
}

function autocompletePath(term: string, apiKey: string): string {
  return `/autocomplete/${encodeURIComponent(term)}?api-key=${apiKey}`
}
