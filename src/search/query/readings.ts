// Every way in which the words of a query can be an address: which is the number, the unit, the level, a word.

import type { Premises } from '../../index/terms/premises.ts'
import { KIND, type TermKind, type TermRange, type Terms } from '../../index/terms/terms.ts'
import type { Tokens } from '../../index/words/fold.ts'
import {
  NO_NUMBER,
  type NumberCodes,
  plainDigits,
  readNumberText,
} from '../../index/words/number-code.ts'
import { levelTypeNamed, unitTypeNamed } from '../../index/words/written-forms.ts'
import { phrase, plainWord, postcodePair, type QueryWord, type Rest } from './query-words.ts'

/** More words than this no address has. */
const WORDS_MAX = 30
const READINGS_MAX = 16
const PHRASE_WORDS_MAX = 4

/** A number that the address must have, in the role that the reading gives it. */
export interface WantedNumber {
  readonly text: string
  readonly open: boolean
  readonly packed: number
  readonly value: number
  /** The text as a number where it is digits only, else 0. */
  readonly digits: number
  readonly ranges: readonly TermRange[]
  /** What else a street may have that is nearly this number: a range around it, or other letters. */
  readonly around: readonly TermRange[]
  readonly lettered: readonly TermRange[]
  /** The other end of a typed range. */
  readonly last?: WantedNumber
}

export interface Reading {
  readonly words: readonly QueryWord[]
  readonly number?: WantedNumber
  readonly unit?: WantedNumber
  /** The kind of unit that was typed (`SHOP`), '' for one that stands for any. */
  readonly unitKind?: string
  /** The terms of the typed kinds of unit and level. */
  readonly kinds?: readonly TermRange[]
  readonly level?: WantedNumber
  /** The kind of level that was typed (`LEVEL`, `BASEMENT`). */
  readonly levelKind?: string
  readonly lot?: WantedNumber
  /** The unit is a bare number that is something else where the index has that: `2-8`, `MILL ST 7`. */
  readonly isBareUnit?: boolean
  /** Where both are whole: the terms of the streets that have the unit at the number, or in a range around it. */
  readonly premises?: {
    readonly at: readonly TermRange[]
    readonly around: readonly TermRange[]
  }
}

const NUMERAL = /^\d{1,6}[A-Z]{0,2}$/
const ORDINAL = /^\d*(?:1ST|2ND|3RD|\dTH)$/
const LETTERED_NUMBER = /^[A-Z]{1,3}\d{1,5}[A-Z]?$/
const LETTERED_UNIT = /^[A-Z]{1,2}\d{1,5}[A-Z]?$/
const LETTERS_OF_UNIT = /^[A-Z]{2,3}$/
const DIGIT = /\d/
const SHORT_NUMBER = /^\d{1,3}$/
const GLUED = /^([A-Z]+)(\d{1,6}[A-Z]?)$/

const KINDS_OF_PHRASES: readonly TermKind[] = [KIND.weak, KIND.unitType, KIND.strong]
/** `2 GREEN` begins the name of a building. */
const KINDS_OF_NUMBERED_PHRASES: readonly TermKind[] = [...KINDS_OF_PHRASES, KIND.name]

export class QueryReader {
  readonly #terms: Terms
  readonly #codes: NumberCodes
  readonly #premises: Premises

  constructor(terms: Terms, codes: NumberCodes, premises: Premises) {
    this.#terms = terms
    this.#codes = codes
    this.#premises = premises
  }

  readings(tokens: Tokens): readonly Reading[] {
    if (tokens.words.length === 0 || tokens.words.length > WORDS_MAX) return []
    const reader = new OneQuery(this.#terms, this.#codes, this.#premises, tokens)
    reader.from(0, { words: [] })
    return reader.found
  }
}

/** The walk through one query. Roles that need no keyword are tried only where the index has such a number. */
class OneQuery {
  readonly found: Reading[] = []
  readonly #terms: Terms
  readonly #codes: NumberCodes
  readonly #premises: Premises
  readonly #tokens: Tokens
  /** What was found of the word at each place, which every reading of the words before it asks for. */
  readonly #plain: (QueryWord | undefined)[] = []
  readonly #phrases: (boolean | undefined)[] = []

  constructor(terms: Terms, codes: NumberCodes, premises: Premises, tokens: Tokens) {
    this.#terms = terms
    this.#codes = codes
    this.#premises = premises
    this.#tokens = tokens
  }

  from(at: number, so: Reading): void {
    if (this.found.length >= READINGS_MAX) return
    if (at === this.#tokens.words.length) {
      this.found.push(this.#withPremises(so))
      return
    }
    this.#afterKeyword(at, so)
    this.#asNumber(at, so)
    this.#asUnit(at, so)
    this.#asPhrase(at, so)
    this.#asWord(at, so)
  }

  /** `U51`, where the index has such a unit. */
  #isLetteredUnit(text: string, at: number): boolean {
    return LETTERED_UNIT.test(text) && this.#wanted(KIND.unit, text, at).ranges.length > 0
  }

  #withPremises(so: Reading): Reading {
    const { number, unit } = so
    if (number === undefined || unit === undefined || number.open || unit.open) return so
    if (unit.packed === NO_NUMBER || unit.ranges.length === 0) return so
    const at = [this.#premises.unitAt(number.value, unit.packed)]
    const around = [this.#premises.unitAround(number.value, unit.packed)]
    return { ...so, premises: { at, around } }
  }

  /** `UNIT 3`, `U3`, `LEVEL 2`, `L10`, `LOT 7`. */
  #afterKeyword(at: number, so: Reading): void {
    const { words, gaps } = this.#tokens
    const word = words[at]
    const glued = GLUED.exec(word)
    if (glued !== null) this.#withKeyword(glued[1], glued[2], at, at + 1, so)
    const next = words[at + 1]
    if (next === undefined || gaps[at] === '/') return
    if (word !== 'LOT' && !isNumbered(word)) return
    const door = this.#floorAndDoor(at + 1)
    if (door !== undefined) this.#withKeyword(word, door, at + 2, at + 3, so)
    const isNumber = /\d/.test(next) || /^[A-Z]$/.test(next) || this.#isUnitText(next, at + 1)
    if (isNumber) this.#withKeyword(word, next, at + 1, at + 2, so)
  }

  /** `PH` on the way to `PENTHOUSE PH3`: letters that a unit has, or may yet have, for a number. */
  #isUnitText(text: string, at: number): boolean {
    return LETTERS_OF_UNIT.test(text) && this.#wanted(KIND.unit, text, at).ranges.length > 0
  }

  #withKeyword(keyword: string, text: string, at: number, after: number, so: Reading): void {
    if (keyword === 'LOT') {
      if (so.lot === undefined) this.from(after, { ...so, lot: this.#wanted(KIND.lot, text, at) })
      return
    }
    const unitKind = unitKindOf(keyword)
    if (unitKind !== undefined && so.unit === undefined) {
      const kinds = unitKind === '' ? so.kinds : this.#kinds(keyword)
      const unit = this.#wanted(KIND.unit, text, at)
      this.from(after, { ...so, unit, unitKind, ...(kinds === undefined ? {} : { kinds }) })
    }
    const levelKind = levelKindOf(keyword)
    if (levelKind !== undefined && so.level === undefined) {
      this.from(after, { ...so, level: this.#wanted(KIND.level, text, at), levelKind })
    }
  }

  #kinds(keyword: string): readonly TermRange[] {
    const range = this.#terms.whole(KIND.unitType, keyword)
    return range === undefined ? [] : [range]
  }

  /** `12`, `12A`, `12-14`, `12 A`, and `B9` where the index has such a number. */
  #asNumber(at: number, so: Reading): void {
    const { words, gaps } = this.#tokens
    const word = words[at]
    if (so.number !== undefined || gaps[at] === '/') return
    if (LETTERED_NUMBER.test(word)) {
      const number = this.#wanted(KIND.number, word, at)
      if (number.ranges.length > 0) this.from(at + 1, { ...so, number })
    }
    if (!isNumeral(word)) return
    const next = words[at + 1]
    if (next !== undefined && gaps[at] === '-' && isNumeral(next)) {
      const last = this.#wanted(KIND.number, next, at + 1)
      const { ranges } = this.#wanted(KIND.number, `${word}-${next}`, at + 1)
      const first = this.#wanted(KIND.number, word, at)
      // A typed range may also be held as its first number.
      const number = { ...first, last, ranges, around: [], lettered: first.ranges }
      this.from(at + 2, { ...so, number })
      return
    }
    const number = this.#wanted(KIND.number, word, at)
    if (number.ranges.length > 0 || so.unit !== undefined || number.digits > 0) {
      this.from(at + 1, { ...so, number })
    }
    if (next !== undefined && /^[A-Z]$/.test(next) && /^\d+$/.test(word)) {
      const lettered = this.#wanted(KIND.number, word + next, at + 1)
      if (lettered.ranges.length > 0) this.from(at + 2, { ...so, number: lettered })
    }
  }

  /** `3/12`, `3 12`, `A/12`, `G01 12`; and a number at the end, which `/12` may yet follow. */
  #asUnit(at: number, so: Reading): void {
    if (so.unit !== undefined || so.number !== undefined) return
    const { words, gaps } = this.#tokens
    const word = words[at]
    const slash = gaps[at] === '/'
    const fits = isNumeral(word) || LETTERED_UNIT.test(word) || (slash && /^[A-Z]$/.test(word))
    if (!fits) return
    const next = words[at + 1]
    const door = this.#floorAndDoor(at)
    if (door !== undefined) {
      this.from(at + 2, { ...so, unit: this.#wanted(KIND.unit, door, at + 1), unitKind: '' })
    }
    const isBefore = slash || (next !== undefined && isNumeral(next))
    const isLast = next === undefined && gaps[at] !== '-'
    if (!isBefore && !isLast) return
    const unit = this.#wanted(KIND.unit, word, at)
    if (!slash && unit.ranges.length === 0) return
    const isBareUnit = !isBefore || gaps[at] === '-'
    this.from(at + 1, { ...so, unit, unitKind: '', isBareUnit })
  }

  /** `1/2` as the one unit that some flats are numbered by, where the index has such a one. */
  #floorAndDoor(at: number): string | undefined {
    const { words, gaps } = this.#tokens
    if (gaps[at] !== '/' || !/^\d+$/.test(words[at]) || words[at + 1] === undefined)
      return undefined
    const text = `${words[at]}/${words[at + 1]}`
    return this.#wanted(KIND.unit, text, at + 1).ranges.length > 0 ? text : undefined
  }

  /** `NEW SOUTH WALES`, `SK1 1AA`, `RIGHT OF WAY`. */
  #asPhrase(at: number, so: Reading): void {
    const { words, open } = this.#tokens
    const next = words[at + 1]
    if (next !== undefined) {
      const pair = postcodePair(this.#terms, words[at], next, open && at + 2 === words.length)
      if (pair !== undefined) this.from(at + 2, { ...so, words: [...so.words, pair] })
    }
    if (!this.#beginsPhrase(at)) return
    for (let count = 1; count <= PHRASE_WORDS_MAX && at + count <= words.length; count++) {
      const end = at + count === words.length
      const rest: Rest = !end ? 'more-words' : open ? 'nothing' : 'separator'
      if (count === 1 && rest !== 'separator') continue
      const found = phrase(this.#terms, words.slice(at, at + count), rest)
      if (found !== undefined) this.from(at + count, { ...so, words: [...so.words, found] })
    }
  }

  #beginsPhrase(at: number): boolean {
    const known = this.#phrases[at]
    if (known !== undefined) return known
    const word = this.#tokens.words[at]
    const kinds = /^\d+$/.test(word) ? KINDS_OF_NUMBERED_PHRASES : KINDS_OF_PHRASES
    const begins = kinds.some((kind) => this.#terms.hasMore(kind, word))
    this.#phrases[at] = begins
    return begins
  }

  /**
   * A word of a name. What has digits is one only where the index has it as one: digits are never guessed. What
   * begins a unit (`UNIT 3`) is one only where the index has such a name.
   */
  #asWord(at: number, so: Reading): void {
    const { words, open } = this.#tokens
    const isOpen = open && at === words.length - 1
    // A short number is a word only behind another one: `TOWER 2`, but not the 12 of `12 SMITH ST`.
    const isBehindWord = at > 0 && !DIGIT.test(words[at - 1])
    if (!isOpen && SHORT_NUMBER.test(words[at]) && !isBehindWord) return
    const word = this.#plainAt(at, isOpen, so.words.length === 0)
    const known = word.strong.length + word.names.length + word.weak.length > 0
    const next = words[at + 1]
    const isKeyword =
      next !== undefined &&
      isNumbered(word.text) &&
      (isNumeral(next) || this.#isLetteredUnit(next, at + 1))
    if (!known && (isKeyword || DIGIT.test(word.text))) return
    const kinds = isKeyword ? [] : word.kinds
    this.from(at + 1, { ...so, words: [...so.words, isKeyword ? { ...word, kinds } : word] })
  }

  #plainAt(at: number, open: boolean, isFirst: boolean): QueryWord {
    const known = this.#plain[at] ?? plainWord(this.#terms, this.#tokens.words[at], open)
    this.#plain[at] = known
    // A type follows a name, so the first word is none that could be wrong.
    return isFirst && known.isStreetType ? { ...known, isStreetType: false } : known
  }

  #around(digits: number): readonly TermRange[] {
    if (digits === 0) return []
    const wide = this.#terms.whole(KIND.ranges, '')
    const around = this.#premises.around(digits)
    return wide === undefined ? [around] : [around, wide]
  }

  #wanted(kind: TermKind, text: string, at: number): WantedNumber {
    const open = this.#tokens.open && at === this.#tokens.words.length - 1
    const range = open ? this.#terms.beginning(kind, text) : this.#terms.whole(kind, text)
    const ranges = range === undefined ? [] : [range]
    const read = readNumberText(text)
    const { value } = read
    const packed = open ? NO_NUMBER : this.#codes.pack(read)
    const digits = plainDigits(text)
    const wanted = { text, open, packed, value, digits, ranges, around: [], lettered: [] }
    if (kind !== KIND.number || open) return wanted
    const lettered = this.#terms.withLetters(KIND.number, /^\d+/.exec(text)?.[0] ?? text)
    return { ...wanted, around: this.#around(digits), lettered }
  }
}

/** `5TH` is a street. */
function isNumeral(word: string): boolean {
  return NUMERAL.test(word) && !ORDINAL.test(word)
}

/** Whether a number behind the word is that of a unit or level. */
function isNumbered(word: string): boolean {
  return unitKindOf(word) !== undefined || levelKindOf(word) !== undefined
}

/** Of single letters only `U 3` and `L 3` are so common that they say more than a letter. */
function unitKindOf(keyword: string): string | undefined {
  return keyword === 'U' || keyword.length > 1 ? unitTypeNamed(keyword) : undefined
}

function levelKindOf(keyword: string): string | undefined {
  return keyword === 'L' || keyword.length > 1 ? levelTypeNamed(keyword) : undefined
}
