// Gathers the rows of the national file: what only Variant A has beside the columns that both products share.

import { type NationalRow, nationalLabel } from '../address/national.ts'
import { RECORD } from '../search/records.ts'
import { GrowingBytes, GrowingU32 } from './build-arrays.ts'
import { AddressTable } from './build-table.ts'
import { PairBook, TextBook } from './build-texts.ts'

export const NATIONAL_NAME_COLUMNS = ['building', 'site'] as const
const NO_PID = 0xffffffff
/** Digits at the end of an id, at most nine and not beginning with 0, so that prefix and number give it back. */
const PID = /^(.*?)([1-9]\d{0,8})$/s
const PLAIN_NUMBER = /(?<!\d)[1-9]\d{0,14}(?!\d)/g

export class NationalTable {
  readonly table = new AddressTable(NATIONAL_NAME_COLUMNS)
  /** Streets' names: (name, type), then suffix. Places: (locality, state), then postcode. */
  readonly typedNames = new PairBook()
  readonly names = new PairBook()
  readonly localities = new PairBook()
  readonly places = new PairBook()
  readonly pidPrefixes = new TextBook()
  readonly pid = new PidColumn(this.pidPrefixes)
  readonly principal = new PidColumn(this.pidPrefixes)
  readonly primary = new PidColumn(this.pidPrefixes)
  /** For each row where its details begin in `details`. */
  readonly detailStart = new GrowingU32()
  readonly details = new GrowingBytes()
  /** Fields that the columns cannot give back, by row. */
  readonly overrides = new Map<number, Record<string, unknown>>()

  add(row: NationalRow): void {
    const { table } = this
    const { texts } = table
    const row0 = table.rows
    const typed = this.typedNames.add(texts.add(row.streetName), texts.add(row.streetType))
    const name = this.names.add(typed, texts.add(row.streetSuffix))
    const locality = this.localities.add(texts.add(row.localityName), texts.add(row.state))
    const place = this.places.add(locality, texts.add(row.postcode))
    table.street.push(table.streets.add(name, place))
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
    this.principal.push(row.principalPid)
    this.primary.push(row.primaryPid)
    this.#addDetails(row)
    if (row.addressLabel !== nationalLabel(row))
      this.override(row0, 'addressLabel', row.addressLabel)
  }

  override(row: number, field: string, value: unknown): void {
    this.overrides.set(row, { ...this.overrides.get(row), [field]: value })
  }

  /** Date, geocode type, mesh block, what import did, and the parcel, each in few bytes. */
  #addDetails(row: NationalRow): void {
    const { texts } = this.table
    const { details } = this
    const cleaning = Object.keys(row.cleaningProvenance).length === 0
    this.detailStart.push(details.length)
    details.pushVarint(texts.add(row.dateCreated))
    details.pushVarint(texts.add(row.geocodeType))
    details.pushVarint(texts.add(row.mbCode))
    details.pushVarint(cleaning ? 0 : texts.add(JSON.stringify(row.cleaningProvenance)))
    const { pattern, numbers } = parcelPattern(row.legalParcelId)
    details.pushVarint(texts.add(pattern))
    for (const number of numbers) details.pushVarint(number)
  }
}

/** Ids as prefix and number: `GAVIC425325004` is `GAVIC` and 425325004. */
export class PidColumn {
  readonly prefix = new GrowingU32()
  readonly number = new GrowingU32()
  readonly #prefixes: TextBook

  constructor(prefixes: TextBook) {
    this.#prefixes = prefixes
  }

  push(pid: string): void {
    const parts = PID.exec(pid)
    this.prefix.push(this.#prefixes.add(parts === null ? pid : parts[1]))
    this.number.push(parts === null ? NO_PID : Number(parts[2]))
  }

  isEmpty(row: number): boolean {
    return this.prefix.view()[row] === 0 && this.number.view()[row] === NO_PID
  }

  text(row: number): string {
    const number = this.number.view()[row]
    const prefix = this.#prefixes.texts[this.prefix.view()[row]]
    return number === NO_PID ? prefix : prefix + number
  }
}

/** A parcel id with `#` for each of its numbers; one that has a `#` itself is kept whole behind `=`. */
function parcelPattern(parcel: string): { pattern: string; numbers: number[] } {
  if (/[#=]/.test(parcel)) return { pattern: `=${parcel}`, numbers: [] }
  const numbers: number[] = []
  const pattern = parcel.replace(PLAIN_NUMBER, (digits) => {
    numbers.push(Number(digits))
    return '#'
  })
  return { pattern, numbers }
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
