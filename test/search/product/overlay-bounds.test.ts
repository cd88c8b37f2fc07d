// A release and an account's own addresses together: as many as were asked for, and none where nobody knows the place.
// Covers: src/search/product/overlay.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddressSearch } from '../../../src/search/address-search.ts'
import { type OwnIndex, overlaySearch } from '../../../src/search/product/overlay.ts'

type Search = AddressSearch<string, string>

function found(id: string) {
  return { id, item: id, label: id, penalty: 0, depth: 0, metres: 0 }
}

function searchOf(...ids: readonly string[]): Search {
  const autocomplete = ({ top }: { top: number }) => ids.slice(0, top).map(found)
  return { autocomplete } as unknown as Search
}

function joined(isLocated: boolean): Search {
  const addresses = new Map(['x', 'y'].map((id) => [id, { id: `pa_${id}`, item: id, label: id }]))
  const own = { search: searchOf('x', 'y'), isLocated, addresses }
  const base = searchOf('a', 'b', 'c', 'd', 'e', 'f', 'g')
  return overlaySearch(base, [own as unknown as OwnIndex<string, string>])
}

const ids = (search: Search, query: object) =>
  search.autocomplete({ term: 'x', top: 6, ...query }).map(({ id }) => id)

test('there are as many as were asked for, the owner’s first', () => {
  assert.deepEqual(ids(joined(true), {}), ['pa_x', 'pa_y', 'a', 'b', 'c', 'd'])
  assert.deepEqual(ids(joined(true), { top: 1 }), ['pa_x'])
})

test('an address without a point is in no radius, and far from any location', () => {
  const radius = { latitude: 0, longitude: 0, km: 1 }
  assert.deepEqual(ids(joined(false), { filter: { radius } }), ['a', 'b', 'c', 'd', 'e', 'f'])
  const near = ids(joined(false), { location: { latitude: 0, longitude: 0 }, top: 9 })
  assert.deepEqual(near.slice(-2), ['pa_x', 'pa_y'])
})
