// Binary search against a search from the beginning.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { lowerBoundBy, lowerBoundNear, lowerBoundU32 } from '../../src/lib/lower-bound.ts'

const sorted = fc.array(fc.nat(20)).map((list) => list.toSorted((a, b) => a - b))

test('the place found is the first that is not below the number wanted', () => {
  fc.assert(
    fc.property(sorted, fc.nat(21), (list, wanted) => {
      const first = list.findIndex((value) => value >= wanted)
      const expected = first === -1 ? list.length : first
      assert.equal(lowerBoundU32(Uint32Array.from(list), wanted), expected)
      for (const search of [lowerBoundBy, lowerBoundNear]) {
        assert.equal(
          search(0, list.length, (place) => (list[place] ?? 0) < wanted),
          expected,
        )
      }
    }),
  )
})

test('a part of a list is searched without a look at the rest', () => {
  const list = Uint32Array.of(9, 1, 3, 5, 0)
  assert.equal(lowerBoundU32(list, 4, 1, 4), 3)
  assert.equal(lowerBoundU32(list, 0, 1, 4), 1)
  assert.equal(lowerBoundU32(list, 6, 1, 4), 4)
})
