// Promises of the rate limits that nodes share: exact while Redis is there, and never unlimited while it is not.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { CountersMode, Taken, Window } from '../../src/rate-limits/counters.ts'
import { ALONE_MS, PATIENCE_MS, RedisCounters } from '../../src/rate-limits/redis-counters.ts'
import { redisCommand, sharedRedis, startRedis, stopOwnRedis } from '../support/servers/redis.ts'

after(stopOwnRedis)

const MINUTE_MS = 60_000

function keyWindow(limit = 5): Window {
  return { key: `key ${randomUUID()}`, limit, seconds: 60 }
}

// A busy machine may take longer than any server; only one test is about that.
const PATIENT_MS = 5000

/** A node on the server; `ahead` moves the time of the limits, `ms` that of the node. */
async function node(t: TestContext, url: string, nodes = 1, patienceMs = PATIENT_MS) {
  const time = { ms: 1_000_000, ahead: 0 }
  const modes: [CountersMode, string?][] = []
  const counters = await RedisCounters.open({
    url,
    monotonicMs: () => time.ms,
    aheadMs: () => time.ahead,
    nodes: () => nodes,
    patienceMs,
    onMode: (mode, reason) => modes.push(reason === undefined ? [mode] : [mode, reason]),
  })
  t.after(() => counters.close())
  return { counters, time, modes }
}

function isAdmitted(taken: Taken): boolean {
  return taken.kind === 'admitted'
}

async function admittedOf(takes: readonly Promise<Taken>[]): Promise<number> {
  return (await Promise.all(takes)).filter(isAdmitted).length
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

test('no span of a window holds more requests than the limit', async (t) => {
  const { counters, time } = await node(t, await sharedRedis())
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 10, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(gaps, fc.integer({ min: 1, max: 8 }), async (steps, limit) => {
      const window = keyWindow(limit)
      const admitted: number[] = []
      for (const gap of steps) {
        time.ahead += gap
        if (isAdmitted(await counters.take([window]))) admitted.push(time.ahead)
      }
      for (let at = limit; at < admitted.length; at += 1) {
        // The server's own time runs on too, by a few milliseconds a request.
        assert.ok(admitted[at] - admitted[at - limit] >= MINUTE_MS - 2000)
      }
    }),
    { numRuns: 20 },
  )
})

test('whoever waits as long as told is let through, a key as well as a visitor', async (t) => {
  const { counters, time } = await node(t, await sharedRedis())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 5, maxLength: 40 }),
      fc.boolean(),
      async (gaps, isCrowd) => {
        const window = { ...keyWindow(), isCrowd }
        for (const gap of gaps) {
          time.ahead += gap
          const taken = await counters.take([window])
          if (taken.kind === 'admitted') continue
          assert.ok(taken.retryAfterSeconds >= 1 && taken.retryAfterSeconds <= 62)
          time.ahead += taken.retryAfterSeconds * 1000
          assert.ok(isAdmitted(await counters.take([window])))
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('a request that one window refuses is counted in none, and leaves no key', async (t) => {
  const url = await sharedRedis()
  const { counters } = await node(t, url)
  const [plan, key, unseen] = [{ ...keyWindow(6), seconds: 300 }, keyWindow(), keyWindow()]
  for (let at = 0; at < 20; at += 1) await counters.take([plan, key])
  const refused = await counters.take([plan, unseen, key])
  assert.deepEqual(refused.kind === 'refused' && refused.by, 2)
  const taken = await counters.take([plan])
  assert.equal(taken.kind === 'admitted' && taken.standings[0].remaining, 0)
  assert.deepEqual(await redisCommand(url, 'keys', `*${unseen.key}*`), [])
})

test('the standing says what is left and when the oldest requests leave', async (t) => {
  const { counters, time } = await node(t, await sharedRedis())
  const window = keyWindow()
  await counters.take([window])
  time.ahead += 30_000
  const taken = await counters.take([window])
  assert.ok(taken.kind === 'admitted')
  assert.equal(taken.standings[0].remaining, 3)
  const { resetSeconds } = taken.standings[0]
  assert.ok(resetSeconds > 27 && resetSeconds <= 32, String(resetSeconds))
})

test('every count on the server ends by itself', async (t) => {
  const url = await sharedRedis()
  const { counters } = await node(t, url)
  const window = keyWindow()
  await counters.take([window])
  const [key] = (await redisCommand(url, 'keys', `*${window.key}*`)) as string[]
  const endsInMs = Number(await redisCommand(url, 'pttl', key))
  assert.ok(endsInMs > 50_000 && endsInMs <= 64_000, String(endsInMs))
})

test('three nodes admit exactly the limit between them', async (t) => {
  const url = await sharedRedis()
  const nodes = await Promise.all(times(3, () => node(t, url, 3)))
  const window = keyWindow(100)
  const takes = times(300, (at) => nodes[at % 3].counters.take([window]))
  assert.equal(await admittedOf(takes), 100)
  assert.ok(nodes.every(({ counters }) => counters.mode === 'shared'))
})

test('without the server each node goes on within its share, and says so once', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const nodes = await Promise.all(times(3, () => node(t, server.url, 3)))
  await server.kill()
  const window = keyWindow(100)
  const takes = times(300, (at) => nodes[at % 3].counters.take([window]))
  assert.equal(await admittedOf(takes), 99)
  for (const { counters, modes } of nodes) {
    assert.equal(counters.mode, 'alone')
    assert.deepEqual(
      modes.map(([mode]) => mode),
      ['alone'],
    )
    assert.ok(!JSON.stringify(modes).includes(server.password))
  }
  const scarce = keyWindow(2)
  assert.equal(await admittedOf(times(9, () => nodes[0].counters.take([scarce]))), 1)
})

test('a node that starts without the server serves, and joins when it is there', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  await server.kill()
  const { counters, time, modes } = await node(t, server.url)
  assert.ok(isAdmitted(await counters.take([keyWindow()])))
  await server.start()
  await untilShared(counters, time)
  assert.deepEqual(
    modes.map(([mode]) => mode),
    ['alone', 'shared'],
  )
})

test('a caller at its limit does not keep a node from coming back', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const { counters, time } = await node(t, server.url)
  await server.kill()
  const hammered = keyWindow()
  await admittedOf(times(9, () => counters.take([hammered])))
  await server.start()
  for (let tries = 0; counters.mode === 'alone' && tries < 500; tries += 1) {
    time.ms += 10
    for (let at = 0; at < 5; at += 1) await counters.take([hammered])
    await counters.take([keyWindow()])
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  assert.equal(counters.mode, 'shared')
})

test('a server that lost its counts, by a restart or a flush, frees nobody', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const { counters, time } = await node(t, server.url)
  const window = keyWindow()
  assert.equal(await admittedOf(times(9, () => counters.take([window]))), 5)
  await redisCommand(server.url, 'flushall')
  assert.equal(await admittedOf(times(9, () => counters.take([window]))), 0)
  await server.kill()
  await server.start()
  assert.equal(await admittedOf(times(9, () => counters.take([window]))), 0)
  await counters.take([keyWindow()])
  await untilShared(counters, time)
  assert.equal(await admittedOf(times(9, () => counters.take([window]))), 0)
  time.ms += 62_000
  time.ahead += 62_000
  await server.kill()
  assert.equal(await admittedOf(times(9, () => counters.take([window]))), 5)
})

test('three nodes never pass twice the limit, through an outage that loses all counts', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const nodes = await Promise.all(times(3, () => node(t, server.url, 3)))
  const window = keyWindow(30)
  const load = () => times(120, (at) => nodes[at % 3].counters.take([window]))
  // All of the limit on one node, which the others do not know when the server is gone.
  let admitted = await admittedOf(times(60, () => nodes[0].counters.take([window])))
  assert.equal(admitted, 30)
  await server.kill()
  admitted += await admittedOf(load())
  assert.equal(admitted, 50)
  await server.start()
  for (const { counters, time } of nodes) await untilShared(counters, time)
  admitted += await admittedOf(load())
  assert.ok(admitted <= 60, String(admitted))
})

test('a server that is frozen or slow costs one wait, and then nobody waits', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const { counters, time } = await node(t, server.url, 1, PATIENCE_MS)
  await counters.take([keyWindow()])
  server.freeze()
  const window = keyWindow()
  const began = performance.now()
  assert.equal(await admittedOf(times(20, () => counters.take([window]))), 5)
  const first = performance.now() - began
  assert.ok(first < 1000, `${first} ms`)
  for (let at = 0; at < 1000; at += 1) await counters.take([keyWindow()])
  assert.equal(counters.mode, 'alone')
  for (let tries = 0; tries < 3; tries += 1) {
    time.ms += ALONE_MS
    await counters.take([keyWindow()])
  }
  server.thaw()
  await untilShared(counters, time)
  assert.equal(await admittedOf(times(9, () => counters.take([window]))), 0)
  await untilShared(counters, time)
  await redisCommand(server.url, 'client', 'pause', '200', 'all')
  assert.ok(isAdmitted(await counters.take([keyWindow()])))
  assert.equal(counters.mode, 'alone')
})

test('a wrong password is no reason to refuse callers', async (t) => {
  const { counters, modes } = await node(t, (await sharedRedis()).replace(/:\w+@/, ':wrong@'))
  assert.ok(isAdmitted(await counters.take([keyWindow()])))
  assert.equal(counters.mode, 'alone')
  assert.doesNotMatch(JSON.stringify(modes), /:wrong@/)
})

// The node tries once a second of its own time; how long the connection takes only the machine knows.
async function untilShared(counters: RedisCounters, time: { ms: number }): Promise<void> {
  for (let tries = 0; counters.mode !== 'shared'; tries += 1) {
    assert.ok(tries < 500, 'the node never came back')
    time.ms += ALONE_MS
    await counters.take([{ key: `try ${tries}`, limit: 1, seconds: 1 }])
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
