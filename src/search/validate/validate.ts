// Confirms a one-line address: exactly one that has every word, several candidates, or none.

import { RECORD } from '../../index/streets/records.ts'
import { tokensOf } from '../../index/words/fold.ts'
import { NO_NUMBER } from '../../index/words/number-code.ts'
import { namesPart } from '../../index/words/written-forms.ts'
import type { AddressFinder } from '../match/address-finder.ts'
import type { StreetFilter } from '../match/filter.ts'
import { type Answer, TopAnswers } from '../match/top-answers.ts'
import { type OwnText, recordsOfWholeLine } from '../match/whole-line.ts'
import { type Reading, wantsUnit } from '../query/reading.ts'
import { EXACT, type Pass, PENALTY } from '../ranking.ts'
import { STEPS } from '../steps.ts'
import type { Work } from '../work.ts'
import { likelyTypos, type TypoHooks } from './likely-typo.ts'
import { namesPlace } from './named-place.ts'
import { type PartsFit, partsFit } from './parts-in-order.ts'
import type { AddressSlots, Slot } from './word-slots.ts'

/** What the product knows of its addresses, and which of them count. */
export interface ValidateHooks extends TypoHooks {
  readonly finder: AddressFinder
  readonly filter: StreetFilter | undefined
  readonly work: Work
  slotsOf(record: number): AddressSlots
  ownText(record: number, street: number): OwnText
  /** Whether the place of a street has a street of exactly these words. */
  hasStreetNamed(words: readonly Slot[], street: number): boolean
  /** Whether the state of a street has a place of exactly these words. */
  hasPlaceNamed(words: readonly Slot[], street: number): boolean
}

type Verdict =
  | { readonly kind: 'one'; readonly record: number }
  | { readonly kind: 'several'; readonly records: readonly number[] }
  | { readonly kind: 'none' }

export const CANDIDATES_MAX = 10
/** Rows looked at for each reading: enough to see that there are more than the candidates. */
const ROWS_MAX = 64

/** Words in the usual order, then in any, then misspelt; none of them with a number that is not the address's. */
const LOOSE: Pass = { ...EXACT, name: 'relaxed', loose: true }
const MISSPELT: Pass = { ...LOOSE, name: 'misspelt', edits: 1 }
const RELAXED: Pass = { ...LOOSE, relaxed: true }

export function validateLine(hooks: ValidateHooks, line: string, strict: boolean): Verdict {
  const { pass, fits } = fittingLine(hooks, line)
  if (pass !== INSIDE_RANGE || fits.length === 0) return verdictOf(fits, strict)
  return several(fits.map(({ record }) => record))
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
  const tokens = { ...tokensOf(line), open: false }
  const own = wholeLine(hooks, tokens.words)
  if (own.length > 0) return { pass: 0, fits: own }
  const readings = hooks.finder.readings(tokens, hooks.work)
  // A bare number is a unit only where nothing has it as its own: `2-8` is a range before it is 2/8.
  const asWritten = readings.filter(({ isBareUnit }) => isBareUnit !== true)
  const asUnits = readings.filter(({ isBareUnit }) => isBareUnit === true)
  let at = 0
  for (const pass of [EXACT, LOOSE, MISSPELT]) {
    for (const some of [asWritten, asUnits]) {
      const fits = some.flatMap((reading) => fitting(hooks, reading, pass))
      if (fits.length > 0) return { pass: at, fits: wholeNames(fits) }
      at += 1
    }
  }
  const nearly = readings.flatMap((reading) =>
    wellPut(hooks, reading, answersOf(hooks, reading, RELAXED), false)
      .filter(({ penalty }) => NEARLY.has(penalty))
      .map(({ shown, parts }) => ({ record: shown, isDefinite: false, isWhole: isWhole(parts) })),
  )
  return { pass: INSIDE_RANGE, fits: wholeNames(nearly) }
}

/** What is shown for an address names that address, whatever else its words could mean. */
function wholeLine(
  { finder, filter, work, ownText }: ValidateHooks,
  words: readonly string[],
): readonly Fit[] {
  const textOf = (record: number, street: number) => ownText(record, street)
  const records = recordsOfWholeLine(finder, words, textOf, filter, work)
  return records.map((record) => ({ record, isDefinite: true, isWhole: true }))
}

/** What may differ in a candidate: the number lies inside its range, or a suite is held as a unit. */
const NEARLY: ReadonlySet<number> = new Set([PENALTY.insideRange, PENALTY.otherUnitKind])

interface Fit {
  readonly record: number
  /** The line says enough to mean this address and no other. */
  readonly isDefinite: boolean
  /** The names of its street and place are no longer than what was typed. */
  readonly isWhole: boolean
}

/** `12 George St` is in George Street where that has a 12, and in Saint George Street only where it has none. */
function wholeNames(fits: readonly Fit[]): readonly Fit[] {
  const whole = fits.filter((fit) => fit.isWhole)
  return whole.length > 0 ? whole : fits
}

function isWhole({ streetUnsaid, placeUnsaid }: PartsFit): boolean {
  return streetUnsaid + placeUnsaid === 0
}

function verdictOf(fits: readonly Fit[], strict: boolean): Verdict {
  const records = [...new Set(fits.map((fit) => fit.record))]
  const [record] = records
  if (record === undefined) return { kind: 'none' }
  const isOne = records.length === 1 && fits.some((fit) => fit.isDefinite)
  return isOne || !strict ? { kind: 'one', record } : several(records)
}

function several(records: readonly number[]): Verdict {
  return { kind: 'several', records: [...new Set(records)].slice(0, CANDIDATES_MAX) }
}

/** The addresses that have every word and number of a reading. */
function fitting(hooks: ValidateHooks, reading: Reading, pass: Pass): readonly Fit[] {
  const { records, streets } = hooks.finder.index
  const isDeep = (row: number) => ((records.flags[row] ?? 0) & RECORD.deep) !== 0
  const isMisspelt = pass.edits > 0
  let found = answersOf(hooks, reading, pass)
  if (isMisspelt) {
    const texts = [...new Set(reading.words.map(({ text }) => text))]
    const steps = STEPS.nameRead + texts.length * STEPS.typoJudged
    const isTypo = likelyTypos(hooks, texts)
    const isLikely = ({ row }: Answer) => hooks.work.affords(steps) && isTypo(row)
    found = found.filter(isLikely)
  }
  let rows = wellPut(hooks, reading, found, isMisspelt)
  const typed = reading.words.map(({ text }) => text)
  rows = preferNamed(hooks, typed, rows)
  const isUnit = wantsUnit(reading)
  const isNamed = (row: number) => isPartNamed(typed, hooks.slotsOf(row))
  // Where the building itself is held, its units are other addresses; where it is not, they are candidates.
  const buildings = rows.filter(({ row }) => !isDeep(row))
  if (!isUnit && buildings.length > 0) rows = buildings
  rows = preferPlainNumber(hooks, reading, rows)
  if (reading.unit !== undefined && reading.level === undefined) {
    rows = preferred(rows, ({ row }) => !records.level.has(row))
  }
  rows = preferred(rows, ({ hasTypedKind }) => hasTypedKind)
  // `5 Mill House`: an address without a number goes by that of its unit.
  const goesByUnit = (row: number) =>
    reading.number !== undefined && records.number[row] === NO_NUMBER && records.unit.has(row)
  return rows.map(({ row, shown, parts }) => ({
    record: shown,
    isWhole: isWhole(parts),
    isDefinite:
      (isUnit || !isDeep(row) || goesByUnit(row) || isNamed(row)) &&
      namesPlace(hooks.namesOf(streets.ofRecord(row)), reading.words, isMisspelt) &&
      !isLonger(hooks, parts, streets.ofRecord(row)),
  }))
}

/** An answer whose every word fits the part that it stands for. */
interface WellPut extends Answer {
  readonly parts: PartsFit
  /** The kind of its unit is the very one that was typed. */
  readonly hasTypedKind: boolean
}

function wellPut(
  hooks: ValidateHooks,
  { words, numberAt, unitWord = '' }: Reading,
  rows: readonly Answer[],
  isMisspelt: boolean,
): readonly WellPut[] {
  const texts = words.map(({ text }) => text)
  return rows.flatMap((answer) => {
    if (hooks.work.isSpent) return []
    hooks.work.spent += STEPS.line
    const slots = hooks.slotsOf(answer.row)
    const fit = partsFit({ texts, numberAt }, slots, isMisspelt, hooks.work)
    if (fit === undefined) return []
    const parts = slots.names === undefined ? fit : ALL_SAID
    const isTyped = ({ role, forms }: Slot) => role === 'kind' && forms.includes(unitWord)
    return [{ ...answer, parts, hasTypedKind: slots.own.some(isTyped) }]
  })
}

/** A UK address has several places, from near to far, and a line need not name all of them. */
const ALL_SAID: PartsFit = { streetUnsaid: 0, placeUnsaid: 0, street: [], place: [] }

/** The line names a street or a place that exists, and this one's name is longer: it is a candidate. */
function isLonger(hooks: ValidateHooks, parts: PartsFit, street: number): boolean {
  return (
    (parts.streetUnsaid > 0 && hooks.hasStreetNamed(parts.street, street)) ||
    (parts.placeUnsaid > 0 && hooks.hasPlaceNamed(parts.place, street))
  )
}

function preferred<T>(rows: readonly T[], isBetter: (row: T) => boolean): readonly T[] {
  const better = rows.filter(isBetter)
  return better.length > 0 ? better : rows
}

function answersOf(hooks: ValidateHooks, reading: Reading, pass: Pass): readonly Answer[] {
  const answers = new TopAnswers(ROWS_MAX)
  const { finder, filter, work } = hooks
  finder.match([reading], pass, { top: ROWS_MAX, filter, work }, answers)
  return answers.list()
}

/** `Ground Floor Flat` is a part of a building that goes by its name. */
function isPartNamed(typed: readonly string[], { names: [part = []] = [] }: AddressSlots): boolean {
  return part.length > 0 && namesPart(typed, part)
}

/** Of several addresses with one number and unit, those that have the fewest names of which the line says nothing. */
function preferNamed(
  hooks: ValidateHooks,
  typed: readonly string[],
  rows: readonly WellPut[],
): readonly WellPut[] {
  if (rows.length < 2) return rows
  const { records, streets } = hooks.finder.index
  const premises = ({ row }: WellPut) => {
    const numbers = [records.number[row], records.last.at(row), records.unit.at(row)]
    const isNumbered = numbers.some((number) => number !== NO_NUMBER)
    return isNumbered ? [streets.ofRecord(row), ...numbers].join(' ') : `row ${row}`
  }
  const unsaid = ({ row }: WellPut) => {
    const { names = [] } = hooks.slotsOf(row)
    return names.filter((name) => name.length > 0 && !namesPart(typed, name)).length
  }
  return [...Map.groupBy(rows, premises).values()].flatMap((same) => {
    const least = same.length < 2 ? 0 : Math.min(...same.map(unsaid))
    return same.length < 2 ? same : same.filter((each) => unsaid(each) === least)
  })
}

/** `12` is number 12 where its street has one, and `12-14` only where it has not. */
function preferPlainNumber(
  { finder }: ValidateHooks,
  reading: Reading,
  rows: readonly WellPut[],
): readonly WellPut[] {
  if (reading.number === undefined || reading.number.last !== undefined) return rows
  const { streets, records } = finder.index
  const isPlain = ({ row }: Answer) => records.last.at(row) === NO_NUMBER
  const plain = new Set(rows.filter(isPlain).map(({ row }) => streets.ofRecord(row)))
  return rows.filter((answer) => isPlain(answer) || !plain.has(streets.ofRecord(answer.row)))
}
