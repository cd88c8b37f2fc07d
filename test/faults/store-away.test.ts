// The database or Redis stops, dies, stands still or hangs up under a running service: what callers see, what counts.
// Covers: src/store/**, src/rate-limits/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freshDatabase, startPostgres } from '../../dev/postgres-server.ts'
import { killed, startProcess } from '../support/process.ts'
import { USUAL_CHARGE_TIMEOUT } from '../support/servers/patience.ts'
import { startRedis } from '../support/servers/redis.ts'
import { newDataDir } from '../support/stores.ts'
import { assertAway, Load, newHolder, pathsFor, say, until, usedBy } from './holder.ts'

const LIMIT = { timeout: 120_000 }

test(
  'PostgreSQL stopped, killed, frozen or cut off: free look-ups go on, charged ones wait or are 503, none is lost',
  LIMIT,
  async (t) => {
    const server = await startPostgres()
    t.after(() => server.stop())
    const place = { databaseUrl: await freshDatabase(server.adminUrl), dataDir: newDataDir(t) }
    const holder = await newHolder(place)
    const node = await startProcess({
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      ...USUAL_CHARGE_TIMEOUT,
    })
    t.after(() => killed(node))
    const { free, metered } = await pathsFor(node.baseUrl, holder)
    const ready = `${node.baseUrl}/health/ready`
    const load = new Load(t, 4, () => node.baseUrl + metered)
    await load.untilAnswered(20)

    // Its connections cut, as by a firewall or a restart of the pooler: nobody hears of it.
    await endConnections(server.adminUrl, place.databaseUrl)
    await load.untilAnswered(20)
    assert.deepEqual([...load.statuses.keys()], [200])

    for (const fault of ['halt', 'kill', 'freeze'] as const) {
      await server[fault]()
      await until(ready, 503)
      for (let at = 0; at < 3; at += 1) {
        assert.equal((await say(node.baseUrl + free)).status, 200, fault)
        assertAway(await say(node.baseUrl + metered))
        const admin = `${node.baseUrl}/v3/usage?api-key=${holder.adminKey}`
        assertAway(await say(admin))
      }
      if (fault === 'freeze') server.thaw()
      else await server.start()
      await until(ready, 200)
      await load.untilAnswered(20)
    }
    await load.stop()
    assert.deepEqual(load.failures, [])
    assert.deepEqual([...load.statuses.keys()].sort(), [200, 503])
    // What is in doubt is settled in the background; answered and counted are then the same.
    while ((await usedBy(place, holder)) !== load.answered) await delay(50)
    assert.doesNotMatch(node.written(), /request failed|internal-error/)
  },
)

test('Redis killed, frozen and back again: no caller is refused or fails', LIMIT, async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  const place = { databaseUrl: '', dataDir: newDataDir(t) }
  const holder = await newHolder(place)
  const env = { DATA_DIR: place.dataDir, REDIS_URL: server.url, KEY_REQUESTS_PER_MINUTE: '999999' }
  const node = await startProcess(env)
  t.after(() => killed(node))
  const { free } = await pathsFor(node.baseUrl, holder)
  const load = new Load(t, 4, () => node.baseUrl + free)
  const said = async (mode: string, times: number) => {
    while (node.written().split(`"mode":"${mode}"`).length <= times) await delay(20)
  }
  await load.untilAnswered(50)
  await server.kill()
  await load.untilAnswered(50)
  await said('alone', 1)
  await server.start()
  await said('shared', 1)
  server.freeze()
  await load.untilAnswered(50)
  await said('alone', 2)
  server.thaw()
  await said('shared', 2)
  await load.stop()
  assert.deepEqual(load.failures, [])
  assert.deepEqual([...load.statuses.keys()], [200])
  assert.ok(!node.written().includes(server.password))
})

async function endConnections(adminUrl: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(databaseUrl).pathname.slice(1),
  ])
  await client.end()
}
