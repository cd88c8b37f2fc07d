// The steps of a request: when they are spent it stops, and a part of it has half of what is left.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Work } from '../../src/search/work.ts'

test('a request has so many steps and no more', () => {
  const work = new Work(10)
  work.spent = 9
  assert.equal(work.isSpent, false)
  work.spent = 10
  assert.equal(work.isSpent, true)
})

test('what is done in one go is not begun where it takes more than is left', () => {
  const work = new Work(10)
  assert.equal(work.affords(4), true)
  assert.deepEqual([work.spent, work.left], [4, 6])
  assert.equal(work.affords(6.5), false)
  assert.deepEqual([work.spent, work.left, work.isSpent], [10, 0, true])
  work.spent = 12
  assert.equal(work.affords(1), false)
  assert.deepEqual([work.spent, work.left], [12, 0])
  const just = new Work(10)
  assert.equal(just.affords(10), true)
  assert.equal(just.isSpent, true)
})

test('a part has half of what is left, and what comes after it the rest', () => {
  const work = new Work(100)
  work.spent = 20
  work.half(() => {
    work.spent = 59
    assert.equal(work.isSpent, false)
    work.spent = 60
    assert.equal(work.isSpent, true)
  })
  assert.equal(work.isSpent, false)
  work.spent = 100
  assert.equal(work.isSpent, true)
  work.half(() => assert.equal(work.isSpent, true))
})
