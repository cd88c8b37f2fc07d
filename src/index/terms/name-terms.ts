// Turns the names of streets, places and buildings into the terms that they are found by.

import { type SortedTexts, sortTexts } from '../rows/text-numbers.ts'
import { wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { nameWordForms, partNameForms } from '../words/written-forms.ts'
import { KIND, type TermKind } from './terms.ts'

/** Strong terms find a street alone; weak ones count only together with a strong one. */
export interface PartTerms {
  readonly strong: readonly number[]
  readonly weak: readonly number[]
}

export function partTerms(terms: TermNumbers, strong: readonly string[], weak: readonly string[]) {
  return {
    strong: termsOf(terms, KIND.strong, strong),
    weak: termsOf(terms, KIND.weak, weak),
  }
}

/** The terms of the forms, each once. */
export function termsOf(terms: TermNumbers, kind: TermKind, forms: readonly string[]) {
  const numbers = new Set<number>()
  for (const form of forms) if (form !== '') numbers.add(terms.add(kind, form))
  return [...numbers]
}

/** The words of a building's, a site's or an organisation's name, or of that of a part of a building. */
export function nameTerms(
  terms: TermNumbers,
  name: string,
  kind: typeof KIND.name | typeof KIND.part,
): readonly number[] {
  const words = wordsOf(name)
  const [first = '', second] = words
  // `2 GREEN` of `2 Green View Terrace`: otherwise its first word would only be read as a house number.
  const numbered = second !== undefined && /^\d+$/.test(first) ? [`${first} ${second}`] : []
  return termsOf(terms, kind, [...nameForms(name), ...partNameForms(words), ...numbered])
}

export function nameForms(name: string): readonly string[] {
  return wordForms(wordsOf(name), wordsDividedByApostrophes(name))
}

/** Each word in its forms, neighbours also as one word (`BLACKROCK`), and `O BRIEN` for `O'BRIEN`. */
export function wordForms(words: readonly string[], divided: readonly string[] = []) {
  const joined = words.slice(1).map((word, i) => `${words[i]}${word}`)
  return [
    ...words.flatMap(nameWordForms),
    ...joined.filter((word) => /^\D+$/.test(word)),
    ...divided,
  ]
}

/** Gives each distinct term a number while an index is built, in order of first use. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>()

  add(kind: TermKind, text: string): number {
    const key = kind + text
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }

  /** Terms are sorted by kind, then by text; the place of a term is its final number. Nothing can be added then. */
  finish(): SortedTexts {
    const texts = [...this.#numbers.keys()]
    this.#numbers.clear()
    return sortTexts(texts)
  }
}
