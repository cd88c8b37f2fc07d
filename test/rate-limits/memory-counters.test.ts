// Promises of the counts in memory: exact in a race of threads, and a request that is given back never was.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { MemoryCounters, newCountersMemory } from '../../src/rate-limits/memory-counters.ts'

test('threads that race for the last requests get exactly those', async () => {
  const memory = newCountersMemory()
  const module = new URL('../../src/rate-limits/memory-counters.ts', import.meta.url).href
  const code = `
    const { workerData, parentPort } = require('node:worker_threads')
    import(${JSON.stringify(module)}).then(({ MemoryCounters }) => {
      const counters = new MemoryCounters(() => 5000, workerData.memory)
      const windows = [{ key: 'plan', limit: 30000, seconds: 300 }, { key: 'key', limit: 20001, seconds: 60 }]
      parentPort.postMessage('ready')
      const go = new Int32Array(workerData.go)
      Atomics.wait(go, 0, 0)
      let admitted = 0
      for (let at = 0; at < 20000; at += 1) if (counters.admit(windows).kind === 'admitted') admitted += 1
      parentPort.postMessage(admitted)
    })`
  const go = new SharedArrayBuffer(4)
  const threads = [1, 2, 3].map(() => new Worker(code, { eval: true, workerData: { memory, go } }))
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

test('a thread whose clock is a little behind forgets nothing', () => {
  const memory = newCountersMemory()
  const window = { key: 'key', limit: 2, seconds: 60 }
  const ahead = new MemoryCounters(() => 1000.6, memory)
  const behind = new MemoryCounters(() => 998.2, memory)
  const kinds = [ahead, ahead, behind, behind].map((counters) => counters.admit([window]).kind)
  assert.deepEqual(kinds, ['admitted', 'admitted', 'refused', 'refused'])
})

test('a request that is given back counts nowhere', () => {
  const clock = { ms: 0 }
  const counters = new MemoryCounters(() => clock.ms)
  const windows = [
    { key: 'key', limit: 2, seconds: 60 },
    { key: 'visitor', limit: 2, seconds: 60, visitorOf: 'token' },
  ]
  counters.admit(windows)
  for (let at = 0; at < 100; at += 1) {
    clock.ms += 100
    assert.equal(counters.admit(windows).kind, 'admitted')
    counters.giveBack(windows)
  }
  const { standings } = counters.admit(windows)
  assert.deepEqual(
    standings.map(({ remaining }) => remaining),
    [0, 0],
  )
  clock.ms = 60_000
  assert.equal(counters.admit(windows.slice(0, 1)).kind, 'admitted')
})

test('a flood of visitors drives out no count of a key, and one of keys none of a visitor', () => {
  const size = { rows: 2 ** 6, slots: 2 ** 8 }
  const keptAfter = (flood: object, kept: object) => {
    const memory = newCountersMemory({ keys: size, visitors: size })
    const counters = new MemoryCounters(() => 1000, memory)
    const windows = Array.from({ length: 40 }, (_, at) => {
      return { key: `kept ${at}`, limit: 1, seconds: 300, ...kept }
    })
    for (const window of windows) assert.equal(counters.admit([window]).kind, 'admitted')
    for (let at = 0; at < 500; at += 1) {
      counters.admit([{ key: `flood ${at}`, limit: 9, seconds: 60, ...flood }])
    }
    return windows.filter((window) => counters.admit([window]).kind === 'refused').length
  }
  const visitor = { visitorOf: 'token' }
  assert.equal(keptAfter(visitor, {}), 40)
  assert.equal(keptAfter({}, visitor), 40)
})
