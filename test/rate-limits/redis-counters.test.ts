// Promises of the rate limits that nodes share: exact while Redis is there, and never unlimited while it is not.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { REDIS_TIMEOUT_MS } from '../../src/rate-limits/redis-counters.ts'
import { redisCommand, sharedRedis, startRedis, stopOwnRedis } from '../support/servers/redis.ts'
import {
  admittedBy,
  admittedOf,
  isAdmitted,
  keyWindow,
  type Node,
  node,
  threeNodes,
  times,
  until,
} from './redis-nodes.ts'

after(stopOwnRedis)

test('a request that one window refuses leaves no key', async (t) => {
  const url = await sharedRedis()
  const { counters } = await node(t, url)
  const [plan, key, unseen] = [{ ...keyWindow(6), seconds: 300 }, keyWindow(), keyWindow()]
  for (let at = 0; at < 20; at += 1) await counters.admit([plan, key])
  const refused = await counters.admit([plan, unseen, key])
  assert.deepEqual(refused.kind === 'refused' && refused.by, 2)
  assert.deepEqual(await redisCommand(url, 'keys', `*${unseen.key}*`), [])
})

test('a ring of 3,000 takes 13 kB on the server, and lets in exactly that many', async (t) => {
  const url = await sharedRedis()
  const { counters } = await node(t, url)
  const window = keyWindow(3000)
  assert.equal(await admittedOf(times(3100, () => counters.admit([window]))), 3000)
  const [key = ''] = (await redisCommand(url, 'keys', `*${window.key}*`)) as string[]
  assert.ok(Number(await redisCommand(url, 'strlen', key)) === 24 + 4 * 3000)
  assert.ok(Number(await redisCommand(url, 'memory', 'usage', key)) <= 13_000)
})

test('every count on the server ends by itself', async (t) => {
  const url = await sharedRedis()
  const { counters } = await node(t, url)
  const window = keyWindow()
  await counters.admit([window])
  const [key = ''] = (await redisCommand(url, 'keys', `*${window.key}*`)) as string[]
  const endsInMs = Number(await redisCommand(url, 'pttl', key))
  assert.ok(endsInMs > 50_000 && endsInMs <= 60_000, String(endsInMs))
})

test('three nodes admit exactly the limit between them', async (t) => {
  const nodes = await threeNodes(t, await sharedRedis())
  assert.equal(await admittedBy(nodes, keyWindow(100), 300), 100)
  assert.ok(nodes.every(({ counters }) => counters.mode === 'shared'))
})

test('without the server the shares of three nodes add up to the limit, and each says so once', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const nodes = await threeNodes(t, server.url)
  await server.kill()
  for (const [limit, shares] of [
    [20, [7, 7, 6]],
    [100, [34, 33, 33]],
    [2, [1, 1, 0]],
  ] as const) {
    const window = keyWindow(limit)
    const admitted = await Promise.all(nodes.map((each) => admittedBy([each], window)))
    assert.deepEqual(admitted, shares)
  }
  for (const { counters, modes } of nodes) {
    assert.equal(counters.mode, 'alone')
    assert.deepEqual(
      modes.map(([mode]) => mode),
      ['alone'],
    )
    assert.ok(!JSON.stringify(modes).includes(server.password))
  }
})

test('what one node took of the limit through the server is taken for all when the server is stopped', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const nodes = await threeNodes(t, server.url)
  const window = keyWindow(20)
  assert.equal(await admittedBy(nodes.slice(0, 1), window), 20)
  await server.kill()
  assert.equal(await admittedBy(nodes, window), 0)
  // Another key, of which nobody has taken more than a share, goes on.
  assert.equal(await admittedBy(nodes, keyWindow(20)), 20)
  for (const { time } of nodes) time.ms += 59_000
  assert.equal(await admittedBy(nodes, window), 0)
  for (const { time } of nodes) time.ms += 1000
  assert.equal(await admittedBy(nodes, window), 20)
})

test('no window holds more than the limit in the two minutes after the server is lost, whenever a node took its share', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const nodes = await threeNodes(t, server.url)
  const [first] = nodes
  // One node takes more than its share, which it tells the others, and the rest later; or the same a minute before.
  const keys = [[75], [85], [99], [101], [115], [124], [0], [0, 31]].map((more) => ({
    takenAt: [70, ...more].toSorted((one, other) => one - other),
    window: keyWindow(100),
    admittedAt: [] as number[],
  }))
  type Key = (typeof keys)[number]
  const load = async (which: readonly Node[], count: number, { window, admittedAt }: Key) => {
    const admitted = await admittedBy(which, window, count)
    for (let nth = 0; nth < admitted; nth += 1) admittedAt.push(first.time.ahead / 1000)
  }
  const passTo = (seconds: number) => {
    for (const { time } of nodes) time.ahead = seconds * 1000
  }
  for (let seconds = 0; seconds < 125; seconds += 1) {
    passTo(seconds)
    for (const key of keys) if (key.takenAt.includes(seconds)) await load([first], 51, key)
  }
  passTo(125)
  await server.kill()
  for (const seconds of [126, 130.5, 134, 145, 159, 161, 175, 184, 186, 205, 246]) {
    passTo(seconds)
    for (const key of keys) await load(nodes, 150, key)
  }
  for (const { takenAt, admittedAt } of keys) {
    for (let at = 100; at < admittedAt.length; at += 1) {
      const within = `101 between ${admittedAt[at - 100]} s and ${admittedAt[at]} s`
      assert.ok(admittedAt[at] - admittedAt[at - 100] >= 60, `taken at ${takenAt} s: ${within}`)
    }
    assert.ok(admittedAt.length >= 200, `taken at ${takenAt} s: ${admittedAt.length} in all`)
  }
})

for (const how of ['is restarted without its counts', 'is frozen and keeps its counts'] as const) {
  test(`no window holds more than the limit while the server comes and goes: it ${how}`, async (t) => {
    const server = await startRedis()
    t.after(() => server.stop())
    const nodes = await threeNodes(t, server.url, 2000)
    const isFrozen = how.includes('frozen')
    const window = keyWindow(20)
    const admittedAtMs: number[] = []
    const [{ time: first }] = nodes
    const nowMs = () => first.ms + first.ahead
    const load = async (which: readonly Node[]) => {
      for (let at = 0; at < 24; at += 1) {
        const { counters } = which[at % which.length]
        if (isAdmitted(await counters.admit([window]))) admittedAtMs.push(nowMs())
      }
    }
    const pass = (ms: number) => {
      for (const { time } of nodes) time.ahead += ms
    }
    for (let round = 0; round < 3; round += 1) {
      // Through the server: all on one node, or spread.
      await load(round % 2 === 0 ? nodes.slice(round, round + 1) : nodes)
      pass(13_000)
      if (isFrozen) server.freeze()
      else await server.kill()
      await until(nodes, 'alone')
      for (let at = 0; at < 4; at += 1) {
        await load(at % 2 === 0 ? nodes : nodes.slice(1))
        pass(11_000)
      }
      if (isFrozen) server.thaw()
      else await server.start()
      await until(nodes, 'shared')
      for (let at = 0; at < 7; at += 1) {
        await load(at % 2 === 0 ? nodes.slice(2) : nodes)
        pass(round === 2 ? 19_000 : 12_000)
      }
    }
    for (let at = 20; at < admittedAtMs.length; at += 1) {
      const spanMs = admittedAtMs[at] - admittedAtMs[at - 20]
      assert.ok(spanMs >= 60_000, `21 within ${spanMs} ms at ${at}`)
    }
    assert.ok(admittedAtMs.length > 80, String(admittedAtMs.length))
  })
}

test('a node that starts without the server serves, and joins when it is there', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  await server.kill()
  const alone = await node(t, server.url)
  assert.ok(isAdmitted(await alone.counters.admit([keyWindow()])))
  await server.start()
  await until([alone], 'shared')
  assert.deepEqual(
    alone.modes.map(([mode]) => mode),
    ['alone', 'shared'],
  )
})

test('a server that lost its counts, by a restart or a flush, frees nobody', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const only = await node(t, server.url)
  const window = keyWindow()
  assert.equal(await admittedBy([only], window), 5)
  await redisCommand(server.url, 'flushall')
  assert.equal(await admittedBy([only], window), 0)
  await server.kill()
  await until([only], 'alone')
  await server.start()
  assert.equal(await admittedBy([only], window), 0)
  await until([only], 'shared')
  assert.equal(await admittedBy([only], window), 0)
  only.time.ahead += 60_000
  await server.kill()
  assert.equal(await admittedBy([only], window), 5)
})

test('a server that is frozen or slow costs one wait, and then nobody waits', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const only = await node(t, server.url, { count: 1, order: 0 }, REDIS_TIMEOUT_MS)
  const { counters } = only
  await until([only], 'shared')
  server.freeze()
  const window = keyWindow()
  assert.equal(await admittedBy([only], window, 20), 5)
  assert.equal(counters.mode, 'alone')
  // Nothing is waited for: a thousand requests are answered before any timer runs.
  let isLater = false
  setImmediate(() => {
    isLater = true
  })
  for (let at = 0; at < 1000; at += 1) await counters.admit([keyWindow()])
  assert.equal(isLater, false)
  server.thaw()
  await until([only], 'shared')
  assert.equal(await admittedBy([only], window, 9), 0)
})

test('a wrong password is no reason to refuse callers', async (t) => {
  const { counters, modes } = await node(t, (await sharedRedis()).replace(/:\w+@/, ':wrong@'))
  assert.ok(isAdmitted(await counters.admit([keyWindow()])))
  assert.equal(counters.mode, 'alone')
  assert.doesNotMatch(JSON.stringify(modes), /:wrong@/)
})
