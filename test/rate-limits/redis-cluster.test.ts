// Rate limits in a Redis cluster: what one request counts in lies in one slot, and a lost master is as no Redis.
// Covers: src/rate-limits/redis-counters.ts, src/rate-limits/redis-client.ts, src/rate-limits/rate-limits.ts

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tokenFor } from '../support/credential-kinds.ts'
import { startTestService } from '../support/running.ts'
import { redisCommand } from '../support/servers/redis.ts'
import { ClusterServers } from '../support/servers/redis-cluster.ts'
import { admittedBy, keyWindow, type Node, threeNodes, times, until } from './redis-nodes.ts'

let servers: ClusterServers
before(async () => {
  servers = await ClusterServers.start()
})
after(() => servers.stop())

test('all that an account counts in lies in one slot, whichever credential it calls with', async () => {
  const settings = { REDIS_URL: servers.url, REDIS_TIMEOUT_MS: '5000' }
  await using running = await startTestService({ settings })
  const slotsOfAccounts = new Set<number>()
  for (let nth = 0; nth < 4; nth += 1) {
    const others = new Set(await servers.keysWith(''))
    const account = await running.account('uk')
    const token = await tokenFor(running, account)
    const headers = { origin: 'https://shop.example.com' }
    assert.equal((await running.ask('/autocomplete/s', account.apiKey)).status, 200)
    assert.equal((await running.ask('/v2/subscription', account.adminKey)).status, 200)
    assert.equal((await running.ask('/autocomplete/s', token, { headers })).status, 200)
    const keys = (await servers.keysWith('')).filter((key) => !others.has(key))
    const kinds = keys.map((key) => /^doorplate:rate:\{\d+\}:(\w+) /.exec(key)?.[1]).sort()
    assert.deepEqual(kinds, ['key', 'key', 'plan', 'token', 'visitor'])
    const epochs = new Set(keys.map((key) => key.replace(/(?<=\}:).*/, 'epoch')))
    const slots = await Promise.all([...keys, ...epochs].map((key) => servers.slotOf(key)))
    assert.equal(new Set(slots).size, 1, keys.join())
    slotsOfAccounts.add(slots[0])
  }
  assert.equal(running.service.admission.counters.mode, 'shared')
  assert.ok(slotsOfAccounts.size > 1)
})

/** How many requests of each of many accounts are let in, where 30 of each come at once to all nodes. */
async function admittedOfEach(nodes: readonly Node[]): Promise<Set<number>> {
  const ofAccounts = times(40, (nth) => admittedBy(nodes, keyWindow(10), 30, `acc_${nth}`))
  return new Set(await Promise.all(ofAccounts))
}

test('limits are exact for many accounts, with all masters and while one is lost and found', async (t) => {
  const nodes = await threeNodes(t, servers.url)
  await until(nodes, 'shared')
  assert.deepEqual(await admittedOfEach(nodes), new Set([10]))
  const sizes = servers.masters.map(({ url }) => redisCommand(url, 'dbsize'))
  assert.ok((await Promise.all(sizes)).every((size) => Number(size) > 10))

  const used = keyWindow(20)
  assert.equal(await admittedBy(nodes.slice(0, 1), used), 20)
  await servers.masters[1].kill()
  await until(nodes, 'alone')
  assert.deepEqual(await admittedOfEach(nodes), new Set([10]))
  assert.equal(await admittedBy(nodes, used), 0)

  await servers.masters[1].start()
  await servers.untilComplete()
  await until(nodes, 'shared')
  assert.equal(await admittedBy(nodes, used), 0)
  for (const { time } of nodes) time.ahead += 60_000
  assert.deepEqual(await admittedOfEach(nodes), new Set([10]))
  // More than a share of it for one node: only together they know that this is right.
  assert.equal(await admittedBy(nodes.slice(0, 1), used), 20)
  assert.equal(await admittedBy(nodes, used), 0)
  assert.ok(!JSON.stringify(nodes.map(({ modes }) => modes)).includes(servers.password))
})

test('a master that lost its counts frees no account', async (t) => {
  const nodes = await threeNodes(t, servers.url)
  await until(nodes, 'shared')
  const windows = times(20, () => keyWindow(10))
  const admitted = async () =>
    Promise.all(
      windows.map((window, nth) => admittedBy(nodes.slice(0, 1), window, 20, `acc_${nth}`)),
    )
  assert.deepEqual(new Set(await admitted()), new Set([10]))
  for (const { url } of servers.masters) await redisCommand(url, 'flushall')
  assert.deepEqual(new Set(await admitted()), new Set([0]))
})
