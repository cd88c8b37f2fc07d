// The next step of a reading: everything that the next word or words of a query can be.

import { KIND, type TermKind, type Terms } from '../../index/terms/terms.ts'
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
import {
  INCODE_PART,
  phrase,
  postcodePair,
  type QueryWord,
  type Rest,
  ranges as rangesOf,
} from './query-words.ts'
import type { Reading, WantedNumber } from './reading.ts'
import type { TypedWords } from './typed-words.ts'

/** The most words that are looked up as one phrase. */
const PHRASE_WORDS_MAX = 4

/** The words before `at`, and what they are. */
export interface PartialReading {
  readonly at: number
  readonly reading: Reading
}

/** The steps through one query. Roles without a keyword are tried only where the index has such a number. */
export class ReadingSteps {
  readonly #terms: Terms
  readonly #tokens: Tokens
  readonly #words: TypedWords
  /** The steps found for the reading that `from` was asked about last. */
  #steps: PartialReading[] = []

  constructor(typed: TypedWords) {
    this.#terms = typed.known.terms
    this.#tokens = typed.tokens
    this.#words = typed
  }

  /** The reading with all words from its place on that can only be parts of names. */
  pastNames(partial: PartialReading): PartialReading {
    const typed = this.#words
    let { at } = partial
    while (typed.isName(at) && !typed.beginsPhrase(at)) at++
    if (at === partial.at) return partial
    const words = [...partial.reading.words]
    for (let i = partial.at; i < at; i++) words.push(typed.name(i, words.length === 0))
    return { at, reading: { ...partial.reading, words } }
  }

  /** In order of preference. They depend on the place, and on whether there is a number, a unit, a level and a lot. */
  from({ at, reading }: PartialReading): readonly PartialReading[] {
    this.#steps = []
    const isName = this.#words.isName(at)
    if (!isName && this.#asSectorAtEnd(at, reading)) return this.#steps
    if (!isName) {
      this.#afterKeyword(at, reading)
      this.#asNumber(at, reading)
      this.#asUnit(at, reading)
    }
    this.#asPhrase(at, reading)
    this.#asWord(at, reading)
    if (!isName) this.#asLetter(at, reading)
    return this.#steps
  }

  #add(at: number, reading: Reading): void {
    this.#steps.push({ at, reading })
  }

  #addNumber(at: number, reading: Reading, number: WantedNumber): void {
    this.#add(at, { ...reading, number, numberAt: reading.words.length })
  }

  #addWord(at: number, reading: Reading, word: QueryWord): void {
    this.#add(at, { ...reading, words: [...reading.words, word] })
  }

  /** `UNIT 3`, `U3`, `LEVEL 2`, `L10`, `LOT 7`. */
  #afterKeyword(at: number, reading: Reading): void {
    const word = this.#words.text(at)
    const { hasDigit: isGlued, isDigits } = this.#words.shape(at)
    if (isDigits) return
    const glued = isGlued ? gluedParts(word) : undefined
    if (glued !== undefined) {
      const door = this.#floorAndDoor(at, glued.text)
      if (door !== undefined) {
        this.#withKeyword(glued.keyword, this.#wantedAt(door, at + 1), at + 2, reading)
      }
      this.#withKeyword(glued.keyword, this.#wantedAt(glued.text, at), at + 1, reading)
    }
    const next = this.#tokens.words[at + 1]
    if (next === undefined || this.#tokens.gaps[at] === '/') return
    if (word !== 'LOT' && !this.#words.shape(at).isNumbered) return
    const door = this.#floorAndDoor(at + 1)
    if (door !== undefined) this.#withKeyword(word, this.#wantedAt(door, at + 2), at + 3, reading)
    if (at + 2 === this.#tokens.words.length && this.#tokens.gaps[at + 1] === '/') {
      // `FLAT 1/` on the way to `FLAT 1/2`.
      const unfinished = (kind: TermKind) => this.#words.numbers.of(kind, `${next}/`, true)
      this.#withKeyword(word, unfinished, at + 2, reading)
    }
    const { hasDigit, isLetter } = this.#words.shape(at + 1)
    // `PH` on the way to `PENTHOUSE PH3`.
    if (hasDigit || isLetter || (LETTERS_OF_UNIT.test(next) && this.#hasUnit(next, at + 1))) {
      this.#withKeyword(word, this.#wantedAt(next, at + 1), at + 2, reading)
    }
  }

  #withKeyword(
    keyword: string,
    wanted: (kind: TermKind) => WantedNumber,
    at: number,
    reading: Reading,
  ): void {
    if (keyword === 'LOT') {
      if (reading.lot === undefined) this.#add(at, { ...reading, lot: wanted(KIND.lot) })
      return
    }
    const unitKind = unitKindOf(keyword)
    if (unitKind !== undefined && reading.unit === undefined) {
      const kinds =
        unitKind === '' ? reading.kinds : rangesOf(this.#terms.whole(KIND.unitType, keyword))
      const isKindNeeded = isSeldomUnit(keyword)
      const unit = wanted(KIND.unit)
      const withUnit = { ...reading, unit, unitKind, unitWord: keyword, isKindNeeded }
      this.#add(at, kinds === undefined ? withUnit : { ...withUnit, kinds })
    }
    const levelKind = levelKindOf(keyword)
    if (levelKind !== undefined && reading.level === undefined) {
      this.#add(at, { ...reading, level: wanted(KIND.level), levelKind })
    }
  }

  /** `12`, `12A`, `12-14`, `12 A`, and `B9`, `12/14` where the index has such a number. */
  #asNumber(at: number, reading: Reading): void {
    if (reading.number !== undefined) return
    const { words, gaps } = this.#tokens
    const word = this.#words.text(at)
    const next = words[at + 1]
    const { isNumeral, hasDigit, isDigits } = this.#words.shape(at)
    if (gaps[at] === '/') {
      for (const number of next === undefined ? [] : this.#slashedNumbers(word, next, at)) {
        this.#addNumber(at + 2, reading, number)
      }
      return
    }
    if (!isNumeral && !hasDigit) return
    if (isNumeral && next !== undefined && gaps[at] === '-' && this.#isNumeral(at + 1)) {
      const number = this.#typedRange(word, this.#rangeEnd(word, next, at), at)
      this.#addNumber(at + 2, reading, number)
      return
    }
    const number = this.#words.wanted(KIND.number, word, at)
    const isPossible = isNumeral && (reading.unit !== undefined || number.digits > 0)
    if (number.ranges.length > 0 || isPossible) this.#addNumber(at + 1, reading, number)
    if (next !== undefined && isNumeral && isDigits && this.#words.shape(at + 1).isLetter) {
      const lettered = this.#words.wanted(KIND.number, word + next, at + 1)
      if (lettered.ranges.length > 0) this.#addNumber(at + 2, reading, lettered)
    }
  }

  #isNumeral(at: number): boolean {
    return this.#words.shape(at).isNumeral
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
    // The index may hold a typed range as a wider one, or as its first number.
    return { ...first, last, ranges, lettered: first.ranges, kept: undefined }
  }

  /** `K, PORTLAND ROAD`, where the index has a house of that letter. */
  #asLetter(at: number, reading: Reading): void {
    if (reading.number !== undefined || !this.#isLoneLetter(at) || this.#words.isOpen(at)) return
    const number = this.#words.wanted(KIND.number, this.#words.text(at), at)
    if (number.ranges.length > 0) this.#addNumber(at + 1, reading, number)
  }

  /** Letters side by side are those of a name: `R A F CLUB`. */
  #isLoneLetter(at: number): boolean {
    if (!this.#words.shape(at).isLetter) return false
    return !this.#words.shape(at - 1).isLetter && !this.#words.shape(at + 1).isLetter
  }

  /** `12/14`, where an address is written that way: a range, or a text that only its writer understands. */
  #slashedNumbers(from: string, to: string, at: number): readonly WantedNumber[] {
    const written = this.#words.wanted(KIND.number, `${from}/${to}`, at + 1)
    const { ranges } = written
    if (ranges.length === 0) return []
    const whole = { ranges, around: [], lettered: [], isWhole: true }
    const range = { ...this.#typedRange(from, to, at), ...whole }
    return written.packed === NO_NUMBER ? [range] : [range, written]
  }

  /** `3/12`, `3 12`, `A/12`, `G01 12`; and a number at the end, which `/12` may yet follow. */
  #asUnit(at: number, reading: Reading): void {
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
      this.#add(at + 2, { ...reading, unit, unitKind: '' })
    }
    const isBefore = slash || (next !== undefined && this.#isNumeral(at + 1))
    const isLast = next === undefined && gaps[at] !== '-'
    if (!isBefore && !isLast && !isBlock) return
    const unit = this.#words.wanted(KIND.unit, word, at)
    if (!slash && unit.ranges.length === 0) return
    if (isBlock && !isBefore) {
      const block = reading.words.length
      this.#add(at + 1, { ...reading, unit, unitKind: '', isBareUnit: true, block })
      return
    }
    const isBareUnit = !isBefore || gaps[at] === '-'
    const isUnitNeeded = gaps[at] === '-' && isLikelyRange(word, next ?? '')
    this.#add(at + 1, { ...reading, unit, unitKind: '', isBareUnit, isUnitNeeded })
  }

  /** Whether a whole word is in the name of a building, as in `2 FALCON HOUSE, 31 QUEBEC ROAD`. */
  #beginsBlock(at: number): boolean {
    if (this.#words.isOpen(at) || this.#words.shape(at).hasDigit) return false
    return this.#words.isOfBuilding(at)
  }

  /** `1/2` as one unit, as some flats are numbered, and `3-4`, where the index has such a unit. */
  #floorAndDoor(at: number, floor = this.#words.text(at)): string | undefined {
    const door = this.#tokens.words[at + 1]
    const gap = this.#tokens.gaps[at] ?? ' '
    if (gap === ' ' || door === undefined) return undefined
    const text = `${floor}${gap}${door}`
    return this.#hasUnit(text, at + 1) ? text : undefined
  }

  #hasUnit(text: string, at: number): boolean {
    return this.#words.wanted(KIND.unit, text, at).ranges.length > 0
  }

  /** `SK1 3` at the end of a line is that sector, or the postcode to come; its 3 is not a house number. */
  #asSectorAtEnd(at: number, reading: Reading): boolean {
    const next = this.#tokens.words[at + 1]
    if (next === undefined || at + 2 !== this.#tokens.words.length || !INCODE_PART.test(next))
      return false
    const word = this.#postcodeAt(at, next)
    if (word !== undefined) this.#addWord(at + 2, reading, word)
    return word !== undefined
  }

  #postcodeAt(at: number, next: string): QueryWord | undefined {
    if (!this.#words.known.hasPostcodes) return undefined
    return postcodePair(this.#terms, this.#words.text(at), next, this.#words.isOpen(at + 1))
  }

  /** `NEW SOUTH WALES`, `SK1 1AA`, `RIGHT OF WAY`. */
  #asPhrase(at: number, reading: Reading): void {
    const { words, open } = this.#tokens
    const next = words[at + 1]
    const postcode =
      next === undefined || this.#words.isName(at) ? undefined : this.#postcodeAt(at, next)
    if (postcode !== undefined) this.#addWord(at + 2, reading, postcode)
    if (!this.#words.beginsPhrase(at)) return
    for (let count = 1; count <= PHRASE_WORDS_MAX && at + count <= words.length; count++) {
      const end = at + count === words.length
      const rest: Rest = !end ? 'more-words' : open ? 'nothing' : 'separator'
      if (count === 1 && rest !== 'separator') continue
      const found = phrase(this.#terms, words.slice(at, at + count), rest)
      if (found !== undefined) this.#addWord(at + count, reading, found)
    }
  }

  /** A part of a name. With digits, or where a unit begins (`UNIT 3`), only if the index has such a name. */
  #asWord(at: number, reading: Reading): void {
    const shape = this.#words.shape(at)
    // A short number is a word only after another one: `TOWER 2`, but not the 12 of `12 SMITH ST`.
    if (shape.isShortNumber && !this.#words.isOpen(at) && !this.#isBehindWord(at)) return
    const word = this.#words.name(at, reading.words.length === 0)
    const { strong, names, parts, weak } = word
    const known = strong.length + names.length + parts.length + weak.length > 0
    const isKeyword =
      shape.isNumbered &&
      at + 1 < this.#tokens.words.length &&
      (this.#isNumeral(at + 1) || this.#isUnitAt(at + 1))
    if (!known && (isKeyword || shape.hasDigit)) return
    this.#addWord(at + 1, reading, isKeyword ? { ...word, kinds: [], kept: undefined } : word)
  }

  /** Also the 6 of `UNITS 5-6`. */
  #isBehindWord(at: number): boolean {
    const isSecond = this.#tokens.gaps[at - 1] === '-' && this.#words.shape(at - 1).hasDigit
    const before = isSecond ? at - 2 : at - 1
    return before >= 0 && !this.#words.shape(before).hasDigit
  }

  /** `U51`, where the index has such a unit. */
  #isUnitAt(at: number): boolean {
    return this.#words.shape(at).isLetteredUnit && this.#hasUnit(this.#words.text(at), at)
  }

  #wantedAt(text: string, at: number): (kind: TermKind) => WantedNumber {
    return (kind) => this.#words.wanted(kind, text, at)
  }
}
