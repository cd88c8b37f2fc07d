// The nearest records and the streets around a point, against brute force: at the poles and the date line too.
// Covers: src/index/geography/{boxes,boxes-writer}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { metresBetween, type Point } from '../../../src/address/geo.ts'
import { Boxes } from '../../../src/index/geography/boxes.ts'
import { Records } from '../../../src/index/streets/records.ts'
import { Streets } from '../../../src/index/streets/streets.ts'
import { builtSections } from '../../search/built.ts'
import { national, nationalSource } from '../../search/small-world.ts'

/** Where towns are: around the world, at its edges and in a crowd. */
const TOWNS: readonly (readonly [number, number])[] = [
  [-37.8, 145],
  [-37.81, 145.01],
  [-37.9, 145.3],
  [-17, 179.99],
  [-17, -179.99],
  [89.99, 20],
  [-89.99, -120],
  [0, 0],
  [52, -1],
]
const random = new SeededRandom(94)
const rows = Array.from({ length: 900 }, (_, at) => {
  const town = random.below(TOWNS.length)
  const [latitude, longitude] = TOWNS[town] ?? assert.fail()
  const step = () => Math.round(random.below(9)) / 500
  return national(`${1 + (at % 80)} S${random.below(3)} ST, TOWN${town} VIC 3000`, {
    latitude: Math.min(90, latitude + step()),
    longitude: Math.min(180, longitude + step()),
  })
})
const sections = await builtSections(nationalSource(rows))
const streets = new Streets(sections)
const records = new Records(sections, streets)
const boxes = new Boxes(sections, records)
const all = Array.from({ length: records.count }, (_, record) => record)

const point = fc.oneof(
  fc.constantFrom(...TOWNS).map(([latitude, longitude]) => ({ latitude, longitude })),
  fc.constantFrom(...all).map((record) => records.point(record)),
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
)
const metresMax = fc.constantFrom(0, 100, 2000, 30_000, 1_000_000, 1e8)

function byNearness(from: Point, farthest: number) {
  return all
    .map((record) => ({ record, metres: metresBetween(records.point(record), from) }))
    .filter(({ metres }) => metres <= farthest)
    .sort((a, b) => a.metres - b.metres || a.record - b.record)
}

test('the nearest come in order, those at one distance in order of record, and only the allowed ones', () => {
  fc.assert(
    fc.property(
      point,
      metresMax,
      fc.constantFrom(1, 7, 2000),
      fc.nat(3),
      (from, most, top, odd) => {
        const allows = (record: number) => odd === 0 || record % 4 !== odd
        const expected = byNearness(from, most).filter(({ record }) => allows(record))
        assert.deepEqual(boxes.nearest(from, most, top, allows), expected.slice(0, top))
      },
    ),
    { numRuns: 150, seed: 1 },
  )
})

test('none are found where none are wanted, and no more once it is enough', () => {
  const [first] = all
  const from = records.point(first ?? 0)
  assert.deepEqual(
    boxes.nearest(from, 1e8, 0, () => true),
    [],
  )
  let looks = 0
  const some = boxes.nearest(
    from,
    1e8,
    1000,
    () => true,
    () => ++looks > 60,
  )
  assert.ok(some.length > 0 && some.length < 60, String(some.length))
  assert.deepEqual(some, byNearness(from, 1e8).slice(0, some.length))
})

test('the streets around a point are all that have an address within the distance, in order of rank', () => {
  fc.assert(
    fc.property(point, metresMax, (from, most) => {
      const within = (metres: number) =>
        new Set(byNearness(from, metres).map(({ record }) => streets.ofRecord(record)))
      const found = boxes.streetsWithin(from, most, streets.count) ?? assert.fail()
      assert.deepEqual(
        [...found],
        [...new Set(found)].toSorted((a, b) => a - b),
      )
      for (const street of within(most)) assert.ok(found.includes(street), `${street}`)
      assert.equal(boxes.streetsWithin(from, most, found.length)?.length, found.length)
      if (found.length === 0) return
      assert.equal(boxes.streetsWithin(from, most, found.length - 1), undefined)
    }),
    { numRuns: 150, seed: 2 },
  )
})

test('streets that are far away are not among those around a point', () => {
  const melbourne = { latitude: -37.8, longitude: 145 }
  const found = boxes.streetsWithin(melbourne, 20_000, streets.count) ?? assert.fail()
  const near = [...found].map((street) => metresBetween(streets.point(street), melbourne))
  assert.ok(near.length > 5 && Math.max(...near) < 40_000, String(near))
  assert.ok(found.length < streets.count / 2)
})
