// Confirms a one-line address: exactly one that has every word, several candidates, or none.

import { RECORD } from '../../index/streets/records.ts'
import { tokensOf } from '../../index/words/fold.ts'
import { NO_NUMBER } from '../../index/words/number-code.ts'
import { nameWordForms } from '../../index/words/written-forms.ts'
import type { QueryWord } from '../query/query-words.ts'
import type { Reading } from '../query/readings.ts'
import type { AddressFinder, StreetFilter } from './address-finder.ts'
import { isOneTypo } from './edit-distance.ts'
import { type Answer, PASSES, type Pass, PENALTY, TopAnswers } from './ranking.ts'
import { type AddressSlots, hasOwnWords } from './word-slots.ts'

/** What the product knows of the street that an address stands on. */
export interface StreetNames {
  readonly nameWords: readonly string[]
  /** Each name that the locality or town goes by, as words: one of them in full names the place. */
  readonly placeNames: readonly (readonly string[])[]
  readonly postcode: string
}

export interface ValidateHooks {
  readonly finder: AddressFinder
  readonly filter: StreetFilter | undefined
  namesOf(street: number): StreetNames
  slotsOf(record: number): AddressSlots
  /** Whether a word is the name, or part of it, of any place at all. */
  isPlaceWord(word: string): boolean
}

type Verdict =
  | { readonly kind: 'one'; readonly record: number }
  | { readonly kind: 'several'; readonly records: readonly number[] }
  | { readonly kind: 'none' }

export const CANDIDATES_MAX = 10
/** Rows looked at for each reading: enough to see that there are more than the candidates. */
const ROWS_MAX = 64

/** Words in the usual order, then in any, then misspelt; none of them with a number that is not the address's. */
const EXACT: Pass = PASSES[0]
const LOOSE: Pass = { ...EXACT, name: 'relaxed', loose: true }
const MISSPELT: Pass = { ...LOOSE, name: 'misspelt', edits: 1 }
const RELAXED: Pass = { ...LOOSE, relaxed: true }

export function validateLine(hooks: ValidateHooks, line: string, strict: boolean): Verdict {
  const { pass, fits } = fittingLine(hooks, line)
  if (fits.length === 0) return { kind: 'none' }
  return pass === INSIDE_RANGE ? several(fits.map(({ record }) => record)) : verdictOf(fits, strict)
}

/** The pass of numbers that only lie inside a range: candidates, never the one answer. */
export const INSIDE_RANGE = 6

interface Fitting {
  /** How loosely the line had to be taken: exact, any order, misspelt, each with bare units too; or INSIDE_RANGE. */
  readonly pass: number
  readonly fits: readonly Fit[]
}

/** What fits the line by the strictest pass by which anything does. */
export function fittingLine(hooks: ValidateHooks, line: string): Fitting {
  // Nothing more will be typed: the last word of a line is as whole as the others.
  const readings = hooks.finder.readings({ ...tokensOf(line), open: false })
  // A bare number is a unit only where nothing has it as its own: `2-8` is a range before it is 2/8.
  const asWritten = readings.filter(({ isBareUnit }) => isBareUnit !== true)
  const asUnits = readings.filter(({ isBareUnit }) => isBareUnit === true)
  let at = 0
  for (const pass of [EXACT, LOOSE, MISSPELT]) {
    for (const some of [asWritten, asUnits]) {
      const fits = some.flatMap((reading) => fitting(hooks, reading, pass))
      if (fits.length > 0) return { pass: at, fits }
      at += 1
    }
  }
  const inside = readings.flatMap((reading) =>
    answersOf(hooks, reading, RELAXED).filter(({ penalty }) => penalty === PENALTY.insideRange),
  )
  const fits = inside.map(({ shown }) => ({ record: shown, isDefinite: false }))
  return { pass: INSIDE_RANGE, fits }
}

interface Fit {
  readonly record: number
  /** The line says enough to mean this address and no other. */
  readonly isDefinite: boolean
}

function verdictOf(fits: readonly Fit[], strict: boolean): Verdict {
  const records = [...new Set(fits.map((fit) => fit.record))]
  if (!strict) return { kind: 'one', record: records[0] }
  const isDefinite = fits.some((fit) => fit.isDefinite)
  return records.length === 1 && isDefinite ? { kind: 'one', record: records[0] } : several(records)
}

function several(records: readonly number[]): Verdict {
  return { kind: 'several', records: [...new Set(records)].slice(0, CANDIDATES_MAX) }
}

/** The addresses that have every word and number of a reading. */
function fitting(hooks: ValidateHooks, reading: Reading, pass: Pass): readonly Fit[] {
  const { finder } = hooks
  const { flags } = finder.records
  const isMisspelt = pass.edits > 0
  let rows = answersOf(hooks, reading, pass)
  if (isMisspelt) rows = rows.filter(({ row }) => isLikelyTypo(hooks, reading.words, row))
  const typed = reading.words.map(({ text }) => text)
  rows = rows.filter(({ row }) => hasOwnWords(typed, hooks.slotsOf(row), isMisspelt))
  const wantsUnit = reading.unit !== undefined || reading.level !== undefined
  // Where the building itself is held, its units are other addresses; where it is not, they are candidates.
  const buildings = rows.filter(({ row }) => (flags[row] & RECORD.deep) === 0)
  if (!wantsUnit && buildings.length > 0) rows = buildings
  rows = preferPlainNumber(finder, reading, rows)
  if (reading.unit !== undefined && reading.level === undefined) {
    const onNoLevel = rows.filter(({ row }) => !finder.records.level.has(row))
    if (onNoLevel.length > 0) rows = onNoLevel
  }
  const { number, unit } = finder.records
  // `5 Mill House`: an address without a number goes by that of its unit.
  const goesByUnit = (row: number) =>
    reading.number !== undefined && number[row] === NO_NUMBER && unit.has(row)
  return rows.map(({ row, shown }) => ({
    record: shown,
    isDefinite:
      (wantsUnit || (flags[row] & RECORD.deep) === 0 || goesByUnit(row)) &&
      namesPlace(hooks.namesOf(finder.streets.ofRecord(row)), reading.words, isMisspelt),
  }))
}

function answersOf(hooks: ValidateHooks, reading: Reading, pass: Pass): readonly Answer[] {
  const answers = new TopAnswers(ROWS_MAX)
  hooks.finder.match([reading], pass, { top: ROWS_MAX, filter: hooks.filter }, answers)
  return answers.list()
}

/** `12` is number 12 where there is one, and `12-14` only where there is not. */
function preferPlainNumber(
  finder: AddressFinder,
  reading: Reading,
  rows: readonly Answer[],
): readonly Answer[] {
  if (reading.number === undefined || reading.number.last !== undefined) return rows
  const plain = rows.filter(({ row }) => finder.records.last.at(row) === NO_NUMBER)
  return plain.length > 0 ? plain : rows
}

/** The postcode, or every word of one of the place's names beyond the words that the street's name takes. */
function namesPlace(names: StreetNames, words: readonly QueryWord[], misspelt: boolean): boolean {
  const typed = words.map((word) => word.text)
  const joined = typed.map((text) => text.replace(' ', ''))
  if (names.postcode !== '' && joined.includes(names.postcode.replace(' ', ''))) return true
  return names.placeNames.some((name) => {
    const free = withoutStreetName(typed, names.nameWords, name, misspelt)
    if (free.includes(name.join(''))) return true
    return name.length > 0 && takeAll(free, name, misspelt) !== undefined
  })
}

/** Takes one typed word for each word of the street's name, if it can, one that the place has no use for. */
function withoutStreetName(
  typed: readonly string[],
  nameWords: readonly string[],
  place: readonly string[],
  misspelt: boolean,
): readonly string[] {
  const free = [...typed]
  for (const word of nameWords) {
    const fits = free.filter((text) => isSameWord(text, word, misspelt))
    const best = fits.find((text) => !place.some((other) => isSameWord(text, other, misspelt)))
    const taken = best ?? fits[0]
    if (taken !== undefined) free.splice(free.indexOf(taken), 1)
  }
  return free
}

function takeAll(
  typed: readonly string[],
  wanted: readonly string[],
  misspelt: boolean,
): readonly string[] | undefined {
  const free = [...typed]
  for (const word of wanted) {
    const at = free.findIndex((text) => isSameWord(text, word, misspelt))
    if (at < 0) return undefined
    free.splice(at, 1)
  }
  return free
}

function isSameWord(typed: string, word: string, misspelt: boolean): boolean {
  if (nameWordForms(word).includes(typed) || typed === word) return true
  return misspelt && isOneTypo(typed, word)
}

/**
 * A word that is right somewhere is hardly a typing error: another suburb's name is another suburb, and where the
 * suburb has a street of that very name, the line means that street, whose number does not exist.
 */
function isLikelyTypo(hooks: ValidateHooks, words: readonly QueryWord[], row: number): boolean {
  const { streets, postings, terms } = hooks.finder
  const street = streets.ofRecord(row)
  const names = hooks.namesOf(street)
  const place = streets.place[street]
  return words.every(({ text }) => {
    const isExact = (word: string) => isSameWord(text, word, false)
    if (names.nameWords.some(isExact) || names.placeNames.flat().some(isExact)) return true
    const isNear = (word: string) => isSameWord(text, word, true)
    if (names.placeNames.flat().some(isNear) && hooks.isPlaceWord(text)) return false
    const range = names.nameWords.some(isNear) ? terms.whole('s', text) : undefined
    if (range === undefined) return true
    if (postings.isMap(range.from)) return false
    for (let i = postings.start(range.from); i < postings.end(range.from); i++) {
      if (streets.place[postings.data[i]] === place) return false
    }
    return true
  })
}
