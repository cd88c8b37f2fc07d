// The allowance over real HTTP, on both stores: never one look-up too many, and the right refusal.
// Covers: src/access/**, src/account/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readUsage } from '../../../src/account/usage.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { startTestService, type TestSettings } from '../../support/running.ts'
import { eachStore } from '../../support/stores.ts'

const FIFTY = { name: 'fifty', product: 'au', daily_lookup_limit_1: 50 }
const BUFFERED = { name: 'buffered', product: 'au', daily_lookup_limit_1: 2, monthly_buffer: 1 }
const PENALISED = {
  name: 'penalised',
  product: 'au',
  daily_lookup_limit_1: 1,
  daily_lookup_limit_2: 2,
  time_penalty_ms: 5,
}

const DAY_MS = 86_400_000

eachStore((_makeStore, newPlace, kind) => {
  const start = async (t: TestContext, more: TestSettings = {}) =>
    startTestService({
      databaseUrl: (await newPlace(t)).databaseUrl,
      plans: [FIFTY, BUFFERED, PENALISED],
      ...more,
    })

  test(`200 parallel Gets with 50 look-ups left are answered exactly 50 times (${kind})`, async (t) => {
    await using running = await start(t)
    const account = await running.account('au', 'fifty')
    const { json } = await running.ask('/autocomplete/s', account.apiKey)
    const { url } = json.suggestions[0]
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => running.ask(url, account.apiKey)),
    )
    const statuses = Object.groupBy(answers, ({ status }) => status)
    assert.equal(statuses[200]?.length, 50)
    assert.equal(statuses[429]?.length, 150)
    const { store, clock } = running.service
    const usage = await readUsage(store, account.accountId, utcDay(clock.now()))
    assert.equal(usage.lookups, 50)
  })

  test(`a used-up day is 429 until midnight UTC, and free look-ups go on (${kind})`, async (t) => {
    const clock = new ManualClock('2026-02-28T23:59:50Z')
    await using running = await start(t, { clock })
    const account = await running.account('au', 'buffered')
    const { json } = await running.ask('/autocomplete/s', account.apiKey)
    const { url } = json.suggestions[0]
    const get = () => running.ask(url, account.apiKey)
    for (let lookup = 0; lookup < 3; lookup += 1) assert.equal((await get()).status, 200)
    const refused = await get()
    assert.equal(refused.status, 429)
    assert.equal(refused.json.code, 'monthly-buffer')
    assert.equal(refused.headers.get('retry-after'), '10')
    assert.equal((await running.ask('/get/none', account.apiKey)).status, 429)
    assert.equal((await running.ask('/autocomplete/s', account.apiKey)).status, 200)
    clock.advance(10_000)
    assert.equal((await get()).status, 200)
  })

  test(`a plan without a buffer says so, and a larger plan counts at once (${kind})`, async (t) => {
    await using running = await start(t)
    const account = await running.account('au', 'penalised')
    const { json } = await running.ask('/autocomplete/s', account.apiKey)
    const { url } = json.suggestions[0]
    for (let lookup = 0; lookup < 2; lookup += 1) {
      assert.equal((await running.ask(url, account.apiKey)).status, 200)
    }
    const refused = await running.ask(url, account.apiKey)
    assert.equal(refused.json.code, 'daily-limit')
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  })

  test(`a trial ends after 30 days without anybody doing anything (${kind})`, async (t) => {
    const clock = new ManualClock('2026-01-01T00:00:00Z')
    await using running = await start(t, { clock })
    const { apiKey } = await running.account('au')
    clock.advance(30 * DAY_MS - 1000)
    assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 200)
    clock.advance(2000)
    const refused = await running.ask('/autocomplete/s', apiKey)
    assert.equal(refused.status, 403)
    assert.equal(refused.json.code, 'forbidden')
    assert.match(refused.json.detail, /trial has ended/)
  })
})
