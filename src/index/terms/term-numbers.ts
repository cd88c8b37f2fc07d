// Gives each distinct term a number while an index is built.

import { type SortedTexts, sortTexts } from '../rows/text-numbers.ts'
import type { TermKind } from './terms.ts'

/** Numbers are in order of first use; `finish` gives the final ones. */
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

  get count(): number {
    return this.#numbers.size
  }

  /** Terms are sorted by kind, then by text; the place of a term is its final number. */
  finish(): SortedTexts {
    return sortTexts([...this.#numbers.keys()])
  }
}
