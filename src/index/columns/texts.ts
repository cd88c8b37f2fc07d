// All distinct texts of an index, sorted, so that a text's number also orders it. Number 0 is the empty text.
// Unchecked: each slot of the recent texts is filled at the start, and a text's number comes from the index.

import type { IndexSections } from '../file/index-sections.ts'
import { wordsSaid } from './said-words.ts'

/** A power of two. */
const RECENT_TEXTS = 8192
const SPACE = 32
export const EMPTY_TEXT = 0

export class Texts {
  /** Texts that were read last, each at the low bits of its number: names repeat from answer to answer. */
  readonly #recent: string[] = new Array<string>(RECENT_TEXTS).fill('')
  readonly #recentNumber = new Uint32Array(RECENT_TEXTS)
  readonly #offset: Uint32Array
  readonly #bytes: Buffer

  constructor(sections: IndexSections) {
    this.#offset = sections.get('texts.offset')
    const bytes = sections.get('texts.bytes')
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  at(text: number): string {
    const slot = text & (RECENT_TEXTS - 1)
    if (this.#recentNumber[slot] === text) return this.#recent[slot]
    const read = this.#bytes.toString('utf8', this.#offset[text], this.#offset[text + 1])
    this.#recent[slot] = read
    this.#recentNumber[slot] = text
    return read
  }

  /** How long it is. */
  bytes(text: number): number {
    return this.#offset[text + 1] - this.#offset[text]
  }

  /** How many words it has, if the words from `at` on are just those: see `said-words.ts`. */
  wordsSaid(text: number, words: readonly string[], at: number): number {
    return wordsSaid(this.#bytes, this.#offset[text], this.#offset[text + 1], words, at)
  }

  /** Whether it has only capital letters, digits and single spaces between them: nothing that folding changes. */
  isFolded(text: number): boolean {
    const end = this.#offset[text + 1]
    let isInWord = true
    for (let at = this.#offset[text]; at < end; at++) {
      const code = this.#bytes[at]
      const isWord = (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
      if (!isWord && (code !== SPACE || !isInWord || at === this.#offset[text])) return false
      isInWord = isWord
    }
    return isInWord
  }
}
