// A list of private addresses as an index of its own, which a release is joined with.

import type { PostalPlace } from '../../../src/address/place.ts'
import type { PostalAddress, PostalRow } from '../../../src/address/postal.ts'
import { formattedAddressText, postalAddress } from '../../../src/address/postal-lines.ts'
import type { NewPrivateAddress } from '../../../src/private-addresses/private-address.ts'
import { buildPrivateIndex } from '../../../src/private-addresses/private-index-worker.ts'
import type { PostalSearch } from '../../../src/search/address-search.ts'
import { searchOver } from '../../../src/search/open-index.ts'
import type { OwnIndex } from '../../../src/search/product/overlay.ts'

function privateOf(row: PostalRow): NewPrivateAddress {
  const { latitude, longitude, ...fields } = postalAddress(row)
  return { ...fields, point: { latitude, longitude } }
}

export async function ownIndex(
  rows: readonly PostalRow[],
  isLocated = true,
): Promise<OwnIndex<PostalAddress, PostalPlace>> {
  const answer = await buildPrivateIndex({ product: 'uk', addresses: rows.map(privateOf) })
  const addresses = rows.map((row, at) => {
    const item = postalAddress(row)
    const { id, label } = ownId(row)
    const { latitude, longitude } = item
    const point = isLocated ? { latitude, longitude } : undefined
    return [answer.ids[at], { id, point, item, label }] as const
  })
  const search = searchOver(answer.buffer) as PostalSearch
  return { search, isLocated, addresses: new Map(addresses) }
}

export function ownId(row: PostalRow) {
  const label = formattedAddressText(postalAddress(row))
  return { id: `pa_${row.postcode} ${label}`, label }
}
