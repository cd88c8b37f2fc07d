// Promises of the memory of rate limits: bounded, fair between tokens, and nobody is throttled for what others did.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TableSize } from '../../src/rate-limits/admission-table.ts'
import type { Window } from '../../src/rate-limits/counters.ts'
import { MemoryCounters, newCountersMemory } from '../../src/rate-limits/memory-counters.ts'

const SMALL: TableSize = { rows: 256, slots: 4096 }

function counters(keys = SMALL, visitors = SMALL) {
  const clock = { ms: 1_000_000 }
  const counting = new MemoryCounters(() => clock.ms, newCountersMemory({ keys, visitors }))
  const isAdmitted = (...windows: Window[]) => counting.admit(windows).kind === 'admitted'
  const remaining = (window: Window) => counting.admit([window]).standings[0].remaining
  return { clock, counting, isAdmitted, remaining }
}

function visitor(name: string | number, token = 'token', limit = 5, seconds = 60): Window {
  return { key: `visitor ${token} ${name}`, limit, seconds, visitorOf: token }
}

function key(name: string | number, limit = 5, seconds = 60): Window {
  return { key: `key ${name}`, limit, seconds }
}

test('a visitor never passes the limit, waits a window at most, and is let in when told', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 20, maxLength: 200 })
  const run = (gapsMs: readonly number[], limit: number, seconds: number) => {
    const { clock, counting } = counters()
    const window = visitor('a', 'token', limit, seconds)
    const admittedAtMs: number[] = []
    for (const gapMs of gapsMs) {
      clock.ms += gapMs
      const admission = counting.admit([window])
      if (admission.kind === 'admitted') {
        admittedAtMs.push(clock.ms)
        continue
      }
      const waitMs = admission.retryAfterSeconds * 1000
      assert.ok(waitMs >= 1000 && waitMs <= seconds * 1000)
      // Late by less than a fifteenth of the window.
      const [oldest] = admittedAtMs.slice(-limit)
      assert.ok(clock.ms < oldest + seconds * 1000 * (1 + 1 / 15) + 1)
      clock.ms += waitMs
      assert.equal(counting.admit([window]).kind, 'admitted')
      admittedAtMs.push(clock.ms)
    }
    for (let at = limit; at < admittedAtMs.length; at += 1) {
      assert.ok(admittedAtMs[at] - admittedAtMs[at - limit] >= seconds * 1000)
    }
  }
  fc.assert(fc.property(gaps, fc.integer({ min: 1, max: 30 }), fc.constantFrom(60, 120, 900), run))
})

test('a visitor who tries every five seconds is let in once a minute, whatever other tokens have', () => {
  const { clock, isAdmitted } = counters()
  for (let at = 0; at < 250; at += 1) isAdmitted(visitor(at, 'other', 50, 86_400))
  const hasty = visitor('hasty', 'token', 1, 60)
  let admitted = 0
  for (let at = 0; at < 120; at += 1) {
    if (isAdmitted(hasty)) admitted += 1
    clock.ms += 5000
  }
  assert.equal(admitted, 10)
})

test('of a million visitors with windows of many lengths nobody is throttled for another', () => {
  const clock = { ms: 1_000_000 }
  const counting = new MemoryCounters(() => clock.ms)
  const lengths = [60, 300, 900, 3600, 86_400, 86_400, 86_400, 86_400]
  const visitorOf = (at: number) => {
    const which = at % lengths.length
    return visitor(at, `token ${which}`, 3, lengths[which])
  }
  let throttled = 0
  for (let nth = 0; nth < 1_000_000; nth += 1) {
    if (nth % 100 === 0) clock.ms += 1
    const { kind } = counting.admit([visitorOf((nth * 611_953) % 1_000_000)])
    if (kind === 'refused') throttled += 1
  }
  assert.equal(throttled, 0)
  // And those who are at their limit are remembered.
  let freed = 0
  for (let at = 0; at < 1_000_000; at += 101) {
    assert.equal(counting.admit([visitorOf(at)]).kind, 'admitted')
    assert.equal(counting.admit([visitorOf(at)]).kind, 'admitted')
    if (counting.admit([visitorOf(at)]).kind === 'admitted') freed += 1
  }
  assert.equal(freed, 0)
})

test('a token with more visitors than there is room for forgets its own, and frees nobody at the limit', () => {
  const { isAdmitted } = counters()
  const few = Array.from({ length: 20 }, (_, at) => visitor(at, 'few', 2, 3600))
  for (const each of [...few, ...few]) assert.ok(isAdmitted(each))
  const greedy = Array.from({ length: 10 }, (_, at) => visitor(at, 'many', 3, 3600))
  for (const each of [...greedy, ...greedy, ...greedy]) assert.ok(isAdmitted(each))
  for (let at = 100; at < 100_000; at += 1) assert.ok(isAdmitted(visitor(at, 'many', 3, 3600)))
  assert.equal(few.filter((each) => isAdmitted(each)).length, 0)
  assert.equal(greedy.filter((each) => isAdmitted(each)).length, 0)
})

test('visitors take no room from keys', () => {
  const { isAdmitted } = counters()
  for (let at = 0; at < 5; at += 1) assert.ok(isAdmitted(key('a')))
  for (let at = 0; at < 10_000; at += 1) isAdmitted(visitor(at))
  assert.equal(isAdmitted(key('a')), false)
})

test('keys that are quiet make room for new ones before any that is live', () => {
  const { clock, isAdmitted, remaining } = counters()
  const live = Array.from({ length: 100 }, (_, at) => key(`live ${at}`, 2, 3600))
  for (const each of [...live, ...live]) assert.ok(isAdmitted(each))
  for (let round = 0; round < 20; round += 1) {
    for (let at = 0; at < 150; at += 1) assert.equal(remaining(key(`${round} ${at}`, 2, 60)), 1)
    clock.ms += 60_000
  }
  assert.equal(live.filter((each) => isAdmitted(each)).length, 0)
})

test('where there is no free row a quiet one goes, though a live one has less in it', () => {
  const clock = { ms: 1_000_000 }
  // Always the same seed: which rows are looked at depends on it.
  const memory = newCountersMemory({ keys: SMALL, visitors: SMALL })
  const counting = new MemoryCounters(() => clock.ms, { ...memory, seed: [1, 2] })
  const live = (at: number) => key(`live ${at}`, 5, 600)
  for (let at = 0; at < 128; at += 1) counting.admit([live(at)])
  for (let at = 0; at < 128; at += 1) {
    for (let times = 0; times < 5; times += 1) counting.admit([key(`quiet ${at}`)])
  }
  clock.ms += 61_000
  for (let at = 0; at < 40; at += 1) counting.admit([key(`new ${at}`)])
  for (let at = 0; at < 128; at += 1) {
    assert.equal(counting.admit([live(at)]).standings[0].remaining, 3, `live ${at}`)
  }
})

test('an admission leaves when its window is over, and not a moment before', () => {
  const { clock, isAdmitted } = counters()
  const window = key('a', 2, 60)
  assert(isAdmitted(window))
  clock.ms += 30_000
  assert(isAdmitted(window))
  clock.ms += 29_999
  assert.equal(isAdmitted(window), false)
  clock.ms += 1
  assert.equal(isAdmitted(window), true)
  assert.equal(isAdmitted(window), false)
})

test('where keys have no room for more admissions they forget their oldest, and refuse nobody for it', () => {
  const { clock, isAdmitted } = counters({ rows: 16, slots: 64 })
  let admitted = 0
  for (let at = 0; at < 1000; at += 1) {
    clock.ms += 1
    if (isAdmitted(key(at % 4, 1000, 3600))) admitted += 1
  }
  assert.equal(admitted, 1000)
  // What is left of the room still holds a small limit.
  for (let at = 0; at < 5; at += 1) isAdmitted(key(0, 5, 3600))
  assert.equal(isAdmitted(key(0, 5, 3600)), false)
  clock.ms += 3_600_000
  for (let at = 0; at < 50; at += 1) {
    clock.ms += 1
    assert.ok(isAdmitted(key('later', 50, 60)))
  }
  assert.equal(isAdmitted(key('later', 50, 60)), false)
})

test('a row that was quiet for as long as its times can tell is empty', () => {
  const { clock, isAdmitted } = counters()
  for (let at = 0; at < 5; at += 1) assert.ok(isAdmitted(key('a')))
  clock.ms += 2 ** 32 + 1000
  for (let at = 0; at < 5; at += 1) assert.ok(isAdmitted(key('a')))
})
