// The records of a street that have a number, or that come before it where none has.

import { RECORD } from '../../index/streets/records.ts'
import {
  lowestWithValue,
  NO_NUMBER,
  numberValue,
  readNumberText,
} from '../../index/words/number-code.ts'
import type { SearchedIndex } from '../searched-index.ts'

interface WrittenNumber {
  readonly first: string
  /** The other end of a range, or ''. */
  readonly last: string
}

/** Looks for one number on streets. */
export class NumberOnStreet {
  /** Whether a street has the number in another way: with another letter, or in a range. */
  hasOtherForms = false
  readonly #index: SearchedIndex
  readonly #value: number
  readonly #first: number
  readonly #last: number
  /** Whether any address has the last number of the range. */
  readonly #isKnown: boolean
  readonly #isLeftOut: (record: number) => boolean

  constructor(
    index: SearchedIndex,
    { first, last }: WrittenNumber,
    isLeftOut: (record: number) => boolean,
  ) {
    const { codes } = index.records
    const read = readNumberText(first)
    this.#index = index
    this.#value = read.value
    this.#first = codes.pack(read)
    this.#last = last === '' ? NO_NUMBER : codes.pack(readNumberText(last))
    this.#isKnown = last === '' || this.#last !== NO_NUMBER
    this.#isLeftOut = isLeftOut
  }

  /** `units` are the words among which the number of a unit stands. */
  recordsOn(street: number, units: readonly string[]): readonly number[] {
    const { streets, records } = this.#index
    const found: number[] = []
    const end = streets.start[street + 1] ?? 0
    let at = records.lowerBound(lowestWithValue(this.#value), streets.start[street] ?? end, end)
    for (; at < end && numberValue(records.numberOf(at)) === this.#value; at++) {
      if (!this.#isInUse(at)) continue
      const isFirst = records.codes.same(records.numberOf(at), this.#first)
      const isSame = isFirst && this.#isKnown && records.last.at(at) === this.#last
      if (isSame) found.push(at)
      else this.hasOtherForms = true
    }
    this.hasOtherForms ||= !this.#isKnown || this.#isInRange(street)
    return found.length > 1 ? this.#withUnit(found, units) : found
  }

  /** Those that have it as the number of their lot; addresses without a number come last. */
  lotsOn(street: number): readonly number[] {
    const { streets, records } = this.#index
    const found: number[] = []
    const start = streets.start[street] ?? 0
    for (let at = (streets.start[street + 1] ?? 0) - 1; at >= start; at--) {
      if (records.numberOf(at) !== NO_NUMBER) break
      const isLot = records.codes.same(records.lot.at(at), this.#first)
      if (isLot && this.#isInUse(at)) found.push(at)
    }
    this.hasOtherForms = true
    return found
  }

  /** The record before the number, or the first of the street. */
  neighbourOn(street: number): readonly number[] {
    const { streets, records } = this.#index
    const [start, end] = [streets.start[street] ?? 0, streets.start[street + 1] ?? 0]
    const behind = records.lowerBound(lowestWithValue(this.#value), start, end)
    const at = Math.max(start, behind - 1)
    return this.#isInUse(at) ? [at] : []
  }

  #isInUse(record: number): boolean {
    return !this.#index.records.is(record, RECORD.hidden) && !this.#isLeftOut(record)
  }

  /** Those that have a unit that was typed; where none has, those without a unit, or one for all. */
  #withUnit(found: readonly number[], units: readonly string[]): readonly number[] {
    const { unit } = this.#index.records
    const typed = units.map((word) => readNumberText(word).value)
    const isTyped = (record: number) => typed.includes(numberValue(unit.at(record)))
    const some = found.filter((record) => unit.has(record) && isTyped(record))
    if (some.length > 0) return some
    const buildings = found.filter((record) => !unit.has(record))
    return buildings.length > 0 ? buildings : found.slice(0, 1)
  }

  #isInRange(street: number): boolean {
    const { streets, records } = this.#index
    const span = streets.span[street] ?? 0
    if (span === 0) return false
    const end = streets.start[street + 1] ?? 0
    const low = lowestWithValue(Math.max(0, this.#value - span))
    let at = records.lowerBound(low, streets.start[street] ?? end, end)
    for (; at < end && numberValue(records.numberOf(at)) < this.#value; at++) {
      const last = records.last.at(at)
      if (last !== NO_NUMBER && numberValue(last) >= this.#value) return true
    }
    return false
  }
}
