// A thread that builds the small indexes of private addresses, so that serving never waits for one.

import { EMPTY_NATIONAL_ROW, type NationalRow } from '../address/national.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../address/postal.ts'
import type { Product } from '../address/product.ts'
import { type Country, countryOf, isNational } from '../countries/country.ts'
import { MemoryIndex, type SectionWriter } from '../index/file/index-writer.ts'
import type { ReleaseInfo } from '../index/file/sections.ts'
import { idOfRow } from '../index/ids/postal-id.ts'
import { readNationalLines } from '../index/lines/national-lines-reader.ts'
import { readPostalLines } from '../index/lines/postal-lines-reader.ts'
import { NationalTable } from '../index/national/national-table.ts'
import { writeNational } from '../index/national/national-writer.ts'
import { PostalTable } from '../index/postal/postal-table.ts'
import { writePostal } from '../index/postal/postal-writer.ts'
import { fold } from '../index/words/fold.ts'
import { answerQuestions } from '../lib/thread/asked-thread.ts'
import { type NewPrivateAddress, privatePlace } from './private-address.ts'

export interface BuildRequest {
  readonly product: Product
  readonly addresses: readonly NewPrivateAddress[]
}

/** Part of a request; the last part is the one that makes the total. */
export interface BuildMessage extends BuildRequest {
  readonly total: number
}

export interface BuiltIndex {
  readonly buffer: SharedArrayBuffer
  /** The id in the index of each address, in the order of the request. */
  readonly ids: readonly string[]
}

export async function buildPrivateIndex(request: BuildRequest): Promise<BuiltIndex> {
  const { product, addresses } = request
  const index = new MemoryIndex()
  const write = isNational(product) ? writeNationals : writePostals
  const ids = await write(index, addresses, countryOf(product))
  const release: ReleaseInfo = {
    release: 'private',
    product,
    source: 'private',
    attribution: '',
    addresses: addresses.length,
    createdAt: '',
  }
  await index.add('release', release)
  return { buffer: index.finish(), ids }
}

async function writeNationals(
  writer: SectionWriter,
  addresses: readonly NewPrivateAddress[],
  country: Country,
) {
  const table = new NationalTable(country)
  const ids = addresses.map((address, at) => {
    const id = `P${at + 1}`
    table.add(privateNationalRow(address, id, country))
    return id
  })
  await writeNational(writer, table)
  return ids
}

async function writePostals(writer: SectionWriter, addresses: readonly NewPrivateAddress[]) {
  const table = new PostalTable()
  const ids = addresses.map((address, at) => {
    const row = privatePostalRow(address, String(at))
    table.add(row)
    return idOfRow(row)
  })
  await writePostal(writer, table)
  return ids
}

let gathered: NewPrivateAddress[] = []

answerQuestions({
  niceness: 10,
  /** Undefined while parts of the request are still to come. */
  async answer({ product, addresses, total }: BuildMessage) {
    gathered.push(...addresses)
    if (gathered.length < total) return undefined
    const request = { product, addresses: gathered }
    gathered = []
    return buildPrivateIndex(request)
  },
})

/** Reads the lines as a row of the national file, only to find it by: what is shown are the owner's own lines. */
export function privateNationalRow(address: NewPrivateAddress, key: string, country: Country) {
  const { localityName, ...outer } = privatePlace(address, country)
  const { line_1, line_2, line_3, line_4 } = address
  const { names, ...fields } = readNationalLines([line_1, line_2, line_3, line_4])
  // Words of places that have no field of their own find the address all the same.
  if (address.town_or_city !== '' && !('townCity' in outer)) names.push(fold(address.locality))
  if (outer.state === '') names.push(fold(address.county))
  const [buildingName = '', ...others] = names.filter((name) => name !== '')
  return {
    ...EMPTY_NATIONAL_ROW,
    ...fields,
    addressDetailPid: key,
    buildingName,
    addressSiteName: others.join(' '),
    localityName: fold(localityName),
    ...outer,
    postcode: address.postcode,
    latitude: address.point?.latitude ?? 0,
    longitude: address.point?.longitude ?? 0,
  } satisfies NationalRow
}

/** The same as a delivery point of the UK. */
export function privatePostalRow(address: NewPrivateAddress, key: string): PostalRow {
  const { locality, town_or_city, county, postcode, residential } = address
  const { line_1, line_2, line_3, line_4 } = address
  const { names, ...premises } = readPostalLines([line_1, line_2, line_3, line_4])
  // The last name is that of the building, after its unit.
  const buildingName = names.at(-1) ?? ''
  const [organisation = '', ...rest] = names.slice(0, -1)
  const [outer = '', ...inner] = locality.split(/,\s*/).reverse()
  return {
    ...EMPTY_POSTAL_ROW,
    ...premises,
    sourceKey: key,
    organisation,
    department: rest.join(' '),
    buildingName,
    doubleDependentLocality: inner.reverse().join(' '),
    dependentLocality: outer,
    townOrCity: town_or_city,
    county,
    postcode,
    residential,
    latitude: address.point?.latitude ?? 0,
    longitude: address.point?.longitude ?? 0,
  }
}
