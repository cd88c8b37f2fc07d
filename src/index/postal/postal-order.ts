// The order of a UK index: which streets are better known, and how addresses with the same number follow.
// Unchecked: hot, compares millions of rows by their columns.

import type { RowComparison } from '../rows/final-order.ts'
import { countWords, type RankStreet } from '../rows/street-rank.ts'
import { RECORD } from '../streets/records.ts'
import { NAME_FIELDS, PLACE_FIELDS, type POSTAL_NAMES } from './postal-layout.ts'
import type { PostalStreets } from './postal-streets.ts'
import type { PostalTable } from './postal-table.ts'

/** Behind all house numbers. */
const NO_HOUSE_NUMBER = 1e6

/** A street is divided by postcode here, so its rank comes from all of it, and its parts follow each other. */
export function rankPostalStreets(rows: PostalTable, streets: PostalStreets): RankStreet {
  const { table, wholeStreets } = rows
  const streetOf = table.street.view()
  const numberOf = table.number.view()
  const inWhole = new Uint32Array(wholeStreets.count)
  const lowest = new Map<number, number>()
  for (let row = 0; row < streetOf.length; row++) {
    const street = streetOf[row]
    inWhole[streets.wholeOf(street)]++
    const text = table.numberTexts.texts[numberOf[row]]
    const number = Number.parseInt(text, 10) || NO_HOUSE_NUMBER
    lowest.set(street, Math.min(lowest.get(street) ?? NO_HOUSE_NUMBER, number))
  }
  const inTown = addressesInTowns(rows, inWhole)
  return (street) => {
    const whole = streets.wholeOf(street)
    const name = streets.name(streets.nameOf(street))
    const place = streets.place(streets.placeOf(street))
    const names = NAME_FIELDS.map((field) => name[field])
    const places = PLACE_FIELDS.map((field) => place[field])
    const first = String(lowest.get(street) ?? NO_HOUSE_NUMBER).padStart(7, '0')
    return {
      words: countWords(...names),
      score: inWhole[whole] * Math.floor(Math.sqrt(inTown.get(place.townOrCity) ?? 0)),
      tie: [...names, ...places, first, streets.postcodeOf(street)].join('|'),
    }
  }
}

/** How many addresses each town has, given how many each whole street has. */
function addressesInTowns(
  { places, wholeStreets }: PostalTable,
  inWhole: Uint32Array,
): ReadonlyMap<string, number> {
  const inTown = new Map<string, number>()
  inWhole.forEach((addresses, whole) => {
    const { townOrCity } = places.at(wholeStreets.secondOf(whole))
    inTown.set(townOrCity, (inTown.get(townOrCity) ?? 0) + addresses)
  })
  return inTown
}

/** `packed` has the packed form of each number's text. */
export function comparePostalRows(rows: PostalTable, packed: Uint32Array): RowComparison {
  const { table } = rows
  const [last, unit, flags] = [table.last.view(), table.unit.view(), table.flags.view()]
  const [high, low] = [rows.idHigh.view(), rows.idLow.view()]
  const names = table.nameTexts.texts
  const byName = (column: (typeof POSTAL_NAMES)[number]) => {
    const values = table.nameColumn(column).view()
    return (a: number, b: number) => {
      if (values[a] === values[b]) return 0
      return names[values[a]] < names[values[b]] ? -1 : 1
    }
  }
  const byBuilding = byName('buildingName')
  const bySubBuilding = byName('subBuilding')
  const byOrganisation = byName('organisation')
  const byDepartment = byName('department')
  const byPoBox = byName('poBox')
  return (a, b) =>
    packed[last[a]] - packed[last[b]] ||
    byBuilding(a, b) ||
    (flags[a] & RECORD.deep) - (flags[b] & RECORD.deep) ||
    packed[unit[a]] - packed[unit[b]] ||
    bySubBuilding(a, b) ||
    byOrganisation(a, b) ||
    byDepartment(a, b) ||
    byPoBox(a, b) ||
    high[a] - high[b] ||
    low[a] - low[b]
}
