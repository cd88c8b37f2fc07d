// Every route under a hail of made-up requests: no 5xx, no hang, no leak, and nothing charged that was not answered.
// Covers: src/pipeline.ts, src/routes.ts, src/endpoints/**

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ENDPOINTS } from '../../src/routes.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { newDatabase } from '../support/stores.ts'
import { type Outcome, runCampaign } from './campaign.ts'

/** Another one each day would find more and explain less: `run.ts` takes any. */
const SEED = 20_261_115
const REQUESTS = 12_000
/** What PostgreSQL sees differently are texts and races, which take fewer. */
const REQUESTS_ON_POSTGRES = 1_000

const UNGUESSED =
  /^\w+ \/(invoices|cc\/invoices|cc\/expired|webhook|(v2\/)?private-address|security\/api-keys)\/.*\{(number|event|id|name)\}/
/** What must have been made before, or takes a URL and a kind that fit each other. */
const MET_BY_CHANCE = /^\w+ \/(webhook|private-address\/|security\/domain-token\/)/

after(stopOwnPostgres)

test(`${REQUESTS} made-up requests are answered in good order`, async () => {
  const outcome = await runCampaign({ requests: REQUESTS, seed: SEED })
  judge(outcome)
  // A run that was refused everywhere would prove nothing.
  const answered = [...outcome.statuses].flatMap(([name, counts]) =>
    [...counts.keys()].some((status) => status < 400) ? [name] : [],
  )
  const missing = ENDPOINTS.flatMap(({ path, methods }) => methods.map((one) => `${one} ${path}`))
    .filter((name) => !answered.includes(name))
    // There is no invoice, and ids that the service gives are met by chance only.
    .filter((name) => !UNGUESSED.test(name) && !MET_BY_CHANCE.test(name))
    // No made-up request has the key of an operator or of a list's holder, and none is a whole file of CSV or GeoJSON.
    .filter(
      (name) =>
        !/^\w+ \/(operator\/|v2\/private-address\/import$|batch\b|watch\b|territory\b)/.test(name),
    )
  assert.deepEqual(missing, [])
})

test(`${REQUESTS_ON_POSTGRES} of them are on PostgreSQL too`, async (t) => {
  const { databaseUrl } = await newDatabase(t)
  judge(await runCampaign({ requests: REQUESTS_ON_POSTGRES, seed: SEED, databaseUrl }))
})

function judge({ failures, charged, counted }: Outcome): void {
  assert.equal(failures.length, 0, failures.join('\n\n'))
  assert.equal(counted, charged)
  assert.ok(charged > 0)
}
