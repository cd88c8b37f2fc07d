// The map is of the release in use: a new one has a new map, and the same question the same one.
// Covers: src/web/start/density-map.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from '../../src/http/message.ts'
import type { Area } from '../../src/index/geography/density.ts'
import { type MapSearches, mapPage } from '../../src/web/start/density-map.ts'

/** Its path has none. */
const NO_PARAMS = {}

const COUNTRY: Area = { south: 50, west: -5, north: 58, east: 2 }

/** A release whose every cell has so many addresses but the first, which has none. */
function release(name: string, count: number) {
  let drawn = 0
  const density = {
    country: () => COUNTRY,
    grid: (_area: Area, columns: number, rows: number) => {
      drawn += 1
      const counts = new Uint32Array(columns * rows).fill(count)
      counts[0] = 0
      return { counts }
    },
  }
  return { release: { release: name }, density, drawn: () => drawn }
}

function asked(at: string): Request {
  const query = new Map([
    ['product', ['uk']],
    ['at', [at]],
  ])
  return { query, headers: {} } as unknown as Request
}

test('a map is drawn once for a release, and anew for the next', async () => {
  const [first, second] = [release('uk-1', 1), release('uk-2', 0)]
  const searches = { au: undefined, uk: first } as unknown as { uk: unknown }
  const page = mapPage(searches as unknown as MapSearches)
  const bodyAt = async (at: string) => String((await page.render(asked(at), NO_PARAMS)).body)
  const before = await bodyAt('51.5,-0.1')
  assert.equal(await bodyAt('51.501,-0.101'), before)
  assert.equal(first.drawn(), 1)
  assert.notEqual(await bodyAt('52.5,-0.1'), before)
  searches.uk = second
  const after = await bodyAt('51.5,-0.1')
  assert.notEqual(after, before)
  assert.match(JSON.parse(after).cells, /^0+$/)
  assert.equal(second.drawn(), 1)
})
