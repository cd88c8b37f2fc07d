// What the tables beside ADDRESS_DETAIL say about the addresses of one state, in typed arrays.

import type { Splitter } from '../../lib/delimited/splitter.ts'
import type { Input } from '../reading/archive.ts'
import { KeyedList, KeyTable } from '../reading/key-table.ts'
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
    await facts.#readAliases(tables.get('ADDRESS_ALIAS'), pass)
    await facts.#readPrimaries(tables.get('PRIMARY_SECONDARY'), pass)
    return facts
  }

  /** The number of the address in the other questions, or -1 when no table names it. */
  find(record: Splitter, column: number): number {
    return this.#addresses.find(record.bytes, record.startOf(column), record.endOf(column))
  }

  hasPoint(address: number): boolean {
    return address !== -1 && this.#geocodeTypes[address] !== 0
  }

  latitude(address: number): number {
    return this.#latitudes[address]
  }

  longitude(address: number): number {
    return this.#longitudes[address]
  }

  /** A code of GEOCODE_TYPE_AUT. */
  geocodeType(address: number): string {
    return this.#geocodeCodes[this.#geocodeTypes[address] - 1] ?? ''
  }

  meshBlock(address: number): string {
    return this.#meshBlockCodes[this.#meshBlocks[address] - 1] ?? ''
  }

  principalPid(address: number): string {
    const principal = this.#principals[address]
    return principal === 0 ? '' : this.#addresses.key(principal - 1)
  }

  primaryPid(address: number): string {
    const primary = this.#primaries[address]
    return primary === 0 ? '' : this.#addresses.key(primary - 1)
  }

  siteName(record: Splitter, column: number): string {
    return this.#siteNames.get(record, column) ?? ''
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
    const pid = `MB_${year}_PID`
    const code = `MB_${year}_CODE`
    await eachRecord(tables.get(`MB_${year}`), [pid, code], pass, (record, at) => {
      this.#meshBlockCodes.push(record.uniqueText(at[code]))
      blocks.set(record, at[pid], this.#meshBlockCodes.length)
    })
    const links = tables.get(`ADDRESS_MESH_BLOCK_${year}`)
    const names = ['ADDRESS_DETAIL_PID', 'DATE_RETIRED', pid]
    await eachRecord(links, names, pass, (record, at) => {
      const address = this.#add(record, at.ADDRESS_DETAIL_PID)
      if (address === -1 || !record.isEmpty(at.DATE_RETIRED)) return
      this.#meshBlocks[address] = blocks.get(record, at[pid]) ?? 0
    })
  }

  async #readAliases(input: Input | undefined, pass: TablePass): Promise<void> {
    const names = ['PRINCIPAL_PID', 'ALIAS_PID', 'DATE_RETIRED'] as const
    await eachRecord(input, names, pass, (record, at) => {
      const alias = this.#add(record, at.ALIAS_PID)
      const principal = this.#add(record, at.PRINCIPAL_PID)
      if (alias === -1 || principal === -1 || !record.isEmpty(at.DATE_RETIRED)) return
      this.#principals[alias] = principal + 1
    })
  }

  async #readPrimaries(input: Input | undefined, pass: TablePass): Promise<void> {
    const names = ['PRIMARY_PID', 'SECONDARY_PID', 'DATE_RETIRED'] as const
    await eachRecord(input, names, pass, (record, at) => {
      const secondary = this.#add(record, at.SECONDARY_PID)
      const primary = this.#add(record, at.PRIMARY_PID)
      if (secondary === -1 || primary === -1 || !record.isEmpty(at.DATE_RETIRED)) return
      this.#primaries[secondary] = primary + 1
    })
  }

  #add(record: Splitter, column: number): number {
    const { bytes } = record
    const address = this.#addresses.add(bytes, record.startOf(column), record.endOf(column))
    if (address >= this.#latitudes.length) this.#grow(address * 2)
    return address
  }

  #grow(size: number): void {
    this.#latitudes = grown(this.#latitudes, new Float64Array(size))
    this.#longitudes = grown(this.#longitudes, new Float64Array(size))
    this.#geocodeTypes = grown(this.#geocodeTypes, new Uint8Array(size))
    this.#meshBlocks = grown(this.#meshBlocks, new Int32Array(size))
    this.#principals = grown(this.#principals, new Int32Array(size))
    this.#primaries = grown(this.#primaries, new Int32Array(size))
  }
}

function grown<T extends Float64Array | Int32Array | Uint8Array>(before: T, after: T): T {
  after.set(before)
  return after
}

/** One more than the place of the code in the list, to which a new one is added. */
function placeOf(codes: string[], code: string): number {
  const place = codes.indexOf(code)
  return place === -1 ? codes.push(code) : place + 1
}
