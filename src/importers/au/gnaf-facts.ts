// What the tables around ADDRESS_DETAIL say about the addresses of one state, in typed arrays.
// Unchecked: millions of addresses go through it, and every number of one is below the size of the arrays.

import type { NationalRow } from '../../address/national.ts'
import type { Splitter } from '../../lib/delimited/splitter.ts'
import type { Input } from '../reading/archive.ts'
import { KeyedList, KeyTable } from '../reading/key-table.ts'
import type { Writable } from '../reading/national-fields.ts'
import type { TablePass } from '../reading/table.ts'
import { eachRecord, tidy } from './gnaf-tables.ts'

/** About 60 bytes an address: the five million of the largest state take 300 MB. */
export class GnafFacts {
  readonly #addresses = new KeyTable()
  #latitudes = new Float64Array(1024)
  #longitudes = new Float64Array(1024)
  /** Numbers in these four are one more than an index, so that 0 says "none". */
  #geocodeTypes = new Uint8Array(1024)
  #meshBlocks = new Int32Array(1024)
  #principals = new Int32Array(1024)
  #primaries = new Int32Array(1024)
  readonly #geocodeCodes: string[] = []
  readonly #meshBlockCodes: string[] = []
  readonly #siteNames = new KeyedList<string>()

  static async read(tables: ReadonlyMap<string, Input>, pass: TablePass): Promise<GnafFacts> {
    const facts = new GnafFacts()
    await facts.#readSites(tables.get('ADDRESS_SITE'), pass)
    await facts.#readGeocodes(tables.get('ADDRESS_DEFAULT_GEOCODE'), pass)
    await facts.#readMeshBlocks(tables, pass)
    const aliases = tables.get('ADDRESS_ALIAS')
    await facts.#readLinks(aliases, ['ALIAS_PID', 'PRINCIPAL_PID'], pass, (alias, principal) => {
      facts.#principals[alias] = principal + 1
    })
    const units = tables.get('PRIMARY_SECONDARY')
    await facts.#readLinks(units, ['SECONDARY_PID', 'PRIMARY_PID'], pass, (unit, primary) => {
      facts.#primaries[unit] = primary + 1
    })
    return facts
  }

  /** The number of the address in the other questions, or -1 when no table names it. */
  find(record: Splitter, column: number): number {
    return this.#addresses.find(record.bytes, record.startOf(column), record.endOf(column))
  }

  hasPoint(address: number): boolean {
    return address !== -1 && this.#geocodeTypes[address] !== 0
  }

  /** A code of GEOCODE_TYPE_AUT that `geocodeTypes` does not explain stays as it is. */
  addTo(row: Writable<NationalRow>, address: number, geocodeTypes: ReadonlyMap<string, string>) {
    const geocode = this.#geocodeCodes[this.#geocodeTypes[address] - 1] ?? ''
    row.geocodeType = geocodeTypes.get(geocode) ?? geocode
    row.mbCode = this.#meshBlockCodes[this.#meshBlocks[address] - 1] ?? ''
    row.principalPid = this.#pid(this.#principals[address])
    row.primaryPid = this.#pid(this.#primaries[address])
    row.latitude = this.#latitudes[address]
    row.longitude = this.#longitudes[address]
  }

  siteName(record: Splitter, column: number): string {
    return this.#siteNames.get(record, column) ?? ''
  }

  /** `number` is one more than that of an address. */
  #pid(number: number): string {
    return number === 0 ? '' : this.#addresses.key(number - 1)
  }

  async #readSites(input: Input | undefined, pass: TablePass): Promise<void> {
    const names = ['ADDRESS_SITE_PID', 'ADDRESS_SITE_NAME'] as const
    await eachRecord(input, names, pass, (record, at) => {
      // Few sites have a name, so only those few take memory.
      if (record.isEmpty(at.ADDRESS_SITE_NAME)) return
      this.#siteNames.set(record, at.ADDRESS_SITE_PID, tidy(record.text(at.ADDRESS_SITE_NAME)))
    })
  }

  async #readGeocodes(input: Input | undefined, pass: TablePass): Promise<void> {
    const names = [
      'ADDRESS_DETAIL_PID',
      'DATE_RETIRED',
      'GEOCODE_TYPE_CODE',
      'LONGITUDE',
      'LATITUDE',
    ] as const
    await eachRecord(input, names, pass, (record, at) => {
      const address = this.#add(record, at.ADDRESS_DETAIL_PID)
      const latitude = record.decimal(at.LATITUDE)
      const longitude = record.decimal(at.LONGITUDE)
      const isUsable = address !== -1 && !Number.isNaN(latitude) && !Number.isNaN(longitude)
      if (!isUsable) return pass.tally.reject('coordinates-malformed', record)
      const isRetired = !record.isEmpty(at.DATE_RETIRED)
      if (isRetired && this.hasPoint(address)) return
      this.#latitudes[address] = latitude
      this.#longitudes[address] = longitude
      this.#geocodeTypes[address] = placeOf(this.#geocodeCodes, record.text(at.GEOCODE_TYPE_CODE))
    })
  }

  /** The newest census that the distribution has. */
  async #readMeshBlocks(tables: ReadonlyMap<string, Input>, pass: TablePass): Promise<void> {
    const year = tables.has('ADDRESS_MESH_BLOCK_2021') ? 2021 : 2016
    const blocks = new KeyedList<number>()
    const pid = `MB_${year}_PID` as const
    const code = `MB_${year}_CODE` as const
    await eachRecord(tables.get(`MB_${year}`), [pid, code], pass, (record, at) => {
      this.#meshBlockCodes.push(record.uniqueText(at[code]))
      blocks.set(record, at[pid], this.#meshBlockCodes.length)
    })
    const links = tables.get(`ADDRESS_MESH_BLOCK_${year}`)
    const names = ['ADDRESS_DETAIL_PID', 'DATE_RETIRED', pid] as const
    await eachRecord(links, names, pass, (record, at) => {
      const address = this.#add(record, at.ADDRESS_DETAIL_PID)
      if (address === -1 || !record.isEmpty(at.DATE_RETIRED)) return
      this.#meshBlocks[address] = blocks.get(record, at[pid]) ?? 0
    })
  }

  /** Calls `link` with the numbers of two addresses for each row that names them in these columns. */
  async #readLinks<One extends string, Other extends string>(
    input: Input | undefined,
    [one, other]: readonly [One, Other],
    pass: TablePass,
    link: (one: number, other: number) => void,
  ): Promise<void> {
    const names: readonly (One | Other | 'DATE_RETIRED')[] = [one, other, 'DATE_RETIRED']
    await eachRecord(input, names, pass, (record, at) => {
      const from = this.#add(record, at[one])
      const to = this.#add(record, at[other])
      if (from !== -1 && to !== -1 && record.isEmpty(at.DATE_RETIRED)) link(from, to)
    })
  }

  #add(record: Splitter, column: number): number {
    const { bytes } = record
    const address = this.#addresses.add(bytes, record.startOf(column), record.endOf(column))
    if (address >= this.#latitudes.length) this.#grow(address * 2)
    return address
  }

  #grow(size: number): void {
    this.#latitudes = new Float64Array(this.#latitudes.buffer.transfer(size * 8))
    this.#longitudes = new Float64Array(this.#longitudes.buffer.transfer(size * 8))
    this.#geocodeTypes = new Uint8Array(this.#geocodeTypes.buffer.transfer(size))
    this.#meshBlocks = new Int32Array(this.#meshBlocks.buffer.transfer(size * 4))
    this.#principals = new Int32Array(this.#principals.buffer.transfer(size * 4))
    this.#primaries = new Int32Array(this.#primaries.buffer.transfer(size * 4))
  }
}

/** One more than the place of the code in the list, to which a new one is added. */
function placeOf(codes: string[], code: string): number {
  const place = codes.indexOf(code)
  return place === -1 ? codes.push(code) : place + 1
}
