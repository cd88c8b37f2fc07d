// Several nodes on one PostgreSQL and one Redis answer as one: the same allowance, limits and keys.
// Covers: src/nodes/**, src/rate-limits/**

import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { readUsage } from '../../../src/account/usage.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import {
  posting,
  startTestService,
  type TestService,
  type TestSettings,
} from '../../support/running.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { sharedRedis, startRedis, stopOwnRedis } from '../../support/servers/redis.ts'
import { newDatabase } from '../../support/stores.ts'

const FIFTY = { name: 'fifty', product: 'au', daily_lookup_limit_1: 50 }
const TIGHT = { name: 'tight', product: 'uk', daily_lookup_limit_1: 9, requests_per_5_minutes: 30 }
/** These tests are of the counting: a busy machine shall not make a node go on alone. */
const PATIENT = { REDIS_TIMEOUT_MS: '5000' }

after(async () => {
  await stopOwnPostgres()
  await stopOwnRedis()
})

async function startNodes(
  t: TestContext,
  count: number,
  settings: TestSettings = {},
): Promise<TestService[]> {
  const { databaseUrl } = await newDatabase(t)
  const nodes: TestService[] = []
  // Before the database is dropped: what is registered last is done first.
  t.after(() => Promise.all(nodes.map((node) => node[Symbol.asyncDispose]())))
  for (let at = 0; at < count; at += 1) {
    nodes.push(await startTestService({ databaseUrl, plans: [FIFTY, TIGHT], ...settings }))
  }
  return nodes
}

async function statuses(
  nodes: readonly TestService[],
  count: number,
  path: string,
  apiKey: string,
): Promise<number[]> {
  const asked = Array.from({ length: count }, (_, at) => nodes[at % nodes.length].ask(path, apiKey))
  return (await Promise.all(asked)).map(({ status }) => status)
}

/** Until each node has looked at the others since all of them are there: at its second beat. */
async function allKnown([{ service }]: readonly TestService[]): Promise<void> {
  const beats = async () => {
    const { rows } = await sql<{ beat: number }>`select beat from node`.execute(service.store.db)
    return rows.map(({ beat }) => beat)
  }
  const before = Math.max(...(await beats()))
  while (Math.min(...(await beats())) < before + 2) await delay(50)
}

function countOf(all: readonly number[], status: number): number {
  return all.filter((one) => one === status).length
}

test('200 parallel Gets over three nodes with 50 look-ups left are answered exactly 50 times', async (t) => {
  const nodes = await startNodes(t, 3)
  const [{ service, ask, account: makeAccount }] = nodes
  const account = await makeAccount('au', 'fifty')
  const { json } = await ask('/autocomplete/s', account.apiKey)
  const answers = await statuses(nodes, 200, json.suggestions[0].url, account.apiKey)
  assert.equal(countOf(answers, 200), 50)
  assert.equal(countOf(answers, 429), 150)
  const usage = await readUsage(service.store, account.accountId, utcDay(service.clock.now()))
  assert.equal(usage.lookups, 50)
})

test('a key that is ended on one node stops working on the others within a second', async (t) => {
  const clock = new ManualClock()
  const [one, other] = await startNodes(t, 2, { clock })
  const account = await one.account('uk')
  const status = async (node: TestService, key: string) =>
    (await node.ask('/autocomplete/s', key)).status
  assert.equal(await status(other, account.apiKey), 200)
  const rotated = await one.ask('/security/api-key?grace=0', account.adminKey, { method: 'PUT' })
  assert.equal(await status(one, account.apiKey), 401)
  assert.equal(await status(other, rotated.json['api-key']), 200)
  clock.advance(1001)
  assert.equal(await status(other, account.apiKey), 401)

  const put = { ...posting({}), method: 'PUT' }
  await one.ask('/subscription/unsubscribe', account.adminKey, put)
  clock.advance(1001)
  assert.equal(await status(other, rotated.json['api-key']), 403)
})

test('three nodes share the limit of a plan exactly, and split it while Redis is away', async (t) => {
  const server = await startRedis()
  t.after(() => server.stop())
  // The clock of the nodes stands: what a slow machine takes for all this gives no request back.
  const settings = { REDIS_URL: server.url, ...PATIENT }
  const nodes = await startNodes(t, 3, { settings, clock: new ManualClock() })
  const [first, second] = await Promise.all([1, 2].map(() => nodes[0].account('uk', 'tight')))
  // Who knows the others knows what its share is, and tells them when it has used more than that.
  await allKnown(nodes)
  const answers: number[] = []
  for (let round = 0; round < 9; round += 1) {
    answers.push(...(await statuses(nodes, 9, '/autocomplete/s', first.apiKey)))
  }
  assert.equal(countOf(answers, 200), 30)
  assert.equal(countOf(answers, 429), 51)
  await server.kill()
  const alone = await statuses(nodes, 90, '/autocomplete/s', second.apiKey)
  const counts = nodes.map(({ service }) => service.admission.counters.mode)
  assert.deepEqual(counts, ['alone', 'alone', 'alone'])
  assert.equal(countOf(alone, 200), 30)
  assert.equal(countOf(alone, 429), 60)
  assert.equal(countOf(await statuses(nodes, 9, '/autocomplete/s', first.apiKey), 200), 0)
  for (const { logged } of nodes) {
    const said = logged.filter((line) => line.includes('"rate limits"'))
    assert.equal(said.length, 1)
    assert.ok(!said[0].includes(server.password))
  }
})

test('visitors of a domain token are counted across nodes', async (t) => {
  const settings = { REDIS_URL: await sharedRedis(), TOKEN_VISITOR_PER_MINUTE: '3', ...PATIENT }
  const [one, other] = await startNodes(t, 2, { settings })
  const { adminKey } = await one.account('uk')
  const wanted = posting({ url: 'https://shop.example.com' })
  const made = await one.ask('/security/domain-token', adminKey, wanted)
  const headers = { origin: 'https://shop.example.com' }
  const seen: number[] = []
  for (const node of [one, other, one, other, one]) {
    seen.push((await node.ask('/autocomplete/s', made.json.token, { headers })).status)
  }
  assert.deepEqual(seen, [200, 200, 200, 429, 429])
})
