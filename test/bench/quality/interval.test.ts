// Intervals, as a table of statistics has them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MeanTally, shareOf } from '../../../bench/quality/interval.ts'

function near(actual: number, wanted: number): void {
  assert.ok(Math.abs(actual - wanted) < 0.0005, `${actual} is not ${wanted}`)
}

test("a share has Wilson's interval, also where everything or nothing is right", () => {
  const cases = [
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [5, 10, 0.2366, 0.7634],
    [985, 1000, 0.9754, 0.9909],
  ] as const
  for (const [hits, of, low, high] of cases) {
    const share = shareOf(hits, of)
    near(share.low, low)
    near(share.high, high)
  }
})

test('nothing tried says nothing', () => {
  assert.deepEqual(shareOf(0, 0), { hits: 0, of: 0, share: 0, low: 0, high: 1 })
  assert.deepEqual(new MeanTally().result(), { of: 0, mean: 0, low: 0, high: 1 })
})

test('a mean has the interval of its standard error', () => {
  const tally = new MeanTally()
  for (const value of [0, 0.5, 1, 0.5]) tally.add(value)
  const { mean, low, high } = tally.result()
  near(mean, 0.5)
  near(low, -0.063)
  near(high, 1.063)
})
