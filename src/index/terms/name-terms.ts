// Turns the names of streets, places and buildings into the terms that they are found by.

import { foldedValue, wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { partNameForms } from '../words/part-names.ts'
import {
  isFullStreetType,
  nameWordForms,
  stateForms,
  streetTypeForms,
  suffixForms,
  ukCountryForms,
} from '../words/written-forms.ts'
import { KIND, type TermKind } from './terms.ts'
import type { TermNumbers } from './terms-writer.ts'

/** Strong terms find a street alone; weak ones count only beside a strong one. */
export interface PartTerms {
  readonly strong: readonly number[]
  readonly weak: readonly number[]
}

/** The name of a street in the national file, where name, type and suffix stand apart. */
export interface NationalName {
  readonly streetName: string
  readonly streetType: string
  readonly streetSuffix: string
}

export function nationalNameTerms(terms: TermNumbers, names: readonly NationalName[]): PartTerms {
  return partTerms(terms, (strong, weak) => {
    for (const { streetName, streetType, streetSuffix } of names) {
      strong.addName(streetName)
      weak.addForms(streetTypeForms(foldedValue(streetType)))
      weak.addForms(suffixForms(foldedValue(streetSuffix)))
    }
  })
}

interface NationalPlaceNames {
  /** The name of the locality and its other names. */
  readonly localities: readonly string[]
  readonly state: string
  readonly postcode: string
}

export function nationalPlaceTerms(terms: TermNumbers, place: NationalPlaceNames): PartTerms {
  return partTerms(terms, (strong, weak) => {
    for (const name of place.localities) strong.addName(name)
    strong.addForms(wordsOf(place.postcode))
    weak.addForms(stateForms(foldedValue(place.state)))
    weak.addForms(['AUSTRALIA'])
  })
}

/** Words of neighbouring localities, which find a street below all that have the word themselves. */
export function nearTerms(terms: TermNumbers, localities: readonly string[]): readonly number[] {
  const near = new TermSet(terms, KIND.near)
  for (const name of localities) near.addName(name)
  return near.numbers()
}

/** UK streets carry their type as their last word: `Station Road`, but `Broadway` and `The Avenue`. */
export function postalNameTerms(terms: TermNumbers, streets: readonly string[]): PartTerms {
  return partTerms(terms, (strong, weak) => {
    for (const street of streets) {
      const words = wordsOf(street)
      const last = words.at(-1) === 'ST' ? 'STREET' : (words.at(-1) ?? '')
      const isTyped = words.length > 1 && words[0] !== 'THE' && isFullStreetType(last)
      const own = (all: readonly string[] | undefined) => (isTyped ? all?.slice(0, -1) : all)
      strong.addWords(own(words) ?? [], own(wordsDividedByApostrophes(street)))
      if (isTyped) weak.addForms(streetTypeForms(last))
    }
  })
}

export function postalPlaceTerms(
  terms: TermNumbers,
  localities: readonly string[],
  regions: readonly string[],
): PartTerms {
  return partTerms(terms, (strong, weak) => {
    for (const name of localities) strong.addName(name)
    for (const name of regions) {
      weak.addForms(ukCountryForms(foldedValue(name)))
      weak.addForms(wordsOf(name))
    }
    weak.addForms(['UK', 'UNITED KINGDOM', 'GREAT BRITAIN', 'GB'])
  })
}

/** The words of a building's, a site's or an organisation's name, or of that of a part of a building. */
export function nameTerms(
  terms: TermNumbers,
  name: string,
  kind: typeof KIND.name | typeof KIND.part,
): readonly number[] {
  const set = new TermSet(terms, kind)
  const words = wordsOf(name)
  set.addWords(words, wordsDividedByApostrophes(name))
  set.addForms(partNameForms(words))
  const [first = '', second] = words
  // `2 GREEN` of `2 Green View Terrace`, whose first word would else be read as a house number only.
  if (second !== undefined && /^\d+$/.test(first)) set.addForms([`${first} ${second}`])
  return set.numbers()
}

export function kindTerms(terms: TermNumbers, forms: readonly string[]): readonly number[] {
  const set = new TermSet(terms, KIND.unitType)
  set.addForms(forms)
  return set.numbers()
}

function partTerms(terms: TermNumbers, add: (strong: TermSet, weak: TermSet) => void): PartTerms {
  const strong = new TermSet(terms, KIND.strong)
  const weak = new TermSet(terms, KIND.weak)
  add(strong, weak)
  return { strong: strong.numbers(), weak: weak.numbers() }
}

/** A set of terms of one kind that a name is found by. */
class TermSet {
  readonly #terms: TermNumbers
  readonly #kind: TermKind
  readonly #numbers = new Set<number>()

  constructor(terms: TermNumbers, kind: TermKind) {
    this.#terms = terms
    this.#kind = kind
  }

  addForms(forms: readonly string[]): void {
    for (const form of forms) if (form !== '') this.#numbers.add(this.#terms.add(this.#kind, form))
  }

  addName(name: string): void {
    this.addWords(wordsOf(name), wordsDividedByApostrophes(name))
  }

  /** Each word in its forms, neighbours also as one word (`BLACKROCK`), and `O BRIEN` for `O'BRIEN`. */
  addWords(words: readonly string[], divided: readonly string[] | undefined): void {
    for (const word of words) this.addForms(nameWordForms(word))
    const joined = words.slice(1).map((word, i) => `${words[i]}${word}`)
    this.addForms(joined.filter((word) => /^\D+$/.test(word)))
    this.addForms(divided ?? [])
  }

  numbers(): readonly number[] {
    return [...this.#numbers]
  }
}
