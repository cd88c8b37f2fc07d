// The ways people write the words of an address: each form finds the same streets, and none is ever rewritten.

import { AU } from '../../countries/au.ts'
import { ENGLISH } from '../../countries/english.ts'
import { UK } from '../../countries/uk.ts'

const { streetTypes, streetSuffixes, nameWords, unitTypes, levelTypes } = ENGLISH
const streetTypeBeginnings = new Set(
  [...streetTypes.keys()].flatMap((form) => Array.from(form, (_, i) => form.slice(0, i + 1))),
)
const states = AU.words.regions
const generalUnitWords: ReadonlySet<string> = new Set(ENGLISH.generalUnitWords)

/** All forms of a street type, itself included. Forms of more words have a space: `RIGHT OF WAY`. */
export function streetTypeForms(type: string): readonly string[] {
  return streetTypes.get(type) ?? [type]
}

export function suffixForms(suffix: string): readonly string[] {
  return streetSuffixes.get(suffix) ?? [suffix]
}

export function stateForms(state: string): readonly string[] {
  return states.get(state) ?? [state]
}

/** The state that a text names, or undefined. */
export function stateNamed(text: string): string | undefined {
  return states.get(text)?.[0]
}

export function ukCountryForms(country: string): readonly string[] {
  return UK.words.regions.get(country) ?? [country]
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

/** Whether the word is the full name of a street type, as UK streets end in: `ROAD`, `CLOSE`. */
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
