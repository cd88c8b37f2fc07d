// Judges whether a street, with or without the names of its addresses, has the words of a reading.
// Unchecked: `judge` runs for every candidate street, and the columns have a value for each street, name and place.

import type { Records } from '../../index/streets/records.ts'
import {
  flagsOf,
  STREET_AT,
  STREET_HAS,
  STREET_WORDS,
  type Streets,
  strongEnd,
  weakEnd,
} from '../../index/streets/streets.ts'
import type { MisspeltWords, QueryWord } from '../query/query-words.ts'
import { NOTHING_READ, type Reading } from '../query/reading.ts'
import { type Pass, PENALTY } from '../ranking.ts'
import type { Marks, ReadingMarks } from './marks.ts'

/** One for each finder. It holds the reading that was opened last, and of the streets that it judges nothing. */
export class WordJudge {
  readonly #streets: Streets
  readonly #marks: ReadingMarks
  /** For each combination of what a street's addresses have, the bit maps of the columns that it is in. */
  readonly #ownColumns: readonly (readonly Uint32Array[])[]
  #roles = wordRoles(NOTHING_READ, 0, undefined)
  #isRelaxed = false
  #isLoose = false

  constructor(streets: Streets, records: Records, marks: ReadingMarks) {
    this.#streets = streets
    this.#marks = marks
    const { names, unit, unitKind, levelKind, lot } = records
    const combinations = 2 ** Object.keys(STREET_HAS).length
    this.#ownColumns = Array.from({ length: combinations }, (_, has) => [
      ...((has & STREET_HAS.names) === 0 ? [] : names.map(({ bits }) => bits)),
      ...((has & STREET_HAS.kinds) === 0 ? [] : [unit.bits, unitKind.bits, levelKind.bits]),
      ...((has & STREET_HAS.lots) === 0 ? [] : [lot.bits]),
    ])
  }

  /** Prepares for a reading, whose words the marks have, and the depth of the addresses that are looked for. */
  open(reading: Reading, pass: Pass, depth: number, misspelt: MisspeltWords | undefined): void {
    this.#roles = wordRoles(reading, depth, misspelt)
    this.#isRelaxed = pass.relaxed
    this.#isLoose = pass.loose
  }

  /** Whether the street, or an address on it, can have the words; how is left in the verdict. */
  judge(street: number, verdict: StreetVerdict): boolean {
    return this.#judge(street, this.#isLoose, this.#isRelaxed, verdict)
  }

  /** The same with nothing that costs anything, also where the pass is a relaxed one. */
  judgeExactly(street: number, verdict: StreetVerdict): boolean {
    verdict.clear()
    if (ownWords(this.#roles, this.#flags(street)) === 0) return false
    return this.#judge(street, false, false, verdict)
  }

  #judge(street: number, isLoose: boolean, isRelaxed: boolean, verdict: StreetVerdict): boolean {
    verdict.clear()
    const { all, block, lastDigits, repeated, streetAgain, streetName } = this.#roles
    if (all === 0) return accept(verdict, 0)
    const { exact, typo, typoPenalty } = this.#marks
    const { nodes, terms } = this.#streets
    const node = STREET_WORDS * street
    const nameAt = nodes[node + STREET_AT.name]
    const placeAt = nodes[node + STREET_AT.place]
    const name = strongBits(exact, terms, nameAt)
    const place = strongBits(exact, terms, placeAt) | this.#postcodeBits(exact, street)
    const strong = name | place
    const type = weakBits(exact, terms, nameAt)
    const weak = weakBits(exact, terms, placeAt) & ~streetName
    let missing = (all & ~(strong | type | weak)) | block
    const isTwice = (name & place) | (strong & (type | weak)) | (type & weak)
    const once =
      (this.#streets.hasPlainPlaces ? repeated & ~isTwice : streetAgain & ~name) & ~missing
    let isStrong = strong !== 0
    let penalty = 0
    // A type counts after the street's name or another part of its type, a region not as the first word. So
    // nothing that a later word adds can bring a street in before those that were found by the words so far.
    const typeOnly = type & ~(strong | weak)
    const misspelt = typoPenalty === undefined ? 0 : strongBits(typo, terms, nameAt)
    const ofStreet = name | type | (misspelt & missing)
    let loose = ((type | weak) & ~strong & 1) | (typeOnly & ~(ofStreet << 1) & ~1)
    // Digits at the end are a postcode after the place, and after the street first of all its number.
    loose |= lastDigits & place & ~name & ~((place | weak) << 1)
    if (isLoose) {
      penalty = (loose === 0 ? 0 : PENALTY.looseOrder) + (once === 0 ? 0 : PENALTY.repeatedWord)
    } else missing |= loose | once
    if (missing !== 0 && typoPenalty !== undefined) {
      const ofPlace = strongBits(typo, terms, placeAt) | this.#postcodeBits(typo, street)
      const meant = misspelt | ofPlace
      const region = weakBits(typo, terms, placeAt) & ~streetName
      const weakly = weakBits(typo, terms, nameAt) | region
      const typos = missing & (meant | weakly) & ~block
      penalty += typoPenalty * bitCount(typos)
      missing &= ~typos
      isStrong ||= (typos & meant) !== 0
    }
    if (missing !== 0 && isRelaxed && isStrong && block === 0) {
      const relaxed = this.#relaxedPenalty(missing, street)
      if (relaxed !== NO_MATCH) return accept(verdict, penalty + relaxed)
    }
    if (missing === 0 && (isStrong || isLoose)) return accept(verdict, penalty)
    const own = ownWords(this.#roles, this.#flags(street))
    if ((missing & ~own) !== 0 || (!isStrong && own === 0)) return false
    verdict.missing = missing
    verdict.needsName = !isStrong
    verdict.columns = this.#columnsFor(missing === 0 ? all : missing & -missing, street)
    return accept(verdict, penalty)
  }

  /** Where addresses of the street keep what could answer one of the words. */
  #columnsFor(words: number, street: number): readonly Uint32Array[] {
    const { names, kinds, lots } = this.#roles
    const has =
      ((words & names) === 0 ? 0 : STREET_HAS.names) |
      ((words & kinds) === 0 ? 0 : STREET_HAS.kinds) |
      ((words & lots) === 0 ? 0 : STREET_HAS.lots)
    return this.#ownColumns[has & this.#flags(street)]
  }

  /** One word that is another street type, any that are of neighbouring places. */
  #relaxedPenalty(missing: number, street: number): number {
    const types = missing & this.#roles.types
    const near = missing & ~types & this.#nearBits(street)
    if (bitCount(types) > 1 || (missing & ~(types | near)) !== 0) return NO_MATCH
    return (types === 0 ? 0 : PENALTY.wrongStreetType) + bitCount(near) * PENALTY.neighbour
  }

  #flags(street: number): number {
    return flagsOf(this.#streets.nodes[STREET_WORDS * street + STREET_AT.span])
  }

  #postcodeBits(marks: Marks, street: number): number {
    const s = this.#streets
    if (!s.hasPostcodes) return 0
    const postcode = s.postcode[street]
    if (postcode >= s.postcodeJoined.length) return 0
    return marks.of(s.postcodeJoined[postcode]) | marks.of(s.postcodeSpacedFrom + postcode)
  }

  #nearBits(street: number): number {
    const { values, offset } = this.#streets.placeNear
    const place = this.#streets.place[street]
    return this.#marks.near.ofList(values, offset[place], offset[place + 1])
  }
}

function strongBits(marks: Marks, terms: Uint32Array, at: number): number {
  return marks.ofList(terms, at + 1, strongEnd(terms, at))
}

function weakBits(marks: Marks, terms: Uint32Array, at: number): number {
  return marks.ofList(terms, strongEnd(terms, at), weakEnd(terms, at))
}

function accept(verdict: StreetVerdict, penalty: number): boolean {
  verdict.penalty = penalty
  return true
}

export function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Neither the street nor any of its addresses can answer the words. */
export const NO_MATCH = -1

const NO_COLUMNS: readonly Uint32Array[] = []

/** What judging the words of a reading on a street found. Its owner keeps one, and each street overwrites it. */
export class StreetVerdict {
  /** What the street's own words lose, or NO_MATCH. */
  penalty = NO_MATCH
  /** Words that the street lacks and each of its addresses must therefore carry in its own names. */
  missing = 0
  /** Only weak words are the street's: an address must have a name or kind of its own that answers a word. */
  needsName = false
  /** Bit maps of columns in one of which an address must have a value to add what it must; none if it must not. */
  columns = NO_COLUMNS

  clear(): void {
    this.penalty = NO_MATCH
    this.missing = 0
    this.needsName = false
    this.columns = NO_COLUMNS
  }
}

type WordRoles = ReturnType<typeof wordRoles>

/** The words that addresses could answer which have what is told by STREET_HAS. */
function ownWords({ names, kinds, lots }: WordRoles, has: number): number {
  return (
    ((has & STREET_HAS.names) === 0 ? 0 : names) |
    ((has & STREET_HAS.kinds) === 0 ? 0 : kinds) |
    ((has & STREET_HAS.lots) === 0 ? 0 : lots)
  )
}

/**
 * What each word of a reading could be on a street or in the names of its addresses, as one bit a word. `depth` is that
 * of the addresses that are looked for: a building has no kind of unit.
 */
function wordRoles(reading: Reading, depth: number, misspelt: MisspeltWords | undefined) {
  const { words } = reading
  let all = 0
  let types = 0
  let repeated = 0
  let names = 0
  let kinds = 0
  let lots = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    const bit = 1 << at
    all |= bit
    // The Circle is a name: The Strand is no street of another type.
    if (word.isStreetType && words[at - 1]?.text !== 'THE') types |= bit
    if (isRepeated(words, word, at)) repeated |= bit
    const meant = misspelt?.ranges[at]?.names.length ?? 0
    const isPart = word.parts.length > 0 && depth !== 0
    if (word.names.length > 0 || isPart || meant > 0) names |= bit
    if (word.kinds.length > 0 && depth !== 0) kinds |= bit
    if (word.lots.length > 0) lots |= bit
  }
  const streetName = streetNameOf(reading)
  const name = words[reading.numberAt ?? 0]?.text
  const isAgain = words.some(({ text }, at) => text === name && (repeated & (1 << at)) !== 0)
  return {
    all,
    /** Words that are, or may become, a street type. */
    types,
    /** The first word of a street's name, which no state is: the `VICTORIA` of `12 VICTORIA ST`. */
    streetName,
    /** The word that only the name of the unit's building may answer. */
    block: reading.block === undefined ? 0 : 1 << reading.block,
    /** Words that were typed before. */
    repeated,
    /**
     * The street's name if it is typed again: `PARK RD, PARK` does not mean another road in Park. Unlike `repeated`,
     * this also works for a place with a town, whose list of terms does not say how often it has a word.
     */
    streetAgain: isAgain ? streetName : 0,
    /** The last word, where it is digits that could be the house number. */
    lastDigits: lastDigitsOf(reading),
    /** Words that names, kinds and lots of addresses could answer. */
    names,
    kinds,
    lots,
  }
}

/** The word between the number and a street type. */
function streetNameOf({ words, number, numberAt }: Reading): number {
  if (number === undefined || numberAt === undefined) return 0
  const next = words[numberAt + 1]
  return next?.isStreetType === true && !next.open ? 1 << numberAt : 0
}

/** Whether a word is repeated after another: `GEORGE ST, GEORGE TOWN`, but not `WAGGA WAGGA`. */
function isRepeated(words: readonly QueryWord[], word: QueryWord, at: number): boolean {
  const { text, open, isDoubled } = word
  // A short word that is still being typed is most likely the beginning of a longer one.
  const mayFollow = isDoubled || (open && text.length < WHOLE_LETTERS_MIN)
  const end = mayFollow ? at - 1 : at
  for (let i = 0; i < end; i++) if (words[i].text === text) return true
  return false
}

/** Few words with as many letters begin a longer one. */
const WHOLE_LETTERS_MIN = 6

function lastDigitsOf({ words, number, unit, level, lot }: Reading): number {
  const last = words.at(-1)
  if (last === undefined || words.length < 2) return 0
  if ((number ?? unit ?? level ?? lot) !== undefined) return 0
  return /^\d+$/.test(last.text) ? 1 << (words.length - 1) : 0
}
