// A set of terms of one kind that a name is found by.

import { wordsDividedByApostrophes, wordsOf } from '../words/fold.ts'
import { nameWordForms } from '../words/written-forms.ts'
import type { TermNumbers } from './term-numbers.ts'
import type { TermKind } from './terms.ts'

export class TermSet {
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
