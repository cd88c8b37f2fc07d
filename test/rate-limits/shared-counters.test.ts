// Promises of the limits that threads share: the same answers as one thread's own counts, and exact in a race.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { MemoryCounters, type Window } from '../../src/rate-limits/counters.ts'
import { newSharedCounts, SharedCounters } from '../../src/rate-limits/shared-counters.ts'

const WINDOWS: readonly (readonly Window[])[] = [
  [{ key: 'plan a', limit: 8, seconds: 300 }],
  [
    { key: 'plan a', limit: 8, seconds: 300 },
    { key: 'key a', limit: 3, seconds: 60 },
  ],
  [
    { key: 'visitor a', limit: 4, seconds: 60, isCrowd: true },
    { key: 'token a', limit: 6, seconds: 60 },
  ],
]

test('two threads that share their counts answer as one that has its own', () => {
  let round = 0
  fc.assert(
    fc.property(
      fc.array(fc.record({ gap: fc.integer({ min: 0, max: 20_000 }), which: fc.nat(2) }), {
        maxLength: 200,
      }),
      (steps) => {
        const shared = { ...newSharedCounts(), seed: 0x9e3779b9 * round }
        round += 1
        const clock = { ms: 1_000_000_000 + round * 10_000_000 }
        const own = new MemoryCounters(() => clock.ms)
        const pair = [1, 2].map(() => new SharedCounters(shared, () => clock.ms))
        for (const [at, { gap, which }] of steps.entries()) {
          clock.ms += gap
          assert.deepEqual(pair[at % 2].take(WINDOWS[which]), own.take(WINDOWS[which]))
        }
      },
    ),
  )
})

test('threads that race for the last requests get exactly those', async () => {
  const shared = newSharedCounts()
  const module = new URL('../../src/rate-limits/shared-counters.ts', import.meta.url).href
  const code = `
    const { workerData, parentPort } = require('node:worker_threads')
    import(${JSON.stringify(module)}).then(({ SharedCounters }) => {
      const counters = new SharedCounters(workerData.shared, () => 5000)
      const windows = [{ key: 'plan', limit: 30000, seconds: 300 }, { key: 'key', limit: 20001, seconds: 60 }]
      parentPort.postMessage('ready')
      const go = new Int32Array(workerData.go)
      Atomics.wait(go, 0, 0)
      let admitted = 0
      for (let at = 0; at < 20000; at += 1) if (counters.take(windows).kind === 'admitted') admitted += 1
      parentPort.postMessage(admitted)
    })`
  const go = new SharedArrayBuffer(4)
  const threads = [1, 2, 3].map(() => new Worker(code, { eval: true, workerData: { shared, go } }))
  const next = (thread: Worker) =>
    new Promise<unknown>((resolve) => thread.once('message', resolve))
  await Promise.all(threads.map(next))
  const counts = Promise.all(threads.map(next))
  Atomics.store(new Int32Array(go), 0, 1)
  Atomics.notify(new Int32Array(go), 0)
  const admitted = (await counts).map(Number)
  assert.equal(
    admitted.reduce((sum, count) => sum + count),
    20_001,
  )
})

test('a key that nobody has asked for makes room for a new one', () => {
  const clock = { ms: 1_000_000 }
  const counters = new SharedCounters(newSharedCounts(), () => clock.ms)
  const window = (at: number) => ({ key: `key ${at}`, limit: 2, seconds: 60 })
  for (let at = 0; at < 300_000; at += 1) counters.take([window(at)])
  const last = counters.take([window(299_999)])
  assert.deepEqual(last.kind === 'admitted' && last.standings[0].remaining, 0)
  clock.ms += 120_000
  for (let at = 0; at < 1000; at += 1) {
    const taken = counters.take([window(1_000_000 + at)])
    assert.deepEqual(taken.kind === 'admitted' && taken.standings[0].remaining, 1)
  }
})
