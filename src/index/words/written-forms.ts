// The ways people write the words of an address: each form finds the same streets, and none is ever rewritten.

import type { Country } from '../../countries/country.ts'
import { ENGLISH } from '../../countries/english.ts'
import { wordsOf } from './fold.ts'

const { streetTypes, streetSuffixes, nameWords, unitTypes, levelTypes } = ENGLISH
const streetTypeBeginnings = new Set(
  [...streetTypes.keys()].flatMap((form) => Array.from(form, (_, i) => form.slice(0, i + 1))),
)
const generalUnitWords: ReadonlySet<string> = new Set(ENGLISH.generalUnitWords)

/** All forms of a street type, itself included. Forms of more words have a space: `RIGHT OF WAY`. */
export function streetTypeForms(type: string): readonly string[] {
  return streetTypes.get(type) ?? [type]
}

export function suffixForms(suffix: string): readonly string[] {
  return streetSuffixes.get(suffix) ?? [suffix]
}

/** The forms of a state, or of one of the countries that make up a country. */
export function regionForms({ words: { regions } }: Country, region: string): readonly string[] {
  return regions.get(region) ?? [region]
}

/** Also without the zero that spreadsheets drop, where postcodes of any place may have one, and without its space. */
export function postcodeForms({ postcode: { zeroRegion } }: Country, postcode: string) {
  if (zeroRegion === '' && postcode.startsWith('0')) return [postcode, postcode.slice(1)]
  const words = wordsOf(postcode)
  return words.length > 1 ? [...words, words.join('')] : words
}

/** All forms of a word inside a name: `ST` is here a saint, and `ROAD` may be `RD`. */
export function nameWordForms(word: string): readonly string[] {
  const asName = nameWords.get(word)
  if (word === 'ST') return asName ?? [word]
  const asType = streetTypes.get(word)
  if (asType?.[0] !== word) return asName ?? [word]
  return asName === undefined ? asType : [...new Set([...asName, ...asType])]
}

/** The full form of a word inside a name: `MOUNT` for `MT`. */
export function fullNameWord(word: string): string {
  return nameWords.get(word)?.[0] ?? word
}

/** The same for `MT COLAH` and `MOUNT COLAH`. */
export function fullName(words: readonly string[]): string {
  return words.map(fullNameWord).join(' ')
}

export function isFullStreetType(word: string): boolean {
  return streetTypes.get(word)?.[0] === word
}

/** Whether the text is, or while it is being typed could become, a street type. */
export function isStreetTypeWord(text: string, open: boolean): boolean {
  return open ? streetTypeBeginnings.has(text) : streetTypes.has(text)
}

export function unitTypeForms(type: string): readonly string[] {
  return unitTypes.get(type) ?? [type]
}

export function levelTypeForms(type: string): readonly string[] {
  return levelTypes.get(type) ?? [type]
}

/** The unit type that a word names, '' for a word that stands for any, undefined if it names none. */
export function unitTypeNamed(word: string): string | undefined {
  if (generalUnitWords.has(word)) return ''
  return unitTypes.get(word)?.[0]
}

export function levelTypeNamed(word: string): string | undefined {
  return levelTypes.get(word)?.[0]
}

/** What people write for the parts of a building: `GF` is the ground floor, `FFF` the first floor flat. */
const partNames = [...ENGLISH.partNames].map(([words, short]) => ({
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

/** Whether a typed word is all of a part's name, or of it: `GFF` of the ground floor flat. */
export function isOfPart(typed: string, part: readonly string[]): boolean {
  const wanted = part.flatMap(inFull)
  return inFull(typed).every((word) => wanted.includes(word))
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

const LETTER_A = 65
const LETTER_Z = 90

/** Three letters may be a word of four with one left out; any other edit would make them too many other words. */
export const SHORT_BY_ONE = 3

/** How many edits a typed word may be from the one that was meant: none if it is short or has more than letters. */
export function editsAllowed(word: string): number {
  if (word.length < SHORT_BY_ONE) return 0
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code < LETTER_A || (code > LETTER_Z && code < 128)) return 0
  }
  return word.length < 8 ? 1 : 2
}

/** Whether two words differ only in letters that stand for one sound: `GAWLA` and `GAWLER`, `LESLEY` and `LESLIE`. */
export function soundsAlike(typed: string, word: string): boolean {
  const isLong = Math.min(typed.length, word.length) >= SOUND_MIN
  return isLong && typed[0] === word[0] && soundOf(typed) === soundOf(word)
}

const SOUND_MIN = 5

function soundOf(word: string): string {
  return SOUNDS.reduce((text, [letters, sound]) => text.replace(letters, sound), word)
}

/** As Australians and the English speak; each after those above it. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/PH/g, 'F'],
  [/C(?=[EIY])|Z/g, 'S'],
  [/CK?|Q/g, 'K'],
  [/WH/g, 'W'],
  [/(?:AR|ER|O?U?R|RE|AH)$/, 'A'],
  [/(?:IE|EY|EE|Y)$/, 'I'],
  [/OO|OU|EW|UE/g, 'U'],
  [/EE|EA|IE|EI|Y/g, 'I'],
  [/(.)\1+/g, '$1'],
  [/E$/, ''],
]
