// Distinct texts and pairs are numbered, and texts put into sorted order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PairNumbers, TextNumbers } from '../../../src/index/rows/text-numbers.ts'

test('equal texts have one number, and the empty text has 0', () => {
  const texts = new TextNumbers()
  assert.deepEqual(
    ['', 'B', 'A', 'B'].map((text) => texts.add(text)),
    [0, 1, 2, 1],
  )
  assert.equal(texts.at(2), 'A')
})

test('each text has a place in sorted order, whatever characters it has', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (list) => {
      const texts = new TextNumbers()
      const numbers = list.map((text) => texts.add(text))
      const { sorted, places } = texts.sort()
      assert.deepEqual(
        numbers.map((number) => sorted[places[number]]),
        list.map((text) => Buffer.from(text, 'utf8').toString('utf8')),
      )
      assert.deepEqual(sorted, [...new Set(sorted)].sort())
      assert.equal(sorted[0], '')
    }),
  )
})

test('half of a surrogate pair is one text, however often it comes', () => {
  const texts = new TextNumbers()
  assert.equal(texts.add('\ud800'), texts.add('\ud801'))
  assert.deepEqual([...texts.sort().places], [0, 1])
})

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
