// Promises of the rate limits, wherever they are kept: exact to the millisecond, and a wait that is true.
// Covers: src/rate-limits/**

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import type { Admission, Counters, Window } from '../../src/rate-limits/counters.ts'
import { MemoryCounters, newCountersMemory } from '../../src/rate-limits/memory-counters.ts'
import { RedisCounters } from '../../src/rate-limits/redis-counters.ts'
import { sharedRedis, stopOwnRedis } from '../support/servers/redis.ts'
import { follow, histories, type Moment } from './admission-model.ts'

after(stopOwnRedis)

/** Where limits are kept, and a time that the test moves. */
interface Place {
  admit(windows: readonly Window[], gapMs?: number): Promise<[Moment, Admission]>
  close(): Promise<void>
}

const SMALL = { keys: { rows: 64, slots: 1024 }, visitors: { rows: 64, slots: 1024 } }

/** Several counters take turns. On the way the 32 bits of a millisecond count run over. */
function inMemory(counters: (monotonicMs: () => number) => readonly Counters[]): Place {
  let nowMs = 2 ** 32 - 40_000
  let nth = 0
  const all = counters(() => nowMs)
  return {
    async admit(windows, gapMs = 0) {
      nowMs += gapMs
      nth += 1
      const admission = await all[nth % all.length].admit(windows, 'acc_1')
      return [{ fromMs: nowMs, toMs: nowMs }, admission]
    },
    close: async () => {},
  }
}

async function inRedis(): Promise<Place> {
  let aheadMs = 0
  const monotonicMs = () => Math.floor(performance.now()) + aheadMs
  const counters = await RedisCounters.open({
    url: await sharedRedis(),
    monotonicMs,
    aheadMs: () => aheadMs,
    placeWithin: () => ({ count: 1, order: 0 }),
    timeoutMs: 5000,
    onMode: (mode) => assert.fail(mode),
  })
  return {
    async admit(windows, gapMs = 0) {
      aheadMs += gapMs
      const fromMs = monotonicMs() - 1
      const admission = await counters.admit(windows)
      return [{ fromMs, toMs: monotonicMs() + 1 }, admission]
    },
    close: () => counters.close(),
  }
}

const PLACES: readonly [string, number, () => Place | Promise<Place>][] = [
  ['a process', 100, () => inMemory((now) => [new MemoryCounters(now, newCountersMemory(SMALL))])],
  [
    'threads',
    100,
    () =>
      inMemory((now) => {
        const memory = newCountersMemory(SMALL)
        return [1, 2, 3].map(() => new MemoryCounters(now, memory))
      }),
  ],
  ['Redis', 25, inRedis],
]

for (const [name, numRuns, makePlace] of PLACES) {
  test(`${name}: every answer is the one that a list of admission times gives`, async (t) => {
    const place = await makePlace()
    t.after(() => place.close())
    const admit: Place['admit'] = (windows, gapMs) => place.admit(windows, gapMs)
    const check = fc.asyncProperty(histories, (history) => follow(history, randomUUID(), admit))
    await fc.assert(check, { numRuns })
  })

  test(`${name}: one window after a burst all of it is let in again, and not before`, async (t) => {
    const place = await makePlace()
    t.after(() => place.close())
    const window = { key: `key ${randomUUID()}`, limit: 20, seconds: 60 }
    // Whatever the phase: what counted in parts of a window let none of 20 in here.
    for (const phaseMs of [0, 1, 999, 1234, 1999, 30_001]) {
      await place.admit([{ ...window, key: 'nobody' }], phaseMs)
      for (const expected of [20, 0, 20]) {
        let admitted = 0
        const waits = new Set<number>()
        for (let at = 0; at < 25; at += 1) {
          const [, admission] = await place.admit([window])
          if (admission.kind === 'admitted') admitted += 1
          else waits.add(admission.retryAfterSeconds)
        }
        assert.equal(admitted, expected)
        // The time of Redis runs on by itself, so there it may be a little less.
        const isTrue = [...waits].every((wait) => wait <= 60 && (expected === 0 || wait > 50))
        assert.ok(isTrue, [...waits].join())
        await place.admit([{ ...window, key: 'nobody' }], expected === 20 ? 57_000 : 3000)
      }
      await place.admit([{ ...window, key: 'nobody' }], 60_000)
    }
  })

  test(`${name}: a full plan is waited for five minutes at most, and the wait is enough`, async (t) => {
    const place = await makePlace()
    t.after(() => place.close())
    const [plan, key] = [
      { key: `plan ${randomUUID()}`, limit: 5, seconds: 300 },
      { key: `key ${randomUUID()}`, limit: 3, seconds: 60 },
    ]
    for (const gapMs of [0, 7001, 1333, 0, 58_001, 0, 0, 12_345, 0, 999, 0, 0, 0]) {
      const [, admission] = await place.admit([plan, key], gapMs)
      if (admission.kind === 'admitted') continue
      assert.ok(admission.retryAfterSeconds >= 1 && admission.retryAfterSeconds <= 300)
      const [, later] = await place.admit([plan, key], admission.retryAfterSeconds * 1000)
      assert.equal(later.kind, 'admitted')
    }
  })

  test(`${name}: a request that one window refuses is counted in none`, async (t) => {
    const place = await makePlace()
    t.after(() => place.close())
    const [plan, key] = [
      { key: `plan ${randomUUID()}`, limit: 6, seconds: 300 },
      { key: `key ${randomUUID()}`, limit: 5, seconds: 60 },
    ]
    for (let at = 0; at < 20; at += 1) await place.admit([plan, key])
    const [, { standings }] = await place.admit([plan])
    assert.equal(standings[0].remaining, 0)
  })
}
