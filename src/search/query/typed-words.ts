// The words of one query by their place, and what is known about each: looked up once for all readings.

import { KIND, type TermKind } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { shapeOf, type WordShape } from '../../lines/word-shapes.ts'
import type { KnownWord, KnownWords } from './known-words.ts'
import type { QueryWord } from './query-words.ts'
import type { WantedNumber } from './reading.ts'
import type { WantedNumbers } from './wanted-numbers.ts'

/** Behind the last word and before the first. */
const NO_WORD: WordShape = shapeOf('')

export class TypedWords {
  readonly tokens: Tokens
  readonly #words: KnownWords
  readonly #numbers: WantedNumbers
  readonly #known: KnownWord[] = []

  constructor(words: KnownWords, numbers: WantedNumbers, tokens: Tokens) {
    this.tokens = tokens
    this.#words = words
    this.#numbers = numbers
    for (let at = 0; at < tokens.words.length; at++) {
      this.#known.push(words.of(this.text(at), this.isOpen(at)))
    }
  }

  text(at: number): string {
    return this.tokens.words[at] ?? ''
  }

  shape(at: number): WordShape {
    return this.#known[at]?.shape ?? NO_WORD
  }

  /** Whether it is still being typed. */
  isOpen(at: number): boolean {
    return this.tokens.open && at === this.tokens.words.length - 1
  }

  /** Whether it can only be part of a name. Two letters before digits may begin a postcode: `SK 11AA`. */
  isName(at: number): boolean {
    if (!this.shape(at).isName || this.tokens.gaps[at] === '/') return false
    return this.text(at).length > 2 || !this.shape(at + 1).hasDigit
  }

  beginsPhrase(at: number): boolean {
    return this.#known[at]?.beginsPhrase === true
  }

  /** Whether the whole word is in the name of a building or the like. */
  isOfBuilding(at: number): boolean {
    return this.#known[at]?.isOfBuilding === true
  }

  /** The word as part of a name; `isFirst` where no other name is before it. */
  name(at: number, isFirst: boolean): QueryWord {
    const [word, isOpen] = [this.#known[at] ?? this.#words.of('', false), this.isOpen(at)]
    return isFirst ? this.#words.first(word, isOpen) : this.#words.plain(word, isOpen)
  }

  /** A text that ends with the word at this place, as a number. */
  wanted(kind: TermKind, text: string, at: number): WantedNumber {
    const isOpen = this.isOpen(at)
    const known = this.#known[at]
    // Most numbers are whole words, which are known.
    if (known !== undefined && !isOpen && known.text === text) {
      if (kind === KIND.number) {
        known.number ??= this.#numbers.of(kind, text, false)
        return known.number
      }
      if (kind === KIND.unit) {
        known.unit ??= this.#numbers.of(kind, text, false)
        return known.unit
      }
    }
    return this.#numbers.of(kind, text, isOpen)
  }

  /** Whether the index has a number that is written with a slash; hardly any is. */
  isSlashed(kind: TermKind, first: string, second: string): boolean {
    const { terms } = this.#words
    return terms.goesOn(kind, first, '/') && terms.whole(kind, `${first}/${second}`) !== undefined
  }
}
