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

export type StreetOfRow = Readonly<Record<NameField | PlaceField | 'postcode', string>>

interface PremisesNumbers extends PostalId, Pick<PostalRow, 'latitude' | 'longitude' | 'uprn'> {
  readonly street: number
  readonly first: number
  readonly last: number
  readonly unit: number
  readonly unitKind: number
  readonly flags: number
}

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
    const { rows } = this
    const street = this.addStreet(row, row.otherNames)
    const premises = readPremises(row)
    const number = numberOf(premises)
    if (houseNumberText(number) !== row.buildingNumber)
      this.ownNumbers.set(rows, row.buildingNumber)
    const unit = this.#unitIn(row.subBuilding) ?? unitInName(premises)
    for (const name of POSTAL.columns) {
      // A box is typed as it is shown, with its words.
      const text = name === 'poBox' ? poBoxText(row.poBox) : row[name]
      this.nameColumn(name).push(this.nameTexts.add(text))
    }
    const isDeep = row.subBuilding !== '' || unit !== undefined
    const { latitude, longitude, uprn } = row
    this.addPremises({
      ...id,
      street,
      first: this.numberTexts.add(number.first),
      last: this.numberTexts.add(number.last),
      unit: this.numberTexts.add(unit?.number ?? ''),
      unitKind: this.kindTexts.add(unit?.kind ?? ''),
      flags: (isDeep ? RECORD.deep : 0) | (row.residential ? RECORD.residential : 0),
      latitude,
      longitude,
      uprn,
    })
    this.noteName(row)
  }

  /** The number of what all addresses of a street say. */
  addStreet(said: StreetOfRow, otherNames?: OtherPostalNames): number {
    const place = this.places.add(said)
    const whole = this.wholeStreets.add(this.names.add(said), place)
    if (otherNames !== undefined) this.#addOthers(whole, place, said, otherNames)
    return this.streets.add(whole, this.texts.add(said.postcode))
  }

  /** The rest of an address, by the numbers of its texts, once its names are there. */
  addPremises(row: PremisesNumbers): void {
    const { numberTexts } = this
    this.uprns.add(this.rows, row.uprn)
    if (row.last !== 0 || row.unit !== 0) {
      const number = { first: numberTexts.at(row.first), last: numberTexts.at(row.last) }
      const other = otherNumber(number, numberTexts.at(row.unit))
      if (other !== undefined) this.otherNumbers.set(this.rows, other)
    }
    this.street.push(row.street)
    this.number.push(row.first)
    this.last.push(row.last)
    this.unit.push(row.unit)
    this.unitKind.push(row.unitKind)
    for (const column of [this.level, this.levelKind, this.lot]) column.push(0)
    this.flags.push(row.flags)
    this.latitude.push(row.latitude)
    this.longitude.push(row.longitude)
    this.idHigh.push(row.high)
    this.idLow.push(row.low)
  }

  noteName(row: Premises): void {
    if (isNameBeside(row)) this.namesBeside.add(row.buildingName)
  }

  #addOthers(
    whole: number,
    place: number,
    { thoroughfare, dependentThoroughfare, ...row }: StreetOfRow,
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
function isNameBeside({ subBuilding, buildingName, buildingNumber }: Premises): boolean {
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
