// The test clock: an integrator walks an account through a trial, its limits and midnight in seconds.
// Covers: src/nodes/test-clock.ts, src/lib/clock.ts

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runCli } from '../support/cli.ts'
import { startTestService, type TestService } from '../support/running.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { eachStore, newDatabase } from '../support/stores.ts'

// A time without a zone is UTC, wherever a command is run.
process.env.TZ = 'Pacific/Kiritimati'

const TWO = { name: 'two', product: 'au', daily_lookup_limit_1: 2 }
const MOVABLE = { TEST_CLOCK: '1' }

after(stopOwnPostgres)

interface Place {
  readonly dataDir: string
  readonly databaseUrl?: string
}

function environment({ dataDir, databaseUrl = '' }: Place) {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
}

async function moveClock(place: Place, ...words: string[]): Promise<number> {
  const { code, out, err } = await runCli(['clock', ...words, '--json'], environment(place))
  assert.equal(code, 0, err)
  const { now } = JSON.parse(out)
  assert.match(now, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  return Date.parse(now)
}

function isNear(ms: number, expected: number): boolean {
  return Math.abs(ms - expected) < 100_000
}

eachStore((_makeStore, newPlace, kind) => {
  test(`a trial, a minute's limit and a day's end when the clock is moved (${kind})`, async (t) => {
    const { databaseUrl } = await newPlace(t)
    const settings = { ...MOVABLE, KEY_REQUESTS_PER_MINUTE: '3' }
    await using running = await startTestService({ databaseUrl, plans: [TWO], settings })
    const place = { dataDir: running.dataDir, databaseUrl }
    const account = await running.account('au', 'two')
    const trial = await running.account('au')
    const status = async (path: string, { apiKey } = account) =>
      (await running.ask(path, apiKey)).status

    const { json } = await running.ask('/autocomplete/s', account.apiKey)
    const { url } = json.suggestions[0]
    const tooFar = await runCli(['clock', 'advance', '9999999d'], environment(place))
    assert.match(tooFar.err, /The clock cannot go past the year 9999\./)
    const moved = await runCli(['clock', 'set', '2031-12-31T23:00:00'], environment(place))
    assert.match(moved.out, /^2031-12-31T23:00:0/)
    assert.deepEqual([await status(url), await status(url), await status(url)], [200, 200, 429])
    assert.equal(await status('/autocomplete/s'), 429)
    await moveClock(place, 'advance', '90s')
    assert.equal(await status('/autocomplete/s'), 200)
    assert.equal(await status(url), 429)
    await moveClock(place, 'advance', '1h')
    assert.equal(await status(url), 200)

    const now = await moveClock(place)
    assert.ok(isNear(now, Date.parse('2032-01-01T00:01:30Z')), new Date(now).toISOString())
    assert.equal(await status('/autocomplete/s', trial), 403)
  })
})

test('every node of a store follows, and so do commands and a restart', async (t) => {
  const { databaseUrl } = await newDatabase(t)
  const start = () => startTestService({ databaseUrl, settings: MOVABLE })
  await using one = await start()
  const other = await start()
  const place = { dataDir: one.dataDir, databaseUrl }
  const began = Date.now()
  await moveClock(place, 'advance', '31d')
  const moved = began + 31 * 86_400_000
  const nows = ({ service }: TestService) => service.clock.now()
  assert.ok(isNear(nows(one), moved) && isNear(nows(other), moved))
  await other[Symbol.asyncDispose]()
  await using again = await start()
  assert.ok(isNear(nows(again), moved))

  const create = ['account', 'create', '--email', 'moved@example.com', '--product', 'uk']
  const env = { ...environment(place), ...MOVABLE }
  assert.equal((await runCli(create, env)).code, 0)
  const shown = await runCli(['account', 'show', 'moved@example.com', '--json'], env)
  assert.equal(JSON.parse(shown.out).created, new Date(moved).toISOString().slice(0, 10))

  const spanMs = again.service.clock.monotonicMs()
  await moveClock(place, 'set', '2026-01-01')
  assert.ok(isNear(nows(again), Date.parse('2026-01-01T00:00:00Z')))
  assert.ok(again.service.clock.monotonicMs() >= spanMs)
})

test('a service that was not started for it keeps its time, and nonsense is refused', async () => {
  await using running = await startTestService()
  const env = environment(running)
  const cases: [string[], RegExp][] = [
    [['clock', 'advance', '31d'], /No service with TEST_CLOCK=1 is running/],
    [['clock', 'advance', '31w'], /A duration must be/],
    [['clock', 'set', '2026-02-30'], /ISO 8601/],
    [['clock', 'back'], /Usage: clock/],
  ]
  for (const [args, pattern] of cases) {
    const { code, out, err } = await runCli(args, env)
    assert.notEqual(code, 0)
    assert.match(err, pattern)
    assert.equal(err.trim().split('\n').length, 1, err)
    assert.equal(out, '')
  }
  assert.ok(isNear(running.service.clock.now(), Date.now()))
})
