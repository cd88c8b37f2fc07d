// kill -9 of the whole service in the middle of look-ups: what was answered is counted, and nothing twice.
// Covers: src/access/charge/**, src/run.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../src/account/accounts.ts'
import { loadPlans } from '../../src/account/plans/plans-file.ts'
import { readUsage } from '../../src/account/usage.ts'
import { systemClock, utcDay } from '../../src/lib/clock.ts'
import { openStore } from '../../src/store/open-store.ts'
import { killed, type ServiceProcess, startProcess } from '../support/process.ts'
import { eachStore } from '../support/stores.ts'

/** `CRASH_KILLS` says how many: see test/nightly.ts. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)
const CLIENTS = 24
const ANSWERS_BEFORE_KILL = 150

interface Ledger {
  sent: number
  answered: number
}

eachStore((_makeStore, newPlace, kind) => {
  test(`after ${KILLS} kills no answered look-up is lost and none counts twice (${kind})`, async (t) => {
    const place = await newPlace(t)
    const { accountId, apiKey } = await newAccount(place)
    const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }
    const ledger: Ledger = { sent: 0, answered: 0 }
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Two threads gather what they charge, and one does not.
      const running = await startProcess({ ...env, THREADS: kill % 2 === 0 ? '2' : '1' })
      const url = await someAddress(running, apiKey)
      const enough = ledger.answered + ANSWERS_BEFORE_KILL
      const clients = Array.from({ length: CLIENTS }, () => lookUpUntilKilled(url, ledger))
      while (ledger.answered < enough) await new Promise((done) => setImmediate(done))
      await killed(running)
      await Promise.all(clients)
    }
    const store = await openStore(place)
    const usage = await readUsage(store, accountId, utcDay(systemClock.now()))
    await store.close()
    assert.ok(
      ledger.answered <= usage.lookups,
      `${ledger.answered} answered, ${usage.lookups} counted`,
    )
    assert.ok(usage.lookups <= ledger.sent, `${usage.lookups} counted, ${ledger.sent} sent`)
  })
})

async function newAccount(place: { databaseUrl: string; dataDir: string }) {
  const plans = await loadPlans(place.dataDir)
  const store = await openStore(place)
  const wanted = { email: 'holder@example.com', product: 'au' as const, planName: 'scale' }
  const made = await createAccount(store, plans, wanted, systemClock.now())
  await store.close()
  assert.ok(made.kind === 'created')
  return made
}

async function someAddress({ baseUrl }: ServiceProcess, apiKey: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/autocomplete/s?api-key=${apiKey}`)
  const { suggestions } = (await answer.json()) as { suggestions: { url: string }[] }
  return `${baseUrl}${suggestions[0].url}?api-key=${apiKey}`
}

async function lookUpUntilKilled(url: string, ledger: Ledger): Promise<void> {
  for (;;) {
    ledger.sent += 1
    try {
      const answer = await fetch(url)
      await answer.arrayBuffer()
      assert.equal(answer.status, 200)
    } catch (error) {
      // The connection died with the service: whether this look-up was counted nobody can tell.
      if (error instanceof TypeError) return
      throw error
    }
    ledger.answered += 1
  }
}
