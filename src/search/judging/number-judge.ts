// Judges which addresses of a street have the number, unit, level and lot of a reading.
// Unchecked: `penalty` runs for every address that a query looks at, and the columns have a value for each of them.

import { NONE, RECORD, type Records } from '../../index/streets/records.ts'
import { STREET_AT, STREET_WORDS, spanOf } from '../../index/streets/streets.ts'
import {
  codeOf,
  LITERAL_VALUE,
  lowestWithValue,
  NO_NUMBER,
  numberValue,
  readNumberText,
} from '../../index/words/number-code.ts'
import type { Reading, WantedNumber } from '../query/reading.ts'
import type { Relaxation } from '../query/relaxations.ts'
import { PENALTY } from '../ranking.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { NO_MATCH } from './word-judge.ts'

/** Bit maps of the columns in which an address must have a value; those without are found by other relaxations. */
export function columnsNeeded(
  { unit, level, lot, last }: Records,
  reading: Reading,
  relaxation: Relaxation,
): readonly Uint32Array[] {
  const columns: Uint32Array[] = []
  if (reading.lot !== undefined) columns.push(lot.bits)
  if (relaxation.number === 'around') columns.push(last.bits)
  if (reading.unit !== undefined && !relaxation.missesUnit) columns.push(unit.bits)
  if (reading.level !== undefined && !relaxation.missesLevel) columns.push(level.bits)
  return columns
}

/** One for each reading and pass. */
export class NumberJudge {
  readonly #index: SearchedIndex
  readonly #records: Records
  readonly #reading: Reading
  readonly #relaxed: boolean
  /** A building stands for its missing unit only where its number was typed. */
  readonly #offersBuilding: boolean
  /** The wanted number is being typed and may get more digits. */
  readonly #grows: boolean
  /** The number that `UNIT A, 12` may be held by: 12A. */
  readonly #lettered: number

  constructor(index: SearchedIndex, reading: Reading, relaxed: boolean) {
    this.#index = index
    this.#records = index.records
    this.#reading = reading
    this.#relaxed = relaxed
    this.#offersBuilding = relaxed && reading.number !== undefined && reading.isUnitNeeded !== true
    this.#lettered = this.#offersBuilding ? this.#letteredNumber(reading) : NO_NUMBER
    this.#grows = reading.number?.open === true && /[1-9]\d*$/.test(reading.number.text)
  }

  /** Leaves in `rows` the addresses of a street that a wanted number can be in; false if there are none. */
  rowsOn(street: number, rows: RowSegments): boolean {
    const { nodes } = this.#index.streets
    const node = STREET_WORDS * street
    const first = nodes[node + STREET_AT.start]
    const end = nodes[node + STREET_WORDS + STREET_AT.start]
    const span = spanOf(nodes[node + STREET_AT.span])
    rows.clear(span > 0)
    const number = this.#reading.number
    if (number === undefined) {
      const isLot = this.#reading.lot !== undefined
      rows.add(isLot ? this.#records.lowerBound(NO_NUMBER, first, end) : first, end)
      return true
    }
    const widest = span === 0xffff ? LITERAL_VALUE : span
    if (this.#grows) {
      let low = number.value
      let high = number.value
      for (; low < LITERAL_VALUE; low *= 10, high = high * 10 + 9) {
        this.#addValues(rows, first, end, low - widest, Math.min(high, LITERAL_VALUE - 1))
      }
      this.#addValues(rows, first, end, LITERAL_VALUE, LITERAL_VALUE)
    } else if (number.open && number.value === LITERAL_VALUE) {
      // What is not yet a number may become any text that is not one.
      rows.add(first, end)
    } else this.#addValues(rows, first, end, number.value - widest, number.value)
    this.#addNumberless(rows, first, end)
    return rows.count > 0
  }

  #addNumberless(rows: RowSegments, first: number, end: number): void {
    const begin = rows.end(first)
    if (begin === end || this.#records.number[end - 1] !== NO_NUMBER) return
    rows.add(this.#records.lowerBound(NO_NUMBER, begin, end), end)
  }

  #addValues(rows: RowSegments, first: number, end: number, low: number, high: number): void {
    const records = this.#records
    const from = records.lowerBound(lowestWithValue(Math.max(0, low)), rows.end(first), end)
    const to = records.lowerBound(lowestWithValue(high + 1), from, end)
    if (from < to) rows.add(from, to)
  }

  /** What the record loses against the wanted numbers, or NO_MATCH. */
  penalty(record: number, hasRanges: boolean): number {
    const { number, unit, level, lot } = this.#reading
    let penalty = 0
    if (this.#lettered !== NO_NUMBER && this.#isLettered(record)) return PENALTY.otherUnitKind
    if (number !== undefined) {
      penalty = this.#numberPenalty(number, record, hasRanges)
      if (penalty === NO_MATCH) return NO_MATCH
    }
    if (lot !== undefined && !this.#lotFits(lot, record)) return NO_MATCH
    if (unit !== undefined) {
      const lost = this.#unitPenalty(unit, record)
      if (lost === NO_MATCH) return NO_MATCH
      penalty += lost
    }
    if (level !== undefined) {
      const lost = this.#levelPenalty(level, record)
      if (lost === NO_MATCH) return NO_MATCH
      penalty += lost
    }
    return penalty
  }

  #letteredNumber({ number, unit, level, lot }: Reading): number {
    if (number === undefined || unit === undefined || unit.open || !/^[A-Z]$/.test(unit.text))
      return NO_NUMBER
    if ((level ?? lot ?? number.last) !== undefined || number.open || number.digits === 0)
      return NO_NUMBER
    return this.#records.codes.pack(readNumberText(number.text + unit.text))
  }

  #isLettered(record: number): boolean {
    const { codes, number, flags } = this.#records
    return codes.same(number[record], this.#lettered) && (flags[record] & RECORD.deep) === 0
  }

  #numberPenalty(wanted: WantedNumber, record: number, hasRanges: boolean): number {
    const records = this.#records
    const first = records.number[record]
    const last = hasRanges ? records.last.at(record) : NO_NUMBER
    if (wanted.last !== undefined) return this.#rangePenalty(wanted, wanted.last, first, last)
    if (this.#is(first, wanted) || this.#is(last, wanted)) return 0
    const { flat } = wanted
    if (flat !== undefined && first === flat.number) {
      if (records.codes.same(records.unit.at(record), flat.unit)) return 0
    }
    // `5 Mill House`: an address without a number goes by that of its unit.
    if (first === NO_NUMBER && this.#is(records.unit.at(record), wanted)) return 0
    if (!this.#relaxed || wanted.open || first === NO_NUMBER) return NO_MATCH
    return this.#nearlyNumber(wanted, first, last)
  }

  #nearlyNumber(wanted: WantedNumber, first: number, last: number): number {
    const { value } = wanted
    const low = numberValue(first)
    const plain = wanted.digits > 0
    if (
      plain &&
      last !== NO_NUMBER &&
      low < value &&
      value < numberValue(last) &&
      (value - low) % 2 === 0
    ) {
      return PENALTY.insideRange
    }
    return low === value && codeOf(first) !== codeOf(wanted.packed)
      ? PENALTY.otherLetters
      : NO_MATCH
  }

  #rangePenalty(wanted: WantedNumber, end: WantedNumber, first: number, last: number): number {
    const isFirst = this.#is(first, wanted)
    if (isFirst && this.#is(last, end)) return 0
    if (!this.#relaxed || wanted.isWhole === true || end.open) return NO_MATCH
    if (last !== NO_NUMBER && this.#nearlyNumber(wanted, first, last) === PENALTY.insideRange) {
      return end.value <= numberValue(last) ? PENALTY.insideRange : NO_MATCH
    }
    return isFirst ? PENALTY.otherLetters : NO_MATCH
  }

  /** A lot is what an address without a number goes by; one with a number must have both typed. */
  #lotFits(wanted: WantedNumber, record: number): boolean {
    if (this.#reading.number === undefined && this.#records.number[record] !== NO_NUMBER)
      return false
    return this.#is(this.#records.lot.at(record), wanted)
  }

  #unitPenalty(wanted: WantedNumber, record: number): number {
    const records = this.#records
    if (this.#is(records.unit.at(record), wanted)) {
      if (this.#kindFits(records.unitKind.at(record))) return 0
      const mayDiffer = this.#relaxed && this.#reading.isKindNeeded !== true
      return mayDiffer ? PENALTY.otherUnitKind : NO_MATCH
    }
    const isBuilding = (records.flags[record] & RECORD.deep) === 0
    if (!this.#offersBuilding || !isBuilding || wanted.open) return NO_MATCH
    return this.#isRangeFrom(wanted, record) ? PENALTY.otherUnitKind : PENALTY.missingUnit
  }

  /** `10/12` for 10-12. */
  #isRangeFrom(unit: WantedNumber, record: number): boolean {
    const { number } = this.#reading
    const last = this.#records.last.at(record)
    if (last === NO_NUMBER || number === undefined || this.#reading.unitWord !== undefined)
      return false
    return this.#is(this.#records.number[record], unit) && this.#is(last, number)
  }

  #levelPenalty(wanted: WantedNumber, record: number): number {
    const { level, levelKind, flags } = this.#records
    if (this.#is(level.at(record), wanted)) {
      const kind = levelKind.at(record)
      if (kind === NONE || this.#index.kinds.level[kind] === this.#reading.levelKind) return 0
      return this.#relaxed ? PENALTY.otherUnitKind : NO_MATCH
    }
    // A unit may be held without the level that it is on; without a unit, only the building will do.
    const isOther = this.#reading.unit === undefined && (flags[record] & RECORD.deep) !== 0
    const offers = this.#offersBuilding && !level.has(record) && !isOther && !wanted.open
    return offers ? PENALTY.missingUnit : NO_MATCH
  }

  #kindFits(kind: number): boolean {
    const wanted = this.#reading.unitKind
    if (wanted === undefined || wanted === '') return true
    return kind !== NONE && this.#index.kinds.unit[kind] === wanted
  }

  #is(stored: number, wanted: WantedNumber): boolean {
    const codes = this.#records.codes
    if (wanted.open) return codes.beginsWith(stored, wanted.text, wanted.digits)
    return wanted.packed !== NO_NUMBER && codes.same(stored, wanted.packed)
  }
}

/** A number that is being typed can have up to five more digits, and there are texts that are no number. */
const SEGMENTS_MAX = 9

/**
 * The addresses of a street that can have a wanted number: pieces of its rows, in order. Its owner keeps one, and each
 * street overwrites it.
 */
export class RowSegments {
  count = 0
  readonly from = new Uint32Array(SEGMENTS_MAX)
  readonly to = new Uint32Array(SEGMENTS_MAX)
  /** The street has ranges like `12-18`. */
  hasRanges = false

  clear(hasRanges: boolean): void {
    this.count = 0
    this.hasRanges = hasRanges
  }

  add(from: number, to: number): void {
    this.from[this.count] = from
    this.to[this.count] = to
    this.count++
  }

  /** Where the rows after the last piece begin, of a street whose rows begin at `first`. */
  end(first: number): number {
    return this.count === 0 ? first : this.to[this.count - 1]
  }
}
