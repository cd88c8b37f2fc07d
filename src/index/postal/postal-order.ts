// The order of a UK index: which streets are better known, and how addresses with the same number follow.
// Unchecked: hot, compares millions of rows by their columns.

import type { RowComparison } from '../rows/final-order.ts'
import { countWords, placesOf, type RankStreets } from '../rows/street-rank.ts'
import { RECORD } from '../streets/records.ts'
import { NAME_FIELDS, PLACE_FIELDS, type POSTAL_NAMES } from './postal-layout.ts'
import type { PostalStreets } from './postal-streets.ts'
import type { PostalTable } from './postal-table.ts'

/** Behind all house numbers. */
const NO_HOUSE_NUMBER = 1e6

/** A street is divided by postcode here, so its rank comes from all of it, and its parts follow each other. */
export function rankPostalStreets(rows: PostalTable, streets: PostalStreets): RankStreets {
  const { table, names, places, wholeStreets } = rows
  const streetOf = table.street.view()
  const numberOf = table.number.view()
  const values = Uint32Array.from(table.numberTexts.texts, houseNumberValue)
  const inWhole = new Uint32Array(wholeStreets.count)
  const lowest = new Uint32Array(table.streets.count).fill(NO_HOUSE_NUMBER)
  for (let row = 0; row < streetOf.length; row++) {
    const street = streetOf[row]
    inWhole[streets.wholeOf(street)]++
    lowest[street] = Math.min(lowest[street], values[numberOf[row]])
  }
  const inTown = townScores(rows, inWhole)
  const textsOf = (name: number) => NAME_FIELDS.map((field) => streets.name(name)[field])
  const words = Uint32Array.from({ length: names.count }, (_, name) => countWords(...textsOf(name)))
  const byName = placesOf(names.count, (name) => [...textsOf(name), ''].join('|'))
  const byPlace = placesOf(places.count, (place) => {
    const texts = streets.place(place)
    return [...PLACE_FIELDS.map((field) => texts[field]), ''].join('|')
  })
  const byPostcode = placesOf(table.streets.count, (street) => streets.postcodeOf(street))
  return (addresses) => ({
    words: addresses.map((_, street) => words[streets.sharedNameOf(street)]),
    score: Float64Array.from(addresses, (_, street) => {
      return inWhole[streets.wholeOf(street)] * inTown[streets.placeOf(street)]
    }),
    ties: [
      addresses.map((_, street) => byName[streets.sharedNameOf(street)]),
      addresses.map((_, street) => byPlace[streets.placeOf(street)]),
      lowest,
      byPostcode,
    ],
  })
}

function houseNumberValue(text: string): number {
  const value = Number.parseInt(text, 10)
  return value > 0 ? Math.min(value, NO_HOUSE_NUMBER) : NO_HOUSE_NUMBER
}

/** By place the root of how many addresses its town has, given how many each whole street has. */
function townScores({ places, wholeStreets }: PostalTable, inWhole: Uint32Array): Uint32Array {
  const towns = Array.from({ length: places.count }, (_, place) => places.at(place).townOrCity)
  const inTown = new Map<string, number>()
  for (let whole = 0; whole < inWhole.length; whole++) {
    const town = towns[wholeStreets.secondOf(whole)]
    inTown.set(town, (inTown.get(town) ?? 0) + inWhole[whole])
  }
  return Uint32Array.from(towns, (town) => Math.floor(Math.sqrt(inTown.get(town) ?? 0)))
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
