// A node that joins is known to the others, and gone from their list when it leaves.
// Covers: src/nodes/**

import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { makeLog } from '../../src/lib/log.ts'
import { joinNodes } from '../../src/nodes/nodes.ts'
import { clockFollowers, writeTestClock } from '../../src/nodes/test-clock.ts'
import { keyWindow } from '../rate-limits/redis-nodes.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { sharedRedis } from '../support/servers/redis.ts'
import { eachSharedStore } from '../support/stores.ts'

eachSharedStore((makeStore) => {
  test('a node with something to share joins and leaves, and one without is known to nobody', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const logged: string[] = []
    const log = makeLog(
      'warn',
      () => clock.now(),
      (line) => logged.push(line),
    )
    const known = async () => {
      const { rows } = await sql`select id from node`.execute(store.db)
      return rows.length
    }
    const join = (testClock: boolean) => {
      const config = { testClock, redisUrl: '', redisTimeoutMs: 50 }
      return joinNodes({ config, clock, log }, store, () => {})
    }
    const alone = await join(false)
    assert.equal(await known(), 0)
    await alone.leave()
    assert.deepEqual(logged, [])
    const shared = await join(true)
    assert.equal(await known(), 1)
    const { event, now } = JSON.parse(logged[0] ?? '{}')
    assert.deepEqual([event, Date.parse(now)], ['the test clock is followed', shared.clock.now()])
    await shared.leave()
    assert.equal(await known(), 0)
  })

  test('a server that does not answer is waited for as long as is set, and the log says so', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const redisUrl = await deafRedis(t)
    for (const redisTimeoutMs of [11, 23]) {
      const logged: string[] = []
      const log = makeLog(
        'warn',
        () => clock.now(),
        (line) => logged.push(line),
      )
      const config = { testClock: false, redisUrl, redisTimeoutMs }
      const { counters, leave } = await joinNodes({ config, clock, log }, store, assert.ifError)
      assert.equal(counters.mode, 'alone')
      await leave()
      const { event, mode, reason } = JSON.parse(logged[0] ?? '{}')
      const said = ['rate limits', 'alone', `No answer within ${redisTimeoutMs} ms.`]
      assert.deepEqual([event, mode, reason], said)
    }
  })

  test('limits that are counted in Redis follow the test clock', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const log = makeLog('silent', clock.now, () => {})
    const config = { testClock: true, redisUrl: await sharedRedis(), redisTimeoutMs: 5000 }
    const { counters, leave } = await joinNodes({ config, clock, log }, store, assert.ifError)
    t.after(leave)
    const window = keyWindow(1)
    const admitted = async () => (await counters.admit([window], 'an account')).kind
    assert.deepEqual([await admitted(), await admitted()], ['admitted', 'refused'])
    const { version } = await writeTestClock(store, (was) => was + window.seconds * 1000)
    const isFollowed = async () => (await clockFollowers(store.db))[0]?.version === version
    while (!(await isFollowed())) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual([counters.mode, await admitted()], ['shared', 'admitted'])
  })
})

/** Takes connections, and answers nothing that a node asks once it is connected. */
async function deafRedis(t: TestContext): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        for (const [, command = ''] of String(bytes).matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)/gm)) {
          if (/^(?:info|hello|client|select)$/i.test(command)) socket.write('+OK\r\n')
        }
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`
}
