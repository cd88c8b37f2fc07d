// Rate limits in a Redis with a replica that Sentinel watches over: they survive the death of the master.
// Covers: src/rate-limits/redis-counters.ts, src/rate-limits/redis-client.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REDIS_TIMEOUT_MS } from '../../src/rate-limits/redis-counters.ts'
import { redisCommand } from '../support/servers/redis.ts'
import { SentinelServers } from '../support/servers/redis-sentinel.ts'
import { admittedBy, isAdmitted, keyWindow, node, threeNodes, until } from './redis-nodes.ts'

test('when the master dies nodes split the limit, and count together again in its replica', async (t) => {
  const servers = await SentinelServers.start()
  t.after(() => servers.stop())
  const nodes = await threeNodes(t, servers.url)
  const used = keyWindow(20)
  assert.equal(await admittedBy(nodes.slice(0, 1), used), 20)
  await servers.master.kill()
  await until(nodes, 'alone')
  assert.equal(await admittedBy(nodes, keyWindow(20)), 20)
  assert.equal(await admittedBy(nodes, used), 0)

  await until(nodes, 'shared')
  assert.match(String(await redisCommand(servers.replica.url, 'role')), /^master/)
  assert.equal(await admittedBy(nodes, used), 0)
  for (const { time } of nodes) time.ahead += 60_000
  // More than a share of it for one node: only together they know that this is right.
  assert.equal(await admittedBy(nodes.slice(0, 1), used), 20)
  assert.equal(await admittedBy(nodes, used), 0)
  const keys = await redisCommand(servers.replica.url, 'keys', `*${used.key}`)
  assert.deepEqual(keys, [`doorplate:rate:${used.key}`])
  for (const { modes } of nodes) {
    assert.deepEqual([modes.at(0)?.[0], modes.at(-1)?.[0]], ['alone', 'shared'])
    assert.ok(!JSON.stringify(modes).includes(servers.master.password))
  }
})

for (const url of ['redis+sentinel://:secret@127.0.0.1:1/limits', 'redis+cluster://127.0.0.1:1']) {
  test(`a node serves alone while nothing answers at ${url.split(':')[0]}`, async (t) => {
    const { counters } = await node(t, url, { count: 1, order: 0 }, REDIS_TIMEOUT_MS)
    assert.ok(isAdmitted(await counters.admit([keyWindow()], 'acc_1')))
    assert.equal(counters.mode, 'alone')
  })
}
