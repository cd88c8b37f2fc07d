// Distinct texts are numbered, and put into sorted order.
// Covers: src/index/rows/text-numbers.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TextNumbers } from '../../../src/index/rows/text-numbers.ts'

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
