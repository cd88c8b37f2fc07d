// The order of a national index: which streets are better known, and how addresses with the same number follow.
// Unchecked: hot, compares millions of rows by their columns.

import { DROPPED, type RowComparison } from '../rows/final-order.ts'
import { countWords, placesOf, type RankStreets } from '../rows/street-rank.ts'
import { RECORD } from '../streets/records.ts'
import type { NationalStreets } from './national-streets.ts'
import type { NationalTable } from './national-table.ts'

/** Long streets in large localities are the ones most people mean. */
export function rankNationalStreets(
  { table, names, places }: NationalTable,
  streets: NationalStreets,
): RankStreets {
  const inPlace = new Uint32Array(places.count)
  for (const street of table.street.view()) inPlace[table.streets.secondOf(street)]++
  const words = Uint32Array.from({ length: names.count }, (_, name) => {
    const { streetName, streetSuffix } = streets.name(name)
    return countWords(streetName, streetSuffix)
  })
  const byName = placesOf(names.count, (name) => {
    const { streetName, streetType, streetSuffix } = streets.name(name)
    return [streetName, streetType, streetSuffix, ''].join('|')
  })
  const byPlace = placesOf(places.count, (place) => {
    const { localityName, state, postcode } = streets.place(place)
    return [localityName, state, postcode].join('|')
  })
  return (addresses) => ({
    words: addresses.map((_, street) => words[table.streets.firstOf(street)]),
    score: Float64Array.from(addresses, (count, street) => {
      return count * Math.floor(Math.sqrt(inPlace[table.streets.secondOf(street)]))
    }),
    ties: [
      addresses.map((_, street) => byName[table.streets.firstOf(street)]),
      addresses.map((_, street) => byPlace[table.streets.secondOf(street)]),
    ],
  })
}

/** `packed` has the packed form of each number's text. */
export function compareNationalRows(
  { table, pid }: NationalTable,
  packed: Uint32Array,
): RowComparison {
  const last = table.last.view()
  const [level, unit] = [table.level.view(), table.unit.view()]
  // Past the largest number comes 0: a level stands before its suites, a unit on no level before one on a level.
  const noneFirst = (number: number) => (packed[number] + 1) >>> 0
  const [number, lot, kind] = [table.number.view(), table.lot.view(), table.unitKind.view()]
  const flags = table.flags.view()
  const kinds = table.kindTexts.texts
  return (a, b) => {
    const lots = number[a] === 0 ? packed[lot[a]] - packed[lot[b]] : 0
    if (lots !== 0) return lots
    const deeper = (flags[a] & RECORD.deep) - (flags[b] & RECORD.deep)
    if (deeper !== 0) return deeper
    if (last[a] !== last[b]) return packed[last[a]] - packed[last[b]]
    if (level[a] !== level[b]) return noneFirst(level[a]) - noneFirst(level[b])
    if (unit[a] !== unit[b]) return noneFirst(unit[a]) - noneFirst(unit[b])
    if (kind[a] !== kind[b]) return kinds[kind[a]] < kinds[kind[b]] ? -1 : 1
    return pid.text(a) < pid.text(b) ? -1 : 1
  }
}

/**
 * An alias that shows a unit is ranked as a unit, or a unit would come before a building. `principalOf` has the row
 * that each row is an alias of.
 */
export function rankAliasesAsTheirPrincipals(
  { table }: NationalTable,
  principalOf: Uint32Array,
): void {
  const flags = table.flags.view()
  for (let row = 0; row < flags.length; row++) {
    const principal = principalOf[row]
    if ((flags[row] & RECORD.alias) === 0 || principal === DROPPED) continue
    flags[row] |= flags[principal] & (RECORD.deep | RECORD.hidden)
  }
}
