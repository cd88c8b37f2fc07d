// Points in polygons: what the index says is what exact arithmetic over every edge says, on borders too.
// Covers: src/areas/polygons/{polygon-index,polygons,feature-grid,feature-slabs}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bruteForce } from '../../../bench/areas/brute-force.ts'
import { type Corner, polygonsOf } from '../../../bench/areas/drawn-polygons.ts'
import { PolygonIndex } from '../../../src/areas/polygons/polygon-index.ts'
import { boxAround, swappedFault } from '../../../src/areas/polygons/polygons.ts'

/** Small numbers, so that points meet corners and edges; and as large as degrees get, where products do not fit. */
for (const [size, unit] of [
  ['small', 1],
  ['the largest', 100_000_000],
] as const) {
  test(`a point is in the first polygon that holds it, by exact arithmetic, for ${size} numbers`, () => {
    const number = fc
      .integer({ min: -9, max: 9 })
      .chain((whole) => fc.integer({ min: -1, max: 1 }).map((off) => whole * unit + off))
    const point: fc.Arbitrary<Corner> = fc.tuple(number, number)
    const ring = fc.array(point, { minLength: 3, maxLength: 30 })
    const features = fc.array(fc.array(ring, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(features, fc.array(point, { maxLength: 40 }), (all, points) => {
        const flat = (rings: readonly (readonly Corner[])[]) =>
          new Set(rings.flat().map(([, y]) => y)).size === 1
        fc.pre(!all.some(flat))
        const polygons = polygonsOf(all)
        const index = new PolygonIndex(polygons)
        const expected = bruteForce(polygons)
        const corners = all.flat(2)
        for (const [x, y] of [...points, ...corners]) {
          assert.equal(index.areaAt(x, y), expected(x, y), `${x}, ${y}`)
        }
      }),
      { numRuns: 300 },
    )
  })
}

test('every point of a region that is cut into triangles is in exactly one of them', () => {
  const [columns, rows, step] = [6, 5, 7]
  const bent = (column: number, row: number): Corner => [
    column * step + (row % 2 === 0 ? 0 : 2),
    row * step + (column % 2 === 0 ? 0 : 1),
  ]
  const triangles: Corner[][][] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [a, b] = [bent(column, row), bent(column + 1, row)]
      const [c, d] = [bent(column + 1, row + 1), bent(column, row + 1)]
      triangles.push([[a, b, c]], [[c, d, a]])
    }
  }
  const indexes = triangles.map((triangle) => new PolygonIndex(polygonsOf([triangle])))
  const whole = new PolygonIndex(polygonsOf(triangles))
  for (let x = step; x < (columns - 1) * step; x++) {
    for (let y = step; y < (rows - 1) * step; y++) {
      const holders = indexes.flatMap((index, at) => (index.areaAt(x, y) === 0 ? [] : at + 1))
      assert.deepEqual(holders, [whole.areaAt(x, y)], `${x}, ${y}`)
    }
  }
})

test('a hole is outside, an island in it inside, and both parts of a feature are the same area', () => {
  const square = (from: number, to: number): Corner[] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ]
  const index = new PolygonIndex(
    polygonsOf([[square(0, 90), square(10, 80), square(20, 70)], [square(30, 60)]]),
  )
  const areas = [5, 15, 25, 45, 85, 95].map((at) => index.areaAt(at, at))
  assert.deepEqual(areas, [1, 0, 1, 1, 1, 0], 'the first of overlapping features counts')
})

test('a feature that meets no address unless its coordinates are swapped is named', () => {
  const around = (x: number, y: number): Corner[] => [
    [x - 1, y - 1],
    [x + 1, y - 1],
    [x, y + 1],
  ]
  const polygons = polygonsOf([[around(144, -37)], [around(-37, 144)], [around(9, 9)]])
  const [longitude, latitude] = [Int32Array.of(143, 145, 0), Int32Array.of(-38, -36, 0)]
  const all = boxAround(longitude, latitude)
  assert.match(swappedFault(polygons, all) ?? '', /^Feature 2 seems to have latitude before/)
  assert.equal(swappedFault(polygonsOf([[around(9, 9)]]), all), undefined)
})
