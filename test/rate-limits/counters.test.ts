// Promises of the rate limits: no window ever holds more than its limit, and waiting as told is enough.
// Covers: src/rate-limits/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MemoryCounters, type Taken, type Window } from '../../src/rate-limits/counters.ts'

const KEY: Window = { key: 'key', limit: 5, seconds: 60 }
const VISITOR: Window = { key: 'visitor', limit: 5, seconds: 60, isCrowd: true }

function counters(keysMax?: number) {
  const clock = { ms: 1_000_000 }
  return { clock, counters: new MemoryCounters(() => clock.ms, keysMax) }
}

function isAdmitted(taken: Taken): boolean {
  return taken.kind === 'admitted'
}

for (const [name, window] of [
  ['key', KEY],
  ['visitor', VISITOR],
] as const) {
  test(`no span of a window holds more requests of a ${name} than the limit`, () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 20, maxLength: 300 }),
        fc.integer({ min: 1, max: 12 }),
        (gaps, limit) => {
          const { clock, counters: counting } = counters()
          const admitted: number[] = []
          for (const gap of gaps) {
            clock.ms += gap
            if (isAdmitted(counting.take([{ ...window, limit }]))) admitted.push(clock.ms)
          }
          for (let at = limit; at < admitted.length; at += 1) {
            assert.ok(admitted[at] - admitted[at - limit] >= window.seconds * 1000)
          }
        },
      ),
    )
  })

  test(`a ${name} that waits as long as it was told is let through`, () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 60 }), (gaps) => {
        const { clock, counters: counting } = counters()
        for (const gap of gaps) {
          clock.ms += gap
          const taken = counting.take([window])
          if (taken.kind === 'admitted') continue
          assert.ok(taken.retryAfterSeconds >= 1)
          clock.ms += taken.retryAfterSeconds * 1000
          assert.ok(isAdmitted(counting.take([window])))
        }
      }),
    )
  })
}

test('a request that one window refuses is counted in none', () => {
  const { counters: counting } = counters()
  const wide = { key: 'plan', limit: 6, seconds: 300 }
  for (let at = 0; at < 20; at += 1) counting.take([wide, KEY])
  const taken = counting.take([wide])
  assert.deepEqual(taken.kind === 'admitted' && taken.standings[0].remaining, 0)
})

test('the standing says what is left and when the oldest requests leave', () => {
  const { clock, counters: counting } = counters()
  counting.take([KEY])
  clock.ms += 30_000
  const taken = counting.take([KEY])
  assert.ok(taken.kind === 'admitted')
  assert.equal(taken.standings[0].remaining, 3)
  assert.ok(taken.standings[0].resetSeconds > 28 && taken.standings[0].resetSeconds <= 32)
})

test('keys are bounded, and those that were not asked for lately are forgotten first', () => {
  const { counters: counting } = counters(100)
  for (let at = 0; at < 1000; at += 1) {
    counting.take([{ ...KEY, key: `key ${at}` }])
    counting.take([KEY])
  }
  assert.ok(counting.size <= 100)
  assert.equal(isAdmitted(counting.take([KEY])), false)
})

test('a flood of new visitors frees nobody who is at the limit', () => {
  const { counters: counting } = counters()
  for (let at = 0; at < 5; at += 1) counting.take([VISITOR])
  for (let at = 0; at < 300_000; at += 1) counting.take([{ ...VISITOR, key: `visitor ${at}` }])
  assert.equal(isAdmitted(counting.take([VISITOR])), false)
})

test('visitors with windows of different lengths never pass either limit', () => {
  const { clock, counters: counting } = counters()
  const long = { ...VISITOR, seconds: 600 }
  for (let at = 0; at < 5; at += 1) counting.take([long])
  clock.ms += 61_000
  assert.equal(isAdmitted(counting.take([long])), false)
})
