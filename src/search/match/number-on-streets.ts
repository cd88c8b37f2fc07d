// The addresses of a street that have a typed number, by a look at its rows.

import { NONE, RECORD, type Records } from '../../index/streets/records.ts'
import {
  lowestWithValue,
  NO_NUMBER,
  numberValue,
  readNumberText,
} from '../../index/words/number-code.ts'
import type { SearchedIndex } from '../searched-index.ts'

/** What an alias stands for; itself where that is in another file. */
export function shownFor({ records }: SearchedIndex, record: number): number {
  const principal = records.is(record, RECORD.alias) ? records.principal.at(record) : NONE
  return principal === NONE ? record : principal
}

/** The records of a street with a number, or with a range that ends in it; if there are none, those before it. */
export function numberOnStreets(
  { streets, records }: SearchedIndex,
  { first, last }: { readonly first: string; readonly last: string },
  isLeftOut: (record: number) => boolean = () => false,
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
