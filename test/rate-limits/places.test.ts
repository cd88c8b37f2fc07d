// Promises about places: four at work, 128 waiting in order, each caller for itself.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '../../src/http/problem.ts'
import { Places } from '../../src/rate-limits/places.ts'

test('four of one caller are at work at once, 128 wait in order, and the next is refused', async () => {
  const places = new Places()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const hold = (nth: number, caller = 'a') =>
    places.hold(caller, () => {
      begun.push(nth)
      return new Promise<number>((resolve) => ends.push(() => resolve(nth)))
    })
  const held = Array.from({ length: 132 }, (_, nth) => hold(nth))
  await assert.rejects(hold(132), (error: Problem) => {
    assert.deepEqual(
      [error.code, error.status, error.extra.retryAfterSeconds],
      ['rate-limit', 429, 1],
    )
    return true
  })
  assert.deepEqual(begun, [0, 1, 2, 3])
  const other = hold(999, 'b')
  assert.deepEqual(begun.at(-1), 999, 'another caller does not wait')
  ends.pop()?.()
  assert.equal(await other, 999)
  begun.pop()
  for (let nth = 0; nth < 132; nth += 1) {
    while (ends[nth] === undefined) await nextTurn()
    ends[nth]?.()
    assert.equal(await held[nth], nth)
  }
  assert.deepEqual(begun, [...Array(132).keys()])
})

test('a place is free again after work that fails', async () => {
  const places = new Places()
  for (let nth = 0; nth < 10; nth += 1) {
    await assert.rejects(
      places.hold('a', () => Promise.reject(new Error('x'))),
      /x/,
    )
    await assert.rejects(
      places.hold('a', () => {
        throw new Problem('not-found', 'y')
      }),
      /y/,
    )
  }
  assert.equal(await places.hold('a', () => 5), 5)
})
