// Gathers the rows of the national file: what only Variant A has beside the columns that both products share.

import { isNationalLabel, labelTail, type NationalRow } from '../../address/national.ts'
import { ImportRefused } from '../../lib/operator-error.ts'
import { AddressTable } from '../rows/address-table.ts'
import { GrowingBytes, GrowingU32 } from '../rows/growing-arrays.ts'
import { ownText, PairNumbers, RecentText, TextNumbers } from '../rows/text-numbers.ts'
import { RECORD } from '../streets/records.ts'
import { ParcelReader } from './parcels.ts'
import { OtherPids, PidColumn } from './pids.ts'

const NATIONAL_NAME_COLUMNS = ['building', 'site'] as const

/** Each takes half a kilobyte while the index is built; a good national file needs a few thousand. */
const OVERRIDES_MAX = 5_000_000

export class NationalTable {
  readonly table = new AddressTable(NATIONAL_NAME_COLUMNS)
  /** Streets' names: (name, type), then suffix. Places: (locality, state), then postcode. */
  readonly typedNames = new PairNumbers()
  readonly names = new PairNumbers()
  readonly localities = new PairNumbers()
  readonly places = new PairNumbers()
  readonly pidPrefixes = new TextNumbers()
  readonly pid = new PidColumn(this.pidPrefixes)
  readonly principal = new OtherPids(this.pidPrefixes)
  readonly primary = new OtherPids(this.pidPrefixes)
  /** For each row where its details begin in `details`. */
  readonly detailStart = new GrowingU32()
  readonly details = new GrowingBytes()
  readonly #overridesMax: number
  readonly #dates: RecentText
  readonly #geocodeTypes: RecentText
  readonly #meshBlocks: RecentText
  readonly #parcels: ParcelReader
  #last: NationalRow | undefined
  #lastName = 0
  #lastPlace = 0
  #lastStreet = 0
  #labelTail = ''
  /** Fields that the columns cannot give back, by row. */
  readonly overrides = new Map<number, Record<string, unknown>>()

  constructor(overridesMax = OVERRIDES_MAX) {
    const { texts } = this.table
    this.#overridesMax = overridesMax
    this.#dates = new RecentText(texts)
    this.#geocodeTypes = new RecentText(texts)
    this.#meshBlocks = new RecentText(texts)
    this.#parcels = new ParcelReader(texts)
  }

  add(row: NationalRow): void {
    const { table } = this
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
    table.names[0].push(table.nameTexts.add(row.buildingName))
    table.names[1].push(table.nameTexts.add(row.addressSiteName))
    this.pid.push(row.addressDetailPid)
    this.principal.add(table.rows - 1, row.principalPid)
    this.primary.add(table.rows - 1, row.primaryPid)
    this.#addDetails(row)
    if (!isNationalLabel(row.addressLabel, row, this.#labelTail)) {
      this.override(table.rows - 1, 'addressLabel', ownText(row.addressLabel))
    }
  }

  override(row: number, field: string, value: unknown): void {
    if (this.overrides.size >= this.#overridesMax) {
      throw new ImportRefused(
        `More than ${this.#overridesMax} addresses have a label or a number that must be kept word ` +
          `for word, which is more than fits into memory; the last has ${field} ${value}.`,
      )
    }
    this.overrides.set(row, { ...this.overrides.get(row), [field]: value })
  }

  freeIds(): void {
    for (const { prefix, number } of [this.pid, this.principal, this.primary]) {
      prefix.free()
      number.free()
    }
  }

  freeDetails(): void {
    this.detailStart.free()
    this.details.free()
  }

  /** Rows of one street mostly follow each other, and what they share is then looked up once. */
  #streetOf(row: NationalRow): number {
    const last = this.#last
    const isSameName =
      last !== undefined &&
      row.streetName === last.streetName &&
      row.streetType === last.streetType &&
      row.streetSuffix === last.streetSuffix
    const isSamePlace =
      last !== undefined &&
      row.localityName === last.localityName &&
      row.state === last.state &&
      row.postcode === last.postcode
    this.#last = row
    if (isSameName && isSamePlace) return this.#lastStreet
    const { texts, streets } = this.table
    if (!isSameName) {
      const typed = this.typedNames.add(texts.add(row.streetName), texts.add(row.streetType))
      this.#lastName = this.names.add(typed, texts.add(row.streetSuffix))
    }
    if (!isSamePlace) {
      const locality = this.localities.add(texts.add(row.localityName), texts.add(row.state))
      this.#lastPlace = this.places.add(locality, texts.add(row.postcode))
    }
    this.#labelTail = labelTail(row)
    this.#lastStreet = streets.add(this.#lastName, this.#lastPlace)
    return this.#lastStreet
  }

  /** Date, geocode type, mesh block, what import did, and the parcel, each in few bytes. */
  #addDetails(row: NationalRow): void {
    const { texts } = this.table
    const { details } = this
    this.detailStart.push(details.length)
    details.pushVarint(this.#dates.number(row.dateCreated))
    details.pushVarint(this.#geocodeTypes.number(row.geocodeType))
    details.pushVarint(this.#meshBlocks.number(row.mbCode))
    details.pushVarint(
      hasKeys(row.cleaningProvenance) ? texts.add(JSON.stringify(row.cleaningProvenance)) : 0,
    )
    const parcel = this.#parcels
    details.pushVarint(parcel.read(row.legalParcelId))
    for (let i = 0; i < parcel.count; i++) details.pushVarint(parcel.numbers[i])
  }
}

function hasKeys(record: Readonly<Record<string, string>>): boolean {
  for (const _ in record) return true
  return false
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
