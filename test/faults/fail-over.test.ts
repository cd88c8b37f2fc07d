// The primary of PostgreSQL dies under load and its standby takes over: nothing is lost, and nothing counts twice.
// Covers: src/store/postgres/**, src/access/charge/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase, startPostgres } from '../../dev/postgres-server.ts'
import { readUsage } from '../../src/account/usage.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { PostgresHosts, urlsOf } from '../../src/store/postgres/postgres-hosts.ts'
import { startTestService } from '../support/running.ts'
import { USUAL_CHARGE_TIMEOUT } from '../support/servers/patience.ts'
import { Load } from './holder.ts'

const PLAN = { name: 'vast', product: 'uk', amount: 10, daily_lookup_limit_1: 1_000_000 }

async function startPair(t: TestContext) {
  const primary = await startPostgres()
  t.after(() => primary.stop())
  const standby = await primary.startStandby()
  t.after(() => standby.stop())
  const url = new URL(await freshDatabase(primary.adminUrl))
  const other = new URL(standby.adminUrl)
  const databaseUrl = url.href.replace(url.host, `${url.host},${other.host}`)
  return { primary, standby, databaseUrl }
}

test('a primary that dies under load is replaced by its standby, every answered look-up counted once', async (t) => {
  const { primary, standby, databaseUrl } = await startPair(t)
  const settings = { KEY_REQUESTS_PER_MINUTE: '1000000', ...USUAL_CHARGE_TIMEOUT }
  await using running = await startTestService({ databaseUrl, plans: [PLAN], settings })
  const { accountId, apiKey } = await running.account('uk', 'vast')
  const { json } = await running.ask('/autocomplete/7 netherby road', apiKey)
  const at = (path: string) => `${running.baseUrl}${path}?api-key=${apiKey}`
  const metered = new Load(t, 4, () => at(json.suggestions[0].url))
  const free = new Load(t, 1, () => at('/autocomplete/7 netherby'))
  await metered.untilAnswered(50)

  await primary.kill()
  await standby.promote()
  const promotedAt = running.service.clock.monotonicMs()
  await metered.untilAnswered(20)
  const backMs = running.service.clock.monotonicMs() - promotedAt
  t.diagnostic(`metered answers were back after ${Math.round(backMs)} ms`)
  await metered.untilAnswered(50)
  await Promise.all([metered.stop(), free.stop()])

  assert.deepEqual(metered.failures, [])
  assert.deepEqual([...free.statuses.keys()], [200])
  const { store, clock } = running.service
  const used = async () => (await readUsage(store, accountId, utcDay(clock.now()))).lookups
  // What was refused while its outcome was unknown is taken back in the background.
  for (let tries = 0; tries < 50 && (await used()) !== metered.answered; tries += 1)
    await delay(100)
  assert.equal(await used(), metered.answered)
})

test('a service starts on the primary, wherever it stands in the URL', async (t) => {
  const { databaseUrl } = await startPair(t)
  const [first = '', second = ''] = urlsOf(databaseUrl)
  const url = new URL(first)
  const swapped = first.replace(url.host, `${new URL(second).host},${url.host}`)
  await using running = await startTestService({ databaseUrl: swapped, plans: [PLAN] })
  const { apiKey } = await running.account('uk', 'vast')
  assert.equal((await running.ask('/autocomplete/7', apiKey)).status, 200)
})

test('hosts are asked in turn, and one that somebody else has left already is not skipped over', () => {
  const hosts = new PostgresHosts('postgres://jo:pw@one:5432,two:5433/books?sslmode=disable')
  const [one = '', two = ''] = hosts.urls
  assert.equal(one, 'postgres://jo:pw@one:5432/books?sslmode=disable')
  assert.equal(two, 'postgres://jo:pw@two:5433/books?sslmode=disable')
  hosts.leave(one)
  hosts.leave(one)
  assert.equal(hosts.url, two)
  hosts.leave(two)
  assert.equal(hosts.url, one)
})
