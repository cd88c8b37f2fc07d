// Judges whether a street, with or without the names of its addresses, has the words of a reading.

import { NONE, type Records } from '../../index/streets/records.ts'
import { STREET_HAS, type Streets } from '../../index/streets/streets.ts'
import { KIND, type Terms } from '../../index/terms/terms.ts'
import { NO_NUMBER } from '../../index/words/number-code.ts'
import { GENERAL_UNIT_WORDS } from '../../index/words/written-forms.ts'
import type { MisspeltRanges, QueryWord } from '../query/query-words.ts'
import type { Reading } from '../query/readings.ts'
import { Marks } from './marks.ts'
import { type Pass, PENALTY } from './ranking.ts'

/** No street can answer the words, whichever of its addresses is looked at. */
export const NO_MATCH = -1

const NO_COLUMNS: readonly Uint32Array[] = []

/** Hot: `judge` runs for every candidate street and only reads typed arrays. Its findings stay in the fields. */
export class StreetWords {
  /** Words that the street lacks and each of its addresses must therefore carry in its own names. */
  missing = 0
  /** Only weak words are the street's: an address must have a name or kind of its own that answers a word. */
  needsName = false
  /** Bit maps of columns in one of which an address must have a value to add what it must; none if it must not. */
  columns: readonly Uint32Array[] = NO_COLUMNS
  readonly #streets: Streets
  readonly #records: Records
  readonly #generalTerms: readonly number[]
  readonly #lotTerm: number
  readonly #exact: Marks
  readonly #near: Marks
  readonly #typo: Marks
  /** Words that every unit answers, whatever its kind. */
  #generalBits = 0
  /** For each combination of what a street's records have, the words that they could answer. */
  readonly #ownBits = new Uint32Array(8)
  /** For each such combination, the bit maps of the columns that it is in. */
  readonly #ownColumns: readonly (readonly Uint32Array[])[]
  /** Words that names, kinds and lots of addresses could answer. */
  #named = 0
  #kinds = 0
  #lots = 0
  #need = 0
  /** The last word, where it is digits that could be the house number. */
  #lastDigits = 0
  /** Words that were typed before. */
  #repeated = 0
  #typeBits = 0
  #relaxed = false
  #loose = false
  #misspelt = false
  #typoPenalty = 0

  constructor(streets: Streets, records: Records, terms: Terms) {
    this.#streets = streets
    this.#records = records
    this.#generalTerms = GENERAL_UNIT_WORDS.flatMap(
      (word) => terms.whole(KIND.unitType, word)?.from ?? [],
    )
    this.#lotTerm = terms.whole(KIND.lotWord, 'LOT')?.from ?? -1
    const { names, unit, unitKind, levelKind, lot } = records
    this.#ownColumns = Array.from(this.#ownBits, (_, has) => [
      ...((has & STREET_HAS.names) === 0 ? [] : names.map(({ bits }) => bits)),
      ...((has & STREET_HAS.kinds) === 0 ? [] : [unit.bits, unitKind.bits, levelKind.bits]),
      ...((has & STREET_HAS.lots) === 0 ? [] : [lot.bits]),
    ])
    this.#exact = new Marks(terms.count)
    this.#near = new Marks(terms.count)
    this.#typo = new Marks(terms.count)
  }

  /**
   * Prepares for a reading and the depth of the addresses that are looked for. `misspelt` holds what each word may
   * have been meant for, where that is asked.
   */
  open(reading: Reading, pass: Pass, depth: number, misspelt: MisspeltWords | undefined): void {
    const { relaxed } = pass
    const { words } = reading
    this.#lastDigits = lastDigitsOf(reading)
    // A UK street's list of terms has several names in one, so that it does not say how often it has a word.
    this.#repeated = this.#streets.postcode.length === 0 ? repeatedBits(words) : 0
    let named = 0
    let kinds = 0
    let lots = 0
    this.#exact.clear()
    this.#near.clear()
    this.#typo.clear()
    this.#need = 0
    this.#typeBits = 0
    this.#relaxed = relaxed
    this.#loose = pass.loose
    this.#misspelt = misspelt !== undefined
    this.#typoPenalty = misspelt?.penalty ?? 0
    words.forEach((word, i) => {
      const bit = 1 << i
      this.#need |= bit
      if (word.isStreetType) this.#typeBits |= bit
      this.#exact.add(bit, word.strong)
      this.#exact.add(bit, word.weak)
      this.#exact.add(bit, word.names)
      this.#exact.add(bit, word.kinds)
      this.#exact.add(bit, word.lots)
      if (word.names.length > 0) named |= bit
      if (word.kinds.length > 0 && depth !== 0) kinds |= bit
      if (word.lots.length > 0) lots |= bit
      if (relaxed) this.#near.add(bit, word.near)
      const meant = misspelt?.ranges[i]
      if (meant === undefined) return
      this.#typo.add(bit, meant.strong)
      this.#typo.add(bit, meant.weak)
      this.#typo.add(bit, meant.names)
      if (meant.names.length > 0) named |= bit
    })
    this.#named = named
    this.#kinds = kinds
    this.#lots = lots
    for (let has = 0; has < this.#ownBits.length; has++) {
      this.#ownBits[has] =
        ((has & STREET_HAS.names) === 0 ? 0 : named) |
        ((has & STREET_HAS.kinds) === 0 ? 0 : kinds) |
        ((has & STREET_HAS.lots) === 0 ? 0 : lots)
    }
    this.#generalBits = 0
    for (const term of this.#generalTerms) this.#generalBits |= this.#exact.of(term)
  }

  /** The penalty of the street's own words, or NO_MATCH. What its addresses must add is left in the fields. */
  judge(street: number): number {
    this.missing = 0
    this.needsName = false
    this.columns = NO_COLUMNS
    if (this.#need === 0) return 0
    const name = this.#nameBits(this.#exact, street)
    const place = this.#placeBits(this.#exact, street)
    const strong = name | place
    const type = this.#typeBitsOf(this.#exact, street)
    const weak = this.#regionBits(this.#exact, street)
    let missing = this.#need & ~(strong | type | weak)
    const once =
      this.#repeated & ~missing & ~((name & place) | (strong & (type | weak)) | (type & weak))
    let isStrong = strong !== 0
    let penalty = 0
    // A type counts behind the street's name or another part of its type, a region not as the first word. So
    // nothing that a later word adds can bring a street in before those that were found by the words so far.
    const typeOnly = type & ~(strong | weak)
    let loose = ((type | weak) & ~strong & 1) | (typeOnly & ~((name | type) << 1) & ~1)
    // Digits at the end are a postcode behind the place, and behind the street first of all its number.
    loose |= this.#lastDigits & place & ~name & ~((place | weak) << 1)
    if (this.#loose) {
      penalty = (loose === 0 ? 0 : PENALTY.looseOrder) + (once === 0 ? 0 : PENALTY.repeatedWord)
    } else missing |= loose | once
    if (missing !== 0 && this.#misspelt) {
      const meant = this.#nameBits(this.#typo, street) | this.#placeBits(this.#typo, street)
      const weakly = this.#typeBitsOf(this.#typo, street) | this.#regionBits(this.#typo, street)
      const typos = missing & (meant | weakly)
      penalty += this.#typoPenalty * bitCount(typos)
      missing &= ~typos
      isStrong ||= (typos & meant) !== 0
    }
    if (missing !== 0 && this.#relaxed && isStrong) {
      const relaxed = this.#relaxedPenalty(missing, street)
      if (relaxed !== NO_MATCH) return penalty + relaxed
    }
    if (missing === 0 && (isStrong || this.#loose)) return penalty
    if ((missing & ~this.#ownBits[this.#streets.flags[street]]) !== 0) return NO_MATCH
    this.missing = missing
    this.needsName = !isStrong
    if (!isStrong && this.#ownBits[this.#streets.flags[street]] === 0) return NO_MATCH
    this.columns = this.#columnsFor(missing === 0 ? this.#need : missing & -missing, street)
    return penalty
  }

  /** The same with nothing that costs anything, also where the pass is a relaxed one. */
  judgeExactly(street: number): number {
    if (this.#ownBits[this.#streets.flags[street]] === 0) return NO_MATCH
    const [relaxed, loose] = [this.#relaxed, this.#loose]
    this.#relaxed = false
    this.#loose = false
    const penalty = this.judge(street)
    this.#relaxed = relaxed
    this.#loose = loose
    return penalty
  }

  /** Where addresses of the street keep what could answer one of the words. */
  #columnsFor(words: number, street: number): readonly Uint32Array[] {
    const has =
      ((words & this.#named) === 0 ? 0 : STREET_HAS.names) |
      ((words & this.#kinds) === 0 ? 0 : STREET_HAS.kinds) |
      ((words & this.#lots) === 0 ? 0 : STREET_HAS.lots)
    return this.#ownColumns[has & this.#streets.flags[street]]
  }

  /** One word that is another street type, any that are of neighbouring places. */
  #relaxedPenalty(missing: number, street: number): number {
    const types = missing & this.#typeBits
    const near = missing & ~types & this.#nearBits(street)
    if (bitCount(types) > 1 || (missing & ~(types | near)) !== 0) return NO_MATCH
    return (types === 0 ? 0 : PENALTY.wrongStreetType) + bitCount(near) * PENALTY.neighbour
  }

  /** The penalty of an address whose own names and kind of unit answer what its street leaves open, or NO_MATCH. */
  judgeRecord(record: number): number {
    const records = this.#records
    const { values, offset } = records.nameTerms
    let names = 0
    let meant = 0
    for (let i = 0; i < records.names.length; i++) {
      const name = records.names[i].at(record)
      if (name === NONE) continue
      names |= this.#exact.ofList(values, offset[name], offset[name + 1])
      if (this.#misspelt) meant |= this.#typo.ofList(values, offset[name], offset[name + 1])
    }
    const kinds =
      this.#kindBits(records.unitKind.at(record)) |
      this.#kindBits(records.levelKind.at(record)) |
      (records.unit.has(record) ? this.#generalBits : 0) |
      this.#lotBits(record)
    if (this.needsName && (names | meant | kinds) === 0) return NO_MATCH
    const missing = this.missing & ~(names | kinds)
    if ((missing & ~meant) !== 0) return NO_MATCH
    return this.#typoPenalty * bitCount(missing)
  }

  #kindBits(kind: number): number {
    if (kind === NONE) return 0
    const { values, offset } = this.#records.kindTerms
    return this.#exact.ofList(values, offset[kind], offset[kind + 1])
  }

  /** An address without a number goes by its lot, so `LOT` is a word of it. */
  #lotBits(record: number): number {
    const isLot = this.#records.number[record] === NO_NUMBER && this.#records.lot.has(record)
    return isLot && this.#lotTerm >= 0 ? this.#exact.of(this.#lotTerm) : 0
  }

  #nameBits(marks: Marks, street: number): number {
    const { values, offset } = this.#streets.nameStrong
    const name = this.#streets.name[street]
    return marks.ofList(values, offset[name], offset[name + 1])
  }

  #placeBits(marks: Marks, street: number): number {
    const s = this.#streets
    const { values, offset } = s.placeStrong
    const place = s.place[street]
    const bits = marks.ofList(values, offset[place], offset[place + 1])
    if (s.postcode.length === 0) return bits
    const postcode = s.postcode[street]
    if (postcode >= s.postcodeJoined.length) return bits
    return bits | marks.of(s.postcodeJoined[postcode]) | marks.of(s.postcodeSpacedFrom + postcode)
  }

  #typeBitsOf(marks: Marks, street: number): number {
    const { values, offset } = this.#streets.nameWeak
    const name = this.#streets.name[street]
    return marks.ofList(values, offset[name], offset[name + 1])
  }

  #regionBits(marks: Marks, street: number): number {
    const { values, offset } = this.#streets.placeWeak
    const place = this.#streets.place[street]
    return marks.ofList(values, offset[place], offset[place + 1])
  }

  #nearBits(street: number): number {
    const { values, offset } = this.#streets.placeNear
    const place = this.#streets.place[street]
    return this.#near.ofList(values, offset[place], offset[place + 1])
  }
}

/** Words that stand again behind another: `GEORGE ST, GEORGE TOWN`, but not `WAGGA WAGGA`. */
function repeatedBits(words: readonly QueryWord[]): number {
  let bits = 0
  for (let i = 2; i < words.length; i++) {
    for (let j = 0; j < i - 1; j++) if (words[i].text === words[j].text) bits |= 1 << i
  }
  return bits
}

function lastDigitsOf({ words, number, unit, level, lot }: Reading): number {
  if (words.length < 2 || (number ?? unit ?? level ?? lot) !== undefined) return 0
  return /^\d+$/.test(words[words.length - 1].text) ? 1 << (words.length - 1) : 0
}

export interface MisspeltWords {
  readonly ranges: readonly MisspeltRanges[]
  readonly penalty: number
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
