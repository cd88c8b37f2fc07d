// Finds the addresses of one street that have the number, unit, level and lot of a reading.

import { NONE, RECORD, type Records } from '../../index/streets/records.ts'
import type { Streets } from '../../index/streets/streets.ts'
import { fold } from '../../index/words/fold.ts'
import {
  codeOf,
  LITERAL_VALUE,
  lowestWithValue,
  NO_NUMBER,
  numberValue,
} from '../../index/words/number-code.ts'
import { levelTypeNamed, unitTypeNamed } from '../../index/words/written-forms.ts'
import type { Reading, WantedNumber } from '../query/readings.ts'
import type { Way } from '../query/ways.ts'
import { PENALTY } from './ranking.ts'
import { NO_MATCH } from './street-words.ts'

/** A number that is being typed can have up to five more digits, and there are texts that are no number. */
const SEGMENTS_MAX = 9

/** For each kind of unit or level in the index, the type of either that typed words name it by. */
export interface KindNames {
  readonly unit: readonly string[]
  readonly level: readonly string[]
}

export function kindNames(texts: readonly string[]): KindNames {
  return {
    unit: texts.map((text) => unitTypeNamed(fold(text)) ?? ''),
    level: texts.map((text) => levelTypeNamed(fold(text)) ?? ''),
  }
}

/** Hot: `penalty` runs for every record that a query looks at. */
export class RunMatcher {
  /** The records that can have the wanted number: `segments` pieces of the street's run, in order. */
  segments = 0
  readonly from = new Uint32Array(SEGMENTS_MAX)
  readonly to = new Uint32Array(SEGMENTS_MAX)
  readonly #streets: Streets
  readonly #records: Records
  readonly #kinds: KindNames
  #reading: Reading = { words: [] }
  #relaxed = false
  /** A building stands for its missing unit only where its number was typed. */
  #offersBuilding = false
  #hasRanges = false
  /** The wanted number is being typed and may get more digits. */
  #grows = false
  /** Bit maps of the columns in which a row must have a value to fit. */
  #columns: Uint32Array[] = []

  constructor(streets: Streets, records: Records, kinds: KindNames) {
    this.#streets = streets
    this.#records = records
    this.#kinds = kinds
  }

  open(reading: Reading, relaxed: boolean): void {
    this.#reading = reading
    this.#relaxed = relaxed
    this.#offersBuilding = relaxed && reading.number !== undefined
    this.#grows = reading.number?.open === true && /[1-9]\d*$/.test(reading.number.text)
    this.#columns = []
    if (reading.lot !== undefined) this.#columns.push(this.#records.lot.bits)
    if (this.#offersBuilding) return
    if (reading.level !== undefined) this.#columns.push(this.#records.level.bits)
    if (reading.unit !== undefined) this.#columns.push(this.#records.unit.bits)
  }

  /** Only rows that have what the way does not leave out; those without are found in other ways. */
  narrow({ number, missing }: Way): void {
    const { unit, level, lot, last } = this.#records
    this.#columns = []
    if (this.#reading.lot !== undefined) this.#columns.push(lot.bits)
    if (number === 'around') this.#columns.push(last.bits)
    const isUnitMissing = missing === 'unit' || missing === 'unit-and-level'
    if (this.#reading.unit !== undefined && !isUnitMissing) this.#columns.push(unit.bits)
    const isLevelMissing = missing === 'level' || missing === 'unit-and-level'
    if (this.#reading.level !== undefined && !isLevelMissing) this.#columns.push(level.bits)
  }

  /** Which of the 32 rows from `32 * word` on have a unit, level and lot where the reading wants one. */
  rowsWith(word: number): number {
    let bits = -1
    for (let i = 0; i < this.#columns.length; i++) bits &= this.#columns[i][word]
    return bits
  }

  /** Narrows the run of a street to the records that a wanted number can be in; false if there are none. */
  enter(street: number): boolean {
    const { start, span } = this.#streets
    const first = start[street]
    const end = start[street + 1]
    this.segments = 0
    this.#hasRanges = span[street] > 0
    const number = this.#reading.number
    if (number === undefined) {
      const isLot = this.#reading.lot !== undefined
      this.#addSegment(isLot ? this.#records.lowerBound(NO_NUMBER, first, end) : first, end)
      return true
    }
    const widest = span[street] === 0xffff ? LITERAL_VALUE : span[street]
    if (!this.#grows) {
      const { value } = number
      // What is being typed, and is no number yet, may become any text that is none.
      if (number.open && value === LITERAL_VALUE) this.#addSegment(first, end)
      else this.#addValues(first, end, value - widest, value)
      this.#addNumberless(first, end)
      return this.segments > 0
    }
    let low = number.value
    let high = number.value
    for (; low < LITERAL_VALUE; low *= 10, high = high * 10 + 9) {
      this.#addValues(first, end, low - widest, Math.min(high, LITERAL_VALUE - 1))
    }
    this.#addValues(first, end, LITERAL_VALUE, LITERAL_VALUE)
    this.#addNumberless(first, end)
    return this.segments > 0
  }

  #addNumberless(first: number, end: number): void {
    const begin = this.segments === 0 ? first : this.to[this.segments - 1]
    if (begin === end || this.#records.number[end - 1] !== NO_NUMBER) return
    this.#addSegment(this.#records.lowerBound(NO_NUMBER, begin, end), end)
  }

  #addValues(first: number, end: number, low: number, high: number): void {
    const records = this.#records
    const begin = this.segments === 0 ? first : this.to[this.segments - 1]
    const from = records.lowerBound(lowestWithValue(Math.max(0, low)), begin, end)
    const to = records.lowerBound(lowestWithValue(high + 1), from, end)
    if (from < to) this.#addSegment(from, to)
  }

  #addSegment(from: number, to: number): void {
    this.from[this.segments] = from
    this.to[this.segments] = to
    this.segments++
  }

  /** What the record loses against the wanted numbers, or NO_MATCH. */
  penalty(record: number): number {
    const { number, unit, level, lot } = this.#reading
    let penalty = 0
    if (number !== undefined) {
      penalty = this.#numberPenalty(number, record)
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

  #numberPenalty(wanted: WantedNumber, record: number): number {
    const records = this.#records
    const first = records.number[record]
    const last = this.#hasRanges ? records.last.at(record) : NO_NUMBER
    if (wanted.last !== undefined) return this.#rangePenalty(wanted, wanted.last, first, last)
    if (this.#is(first, wanted) || this.#is(last, wanted)) return 0
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
    if (!this.#is(first, wanted)) return NO_MATCH
    if (this.#is(last, end)) return 0
    return this.#relaxed && last === NO_NUMBER ? PENALTY.otherLetters : NO_MATCH
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
      return this.#relaxed ? PENALTY.otherUnitKind : NO_MATCH
    }
    const isBuilding = (records.flags[record] & RECORD.deep) === 0
    return this.#offersBuilding && isBuilding && !wanted.open ? PENALTY.missingUnit : NO_MATCH
  }

  #levelPenalty(wanted: WantedNumber, record: number): number {
    const { level, levelKind, flags } = this.#records
    if (this.#is(level.at(record), wanted)) {
      const kind = levelKind.at(record)
      if (kind === NONE || this.#kinds.level[kind] === this.#reading.levelKind) return 0
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
    return kind !== NONE && this.#kinds.unit[kind] === wanted
  }

  #is(stored: number, wanted: WantedNumber): boolean {
    const codes = this.#records.codes
    if (wanted.open) return codes.beginsWith(stored, wanted.text, wanted.digits)
    return wanted.packed !== NO_NUMBER && codes.same(stored, wanted.packed)
  }
}
