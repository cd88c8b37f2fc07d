// Gathers UK delivery points: what only product `uk` has, in addition to the columns that both products share.

import type { OtherPostalNames, PostalRow } from '../../address/postal.ts'
import { type Premises, poBoxText, readPremises } from '../../address/postal-lines.ts'
import { remembering } from '../../lib/bounded-map.ts'
import { type PostalId, postalIdOf, UprnRows } from '../ids/postal-id.ts'
import { AddressTable } from '../rows/address-table.ts'
import type { SpillFile } from '../rows/growing-arrays.ts'
import { PairNumbers } from '../rows/text-numbers.ts'
import { RECORD } from '../streets/records.ts'
import { foldedValue } from '../words/fold.ts'
import { letteredNumber } from '../words/number-code.ts'
import { type NameField, type PlaceField, POSTAL } from './postal-records.ts'
import {
  type HouseNumber,
  houseNumber,
  houseNumberText,
  unitIn,
  unitOf,
} from './premise-numbers.ts'

/** Streets, towns and flats repeat. */
const REMEMBERED_MAX = 100_000

/** The streets of the table are whole streets with a postcode. */
export class PostalTable extends AddressTable<NameField, PlaceField> {
  override readonly wholeStreets = new PairNumbers()
  readonly idHigh = this.u32()
  readonly idLow = this.u32()
  readonly uprns = new UprnRows(this)
  /** The building number's own text where the number column says something else; by row. */
  readonly ownNumbers = new Map<number, string>()
  /** Names of buildings that look like a unit or a number, and are names all the same. */
  readonly namesBeside = new Set<string>()
  readonly streetOthers = new OtherNames()
  readonly placeOthers = new OtherNames()
  readonly #folded = remembering(foldedValue, REMEMBERED_MAX)
  readonly #unitIn = remembering(unitIn, REMEMBERED_MAX)

  constructor(spill?: SpillFile) {
    super(POSTAL, spill)
  }

  override wholeOf(street: number): number {
    return this.streets.firstOf(street)
  }

  postcodeOf(street: number): string {
    return this.texts.at(this.streets.secondOf(street))
  }

  /** `id` is that of an address that has one already. */
  add(row: PostalRow, id: PostalId = postalIdOf(row, this.#folded)): void {
    const { rows, numberTexts } = this
    const place = this.places.add(row)
    const whole = this.wholeStreets.add(this.names.add(row), place)
    if (row.otherNames !== undefined) this.#addOthers(whole, place, row, row.otherNames)
    const premises = readPremises(row)
    const number = numberOf(premises)
    if (houseNumberText(number) !== row.buildingNumber)
      this.ownNumbers.set(rows, row.buildingNumber)
    this.uprns.add(rows, row.uprn)
    const unit = this.#unitIn(row.subBuilding) ?? unitInName(premises)
    const other = otherNumber(number, unit?.number ?? '')
    if (other !== undefined) this.otherNumbers.set(rows, other)
    if (isNameBeside(row)) this.namesBeside.add(row.buildingName)
    this.street.push(this.streets.add(whole, this.texts.add(row.postcode)))
    this.number.push(numberTexts.add(number.first))
    this.last.push(numberTexts.add(number.last))
    this.unit.push(numberTexts.add(unit?.number ?? ''))
    this.unitKind.push(this.kindTexts.add(unit?.kind ?? ''))
    for (const column of [this.level, this.levelKind, this.lot]) column.push(0)
    const isDeep = row.subBuilding !== '' || unit !== undefined
    this.flags.push((isDeep ? RECORD.deep : 0) | (row.residential ? RECORD.residential : 0))
    this.latitude.push(row.latitude)
    this.longitude.push(row.longitude)
    for (const name of POSTAL.columns) {
      // A box is typed as it is shown, with its words.
      const text = name === 'poBox' ? poBoxText(row.poBox) : row[name]
      this.nameColumn(name).push(this.nameTexts.add(text))
    }
    this.idHigh.push(id.high)
    this.idLow.push(id.low)
  }

  #addOthers(
    whole: number,
    place: number,
    { thoroughfare, dependentThoroughfare, ...row }: PostalRow,
    { streets, places }: OtherPostalNames,
  ): void {
    this.streetOthers.add(whole, streets, [thoroughfare, dependentThoroughfare])
    const own = [row.doubleDependentLocality, row.dependentLocality, row.townOrCity]
    this.placeOthers.add(place, places, own)
  }
}

/** More names than this of one street or place are a mistake in the data. */
const OTHER_NAMES_MAX = 8

/** Names in another language, such as Welsh ones in addition to English ones, by the number of the street or place. */
class OtherNames {
  readonly #of = new Map<number, readonly string[]>()

  /** Names that it goes by anyway are left out. */
  add(item: number, names: readonly string[], own: readonly string[]): void {
    if (names.length === 0) return
    const known = this.of(item)
    const folded = new Set([...own, ...known].map(foldedValue))
    const others = names.filter((name) => name !== '' && !folded.has(foldedValue(name)))
    if (others.length === 0) return
    this.#of.set(item, [...known, ...others].slice(0, OTHER_NAMES_MAX))
  }

  of(item: number): readonly string[] {
    return this.#of.get(item) ?? []
  }
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

/** `Block 2` is a name if there is another unit, and so is `12A` if there is another number. */
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
