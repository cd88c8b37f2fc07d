// The map is of the release in use: a new one has a new map, and the same question the same one.
// Covers: src/web/start/density-map.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from '../../src/http/message.ts'
import type { Area } from '../../src/index/geography/boxes.ts'
import { Turns } from '../../src/lib/turns/turns.ts'
import type { Searches } from '../../src/search/address-search.ts'
import { mapPage } from '../../src/web/start/density-map.ts'

/** Its path has none. */
const NO_PARAMS = {}

const SLICES = new Turns()
const COUNTRY: Area = { south: 50, west: -5, north: 58, east: 2 }

/** A release whose every cell has so many addresses but the first, which has none. */
function release(name: string, count: number) {
  let drawn = 0
  const density = {
    *country() {
      yield
      return COUNTRY
    },
    *grid(_area: Area, columns: number, rows: number) {
      yield
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
  const page = mapPage(searches as unknown as Searches, SLICES)
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

/** The picture that is answered, and the area, columns and rows that it was asked for. */
async function pictureOf(at: string, area: Area = COUNTRY, counts: readonly number[] = []) {
  const grids: (readonly [Area, number, number])[] = []
  const density = {
    *country() {
      yield
      return area
    },
    *grid(wanted: Area, columns: number, rows: number) {
      yield
      grids.push([wanted, columns, rows])
      return { counts: Uint32Array.from(counts) }
    },
  }
  const uk = { release: { release: 'uk-1' }, density }
  const page = mapPage({ au: undefined, uk } as unknown as Searches, SLICES)
  const { body, status } = await page.render(asked(at), NO_PARAMS)
  return { status, grids, ...JSON.parse(String(body)) }
}

test('a point has its surroundings of ten kilometres, and what is no point the whole country', async () => {
  const whole = { south: 49.68, west: -5.28, north: 58.32, east: 2.28 }
  for (const at of [
    '',
    'x',
    '51.5',
    '51.5,',
    '51,5,1',
    '123,1',
    '51.5,-0.1 ',
    '85.1,0',
    '0,180.1',
  ]) {
    const { south, west, north, east, columns, rows } = await pictureOf(at)
    assert.deepEqual({ south, west, north, east }, whole, at)
    assert.deepEqual([columns, rows], [77, 150], at)
  }
  const around: readonly (readonly [string, number, number, number, number])[] = [
    ['51.5,-0.1', 51.45, 51.54, -0.17728, -0.03272],
    ['-33.87,151.2', -33.915, -33.825, 151.1458, 151.2542],
    ['0,0', -0.045, 0.045, -0.045, 0.045],
    ['84.99,179.99', 84.945, 85.035, 179.46971, 180.50029],
  ]
  for (const [at, south, north, west, east] of around) {
    const found = await pictureOf(at)
    assert.deepEqual(
      [found.south, found.north, found.west, found.east],
      [south, north, west, east],
      at,
    )
    assert.deepEqual([found.columns, found.rows], [100, 100], at)
  }
})

test('a map is as wide and as high as its land, from 10 to 150 cells, with a margin', async () => {
  const wide = await pictureOf('', { south: -1, west: 0, north: 1, east: 80 })
  assert.deepEqual([wide.columns, wide.rows], [150, 10])
  const high = await pictureOf('', { south: -40, west: 0, north: 40, east: 1 })
  assert.deepEqual([high.columns, high.rows], [10, 150])
  const point = await pictureOf('', { south: 50, west: 1, north: 50, east: 1 })
  assert.deepEqual([point.south, point.north, point.west, point.east], [49.98, 50.02, 0.98, 1.02])
  assert.deepEqual(point.grids, [[{ south: 49.98, north: 50.02, west: 0.98, east: 1.02 }, 96, 150]])
})

test('cells have levels from 0 to 5 by orders of magnitude', async () => {
  const { cells } = await pictureOf('', COUNTRY, [0, 1, 2, 9, 10, 99, 100, 9999])
  assert.equal(cells, '01122335')
  assert.equal((await pictureOf('', COUNTRY, [0, 0, 1])).cells, '005')
  assert.equal((await pictureOf('', COUNTRY, [0, 0])).cells, '00')
})

function* noCountry() {
  yield
  return undefined
}

test('without a release, of an unknown product and of addresses without places there is no map', async () => {
  const page = mapPage({ au: undefined, uk: undefined }, SLICES)
  assert.equal((await page.render(asked(''), NO_PARAMS)).body, 'null')
  const unplaced = { release: { release: 'uk-1' }, density: { country: noCountry } }
  const none = mapPage({ au: undefined, uk: unplaced } as unknown as Searches, SLICES)
  const { body, status } = await none.render(asked('51,0'), NO_PARAMS)
  assert.deepEqual([String(body), status], ['null', 200])
})
