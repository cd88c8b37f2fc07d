// The coarse grid of a map: every address is in a cell of the country, but for islands far out at sea.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Density } from '../../../src/index/geography/density.ts'
import { finish } from '../../../src/lib/turns/turns.ts'
import { builtNational } from '../../search/built.ts'
import { national, nationalSource } from '../../search/small-world.ts'

/** Four towns at the corners of a square, of 1,300 addresses each, and one address a long way off on each side. */
const CORNERS = [
  [-30, 140],
  [-30, 150],
  [-40, 140],
  [-40, 150],
] as const
const FAR = [
  [-9, 145],
  [-54, 145],
  [-35, 97],
  [-35, 168],
] as const
const rows = CORNERS.flatMap(([latitude, longitude], town) =>
  Array.from({ length: 1300 }, (_, at) =>
    national(`${(at % 100) + 1} S${Math.floor(at / 100)} ST, TOWN${town} NSW 2000`, {
      latitude: latitude + (at % 10) / 1e4,
      longitude: longitude + (at % 7) / 1e4,
    }),
  ),
)
const far = FAR.map(([latitude, longitude], at) =>
  national(`1 FAR ST, ISLAND${at} NSW 2000`, { latitude, longitude }),
)
const { density } = await builtNational(nationalSource([...rows, ...far]))
assert.ok(density !== undefined)
const area = finish(density.country()) ?? assert.fail()

test('the country is where nearly all addresses are', () => {
  const { south, west, north, east } = area
  for (const [edge, wanted] of [
    [south, -40],
    [north, -30],
    [west, 140],
    [east, 150],
  ] as const) {
    assert.ok(Math.abs(edge - wanted) < 0.05, `${edge} is not ${wanted}`)
  }
  assert.ok(south <= -40 && north >= -30 && west <= 140 && east >= 150)
})

test('who lies on the eastern or southern edge is outside, and in no cell of another side', () => {
  const wide = { south: -60, west: 90, north: 0, east: 170 }
  for (const edges of [{ east: 168 }, { south: -54 }]) {
    const { counts }: Density = finish(density.grid({ ...wide, ...edges }, 20, 30))
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      5203,
    )
  }
})

test('cells count addresses from the north-west on, row by row', () => {
  const { counts, columns, rows: lines } = finish(density.grid(area, 3, 2))
  assert.deepEqual([columns, lines], [3, 2])
  assert.deepEqual([...counts], [1300, 0, 1300, 1300, 0, 1300])
  const wide = { south: -60, west: 90, north: 0, east: 170 }
  const all = finish(density.grid(wide, 200, 200)).counts
  assert.equal(
    all.reduce((sum, count) => sum + count, 0),
    5204,
  )
  assert.deepEqual([...finish(density.grid(wide, 1, 4)).counts], [1, 2600, 2602, 1])
  assert.deepEqual([...finish(density.grid(wide, 4, 1)).counts], [1, 0, 2602, 2601])
  const north = finish(density.grid({ ...wide, south: -35.5, north: -20 }, 1, 1)).counts
  assert.deepEqual([...north], [2602])
  const nowhere = finish(density.grid({ south: 10, west: 0, north: 20, east: 10 }, 2, 2)).counts
  assert.deepEqual([...nowhere], [0, 0, 0, 0])
})

test('a grid has at most forty thousand cells, and an index without addresses has no country', async () => {
  assert.equal(finish(density.grid(area, 200, 200)).counts.length, 40_000)
  assert.throws(() => finish(density.grid(area, 200, 201)), /at most 40000 cells/)
  const [only] = rows
  const single = await builtNational(nationalSource(only === undefined ? [] : [only]))
  const place = finish(single.density?.country() ?? assert.fail()) ?? assert.fail()
  assert.ok(Math.abs(place.south - -30) < 0.001 && Math.abs(place.east - 140) < 0.001)
})
