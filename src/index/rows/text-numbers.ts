// Gives each distinct text a number while rows stream in.

import { elementAt } from '../../lib/element-at.ts'
import { type SortedTexts, sortTexts } from './text-order.ts'

/** Texts by number in order of first use; number 0 is the empty text. */
export class TextNumbers {
  readonly texts: string[] = ['']
  readonly #numbers = new Map<string, number>([['', 0]])

  add(text: string): number {
    if (text === '') return 0
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const own = ownText(text)
    // Half of a surrogate pair becomes another character in the copy, which may be known.
    if (own !== text && this.#numbers.has(own)) return this.add(own)
    const number = this.texts.length
    this.texts.push(own)
    this.#numbers.set(own, number)
    return number
  }

  at(number: number): string {
    return elementAt(this.texts, number)
  }

  /** The empty text stays 0. */
  sort(): SortedTexts {
    return sortTexts(this.texts)
  }
}

/** A text cut from a chunk of a file keeps the whole chunk in memory; this one has its letters alone. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** For a field that mostly has the text that it had in the row before. */
export class RecentText {
  readonly #texts: TextNumbers
  #text = ''
  #number = 0

  constructor(texts: TextNumbers) {
    this.#texts = texts
  }

  number(text: string): number {
    if (text === this.#text) return this.#number
    this.#text = text
    this.#number = this.#texts.add(text)
    return this.#number
  }
}
