// The next step of a reading: all that the next word or words of a query can be.

import { KIND, type TermKind, type TermRange, type Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import { NO_NUMBER } from '../../index/words/number-code.ts'
import {
  gluedParts,
  isLikelyRange,
  isSeldomUnit,
  LETTERS_OF_UNIT,
  levelKindOf,
  unitKindOf,
} from '../../lines/word-shapes.ts'
import type { KnownWords } from './known-words.ts'
import { isIncodePart, phrase, postcodePair, type QueryWord, type Rest } from './query-words.ts'
import type { Reading, WantedNumber } from './reading.ts'
import type { TypedWords } from './typed-words.ts'
import type { WantedNumbers } from './wanted-numbers.ts'

const PHRASE_WORDS_MAX = 4

/** The words before `at`, and what they are. */
export interface PartialReading {
  readonly at: number
  readonly reading: Reading
}

/** The steps through one query. Roles that need no keyword are tried only where the index has such a number. */
export class ReadingSteps {
  readonly #terms: Terms
  readonly #hasPostcodes: boolean
  readonly #numbers: WantedNumbers
  readonly #tokens: Tokens
  readonly #words: TypedWords

  constructor(words: KnownWords, numbers: WantedNumbers, typed: TypedWords) {
    this.#terms = words.terms
    this.#hasPostcodes = words.hasPostcodes
    this.#numbers = numbers
    this.#tokens = typed.tokens
    this.#words = typed
  }

  /** The reading with all words from its place on that can be nothing but words of names. */
  pastNames(partial: PartialReading): PartialReading {
    const typed = this.#words
    let { at } = partial
    while (typed.isName(at) && !typed.beginsPhrase(at)) at++
    if (at === partial.at) return partial
    const words = [...partial.reading.words]
    for (let i = partial.at; i < at; i++) words.push(typed.name(i, words.length === 0))
    return { at, reading: { ...partial.reading, words } }
  }

  /**
   * In the order of preference. Which steps there are depends on the place, and on whether the reading already has
   * a number, a unit, a level and a lot; on nothing else.
   */
  from(partial: PartialReading): readonly PartialReading[] {
    const steps: PartialReading[] = []
    const isName = this.#words.isName(partial.at)
    if (!isName && this.#asSectorAtEnd(partial, steps)) return steps
    if (!isName) {
      this.#afterKeyword(partial, steps)
      this.#asNumber(partial, steps)
      this.#asUnit(partial, steps)
    }
    this.#asPhrase(partial, steps)
    this.#asWord(partial, steps)
    if (!isName) this.#asLetter(partial, steps)
    return steps
  }

  /** `UNIT 3`, `U3`, `LEVEL 2`, `L10`, `LOT 7`. */
  #afterKeyword({ at, reading }: PartialReading, steps: PartialReading[]): void {
    const word = this.#words.text(at)
    const { hasDigit: isGlued, isDigits } = this.#words.shape(at)
    if (isDigits) return
    const glued = isGlued ? gluedParts(word) : undefined
    if (glued !== undefined) {
      const door = this.#floorAndDoor(at, glued.text)
      if (door !== undefined) {
        this.#withKeyword(glued.keyword, this.#wantedAt(door, at + 1), at + 2, reading, steps)
      }
      this.#withKeyword(glued.keyword, this.#wantedAt(glued.text, at), at + 1, reading, steps)
    }
    const next = this.#tokens.words[at + 1]
    if (next === undefined || this.#tokens.gaps[at] === '/') return
    if (word !== 'LOT' && !this.#words.shape(at).isNumbered) return
    const door = this.#floorAndDoor(at + 1)
    if (door !== undefined) {
      this.#withKeyword(word, this.#wantedAt(door, at + 2), at + 3, reading, steps)
    }
    if (at + 2 === this.#tokens.words.length && this.#tokens.gaps[at + 1] === '/') {
      // `FLAT 1/` on the way to `FLAT 1/2`.
      const unfinished = (kind: TermKind) => this.#numbers.of(kind, `${next}/`, true)
      this.#withKeyword(word, unfinished, at + 2, reading, steps)
    }
    const { hasDigit, isLetter } = this.#words.shape(at + 1)
    if (hasDigit || isLetter || this.#isUnitText(next, at + 1)) {
      this.#withKeyword(word, this.#wantedAt(next, at + 1), at + 2, reading, steps)
    }
  }

  /** `PH` on the way to `PENTHOUSE PH3`: letters that a unit has, or may yet have, for a number. */
  #isUnitText(text: string, at: number): boolean {
    return LETTERS_OF_UNIT.test(text) && this.#words.wanted(KIND.unit, text, at).ranges.length > 0
  }

  #withKeyword(
    keyword: string,
    wanted: (kind: TermKind) => WantedNumber,
    at: number,
    reading: Reading,
    steps: PartialReading[],
  ): void {
    if (keyword === 'LOT') {
      if (reading.lot !== undefined) return
      steps.push({ at, reading: { ...reading, lot: wanted(KIND.lot) } })
      return
    }
    const unitKind = unitKindOf(keyword)
    if (unitKind !== undefined && reading.unit === undefined) {
      const kinds = unitKind === '' ? reading.kinds : this.#kinds(keyword)
      const isKindNeeded = isSeldomUnit(keyword)
      const unit = wanted(KIND.unit)
      const withUnit = { ...reading, unit, unitKind, unitWord: keyword, isKindNeeded }
      steps.push({ at, reading: kinds === undefined ? withUnit : { ...withUnit, kinds } })
    }
    const levelKind = levelKindOf(keyword)
    if (levelKind !== undefined && reading.level === undefined) {
      steps.push({ at, reading: { ...reading, level: wanted(KIND.level), levelKind } })
    }
  }

  #kinds(keyword: string): readonly TermRange[] {
    const range = this.#terms.whole(KIND.unitType, keyword)
    return range === undefined ? [] : [range]
  }

  /** `12`, `12A`, `12-14`, `12 A`, and `B9`, `12/14` where the index has such a number. */
  #asNumber({ at, reading }: PartialReading, steps: PartialReading[]): void {
    if (reading.number !== undefined) return
    const { words, gaps } = this.#tokens
    const word = this.#words.text(at)
    const next = words[at + 1]
    const { isNumeral, hasDigit, isDigits } = this.#words.shape(at)
    const numberAt = reading.words.length
    if (gaps[at] === '/') {
      for (const number of next === undefined ? [] : this.#slashedNumbers(word, next, at)) {
        steps.push({ at: at + 2, reading: { ...reading, number, numberAt } })
      }
      return
    }
    if (!isNumeral && hasDigit) {
      const number = this.#words.wanted(KIND.number, word, at)
      if (number.ranges.length > 0)
        steps.push({ at: at + 1, reading: { ...reading, number, numberAt } })
    }
    if (!isNumeral) return
    if (next !== undefined && gaps[at] === '-' && this.#words.shape(at + 1).isNumeral) {
      const number = this.#typedRange(word, this.#rangeEnd(word, next, at), at)
      steps.push({ at: at + 2, reading: { ...reading, number, numberAt } })
      return
    }
    const number = this.#words.wanted(KIND.number, word, at)
    if (number.ranges.length > 0 || reading.unit !== undefined || number.digits > 0) {
      steps.push({ at: at + 1, reading: { ...reading, number, numberAt } })
    }
    if (next !== undefined && isDigits && this.#words.shape(at + 1).isLetter) {
      const lettered = this.#words.wanted(KIND.number, word + next, at + 1)
      if (lettered.ranges.length > 0) {
        steps.push({ at: at + 2, reading: { ...reading, number: lettered, numberAt } })
      }
    }
  }

  /** `145-9` is 145-149; not while more of it may be typed. */
  #rangeEnd(from: string, to: string, at: number): string {
    const end = from.slice(0, -to.length) + to
    const isShort =
      to.length < from.length && Number(to) < Number(from) && Number(end) > Number(from)
    return isShort && !this.#words.isOpen(at + 1) ? end : to
  }

  #typedRange(from: string, to: string, at: number): WantedNumber {
    const first = this.#words.wanted(KIND.number, from, at)
    const last = this.#words.wanted(KIND.number, to, at + 1)
    const { ranges } = this.#words.wanted(KIND.number, `${from}-${to}`, at + 1)
    // A typed range may also be held as a wider one, or as its first number.
    return { ...first, last, ranges, lettered: first.ranges }
  }

  /** `K, PORTLAND ROAD`, where the index has a house of that letter. */
  #asLetter({ at, reading }: PartialReading, steps: PartialReading[]): void {
    if (reading.number !== undefined || !this.#isLoneLetter(at)) return
    if (this.#tokens.open && at + 1 === this.#tokens.words.length) return
    const number = this.#words.wanted(KIND.number, this.#words.text(at), at)
    const numberAt = reading.words.length
    if (number.ranges.length > 0)
      steps.push({ at: at + 1, reading: { ...reading, number, numberAt } })
  }

  /** Letters side by side are those of a name: `R A F CLUB`. */
  #isLoneLetter(at: number): boolean {
    if (!this.#words.shape(at).isLetter) return false
    return !this.#words.shape(at - 1).isLetter && !this.#words.shape(at + 1).isLetter
  }

  /** `12/14`, where an address is written so: a range, or a text that only those understand who wrote it. */
  #slashedNumbers(from: string, to: string, at: number): readonly WantedNumber[] {
    const written = this.#words.wanted(KIND.number, `${from}/${to}`, at + 1)
    const { ranges } = written
    if (ranges.length === 0) return []
    const whole = { ranges, around: [], lettered: [], isWhole: true }
    const range = { ...this.#typedRange(from, to, at), ...whole }
    return written.packed === NO_NUMBER ? [range] : [range, written]
  }

  /** `3/12`, `3 12`, `A/12`, `G01 12`; and a number at the end, which `/12` may yet follow. */
  #asUnit({ at, reading }: PartialReading, steps: PartialReading[]): void {
    if (reading.unit !== undefined || reading.number !== undefined) return
    const { words, gaps } = this.#tokens
    const { isNumeral, isLetteredUnit, isLetter } = this.#words.shape(at)
    const isUnit = isNumeral || isLetteredUnit
    if (!isUnit && !isLetter) return
    const word = this.#words.text(at)
    const slash = gaps[at] === '/'
    const isBlock = !slash && gaps[at] !== '-' && this.#beginsBlock(at + 1)
    if (!isUnit && !slash && !(isBlock && this.#isLoneLetter(at))) return
    const next = words[at + 1]
    const door = this.#floorAndDoor(at)
    if (door !== undefined) {
      const unit = this.#words.wanted(KIND.unit, door, at + 1)
      steps.push({ at: at + 2, reading: { ...reading, unit, unitKind: '' } })
    }
    const isBefore = slash || (next !== undefined && this.#words.shape(at + 1).isNumeral)
    const isLast = next === undefined && gaps[at] !== '-'
    if (!isBefore && !isLast && !isBlock) return
    const unit = this.#words.wanted(KIND.unit, word, at)
    if (!slash && unit.ranges.length === 0) return
    if (isBlock && !isBefore) {
      const block = reading.words.length
      const inBlock = { ...reading, unit, unitKind: '', isBareUnit: true, block }
      steps.push({ at: at + 1, reading: inBlock })
      return
    }
    const isBareUnit = !isBefore || gaps[at] === '-'
    const isUnitNeeded = gaps[at] === '-' && isLikelyRange(word, next ?? '')
    const inUnit = { ...reading, unit, unitKind: '', isBareUnit, isUnitNeeded }
    steps.push({ at: at + 1, reading: inUnit })
  }

  /** Whether a whole word is of the name of a building, as in `2 FALCON HOUSE, 31 QUEBEC ROAD`. */
  #beginsBlock(at: number): boolean {
    const { words, open } = this.#tokens
    const word = words[at]
    if (word === undefined || (open && at + 1 === words.length)) return false
    return !this.#words.shape(at).hasDigit && this.#words.isOfBuilding(at)
  }

  /** `1/2` as the one unit that some flats are numbered by, and `3-4`, where the index has such a one. */
  #floorAndDoor(at: number, floor = this.#words.text(at)): string | undefined {
    const door = this.#tokens.words[at + 1]
    const gap = this.#tokens.gaps[at] ?? ' '
    if (gap === ' ' || door === undefined) return undefined
    const text = `${floor}${gap}${door}`
    return this.#words.wanted(KIND.unit, text, at + 1).ranges.length > 0 ? text : undefined
  }

  /** `SK1 3` at the end of a line is that sector, or the postcode to come; its 3 is no house number. */
  #asSectorAtEnd({ at, reading }: PartialReading, steps: PartialReading[]): boolean {
    const { words, open } = this.#tokens
    const next = this.#hasPostcodes ? words[at + 1] : undefined
    if (next === undefined || at + 2 !== words.length || !isIncodePart(next)) return false
    const word = postcodePair(this.#terms, this.#words.text(at), next, open)
    if (word === undefined) return false
    steps.push({ at: at + 2, reading: { ...reading, words: [...reading.words, word] } })
    return true
  }

  /** `NEW SOUTH WALES`, `SK1 1AA`, `RIGHT OF WAY`. */
  #asPhrase({ at, reading }: PartialReading, steps: PartialReading[]): void {
    const { words, open } = this.#tokens
    const add = (count: number, word: QueryWord | undefined) => {
      if (word === undefined) return
      steps.push({ at: at + count, reading: { ...reading, words: [...reading.words, word] } })
    }
    const next = this.#hasPostcodes ? words[at + 1] : undefined
    if (next !== undefined && !this.#words.isName(at)) {
      const isOpen = open && at + 2 === words.length
      add(2, postcodePair(this.#terms, this.#words.text(at), next, isOpen))
    }
    if (!this.#words.beginsPhrase(at)) return
    for (let count = 1; count <= PHRASE_WORDS_MAX && at + count <= words.length; count++) {
      const end = at + count === words.length
      const rest: Rest = !end ? 'more-words' : open ? 'nothing' : 'separator'
      if (count === 1 && rest !== 'separator') continue
      add(count, phrase(this.#terms, words.slice(at, at + count), rest))
    }
  }

  /**
   * A word of a name. What has digits is one only where the index has it as one: digits are never guessed. What
   * begins a unit (`UNIT 3`) is one only where the index has such a name.
   */
  #asWord({ at, reading }: PartialReading, steps: PartialReading[]): void {
    const shape = this.#words.shape(at)
    // A short number is a word only behind another one: `TOWER 2`, but not the 12 of `12 SMITH ST`.
    if (shape.isShortNumber && !this.#words.isOpen(at) && !this.#isBehindWord(at)) return
    const word = this.#words.name(at, reading.words.length === 0)
    const { strong, names, parts, weak } = word
    const known = strong.length + names.length + parts.length + weak.length > 0
    const next = this.#tokens.words[at + 1]
    const isKeyword =
      shape.isNumbered &&
      next !== undefined &&
      (this.#words.shape(at + 1).isNumeral || this.#isUnitAt(at + 1))
    if (!known && (isKeyword || shape.hasDigit)) return
    const added = isKeyword ? { ...word, kinds: [] } : word
    steps.push({ at: at + 1, reading: { ...reading, words: [...reading.words, added] } })
  }

  /** Also the 6 of `UNITS 5-6`. */
  #isBehindWord(at: number): boolean {
    const isSecond = this.#tokens.gaps[at - 1] === '-' && this.#words.shape(at - 1).hasDigit
    const before = isSecond ? at - 2 : at - 1
    return before >= 0 && !this.#words.shape(before).hasDigit
  }

  /** `U51`, where the index has such a unit. */
  #isUnitAt(at: number): boolean {
    if (!this.#words.shape(at).isLetteredUnit) return false
    return this.#words.wanted(KIND.unit, this.#words.text(at), at).ranges.length > 0
  }

  #wantedAt(text: string, at: number): (kind: TermKind) => WantedNumber {
    return (kind) => this.#words.wanted(kind, text, at)
  }
}
