// Nearest against brute force: the true nearest on the sphere, whatever the filter.
// Covers: src/search/product/**, src/index/geography/**

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { metresBetween } from '../../src/address/geo.ts'
import { postalIdOf, postalIdText } from '../../src/index/ids/postal-id.ts'
import { STEPS, Work } from '../../src/search/work.ts'
import { runs } from '../support/runs.ts'
import { builtNational, builtPostal } from './built.ts'
import { nationalWorld, postalWorld, rowsOf } from './synthetic.ts'

const nationalSource = nationalWorld(21, 2000)
const national = await builtNational(nationalSource)
const postalSource = postalWorld(22, 2000)
const postal = await builtPostal(postalSource)

const latitude = fc.double({ min: -90, max: 90, noNaN: true })
const longitude = fc.double({ min: -180, max: 180, noNaN: true })
const nearWorld = fc.record({
  latitude: fc.double({ min: -42, max: -36, noNaN: true }),
  longitude: fc.double({ min: 143, max: 150, noNaN: true }),
})
const anywhere = fc.record({ latitude, longitude })

test('au: the nearest addresses are truly the nearest, anywhere on earth', () => {
  const rows = rowsOf(nationalSource).filter(
    (row) => row.addressStatus === 'CURRENT' && row.aliasPrincipal === 'P',
  )
  fc.assert(
    fc.property(
      fc.oneof(nearWorld, anywhere),
      fc.constantFrom(1, 30, 500, 25_000),
      (point, radiusKm) => {
        const near = national.nearest({ ...point, radiusKm, top: 20 })
        const expected = rows
          .map((row) => metresBetween(row, point))
          .filter((metres) => metres <= radiusKm * 1000)
          .sort((a, b) => a - b)
          .slice(0, 20)
        assert.deepEqual(
          near.map(({ distanceMetres }) => distanceMetres),
          expected,
        )
        for (const { id, item, distanceMetres } of near) {
          assert.equal(item.address_detail_pid, id)
          assert.equal(metresBetween(item.coordinates, point), distanceMetres)
        }
      },
    ),
    { numRuns: runs(120), seed: 6 },
  )
})

/** Of rows with one id the first is in the index. */
const postalRows = [
  ...new Map(
    rowsOf(postalSource)
      .toReversed()
      .map((row) => [postalIdText(postalIdOf(row)), row]),
  ).values(),
]

test('uk: nearest residential addresses leave out all that are not', () => {
  const point = { latitude: 52.5, longitude: -1.5 }
  for (const residential of [true, false]) {
    const near = postal.nearest({ ...point, radiusKm: 60, top: 20, residential })
    const expected = postalRows
      .filter((row) => row.residential === residential)
      .map((row) => metresBetween(row, point))
      .filter((metres) => metres <= 60_000)
      .sort((a, b) => a - b)
      .slice(0, 20)
    assert.deepEqual(
      near.map(({ distanceMetres }) => distanceMetres),
      expected,
    )
  }
})

test('nearest with a term gives the nearest of those that fit it', () => {
  const point = { latitude: 52.5, longitude: -1.5 }
  const near = postal.nearest({ ...point, radiusKm: 500, top: 20, term: 'station road ' })
  const expected = postalRows
    .filter((row) => row.thoroughfare === 'Station Road')
    .map((row) => metresBetween(row, point))
    .sort((a, b) => a - b)
    .slice(0, 20)
  assert.ok(near.length === 20)
  assert.deepEqual(
    near.map(({ distanceMetres }) => distanceMetres),
    expected,
  )
})

test('a radius removes what is farther away and nothing else', () => {
  const radius = { latitude: 52.5, longitude: -1.5, km: 90 }
  const found = postal.autocomplete({ term: 'stockport ', top: 5000, filter: { radius } })
  const all = postal.autocomplete({ term: 'stockport ', top: 5000 })
  const inside = all.filter(({ item }) => metresBetween(item, radius) <= 90_000)
  assert.ok(inside.length > 0 && inside.length < all.length)
  assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(inside.map(({ id }) => id)))
})

test('a location orders by nearness and removes nothing', () => {
  const location = { latitude: -39, longitude: 146 }
  const plain = national.autocomplete({ term: '12 richmond ', top: 1000 })
  const near = national.autocomplete({ term: '12 richmond ', top: 1000, location })
  assert.ok(plain.length > 6)
  assert.deepEqual(new Set(near.map(({ id }) => id)), new Set(plain.map(({ id }) => id)))
  const first = national.autocomplete({ term: '12 richmond ', top: 3, location })
  assert.deepEqual(first, near.slice(0, 3))
})

test('the nearest places are those whose centres are nearest, wherever on earth one asks', () => {
  const everywhere = { latitude: 0, longitude: 0, radiusKm: 25_000, top: 100_000 }
  for (const search of [national, postal]) {
    const all = search.nearestPlace(everywhere)
    assert.ok(all.length > 5)
    for (const { id, item } of all) assert.deepEqual(search.getPlace(id), item)
    fc.assert(
      fc.property(
        fc.oneof(nearWorld, anywhere, fc.constantFrom(...all.map(({ item }) => item))),
        fc.constantFrom(1, 30, 500, 25_000),
        fc.constantFrom(1, 5, 20),
        (point, radiusKm, top) => {
          const expected = all
            .map(({ item }) => metresBetween(item, point))
            .filter((metres) => metres <= radiusKm * 1000)
            .sort((a, b) => a - b)
            .slice(0, top)
          const near = search.nearestPlace({ ...point, radiusKm, top })
          assert.deepEqual(
            near.map(({ distanceMetres }) => distanceMetres),
            expected,
          )
          for (const { item, distanceMetres } of near) {
            assert.equal(metresBetween(item, point), distanceMetres)
          }
        },
      ),
      { numRuns: runs(60), seed: 7 },
    )
  }
})

test('from a point at sea only the places that may be nearest are measured', () => {
  const sea = { latitude: -38, longitude: 100, radiusKm: 25_000 }
  const places = national.nearestPlace({ ...sea, top: 100_000 }).length
  const work = new Work()
  assert.equal(national.nearestPlace({ ...sea, top: 1, work }).length, 1)
  assert.ok(work.spent >= STEPS.lookUp, 'what is measured is counted')
  assert.ok(work.spent < (places * STEPS.lookUp) / 3, `${work.spent} steps for ${places} places`)
})
