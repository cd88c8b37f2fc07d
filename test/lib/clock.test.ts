// Moments as days, months and seconds to midnight, and a clock that a test has moved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Clock,
  secondsToUtcMidnight,
  TestClock,
  utcDay,
  utcMonth,
} from '../../src/lib/clock.ts'

test('a day and a month are those of UTC, up to their last millisecond', () => {
  const last = Date.UTC(2026, 2, 1) - 1
  assert.deepEqual([utcDay(last), utcMonth(last)], ['2026-02-28', '2026-02'])
  assert.deepEqual([utcDay(last + 1), utcMonth(last + 1)], ['2026-03-01', '2026-03'])
})

test('midnight is whole seconds away, rounded up, at least one and at most a day', () => {
  const midnight = Date.UTC(2026, 0, 1)
  for (const [ms, seconds] of [
    [0, 86_400],
    [1, 86_400],
    [1000, 86_399],
    [86_399_000, 1],
    [86_399_001, 1],
    [86_399_999, 1],
  ] as const) {
    assert.equal(secondsToUtcMidnight(midnight + ms), seconds, String(ms))
  }
})

test('a clock that was moved goes on from there, and spans have what was let pass', () => {
  let passed = 0
  const real: Clock = { now: () => 1000 + passed, monotonicMs: () => 5 + passed }
  const clock = new TestClock(real)
  assert.deepEqual([clock.now(), clock.monotonicMs(), clock.passedMs], [1000, 5, 0])
  clock.moveTo({ offsetMs: -500, passedMs: 70 })
  passed = 3
  assert.deepEqual([clock.now(), clock.monotonicMs(), clock.passedMs], [503, 78, 70])
})
