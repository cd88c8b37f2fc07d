// What people write for the parts of a building: `GF` is the ground floor, `FFF` the first floor flat.

import { ENGLISH } from '../../countries/english.ts'

interface PartName {
  readonly words: readonly string[]
  readonly short: readonly string[]
}

const partNames: readonly PartName[] = [...ENGLISH.partNames].map(([words, short]) => ({
  words: words.split(' '),
  short: short.split(' '),
}))

const longForms: ReadonlyMap<string, readonly string[]> = new Map(
  partNames.flatMap(({ words, short }) => short.map((form) => [form, words] as const)),
)

/** Most names have none of these words, and are asked no further. */
const partWords: ReadonlySet<string> = new Set([
  ...partNames.flatMap(({ words }) => words),
  ...longForms.keys(),
])

/** What else a name is found by: the short forms of the parts that it names, and the long ones of its short forms. */
export function partNameForms(words: readonly string[]): readonly string[] {
  const inWords = words.map(withoutOrdinal)
  if (![...inWords, ...words].some((word) => partWords.has(word))) return []
  const found: string[] = []
  for (const name of partNames) if (holds(inWords, name.words)) found.push(...name.short)
  for (const word of words) found.push(...(longForms.get(word) ?? []))
  // A floor that somebody lives on is a flat, whether or not its name says so.
  if (inWords.includes('FLOOR') || inWords.includes('BASEMENT')) found.push('FLAT')
  return found
}

/** Whether typed words name a part of a building: all words of its name that say which part it is. */
export function namesPart(typed: readonly string[], part: readonly string[]): boolean {
  const said = new Set(typed.flatMap(inFull))
  const wanted = part.flatMap(inFull)
  const telling = wanted.filter((word) => !ENGLISH.generalPartWords.has(word))
  return (telling.length > 0 ? telling : wanted).every((word) => said.has(word))
}

function inFull(word: string): readonly string[] {
  return longForms.get(word) ?? [withoutOrdinal(word)]
}

/** `FIRST` for `1ST`. */
function withoutOrdinal(word: string): string {
  return ORDINAL_WORDS[ORDINALS.indexOf(word)] ?? word
}

const ORDINALS: readonly string[] = '1ST 2ND 3RD 4TH 5TH 6TH 7TH 8TH 9TH 10TH'.split(' ')
const ORDINAL_WORDS = [...ENGLISH.ordinalWords.keys()]

function holds(words: readonly string[], phrase: readonly string[]): boolean {
  const first = phrase[0] ?? ''
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1)) {
    if (phrase.every((word, i) => words[at + i] === word)) return true
  }
  return false
}
