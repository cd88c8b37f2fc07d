// A thread that builds the small indexes of private addresses, so that serving never waits for one.

import { parentPort } from 'node:worker_threads'
import type { Product } from '../address/product.ts'
import { MemoryIndex } from '../index/file/index-writer.ts'
import type { ReleaseInfo } from '../index/file/release-info.ts'
import type { SectionWriter } from '../index/file/section-writer.ts'
import { postalIdOf, postalIdText } from '../index/ids/postal-id.ts'
import { NationalTable } from '../index/national/national-table.ts'
import { writeNational } from '../index/national/national-writer.ts'
import { PostalTable } from '../index/postal/postal-table.ts'
import { writePostal } from '../index/postal/postal-writer.ts'
import { privateNationalRow } from './national-row.ts'
import { privatePostalRow } from './postal-row.ts'
import type { NewPrivateAddress } from './private-address.ts'

export interface BuildRequest {
  readonly product: Product
  readonly addresses: readonly NewPrivateAddress[]
}

/** Part of a request; the last part is the one that makes the total. */
export interface BuildMessage extends BuildRequest {
  readonly total: number
}

export type BuildAnswer =
  | {
      readonly kind: 'built'
      readonly buffer: SharedArrayBuffer
      /** The id in the index of each address, in the order of the request. */
      readonly ids: readonly string[]
    }
  | { readonly kind: 'failed'; readonly message: string }

/** The same build as that of a release, into memory. */
export async function buildPrivateIndex(request: BuildRequest): Promise<BuildAnswer> {
  const { product, addresses } = request
  const index = new MemoryIndex()
  const write = product === 'au' ? writeNationals : writePostals
  const ids = await write(index, addresses)
  const release: ReleaseInfo = {
    release: 'private',
    product,
    source: 'private',
    attribution: '',
    addresses: addresses.length,
    createdAt: '',
  }
  await index.add('release', release)
  return { kind: 'built', buffer: index.finish(), ids }
}

async function writeNationals(writer: SectionWriter, addresses: readonly NewPrivateAddress[]) {
  const table = new NationalTable()
  const ids = addresses.map((address, at) => {
    const id = `P${at + 1}`
    table.add(privateNationalRow(address, id))
    return id
  })
  await writeNational(writer, table, undefined)
  return ids
}

async function writePostals(writer: SectionWriter, addresses: readonly NewPrivateAddress[]) {
  const table = new PostalTable()
  const ids = addresses.map((address, at) => {
    const row = privatePostalRow(address, String(at))
    table.add(row)
    return postalIdText(postalIdOf(row))
  })
  await writePostal(writer, table)
  return ids
}

let gathered: NewPrivateAddress[] = []

parentPort?.on('message', async ({ product, addresses, total }: BuildMessage) => {
  gathered.push(...addresses)
  if (gathered.length < total) return
  const request = { product, addresses: gathered }
  gathered = []
  const answer = await buildPrivateIndex(request).catch(
    (error: unknown): BuildAnswer => ({ kind: 'failed', message: String(error) }),
  )
  parentPort?.postMessage(answer)
})
