// When the client asks again and how long it waits first, with a fetch of the test's own and a clock that it moves.
// Covers: src/client/client.js

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createClient, DoorplateError } from '../../src/client/client.js'

type Answer = { readonly status: number; readonly retryAfter?: string } | Error

/** Answers in turn, then 200; the times are those of the mocked clock. */
function world(t: TestContext, answers: readonly Answer[], options: object = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let nowMs = 0
  const askedAt: number[] = []
  const fetch = async () => {
    askedAt.push(nowMs)
    const answer = answers[askedAt.length - 1] ?? { status: 200 }
    if (answer instanceof Error) throw answer
    const { status, retryAfter } = answer
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    const body = status === 200 ? { suggestions: [] } : { code: 'rate-limit', detail: 'wait' }
    return new Response(JSON.stringify(body), { status, headers })
  }
  const client = createClient({ baseUrl: 'https://a.example', key: KEY, fetch, ...options })
  /** Lets so much time pass, in steps that a wait may end at. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= Math.min(left, 50)) {
      for (let turn = 0; turn < 5; turn += 1) await nextTurn()
      nowMs += Math.min(left, 50)
      t.mock.timers.tick(Math.min(left, 50))
    }
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  return { client, askedAt, pass }
}

const KEY = 'api_verysecretkeythatnobodymaysee'
const BUSY = { status: 429, retryAfter: '2' }
const AWAY = { status: 503 }

test('a 429 is asked again when Retry-After is over and not a moment before, twice at the most', async (t) => {
  const { client, askedAt, pass } = world(t, [BUSY, BUSY, BUSY])
  const failed = client.autocomplete({ term: 'x' }).catch((error: unknown) => error)
  await pass(1950)
  assert.deepEqual(askedAt, [0])
  await pass(3000)
  assert.deepEqual(askedAt, [0, 2000, 4000])
  const error = await failed
  assert(error instanceof DoorplateError)
  assert.deepEqual([error.status, error.retryAfterSeconds], [429, 2])
})

test('without Retry-After it waits a quarter of a second, then twice as long', async (t) => {
  const { client, askedAt, pass } = world(t, [AWAY, AWAY])
  const found = client.autocomplete({ term: 'x' })
  await pass(1000)
  assert.deepEqual(askedAt, [0, 250, 750])
  assert.deepEqual(await found, { suggestions: [] })
})

test('ten seconds are waited for, and eleven are not', async (t) => {
  const { client, askedAt, pass } = world(t, [
    { status: 429, retryAfter: '10' },
    { status: 429, retryAfter: '11' },
  ])
  const failed = client.autocomplete({ term: 'x' }).catch((error: unknown) => error)
  await pass(10_100)
  assert.deepEqual(askedAt, [0, 10_000])
  assert((await failed) instanceof DoorplateError)
})

test('what makes something is sent again after a 429 alone, which has made nothing', async (t) => {
  const { client, askedAt, pass } = world(t, [BUSY, AWAY])
  const failed = client.createDomainToken({ url: 'x.example' }).catch((error: unknown) => error)
  await pass(5000)
  assert.deepEqual(askedAt, [0, 2000])
  assert.equal(((await failed) as DoorplateError).status, 503)
})

test('what makes something is not sent again when its answer was lost: it may have been made', async (t) => {
  const { client, askedAt, pass } = world(t, [new TypeError('fetch failed')])
  const failed = client.createDomainToken({ url: 'x.example' }).catch((error: unknown) => error)
  await pass(5000)
  assert.deepEqual(askedAt, [0])
  assert.equal(((await failed) as DoorplateError).status, 0)
})

test('no answer is asked for again where that does no harm, and its error shows no key', async (t) => {
  const reason = new TypeError(`fetch failed: https://a.example/get/x?api-key=${KEY}`)
  const { client, askedAt, pass } = world(t, [reason, reason, reason])
  const failed = client.get({ id: 'x' }).catch((error: unknown) => error)
  await pass(2000)
  assert.equal(askedAt.length, 3)
  const error = await failed
  assert(error instanceof DoorplateError)
  assert.deepEqual([error.status, error.code, error.cause], [0, 'no-answer', 'TypeError'])
  assert(!`${error.stack} ${error.message} ${JSON.stringify(error)} ${error.cause}`.includes(KEY))
})

test('a call cancelled while it waits ends at once, and sends nothing more', async (t) => {
  const { client, askedAt, pass } = world(t, [BUSY])
  const stop = new AbortController()
  const call = client.autocomplete({ term: 'x' }, { signal: stop.signal })
  await pass(100)
  stop.abort()
  await assert.rejects(call, { name: 'AbortError' })
  await pass(5000)
  assert.equal(askedAt.length, 1)
})

test('what stands in a path is escaped, and options are in the query', async () => {
  const asked: string[] = []
  const fetch = async (url: unknown) => {
    asked.push(String(url))
    return new Response('{}')
  }
  const client = createClient({ baseUrl: 'https://a.example/', key: 'k&', fetch })
  await client.get({ id: 'a/b?c' })
  await client.autocomplete({ term: '3/12 x#', top: 2 })
  assert.deepEqual(asked, [
    'https://a.example/get/a%2Fb%3Fc?api-key=k%26',
    'https://a.example/autocomplete/3%2F12%20x%23?api-key=k%26&top=2',
  ])
})

test('other refusals are final', async (t) => {
  for (const status of [400, 401, 403, 404, 500]) {
    const { client, askedAt } = world(t, [{ status, retryAfter: '1' }])
    await assert.rejects(client.get({ id: 'x' }), { status })
    assert.equal(askedAt.length, 1, String(status))
    t.mock.timers.reset()
  }
})
