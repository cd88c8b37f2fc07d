// The addresses with the number of a line on the street that the words behind it name, as they are held or misspelt.
//
// Most rows of a list are written so. Then one look at the postings tells what readings and passes would find.

import { NONE, RECORD, type Records } from '../../index/streets/records.ts'
import { KIND, type TermRange, type Terms } from '../../index/terms/terms.ts'
import {
  lowestWithValue,
  NO_NUMBER,
  numberValue,
  readNumberText,
} from '../../index/words/number-code.ts'
import { editsAllowed } from '../../index/words/written-forms.ts'
import { isNumeral } from '../../lines/word-shapes.ts'
import type { AddressLayer } from '../address-layer.ts'
import type { OnStreet, OnStreetQuery } from '../address-search.ts'
import { ENOUGH } from '../match/address-finder.ts'
import { ALLOWS_ALL } from '../match/filter.ts'
import { Requirement } from '../query/requirement.ts'
import type { SearchedIndex } from '../searched-index.ts'
import { Work } from '../work.ts'

type Layer<Address> = Pick<AddressLayer<Address>, 'finder' | 'id' | 'address'>

/** More streets of one name in one place, or more addresses of one number, are for the whole search. */
const STREETS_MAX = 16
const ADDRESSES_MAX = 12
/** The street, its type and direction, the place, the state and the postcode have no more words. */
const WORDS_MAX = 16
/** With more words that are not known, the line is not about an address. */
const MISSPELT_MAX = 2

/** Undefined where the line is not written so, or where more must be looked at to tell which address it means. */
export function onStreet<Address>(
  layer: Layer<Address>,
  { words, gaps, exceptIds, work = new Work() }: OnStreetQuery,
): OnStreet<Address> | undefined {
  const { index } = layer.finder
  const numberAt = numberIn(words, index.terms)
  const before = words[numberAt - 1] ?? ''
  const isLot = before === 'LOT'
  if (numberAt < 0 || (words.includes('LOT') && !isLot)) return undefined
  const wanted = requirementsOf(index.terms, words, numberAt + 1)
  if (wanted === undefined) return undefined
  const { requirements, isMisspelt } = wanted
  const streets = streetsWith(layer, requirements, work)
  if (streets.length === 0 || streets.length > STREETS_MAX) return undefined
  const isRange = gaps[numberAt - 1] === '-' && isNumeral(before)
  const number = words[numberAt] ?? ''
  const written = isRange ? { first: before, last: number } : { first: number, last: '' }
  const isLeftOut = (record: number) => exceptIds?.has(layer.id(shownFor(layer, record))) === true
  const numbers = numberOnStreets(index, written, isLeftOut)
  const units = words.slice(0, numberAt)
  const found = streets.flatMap((street) =>
    isLot ? numbers.lotsOn(street) : numbers.recordsOn(street, units),
  )
  const hasNumber = found.length > 0
  const isOnlyForm = !numbers.hasOtherForms()
  if (found.length > ADDRESSES_MAX || (!hasNumber && (isMisspelt || !isOnlyForm))) return undefined
  const records = hasNumber ? found : numbers.neighbourOn(streets[0] ?? 0)
  const addresses = records.map((record) => foundAs(layer, record))
  return { numberAt, hasNumber, isOnlyForm, isMisspelt, addresses }
}

/** What an alias stands for; itself where that is in another file. */
function shownFor({ finder }: Layer<unknown>, record: number): number {
  const { records } = finder.index
  const principal = records.is(record, RECORD.alias) ? records.principal.at(record) : NONE
  return principal === NONE ? record : principal
}

function foundAs<Address>(
  layer: Layer<Address>,
  record: number,
): OnStreet<Address>['addresses'][number] {
  const shown = shownFor(layer, record)
  const alias = shown === record ? undefined : layer.address(record)
  return { id: layer.id(shown), item: layer.address(shown), alias }
}

/** The last number before the words of the street; that of a postcode may stand behind them. -1 where there is none. */
function numberIn(words: readonly string[], { postcode }: Terms): number {
  const last = words.findLastIndex(isNumeral)
  const isCode = last > 2 && postcode.whole.test(words[last] ?? '')
  const at = isCode ? words.findLastIndex((word, i) => i < last && isNumeral(word)) : last
  const behind = words.length - at - (isCode ? 2 : 1)
  return behind >= 2 && behind <= WORDS_MAX ? at : -1
}

interface WantedWords {
  readonly requirements: readonly Requirement[]
  /** Whether a word is not known anywhere: then a street may have one that is alike. */
  readonly isMisspelt: boolean
}

/** That a street has every word from `from` on; undefined where one of them is like none that is known. */
function requirementsOf(
  terms: Terms,
  words: readonly string[],
  from: number,
): WantedWords | undefined {
  const requirements: Requirement[] = []
  let misspelt = 0
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? ''
    let ranges = rangesOf((kind) => terms.whole(kind, word) ?? [])
    if (ranges.length === 0) {
      misspelt += 1
      if (misspelt > MISSPELT_MAX || editsAllowed(word) === 0) return undefined
      ranges = rangesOf((kind) => terms.misspelt(kind, word, 1, false))
    }
    if (ranges.length === 0) return undefined
    requirements.push(new Requirement(ranges))
  }
  return { requirements, isMisspelt: misspelt > 0 }
}

type TermsOf = (kind: typeof KIND.strong | typeof KIND.weak) => TermRange | readonly TermRange[]

function rangesOf(termsOf: TermsOf): readonly TermRange[] {
  return [termsOf(KIND.strong), termsOf(KIND.weak)].flat()
}

function streetsWith(
  { finder }: Layer<unknown>,
  requirements: readonly Requirement[],
  work: Work,
): readonly number[] {
  const streets: number[] = []
  // A walk may give streets that lack what is required.
  const allowsStreet = (street: number) =>
    requirements.every(({ ranges }) => finder.index.streets.hasTermIn(street, ranges))
  const filter = { ...ALLOWS_ALL, requirements, allowsStreet }
  finder.eachStreet(filter, work, (street) => {
    streets.push(street)
    return streets.length > STREETS_MAX ? ENOUGH : undefined
  })
  return streets
}

interface WrittenNumber {
  readonly first: string
  /** The other end of a range, or ''. */
  readonly last: string
}

/** The records of a street that have a number, or that come before it where none has. */
function numberOnStreets(
  { streets, records }: SearchedIndex,
  { first, last }: WrittenNumber,
  isLeftOut: (record: number) => boolean,
) {
  const { codes } = records
  const read = readNumberText(first)
  const [packed, lowest] = [codes.pack(read), lowestWithValue(read.value)]
  const packedLast = last === '' ? NO_NUMBER : codes.pack(readNumberText(last))
  /** Whether any address has the last number of the range. */
  const isKnown = last === '' || packedLast !== NO_NUMBER
  const rowsOf = (street: number) =>
    [streets.start[street] ?? 0, streets.start[street + 1] ?? 0] as const
  const isInUse = (record: number) => !records.is(record, RECORD.hidden) && !isLeftOut(record)
  let hasOtherForms = false

  return {
    /** Whether a street has the number in another way: with another letter, or in a range. */
    hasOtherForms: () => hasOtherForms,

    /** `units` are the words among which the number of a unit stands. */
    recordsOn: (street: number, units: readonly string[]): readonly number[] => {
      const found: number[] = []
      const [start, end] = rowsOf(street)
      let at = records.lowerBound(lowest, start, end)
      for (; at < end && numberValue(records.numberOf(at)) === read.value; at++) {
        if (!isInUse(at)) continue
        const isFirst = codes.same(records.numberOf(at), packed)
        if (isFirst && isKnown && records.last.at(at) === packedLast) found.push(at)
        else hasOtherForms = true
      }
      hasOtherForms ||=
        !isKnown || isInRange(records, read.value, streets.span[street] ?? 0, start, end)
      return found.length > 1 ? withUnit(records, found, units) : found
    },

    /** Those that have it as the number of their lot; addresses without a number come last. */
    lotsOn: (street: number): readonly number[] => {
      const found: number[] = []
      const [start, end] = rowsOf(street)
      for (let at = end - 1; at >= start && records.numberOf(at) === NO_NUMBER; at--) {
        if (codes.same(records.lot.at(at), packed) && isInUse(at)) found.push(at)
      }
      hasOtherForms = true
      return found
    },

    /** The record before the number, or the first of the street. */
    neighbourOn: (street: number): readonly number[] => {
      const [start, end] = rowsOf(street)
      const at = Math.max(start, records.lowerBound(lowest, start, end) - 1)
      return isInUse(at) ? [at] : []
    },
  }
}

/** Those that have a unit that was typed; where none has, those without a unit, or one for all. */
function withUnit(
  { unit }: Records,
  found: readonly number[],
  units: readonly string[],
): readonly number[] {
  const typed = units.map((word) => readNumberText(word).value)
  const isTyped = (record: number) => typed.includes(numberValue(unit.at(record)))
  const some = found.filter((record) => unit.has(record) && isTyped(record))
  if (some.length > 0) return some
  const buildings = found.filter((record) => !unit.has(record))
  return buildings.length > 0 ? buildings : found.slice(0, 1)
}

/** Whether a range goes over the number, of records from `start` to `end` whose widest has this span. */
function isInRange(
  records: Records,
  value: number,
  span: number,
  start: number,
  end: number,
): boolean {
  if (span === 0) return false
  let at = records.lowerBound(lowestWithValue(Math.max(0, value - span)), start, end)
  for (; at < end && numberValue(records.numberOf(at)) < value; at++) {
    const to = records.last.at(at)
    if (to !== NO_NUMBER && numberValue(to) >= value) return true
  }
  return false
}
