// The whole service through PgBouncer in transaction mode: each transaction may be on another connection.
// Covers: src/store/postgres/**, src/access/charge/**

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readUsage } from '../../src/account/usage.ts'
import { runBilling } from '../../src/billing/billing-run.ts'
import { examine } from '../../src/billing/doctor/doctor.ts'
import { utcDay } from '../../src/lib/clock.ts'
import { startTestService, untilServed } from '../support/running.ts'
import { PgBouncer } from '../support/servers/pgbouncer.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { newDatabase, untilStored } from '../support/stores.ts'

const FIFTY = { name: 'fifty', product: 'uk', amount: 10, daily_lookup_limit_1: 50 }

after(stopOwnPostgres)

test('two nodes through PgBouncer charge exactly the allowance, and the books add up', async (t) => {
  const direct = await newDatabase(t)
  const bouncer = await PgBouncer.start(direct.databaseUrl)
  t.after(() => bouncer.stop())
  const wanted = { databaseUrl: bouncer.databaseUrl, plans: [FIFTY] }
  await using one = await startTestService(wanted)
  await using other = await startTestService(wanted)
  const { accountId, apiKey } = await one.account('uk', 'fifty')
  const { json } = await one.ask('/autocomplete/7 netherby road', apiKey)
  const asked = Array.from({ length: 120 }, (_, at) =>
    untilServed(() => (at % 2 === 0 ? one : other).ask(json.suggestions[0].url, apiKey)),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 50)
  assert.equal(statuses.filter((status) => status === 429).length, 70)
  const { store, plans, clock, config } = one.service
  assert.equal((await readUsage(store, accountId, utcDay(clock.now()))).lookups, 50)
  const parts = { store, plans, clock, settings: config.billing }
  await untilStored(() => runBilling(parts, clock.now()))
  const faults = (await untilStored(() => examine(parts))).flatMap(({ faults: found }) => found)
  assert.deepEqual(faults, [])
})
