// Gathers the rows of a national file: what they have in addition to the columns that both forms share.

import { isNationalLabel, labelTail, type NationalRow } from '../../address/national.ts'
import { type Country, nationalShape } from '../../countries/country.ts'
import type { NationalShape } from '../../countries/declaration.ts'
import { OtherPids, PidColumn } from '../ids/national-ids.ts'
import { AddressTable } from '../rows/address-table.ts'
import type { SpillFile } from '../rows/growing-arrays.ts'
import { ownText, TextNumbers } from '../rows/text-numbers.ts'
import { RECORD } from '../streets/records.ts'
import { DetailRows } from './details.ts'
import { type NationalName, nationalLayout, type PlaceField } from './national-records.ts'
import { OverrideRows } from './overrides.ts'

export class NationalTable extends AddressTable<keyof NationalName, PlaceField> {
  readonly country: Country
  readonly #shape: NationalShape
  readonly pidPrefixes = new TextNumbers()
  readonly pid = new PidColumn(this.pidPrefixes, this)
  readonly principal = new OtherPids(this.pidPrefixes, this)
  readonly primary = new OtherPids(this.pidPrefixes, this)
  readonly details: DetailRows
  readonly overrides: OverrideRows
  readonly #building = this.nameColumn('building')
  readonly #site = this.nameColumn('site')
  #street = -1
  /** The end of the label of all addresses on the street. */
  #labelTail = ''

  constructor(country: Country, spill?: SpillFile, overridesMax?: number) {
    super(nationalLayout(country), spill)
    this.country = country
    this.#shape = nationalShape(country)
    this.details = new DetailRows(this.texts, this, country)
    this.overrides = new OverrideRows(overridesMax)
  }

  add(row: NationalRow): void {
    const { numberTexts, kindTexts, nameTexts } = this
    const at = this.rows
    const street = this.streets.add(
      this.names.add(row),
      this.places.add(row as NationalRow & Required<Pick<NationalRow, 'townCity'>>),
    )
    if (street !== this.#street) this.#labelTail = labelTail(row, this.#shape)
    this.#street = street
    this.street.push(street)
    this.number.push(numberTexts.add(row.numberFirst))
    this.last.push(numberTexts.add(row.numberLast))
    this.unit.push(numberTexts.add(row.flatNumber))
    this.unitKind.push(kindTexts.add(row.flatType))
    this.level.push(numberTexts.add(row.levelNumber))
    this.levelKind.push(kindTexts.add(row.levelType))
    this.lot.push(numberTexts.add(row.lotNumber))
    this.flags.push(flagsOf(row))
    this.latitude.push(row.latitude)
    this.longitude.push(row.longitude)
    this.#building.push(nameTexts.add(row.buildingName))
    this.#site.push(nameTexts.add(row.addressSiteName))
    this.pid.push(row.addressDetailPid)
    this.principal.add(at, row.principalPid)
    this.primary.add(at, row.primaryPid)
    this.details.push(row)
    if (!isNationalLabel(row.addressLabel, row, this.#labelTail, this.#shape)) {
      this.overrides.add(at, 'addressLabel', ownText(row.addressLabel))
    }
  }
}

function flagsOf(row: NationalRow): number {
  const isDeep =
    row.flatType !== '' || row.flatNumber !== '' || row.levelType !== '' || row.levelNumber !== ''
  return (
    (isDeep ? RECORD.deep : 0) |
    (row.aliasPrincipal === 'A' ? RECORD.alias : 0) |
    (row.addressStatus === 'RETIRED' ? RECORD.retired | RECORD.hidden : 0) |
    (row.primarySecondary === 'P' ? RECORD.primary : 0) |
    (row.primarySecondary === 'S' ? RECORD.secondary : 0)
  )
}
