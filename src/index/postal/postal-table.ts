// Gathers UK delivery points: what only product `uk` has beside the columns that both products share.

import type { OtherPostalNames, PostalRow } from '../../address/postal.ts'
import { type Premises, poBoxText, readPremises } from '../../address/postal-lines.ts'
import { postalIdOf } from '../ids/postal-id.ts'
import { UprnRows } from '../ids/uprn-column.ts'
import { AddressTable } from '../rows/address-table.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { FieldNumbers, PairNumbers } from '../rows/pair-numbers.ts'
import type { SpillFile } from '../rows/spill-file.ts'
import { RECORD } from '../streets/records.ts'
import { foldedValue } from '../words/fold.ts'
import { letteredNumber } from '../words/number-code.ts'
import { OtherNames } from './other-names.ts'
import { NAME_FIELDS, PLACE_FIELDS, type PlaceField, POSTAL_NAMES } from './postal-layout.ts'
import {
  type HouseNumber,
  houseNumber,
  houseNumberText,
  unitIn,
  unitOf,
} from './premise-numbers.ts'

/** Texts of which something is remembered: more would take more memory than they save time. */
const REMEMBERED_MAX = 100_000

export class PostalTable {
  /** The streets of the table are whole streets with a postcode. */
  readonly table: AddressTable
  readonly names: FieldNumbers<(typeof NAME_FIELDS)[number]>
  readonly places: FieldNumbers<PlaceField>
  /** A named street in its place, whatever its postcodes. */
  readonly wholeStreets = new PairNumbers()
  readonly idHigh: GrowingU32
  readonly idLow: GrowingU32
  readonly uprns: UprnRows
  /** The building number's own text where the number column says something else; by row. */
  readonly numberTexts = new Map<number, string>()
  /** Names of buildings that look like a unit or a number, and are names all the same. */
  readonly namesBeside = new Set<string>()
  /** By whole street, and by place. */
  readonly streetOthers = new OtherNames()
  readonly placeOthers = new OtherNames()
  readonly #folded = remembering(foldedValue)
  readonly #unitIn = remembering(unitIn)
  #last: PostalRow | undefined
  #place = 0

  constructor(spill?: SpillFile) {
    this.table = new AddressTable(POSTAL_NAMES, spill)
    this.names = new FieldNumbers(this.table.texts, NAME_FIELDS)
    this.places = new FieldNumbers(this.table.texts, PLACE_FIELDS)
    this.idHigh = new GrowingU32(spill)
    this.idLow = new GrowingU32(spill)
    this.uprns = new UprnRows(spill)
  }

  add(row: PostalRow): void {
    const { table } = this
    if (!isSamePlace(row, this.#last)) this.#place = this.places.add(row)
    this.#last = row
    const whole = this.wholeStreets.add(this.names.add(row), this.#place)
    if (row.otherNames !== undefined) this.#addOthers(whole, row, row.otherNames)
    const premises = readPremises(row)
    const number = numberOf(premises)
    if (houseNumberText(number) !== row.buildingNumber) {
      this.numberTexts.set(table.rows, row.buildingNumber)
    }
    this.uprns.add(table.rows, row.uprn)
    const unit = this.#unitIn(row.subBuilding) ?? unitInName(premises)
    const other = otherNumber(number, unit?.number ?? '')
    if (other !== undefined) table.otherNumbers.set(table.rows, other)
    if (isNameBeside(row)) this.namesBeside.add(row.buildingName)
    table.street.push(table.streets.add(whole, table.texts.add(row.postcode)))
    table.addNumbers({
      number: number.first,
      last: number.last,
      unit: unit?.number ?? '',
      unitKind: unit?.kind ?? '',
      level: '',
      levelKind: '',
      lot: '',
    })
    const isDeep = row.subBuilding !== '' || unit !== undefined
    table.flags.push((isDeep ? RECORD.deep : 0) | (row.residential ? RECORD.residential : 0))
    table.latitude.push(row.latitude)
    table.longitude.push(row.longitude)
    for (const name of POSTAL_NAMES) {
      // A box is typed as it is shown, with its words.
      table.addName(name, name === 'poBox' ? poBoxText(row.poBox) : row[name])
    }
    const id = postalIdOf(row, this.#folded)
    this.idHigh.push(id.high)
    this.idLow.push(id.low)
  }

  #addOthers(whole: number, row: PostalRow, { streets, places }: OtherPostalNames): void {
    const { doubleDependentLocality, dependentLocality, townOrCity } = row
    this.streetOthers.add(whole, streets, [row.thoroughfare, row.dependentThoroughfare])
    const own = [doubleDependentLocality, dependentLocality, townOrCity]
    this.placeOthers.add(this.#place, places, own)
  }
}

/** Streets, towns and flats repeat. */
function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly value: T }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before.value
    const value = read(text)
    if (known.size >= REMEMBERED_MAX) known.clear()
    known.set(text, { value })
    return value
  }
}

/** Rows of one place mostly follow each other, and it is then looked up once. */
function isSamePlace(row: PostalRow, last: PostalRow | undefined): boolean {
  return last !== undefined && PLACE_FIELDS.every((field) => row[field] === last[field])
}

/** Royal Mail keeps `12A`, `12-14` and `K` as building names. */
function numberOf({ buildingNumber, buildingName }: Premises) {
  const inName = buildingNumber === '' ? houseNumber(buildingName) : undefined
  return houseNumber(buildingNumber) ?? inName ?? { first: buildingNumber, last: '' }
}

/** What else people write for the number: `12/14` for 12-14, and `31C` for flat C of 31. */
function otherNumber({ first, last }: HouseNumber, unit: string): string | undefined {
  if (last !== '') return `${first}/${last}`
  return /^[A-Z]$/.test(unit) && /^\d+$/.test(first) ? letteredNumber(first, unit) : undefined
}

/** `Block 2` is a name beside another unit, and `12A` beside another number. */
function isNameBeside({ subBuilding, buildingName, buildingNumber }: PostalRow): boolean {
  if (buildingName === '' || subBuilding + buildingNumber === '') return false
  if (houseNumber(buildingName) !== undefined) return buildingNumber !== ''
  return subBuilding !== '' && unitOf(buildingName) !== undefined
}

/** `Unit 1` in place of a building's name, as sales of land have it. */
function unitInName({ subBuilding, buildingName }: Premises) {
  if (subBuilding !== '') return undefined
  const unit = unitOf(buildingName)
  return unit === undefined || unit.kind === '' ? undefined : unit
}
