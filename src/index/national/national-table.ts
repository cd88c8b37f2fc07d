// Gathers the rows of a national file: what only product `au` has beside the columns that both products share.

import { isNationalLabel, labelTail, type NationalRow } from '../../address/national.ts'
import { OtherPids, PidColumn } from '../ids/pid-columns.ts'
import { AddressTable } from '../rows/address-table.ts'
import type { GrowingU32 } from '../rows/growing-arrays.ts'
import { FieldNumbers } from '../rows/pair-numbers.ts'
import type { SpillFile } from '../rows/spill-file.ts'
import { ownText, TextNumbers } from '../rows/text-numbers.ts'
import { RECORD } from '../streets/records.ts'
import { DetailRows } from './details.ts'
import { NAME_FIELDS, NATIONAL_NAMES, PLACE_FIELDS } from './national-layout.ts'
import { OverrideRows } from './overrides.ts'

export class NationalTable {
  readonly table: AddressTable
  readonly names: FieldNumbers<(typeof NAME_FIELDS)[number]>
  readonly places: FieldNumbers<(typeof PLACE_FIELDS)[number]>
  readonly pidPrefixes = new TextNumbers()
  readonly pid: PidColumn
  readonly principal: OtherPids
  readonly primary: OtherPids
  readonly details: DetailRows
  readonly overrides: OverrideRows
  readonly #building: GrowingU32
  readonly #site: GrowingU32
  #last: NationalRow | undefined
  #name = 0
  #place = 0
  #street = 0
  /** The end of the label of all addresses on the street. */
  #labelTail = ''

  constructor(spill?: SpillFile, overridesMax?: number) {
    this.table = new AddressTable(NATIONAL_NAMES, spill)
    this.names = new FieldNumbers(this.table.texts, NAME_FIELDS)
    this.places = new FieldNumbers(this.table.texts, PLACE_FIELDS)
    this.pid = new PidColumn(this.pidPrefixes, spill)
    this.principal = new OtherPids(this.pidPrefixes, spill)
    this.primary = new OtherPids(this.pidPrefixes, spill)
    this.details = new DetailRows(this.table.texts, spill)
    this.overrides = new OverrideRows(overridesMax)
    this.#building = this.table.nameColumn('building')
    this.#site = this.table.nameColumn('site')
  }

  add(row: NationalRow): void {
    const { table } = this
    const at = table.rows
    table.street.push(this.#streetOf(row))
    table.addNumbers({
      number: row.numberFirst,
      last: row.numberLast,
      unit: row.flatNumber,
      unitKind: row.flatType,
      level: row.levelNumber,
      levelKind: row.levelType,
      lot: row.lotNumber,
    })
    table.flags.push(flagsOf(row))
    table.latitude.push(row.latitude)
    table.longitude.push(row.longitude)
    this.#building.push(table.nameTexts.add(row.buildingName))
    this.#site.push(table.nameTexts.add(row.addressSiteName))
    this.pid.push(row.addressDetailPid)
    this.principal.add(at, row.principalPid)
    this.primary.add(at, row.primaryPid)
    this.details.push(row)
    if (!isNationalLabel(row.addressLabel, row, this.#labelTail)) {
      this.overrides.add(at, 'addressLabel', ownText(row.addressLabel))
    }
  }

  /** Rows of one street mostly follow each other, and what they share is then looked up once. */
  #streetOf(row: NationalRow): number {
    const last = this.#last
    this.#last = row
    const sameName = isSameName(row, last)
    const samePlace = isSamePlace(row, last)
    if (sameName && samePlace) return this.#street
    if (!sameName) this.#name = this.names.add(row)
    if (!samePlace) this.#place = this.places.add(row)
    this.#street = this.table.streets.add(this.#name, this.#place)
    this.#labelTail = labelTail(row)
    return this.#street
  }
}

function isSameName(row: NationalRow, last: NationalRow | undefined): boolean {
  return (
    row.streetName === last?.streetName &&
    row.streetType === last.streetType &&
    row.streetSuffix === last.streetSuffix
  )
}

function isSamePlace(row: NationalRow, last: NationalRow | undefined): boolean {
  return (
    row.localityName === last?.localityName &&
    row.state === last.state &&
    row.postcode === last.postcode
  )
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
