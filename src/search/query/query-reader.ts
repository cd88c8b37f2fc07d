// Every way in which the words of a query can be an address, the likeliest first.

import type { Premises } from '../../index/terms/premises.ts'
import type { Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import type { NumberCodes } from '../../index/words/number-code.ts'
import { STEPS, type Work } from '../work.ts'
import { KnownWords } from './known-words.ts'
import { plainReading } from './plain-line.ts'
import { NOTHING_READ, type Reading, type WantedNumber } from './reading.ts'
import { type PartialReading, ReadingSteps } from './reading-steps.ts'
import { TypedWords } from './typed-words.ts'
import { WantedNumbers } from './wanted-numbers.ts'

/** No address has more words. */
const WORDS_MAX = 30
const READINGS_MAX = 16

export class QueryReader {
  readonly #words: KnownWords
  readonly #numbers: WantedNumbers

  constructor(terms: Terms, codes: NumberCodes, premises: Premises) {
    this.#words = new KnownWords(terms)
    this.#numbers = new WantedNumbers(terms, codes, premises)
  }

  readings(tokens: Tokens, work: Work): readonly Reading[] {
    const { length } = tokens.words
    if (length === 0 || length > WORDS_MAX) return []
    const typed = new TypedWords(this.#words, this.#numbers, tokens)
    const plain = this.#words.hasPostcodes ? undefined : plainReading(typed)
    if (plain === undefined) return this.#everyReading(typed, work)
    work.spent += STEPS.reading * length
    return [this.#numbers.withPremises(plain)]
  }

  #everyReading(typed: TypedWords, work: Work): readonly Reading[] {
    const { length } = typed.tokens.words
    const steps = new ReadingSteps(this.#words, this.#numbers, typed)
    const found: Reading[] = []
    /** Hardly any line has one. */
    let deadEnds: Set<number> | undefined
    const readOn = (begun: PartialReading): void => {
      if (found.length >= READINGS_MAX || work.isSpent) return
      const partial = steps.pastNames(begun)
      work.spent += STEPS.reading * (partial.at - begun.at)
      if (partial.at === length) {
        found.push(this.#numbers.withPremises(partial.reading))
        return
      }
      const state = stateOf(partial)
      if (deadEnds?.has(state) === true) return
      const before = found.length
      work.spent += STEPS.reading
      for (const step of steps.from(partial)) readOn(step)
      if (found.length > before) return
      deadEnds ??= new Set()
      deadEnds.add(state)
    }
    readOn({ at: 0, reading: NOTHING_READ })
    return found
  }
}

/** All that decides which steps follow. Where the end was not reached before, it never will be. */
function stateOf({ at, reading: { number, unit, level, lot } }: PartialReading): number {
  const bit = (role: WantedNumber | undefined, value: number) => (role === undefined ? 0 : value)
  return 16 * at + bit(number, 8) + bit(unit, 4) + bit(level, 2) + bit(lot, 1)
}
