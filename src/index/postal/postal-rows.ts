// Gathers UK delivery points: what only Variant B has beside the columns that both products share.

import type { PostalRow } from '../../address/postal.ts'
import { AddressTable } from '../rows/address-table.ts'
import { GrowingU32 } from '../rows/growing-arrays.ts'
import { PairNumbers } from '../rows/text-numbers.ts'
import { RECORD } from '../streets/records.ts'
import { foldedValue } from '../words/fold.ts'
import { postalIdOf } from './postal-id.ts'
import { houseNumber, houseNumberText, unitOf } from './postal-premises.ts'

const POSTAL_NAME_COLUMNS = [
  'organisation',
  'department',
  'poBox',
  'subBuilding',
  'buildingName',
] as const

/** Texts whose folded form is remembered: more would take more memory than they save time. */
const FOLDS_MAX = 100_000

export class PostalTable {
  readonly table = new AddressTable(POSTAL_NAME_COLUMNS)
  /** (dependent thoroughfare, thoroughfare). */
  readonly names = new PairNumbers()
  /** ((((double dependent locality, dependent locality), town), county), district), country. */
  readonly localities = new PairNumbers()
  readonly towns = new PairNumbers()
  readonly counties = new PairNumbers()
  readonly districts = new PairNumbers()
  readonly places = new PairNumbers()
  /** A named street in its place, whatever its postcodes. */
  readonly wholeStreets = new PairNumbers()
  readonly idHigh = new GrowingU32()
  readonly idLow = new GrowingU32()
  /** The building number's own text where the number column says something else; by row. */
  readonly numberTexts = new Map<number, string>()

  readonly #folds = new Map<string, string>()
  #last: PostalRow | undefined
  #lastPlace = 0

  add(row: PostalRow): void {
    const { table } = this
    const { texts } = table
    const name = this.names.add(texts.add(row.dependentThoroughfare), texts.add(row.thoroughfare))
    if (!isSamePlace(row, this.#last)) this.#lastPlace = this.#placeOf(row)
    this.#last = row
    const whole = this.wholeStreets.add(name, this.#lastPlace)
    const number = houseNumber(row.buildingNumber) ??
      numberInName(row) ?? {
        first: row.buildingNumber,
        last: '',
      }
    if (houseNumberText(number) !== row.buildingNumber) {
      this.numberTexts.set(table.rows, row.buildingNumber)
    }
    table.street.push(table.streets.add(whole, texts.add(row.postcode)))
    const unit = unitOf(row.subBuilding) ?? unitInName(row)
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
    POSTAL_NAME_COLUMNS.forEach((column, i) => {
      table.names[i].push(table.nameTexts.add(row[column]))
    })
    const id = postalIdOf(row, this.#folded)
    this.idHigh.push(id.high)
    this.idLow.push(id.low)
  }

  readonly #folded = (text: string): string => {
    const known = this.#folds.get(text)
    if (known !== undefined) return known
    const folded = foldedValue(text)
    if (this.#folds.size >= FOLDS_MAX) this.#folds.clear()
    this.#folds.set(text, folded)
    return folded
  }

  #placeOf(row: PostalRow): number {
    const { texts } = this.table
    const locality = this.localities.add(
      texts.add(row.doubleDependentLocality),
      texts.add(row.dependentLocality),
    )
    const town = this.towns.add(locality, texts.add(row.townOrCity))
    const county = this.counties.add(town, texts.add(row.county))
    const district = this.districts.add(county, texts.add(row.district))
    return this.places.add(district, texts.add(row.country))
  }
}

/** Rows of one place mostly follow each other, and it is then looked up once. */
function isSamePlace(row: PostalRow, last: PostalRow | undefined): boolean {
  return (
    last !== undefined &&
    row.doubleDependentLocality === last.doubleDependentLocality &&
    row.dependentLocality === last.dependentLocality &&
    row.townOrCity === last.townOrCity &&
    row.county === last.county &&
    row.district === last.district &&
    row.country === last.country
  )
}

/** Royal Mail keeps `12A` and `12-14` as building names. */
function numberInName(row: PostalRow) {
  return row.buildingNumber === '' ? houseNumber(row.buildingName) : undefined
}

/** `Unit 1` in place of a building's name and number, as sales of land have it. */
function unitInName(row: PostalRow) {
  if (row.subBuilding + row.buildingNumber !== '') return undefined
  const unit = unitOf(row.buildingName)
  return unit === undefined || unit.kind === '' ? undefined : unit
}
