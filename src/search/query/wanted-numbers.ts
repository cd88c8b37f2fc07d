// A typed number as the index can have it: its terms, and those of nearly the same numbers.

import type { Premises } from '../../index/terms/premises.ts'
import { KIND, type TermKind, type TermRange, type Terms } from '../../index/terms/terms.ts'
import {
  letteredNumber,
  NO_NUMBER,
  type NumberCodes,
  plainDigits,
  readNumberText,
} from '../../index/words/number-code.ts'
import { BoundedMap } from '../../lib/bounded-map.ts'
import type { Reading, WantedNumber } from './reading.ts'

/** The most numbers of a kind that are kept. */
const KNOWN_MAX = 8192

export class WantedNumbers {
  readonly #terms: Terms
  readonly #codes: NumberCodes
  readonly #premises: Premises
  /** By kind: numbers repeat from query to query. */
  readonly #known = new Map<TermKind, BoundedMap<string, WantedNumber>>()

  constructor(terms: Terms, codes: NumberCodes, premises: Premises) {
    this.#terms = terms
    this.#codes = codes
    this.#premises = premises
  }

  /** `open` while more of it may be typed. */
  of(kind: TermKind, text: string, open: boolean): WantedNumber {
    if (open) return this.#found(kind, text, open)
    const ofKind = this.#known.get(kind) ?? new BoundedMap(KNOWN_MAX)
    const known = ofKind.get(text)
    if (known !== undefined) return known
    const found = this.#found(kind, text, open)
    ofKind.set(text, found)
    this.#known.set(kind, ofKind)
    return found
  }

  #found(kind: TermKind, typed: string, open: boolean): WantedNumber {
    const text = this.#withoutZeros(kind, typed, open)
    const range = open ? this.#terms.beginning(kind, text) : this.#terms.whole(kind, text)
    const ranges = range === undefined ? [] : [range]
    const read = readNumberText(text)
    const { value } = read
    const packed = open ? NO_NUMBER : this.#codes.pack(read)
    const digits = plainDigits(text)
    // With every property: see NOTHING_READ.
    const plain: WantedNumber = {
      text,
      open,
      packed,
      value,
      digits,
      ranges,
      around: [],
      lettered: [],
      last: undefined,
      isWhole: undefined,
      flat: undefined,
      kept: undefined,
    }
    const wanted = kind === KIND.number ? this.#withFlat(plain) : plain
    if (kind !== KIND.number || open) return wanted
    const lettered = this.#terms.withLetters(KIND.number, /^\d+/.exec(text)?.[0] ?? text)
    return { ...wanted, around: this.#around(digits), lettered }
  }

  /** `02` is 2, and `G02` is G2, where no address has it with its zero. */
  #withoutZeros(kind: TermKind, text: string, open: boolean): string {
    if (open || !/^[A-Z]{0,2}0+[1-9]/.test(text) || this.#terms.whole(kind, text) !== undefined)
      return text
    return text.replace(/^([A-Z]*)0+/, '$1')
  }

  /** The reading with the terms of its unit at its number, where both are whole. */
  withPremises(reading: Reading): Reading {
    const { number, unit } = reading
    if (number === undefined || unit === undefined || number.open || unit.open) return reading
    if (unit.packed === NO_NUMBER || unit.ranges.length === 0) return reading
    const at = [this.#premises.unitAt(number.value, unit.packed)]
    const around = [this.#premises.unitAround(number.value, unit.packed)]
    return { ...reading, premises: { at, around } }
  }

  /** `31C` also as flat C of number 31, where the index has such a flat. */
  #withFlat(wanted: WantedNumber): WantedNumber {
    const [, digits, letter] = /^(\d+)([A-Z])$/.exec(wanted.text) ?? []
    if (digits === undefined || letter === undefined) return wanted
    const range = this.#terms.whole(KIND.number, letteredNumber(digits, letter))
    if (range === undefined) return wanted
    const pack = (text: string) => this.#codes.pack(readNumberText(text))
    const flat = { number: pack(digits), unit: pack(letter) }
    return { ...wanted, ranges: [...wanted.ranges, range], flat }
  }

  #around(digits: number): readonly TermRange[] {
    if (digits === 0) return []
    const wide = this.#terms.whole(KIND.ranges, '')
    const around = this.#premises.around(digits)
    return wide === undefined ? [around] : [around, wide]
  }
}
