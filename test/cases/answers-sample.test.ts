// Lines over the sample that every first start serves, each a row of a table that anybody can read and extend.
// Covers: src/search/giving-up/**, src/lines/**, src/sample/**

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { NationalAddress } from '../../src/address/national.ts'
import type { PostalAddress } from '../../src/address/postal.ts'
import { formattedAddressText } from '../../src/address/postal-lines.ts'
import { PRODUCTS, type Product } from '../../src/address/product.ts'
import { elementAt } from '../../src/lib/element-at.ts'
import { releasesIn } from '../../src/releases/release-folder.ts'
import type { AddressSearch } from '../../src/search/address-search.ts'
import { copySample } from '../support/sample.ts'
import { readCases, testCases } from './read-cases.ts'

const folder = await mkdtemp(join(tmpdir(), 'doorplate-cases-'))
after(() => rm(folder, { recursive: true, force: true }))
await copySample(folder)
const cases = await readCases(new URL('./answers/sample.csv', import.meta.url))

async function searchOf(product: Product): Promise<AddressSearch<Labelled, unknown>> {
  const releases = releasesIn(folder)
  const { search } = await releases.load((await releases.inUse(product)) ?? '')
  return search as AddressSearch<Labelled, unknown>
}

type Labelled = NationalAddress | PostalAddress

function labelOf(address: Labelled): string {
  if ('address_label' in address) return address.address_label
  return `${formattedAddressText(address)}, ${address.postcode}`
}

// All are open before the first test is made: a run may end while another release is read.
const searches = await Promise.all(PRODUCTS.map(searchOf))
for (const [at, product] of PRODUCTS.entries()) {
  const own = cases.filter((each) => each.product === product)
  testCases(own, elementAt(searches, at), labelOf)
}
