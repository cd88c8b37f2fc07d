// Every way in which the words of a query can be an address, the likeliest first.

import type { Premises } from '../../index/terms/premises.ts'
import { KIND, type Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import type { NumberCodes } from '../../index/words/number-code.ts'
import { unitKindOf } from '../../lines/word-shapes.ts'
import { STEPS, type Work } from '../work.ts'
import type { QueryWord } from './query-words.ts'
import { NOTHING_READ, type Reading, type WantedNumber } from './reading.ts'
import { type PartialReading, ReadingSteps } from './reading-steps.ts'
import { KnownWords, TypedWords } from './typed-words.ts'
import { WantedNumbers } from './wanted-numbers.ts'

/** No address has more words. */
const WORDS_MAX = 30
/** The most readings of a line; the likeliest are found first. */
const READINGS_MAX = 16

export class QueryReader {
  readonly #words: KnownWords
  readonly #numbers: WantedNumbers

  constructor(terms: Terms, codes: NumberCodes, premises: Premises) {
    this.#words = new KnownWords(terms)
    this.#numbers = new WantedNumbers(terms, codes, premises)
  }

  /** A whole word, as part of a name. */
  word(text: string): QueryWord {
    return this.#words.plain(this.#words.of(text, false), false)
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
    const steps = new ReadingSteps(typed)
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

/**
 * The reading of a line that has only one: a number, or a unit and one, and after it words of names. Most lines
 * are such, and trying all that each of their words could be takes longer than to find the address.
 * Undefined where a line may be read in another way too: the number as that of a flat, a word as the beginning of a
 * phrase or as a keyword. Of an index without UK postcodes.
 */
function plainReading(typed: TypedWords): Reading | undefined {
  const isSlashed = typed.tokens.gaps[0] === '/'
  const isKeyword = typed.shape(0).isNumbered
  const begun = isSlashed ? unitSlashed(typed) : isKeyword ? unitNamed(typed) : NOTHING_READ
  const numberAt = isSlashed ? 1 : isKeyword ? 2 : 0
  if (begun === undefined || !isNumberAt(typed, numberAt)) return undefined
  const first = numberAt + 1
  // `2 FALCON HOUSE` may be a flat in a building of that name.
  if (begun.unit === undefined && typed.isOfBuilding(first) && !typed.isOpen(first))
    return undefined
  const words = namesFrom(typed, first)
  const number = typed.wanted(KIND.number, typed.text(numberAt), numberAt)
  const isKnown = number.ranges.length > 0 || number.digits > 0 || begun.unit !== undefined
  return words === undefined || !isKnown ? undefined : { ...begun, words, number, numberAt: 0 }
}

/** A number that is neither a name nor a postcode, and after it something else that it is not joined to. */
function isNumberAt(typed: TypedWords, at: number): boolean {
  const { words, gaps } = typed.tokens
  if (at + 1 >= words.length || gaps[at] !== ' ' || typed.beginsPhrase(at)) return false
  const { isShortNumber, isNumeral } = typed.shape(at)
  return isShortNumber || (isNumeral && !isWordOfName(typed.name(at, true)))
}

/** `3/12`, where that is neither a number nor a unit that is written so. */
function unitSlashed(typed: TypedWords): Reading | undefined {
  const [first, second] = [typed.text(0), typed.text(1)]
  if (!typed.shape(0).isShortNumber || typed.beginsPhrase(0)) return undefined
  if (typed.isSlashed(KIND.number, first, second) || typed.isSlashed(KIND.unit, first, second))
    return undefined
  const unit = typed.wanted(KIND.unit, first, 0)
  return { ...NOTHING_READ, unit, unitKind: '', isBareUnit: false, isUnitNeeded: false }
}

/** `UNIT 3`, where the keyword stands for any kind of unit and is no word of a name. */
function unitNamed(typed: TypedWords): Reading | undefined {
  const unitWord = typed.text(0)
  if (unitKindOf(unitWord) !== '' || typed.shape(0).isLetter) return undefined
  if (!isNumberAt(typed, 1) || typed.tokens.gaps[0] !== ' ' || typed.beginsPhrase(0))
    return undefined
  if (isWordOfName(typed.name(0, true))) return undefined
  const unit = typed.wanted(KIND.unit, typed.text(1), 1)
  return { ...NOTHING_READ, unit, unitKind: '', unitWord, isKindNeeded: false }
}

/** All words from a place on, if none can be anything but one of a name; the first has no digits. */
function namesFrom(typed: TypedWords, from: number): readonly QueryWord[] | undefined {
  const words: QueryWord[] = []
  for (let at = from; at < typed.tokens.words.length; at++) {
    if (typed.beginsPhrase(at)) return undefined
    const word = typed.name(at, at === from)
    if (!typed.isName(at) && (at === from || !isPostcode(typed, at, word))) return undefined
    words.push(word)
  }
  return words
}

/** Digits that are too many for a unit, and that the index has as a word. */
function isPostcode(typed: TypedWords, at: number, word: QueryWord): boolean {
  const { isDigits, isShortNumber } = typed.shape(at)
  return isDigits && !isShortNumber && typed.tokens.gaps[at] !== '/' && isWordOfName(word)
}

function isWordOfName({ strong, names, parts, weak }: QueryWord): boolean {
  return strong.length + names.length + parts.length + weak.length > 0
}
