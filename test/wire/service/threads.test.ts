// A service on several threads answers as one: the same limits, allowance, keys and data, on one port.
// Covers: src/threads/**, src/service.ts

import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, type TestContext, test } from 'node:test'
import { readUsage } from '../../../src/account/usage.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { startTestService, type TestService, type TestSettings } from '../../support/running.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { newDatabase } from '../../support/stores.ts'

const FIFTY = { name: 'fifty', product: 'au', daily_lookup_limit_1: 50 }
const TIGHT = { name: 'tight', product: 'uk', daily_lookup_limit_1: 9, requests_per_5_minutes: 30 }

after(stopOwnPostgres)

async function startThreads(t: TestContext, wanted: TestSettings = {}): Promise<TestService> {
  const settings = { THREADS: '3', ...wanted.settings }
  const running = await startTestService({ ...wanted, plans: [FIFTY, TIGHT], settings })
  t.after(() => running[Symbol.asyncDispose]())
  return running
}

interface Heard {
  readonly status: number
  /** The beginning of its request id is a thread's own. */
  readonly thread: string
  readonly text: string
}

// A connection of its own each time: the system deals out connections, not requests.
function hear({ baseUrl }: TestService, path: string, apiKey: string): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: false })
    const asked = request(`${baseUrl}${path}?api-key=${apiKey}`, { agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        const [thread] = String(response.headers['x-request-id']).split('-')
        resolve({ status: response.statusCode ?? 0, thread, text })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

function hearMany(service: TestService, count: number, path: string, key: string) {
  return Promise.all(Array.from({ length: count }, () => hear(service, path, key)))
}

function countOf(heard: readonly Heard[], status: number): number {
  return heard.filter((one) => one.status === status).length
}

async function anId(service: TestService, apiKey: string): Promise<string> {
  const { json } = await service.ask('/autocomplete/1', apiKey)
  return json.suggestions[0].id
}

test('all threads answer, and the limit of a plan holds over them exactly', async (t) => {
  const service = await startThreads(t)
  const { apiKey } = await service.account('uk', 'tight')
  const heard = await hearMany(service, 90, '/autocomplete/s', apiKey)
  assert.equal(countOf(heard, 200), 30)
  assert.equal(countOf(heard, 429), 60)
  assert.equal(new Set(heard.map(({ thread }) => thread)).size, 3)
})

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  test(`threads that race for the last look-ups answer exactly those (${kind})`, async (t) => {
    const database = kind === 'PostgreSQL' ? await newDatabase(t) : {}
    const service = await startThreads(t, database)
    const { accountId, apiKey } = await service.account('au', 'fifty')
    const id = await anId(service, apiKey)
    const heard = await hearMany(service, 200, `/get/${id}`, apiKey)
    assert.equal(countOf(heard, 200), 50)
    assert.equal(countOf(heard, 429), 150)
    const day = utcDay(service.service.clock.now())
    assert.equal((await readUsage(service.service.store, accountId, day)).lookups, 50)
  })
}

test('a key that one thread has ended is refused by all', async (t) => {
  const service = await startThreads(t)
  const { apiKey, adminKey } = await service.account('uk')
  assert.equal(countOf(await hearMany(service, 30, '/autocomplete/s', apiKey), 200), 30)
  const rotated = await service.ask('/security/api-key?grace=0', adminKey, { method: 'PUT' })
  assert.equal(rotated.status, 200)
  let heard = await hearMany(service, 30, '/autocomplete/s', apiKey)
  while (countOf(heard, 401) < 30) heard = await hearMany(service, 30, '/autocomplete/s', apiKey)
})

test('a new release is taken by every thread', async (t) => {
  const service = await startThreads(t)
  const { data } = service.service
  const before = data.releases().map(({ release }) => release)
  const { apiKey } = await service.account('au')
  const { Releases } = await import('../../../src/releases/release-folder.ts')
  const { buildIndex } = await import('../../../src/index/build/build.ts')
  const { sampleNationalSource } = await import('../../../src/sample/sample-national.ts')
  const folder = new Releases(`${service.dataDir}/releases`)
  const { directory } = folder
  const built = await buildIndex(sampleNationalSource(), { directory, now: 1_900_000_000_000 })
  assert.ok(!before.includes(built.release))
  await folder.use(built.release)
  await data.refresh()
  const ready = async () => {
    const heard = await hearMany(service, 30, '/health/ready', apiKey)
    return heard.filter(({ text }) => text.includes(built.release)).length
  }
  while ((await ready()) < 30);
})

test('a port that another service has is not shared with it', async (t) => {
  const service = await startThreads(t)
  const { port } = service.service.config
  const second = startTestService({ settings: { THREADS: '2', PORT: String(port) } })
  await assert.rejects(second, /is in use/)
})

test('the figures are those of all threads, whichever is asked', async (t) => {
  const service = await startThreads(t)
  const { apiKey } = await service.account('uk')
  await hearMany(service, 40, '/autocomplete/s', apiKey)
  for (let round = 0; round < 5; round += 1) {
    const { text } = await hear(service, '/metrics', '')
    const answered = [
      ...text.matchAll(
        /^doorplate_requests_total\{route="\/autocomplete.*status="200".*\} (\d+)$/gm,
      ),
    ]
    assert.equal(answered.length, 3)
    assert.equal(
      answered.reduce((sum, [, count]) => sum + Number(count), 0),
      40,
    )
    assert.equal(text.match(/^# TYPE doorplate_requests_total /gm)?.length, 1)
    assert.equal(text.match(/^process_resident_memory_bytes/gm)?.length, 1)
  }
})
