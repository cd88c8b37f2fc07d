// A service on several threads answers as one: the same limits, allowance, keys and data, on one port.
// Covers: src/threads/**, src/service.ts

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { readUsage } from '../../../src/account/usage.ts'
import { buildIndex } from '../../../src/index/build/build.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { releasesIn } from '../../../src/releases/release-folder.ts'
import { newSharedByThreads, startThreads } from '../../../src/threads/threads.ts'
import { nationalWorld } from '../../search/synthetic.ts'
import { startTestService, type TestService, testService } from '../../support/running.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { newDatabase } from '../../support/stores.ts'

const FIFTY = { name: 'fifty', product: 'au', daily_lookup_limit_1: 50 }
const TIGHT = { name: 'tight', product: 'uk', daily_lookup_limit_1: 9, requests_per_5_minutes: 30 }
const WANTED = { plans: [FIFTY, TIGHT], settings: { THREADS: '3', DEMO: '1' } }

after(stopOwnPostgres)

const service = await testService(WANTED)

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

/** One answer of each of so many threads. */
async function ofEach(threads: number, path: string): Promise<Heard[]> {
  const heard = new Map<string, Heard>()
  while (heard.size < threads) {
    for (const one of await hearMany(service, 30, path, '')) heard.set(one.thread, one)
  }
  return [...heard.values()]
}

test('all threads answer, and the limit of a plan holds over them exactly', async () => {
  const { apiKey } = await service.account('uk', 'tight')
  const heard = await hearMany(service, 90, '/autocomplete/s', apiKey)
  assert.equal(countOf(heard, 200), 30)
  assert.equal(countOf(heard, 429), 60)
  assert.equal((await ofEach(3, '/health')).length, 3)
})

test('the start page looks addresses up, whichever thread has served it', async () => {
  const tokens = Object.values(service.service.status.demoKeys).map(({ token = '' }) => token)
  assert.equal(tokens.length, 3)
  for (const { text } of await ofEach(3, '/')) {
    assert.deepEqual(
      tokens.filter((token) => !text.includes(token)),
      [],
    )
  }
})

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  test(`threads that race for the last look-ups answer exactly those (${kind})`, async (t) => {
    const raced =
      kind === 'SQLite' ? service : await startTestService({ ...WANTED, ...(await newDatabase(t)) })
    if (raced !== service) t.after(() => raced[Symbol.asyncDispose]())
    const { accountId, apiKey } = await raced.account('au', 'fifty')
    const id = await anId(raced, apiKey)
    const heard = await hearMany(raced, 200, `/get/${id}`, apiKey)
    assert.equal(countOf(heard, 200), 50)
    assert.equal(countOf(heard, 429), 150)
    const day = utcDay(raced.service.clock.now())
    assert.equal((await readUsage(raced.service.store, accountId, day)).lookups, 50)
  })
}

test('a key that one thread has ended is refused by all', async () => {
  const { apiKey, adminKey } = await service.account('uk')
  assert.equal(countOf(await hearMany(service, 30, '/autocomplete/s', apiKey), 200), 30)
  const rotated = await service.ask('/security/api-key?grace=0', adminKey, { method: 'PUT' })
  assert.equal(rotated.status, 200)
  let heard = await hearMany(service, 30, '/autocomplete/s', apiKey)
  while (countOf(heard, 401) < 30) heard = await hearMany(service, 30, '/autocomplete/s', apiKey)
})

test('a port that another service has is not shared with it', async () => {
  const { port } = service.service.config
  const second = startTestService({ settings: { THREADS: '2', PORT: String(port) } })
  await assert.rejects(second, /is already in use/)
})

test('the figures are those of all threads, whichever is asked', async () => {
  const { apiKey } = await service.account('uk')
  const heard = await hearMany(service, 40, '/typeahead/s', apiKey)
  const threads = new Set(heard.map(({ thread }) => thread))
  for (const { text } of await ofEach(3, '/metrics')) {
    const answered = [
      ...text.matchAll(/^doorplate_requests_total\{route="\/typeahead.*status="200".*\} (\d+)$/gm),
    ]
    assert.equal(answered.length, threads.size)
    assert.equal(
      answered.reduce((sum, [, count]) => sum + Number(count), 0),
      40,
    )
    assert.equal(text.match(/^# TYPE doorplate_requests_total /gm)?.length, 1)
    assert.equal(text.match(/^process_resident_memory_bytes/gm)?.length, 1)
    assert.equal(text.match(/^doorplate_connections_open\{thread="[0-2]"\} /gm)?.length, 3)
  }
})

test('a new release is taken by every thread, also by those that are being started, and a stop ends all of them', async () => {
  const { data } = service.service
  const before = data.searches.au?.release.release ?? assert.fail('nothing is served')
  const folder = releasesIn(service.dataDir)
  const { directory } = folder
  const built = await buildIndex(nationalWorld(1, 100), { directory, now: 1_900_000_000_000 })
  assert.notEqual(built.release, before)
  await folder.use(built.release)
  await data.refresh()
  const areReady = async () => {
    const heard = await ofEach(3, '/health/ready')
    return heard.every(({ text }) => text.includes(built.release))
  }
  while (!(await areReady()));
  const parts = { service: service.service, shared: newSharedByThreads(2), print: () => {} }
  const old = new Set((await ofEach(3, '/health')).map(({ thread }) => thread))
  const workers: Worker[] = []
  const onWorker = (message: unknown) => workers.push((message as { worker: Worker }).worker)
  subscribe('worker_threads', onWorker)
  const starting = startThreads(3, parts)
  unsubscribe('worker_threads', onWorker)
  await folder.use(before)
  await data.refresh()
  const threads = await starting
  const added = (await ofEach(6, '/health/ready')).filter(({ thread }) => !old.has(thread))
  assert.equal(added.length, 3)
  for (const { text } of added) assert.match(text, new RegExp(`"${before}"`))
  const started = new Set(added.map(({ thread }) => thread))
  // Each thread has some callers who have not said what they want, and so lets others in for as long as they wait.
  const waiting = Array.from({ length: 120 }, () => connect(service.service.config.port))
  await Promise.all(waiting.map((socket) => once(socket, 'connect')))
  const stopped = threads.stop({ leastMs: 0, mostMs: 60_000 })
  const leaving = new Set<string>()
  for (let tries = 0; tries < 200 && leaving.size < 3; tries += 1) {
    const heard = await hearMany(service, 30, '/health/ready', '')
    for (const { thread, status } of heard) {
      if (status === 503 && started.has(thread)) leaving.add(thread)
    }
  }
  assert.deepEqual(leaving, started, 'each of them says that it is leaving')
  for (const socket of waiting) socket.destroy()
  await stopped
  const ended = workers.map(({ threadId }) => threadId)
  assert.deepEqual(ended, [-1, -1, -1], 'a stop waits for the last of them')
})
