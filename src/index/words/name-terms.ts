// Turns the names of streets, places and buildings into the terms that they are found by.

import { KIND, type TermKind } from '../terms/terms.ts'
import type { TermNumbers } from '../terms/terms-writer.ts'
import { wordsDividedByApostrophes, wordsOf } from './fold.ts'
import {
  isFullStreetType,
  nameWordForms,
  stateForms,
  streetTypeForms,
  suffixForms,
  ukCountryForms,
} from './written-forms.ts'

export interface PartTerms {
  readonly strong: readonly number[]
  readonly weak: readonly number[]
}

/** The name of a street in the national file, where name, type and suffix stand apart. */
export function nationalNameTerms(book: TermNumbers, names: readonly NationalName[]): PartTerms {
  const strong = new TermSet(book, KIND.strong)
  const weak = new TermSet(book, KIND.weak)
  for (const { name, type, suffix } of names) {
    strong.addName(wordsOf(name), wordsDividedByApostrophes(name))
    weak.addForms(streetTypeForms(wordsOf(type).join(' ')))
    weak.addForms(suffixForms(wordsOf(suffix).join(' ')))
  }
  return { strong: strong.numbers(), weak: weak.numbers() }
}

export interface NationalName {
  readonly name: string
  readonly type: string
  readonly suffix: string
}

export function nationalPlaceTerms(
  book: TermNumbers,
  place: {
    readonly localities: readonly string[]
    readonly state: string
    readonly postcode: string
  },
): PartTerms {
  const strong = new TermSet(book, KIND.strong)
  const weak = new TermSet(book, KIND.weak)
  for (const name of place.localities)
    strong.addName(wordsOf(name), wordsDividedByApostrophes(name))
  strong.addForms(wordsOf(place.postcode))
  weak.addForms(stateForms(wordsOf(place.state).join(' ')))
  weak.addForms(['AUSTRALIA'])
  return { strong: strong.numbers(), weak: weak.numbers() }
}

/** Words of neighbouring localities, which find a street below all that have the word themselves. */
export function nearTerms(book: TermNumbers, localities: readonly string[]): readonly number[] {
  const near = new TermSet(book, KIND.near)
  for (const name of localities) near.addName(wordsOf(name), wordsDividedByApostrophes(name))
  return near.numbers()
}

/** UK streets carry their type as their last word: `Station Road`, but `Broadway` and `The Avenue`. */
export function postalNameTerms(book: TermNumbers, streets: readonly string[]): PartTerms {
  const strong = new TermSet(book, KIND.strong)
  const weak = new TermSet(book, KIND.weak)
  for (const street of streets) {
    const words = wordsOf(street)
    const last = words.at(-1) === 'ST' ? 'STREET' : (words.at(-1) ?? '')
    const isTyped = words.length > 1 && words[0] !== 'THE' && isFullStreetType(last)
    const divided = wordsDividedByApostrophes(street)
    strong.addName(isTyped ? words.slice(0, -1) : words, isTyped ? divided?.slice(0, -1) : divided)
    if (isTyped) weak.addForms(streetTypeForms(last))
  }
  return { strong: strong.numbers(), weak: weak.numbers() }
}

export function postalPlaceTerms(
  book: TermNumbers,
  localities: readonly string[],
  regions: readonly string[],
): PartTerms {
  const strong = new TermSet(book, KIND.strong)
  const weak = new TermSet(book, KIND.weak)
  for (const name of localities) strong.addName(wordsOf(name), wordsDividedByApostrophes(name))
  for (const name of regions) {
    const words = wordsOf(name)
    weak.addForms(ukCountryForms(words.join(' ')))
    weak.addForms(words)
  }
  weak.addForms(['UK', 'UNITED KINGDOM', 'GREAT BRITAIN', 'GB'])
  return { strong: strong.numbers(), weak: weak.numbers() }
}

/** The words of a building's, a site's or an organisation's name. */
export function nameTerms(book: TermNumbers, name: string): readonly number[] {
  const terms = new TermSet(book, KIND.name)
  const words = wordsOf(name)
  terms.addName(words, wordsDividedByApostrophes(name))
  // `2 GREEN` of `2 Green View Terrace`, whose first word would else be read as a house number only.
  if (words.length > 1 && /^\d+$/.test(words[0])) terms.addForms([`${words[0]} ${words[1]}`])
  return terms.numbers()
}

export function kindTerms(book: TermNumbers, forms: readonly string[]): readonly number[] {
  const terms = new TermSet(book, KIND.unitType)
  terms.addForms(forms)
  return terms.numbers()
}

class TermSet {
  readonly #book: TermNumbers
  readonly #kind: TermKind
  readonly #numbers = new Set<number>()

  constructor(book: TermNumbers, kind: TermKind) {
    this.#book = book
    this.#kind = kind
  }

  addForms(forms: readonly string[]): void {
    for (const form of forms) if (form !== '') this.#numbers.add(this.#book.add(this.#kind, form))
  }

  /** Each word in its forms, neighbours also as one word (`BLACKROCK`), and `O BRIEN` for `O'BRIEN`. */
  addName(words: readonly string[], divided: readonly string[] | undefined): void {
    for (const word of words) this.addForms(nameWordForms(word))
    for (let i = 0; i + 1 < words.length; i++) {
      if (/^\D+$/.test(words[i] + words[i + 1])) this.addForms([words[i] + words[i + 1]])
    }
    for (const word of divided ?? []) this.addForms([word])
  }

  numbers(): readonly number[] {
    return [...this.#numbers]
  }
}
