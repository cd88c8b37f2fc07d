// Pairs of numbers are told apart.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PairNumbers } from '../../../src/index/rows/pair-numbers.ts'

test('equal pairs have one number, different ones another, in order of first use', () => {
  const pair = fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 60 }))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 3000, size: 'max' }), (pairs) => {
      const book = new PairNumbers()
      const expected = new Map<string, number>()
      for (const [first, second] of pairs) {
        const key = `${first} ${second}`
        if (!expected.has(key)) expected.set(key, expected.size)
        assert.equal(book.add(first, second), expected.get(key))
      }
      assert.equal(book.count, expected.size)
    }),
    { numRuns: 20 },
  )
})
