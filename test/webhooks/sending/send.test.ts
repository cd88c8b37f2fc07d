// One attempt against receivers of every kind: it always ends, in time, and shows nothing but a status.
// Covers: src/webhooks/sending/**

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { nextAttemptAt, RETRY_MS, retryAfterMs } from '../../../src/webhooks/delivery/schedule.ts'
import { type Posting, post } from '../../../src/webhooks/sending/send.ts'
import type { Target } from '../../../src/webhooks/sending/target.ts'
import { BAD_MANNERS, redirectTo, startReceiver } from '../../support/servers/receiver.ts'
import { TEST_CERTIFICATE, TEST_KEY } from './tls-identity.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const ATTEMPT_MS = 300
/** Far above what a test takes, and below what one takes that waits for the usual end of an attempt. */
const IN_TIME = { timeout: 12_000 }

test('the body arrives as it is, with the headers of a webhook', async (t) => {
  const receiver = await startReceiver(t, () => 204)
  const body = '{"text":"Zürich 日本"}'
  const headers = { 'webhook-id': 'msg_1' }
  assert.deepEqual(await post(posting(receiver.port, { body, headers })), {
    status: 204,
    retryAfter: undefined,
  })
  const [one] = receiver.received
  assert.equal(one?.body, body)
  assert.equal(one?.path, '/hook?x=1')
  assert.equal(one?.headers['content-type'], 'application/json')
  assert.equal(one?.headers['user-agent'], 'Doorplate-Webhooks/1')
  assert.equal(one?.headers.host, 'hooks.example.com')
  assert.equal(one?.headers['accept-encoding'], 'identity')
})

for (const [name, status] of Object.entries({
  hang: 0,
  closeAtOnce: 0,
  closeHalfWay: 0,
  noHttp: 0,
  endlessHeaders: 0,
  endlessBody: 200,
  drippingBody: 200,
} as const)) {
  test(
    `a receiver with the manner "${name}" counts as status ${status}, in time`,
    IN_TIME,
    async (t) => {
      const manner = BAD_MANNERS[name as keyof typeof BAD_MANNERS]
      const receiver = await startReceiver(t, manner)
      assert.equal((await post(posting(receiver.port))).status, status)
    },
  )
}

test(
  'an attempt ends once 4 KiB of the answer are read, though more may come',
  IN_TIME,
  async (t) => {
    const receiver = await startReceiver(t, (_request, response) => {
      response.writeHead(200).write('x'.repeat(4096))
      return undefined
    })
    const { status } = await post({ ...posting(receiver.port), attemptMs: 60_000 })
    assert.equal(status, 200)
  },
)

test('nobody there counts as status 0, with the cause in words', async () => {
  const ends: (() => unknown)[] = []
  const gone = await startReceiver({ after: (work) => void ends.push(work) })
  for (const end of ends) await end()
  const { status, error = '' } = await post(posting(gone.port))
  assert.equal(status, 0)
  assert.match(error, /nothing listens on this port/)
})

test('a receiver that is not reached within 5 seconds counts as status 0, and one that is reached has its 15', async (t) => {
  const silent = createServer()
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const slow = Promise.withResolvers<() => void>()
  const receiver = await startReceiver(t, (_request, response) => {
    slow.resolve(() => response.writeHead(204).end())
    return undefined
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const usual = { attemptMs: undefined }
  const reached = post(posting(receiver.port, usual))
  const target = targetAt(port, { isSecure: true })
  const begun = once(silent, 'connection')
  let status: number | undefined
  const unreached = post(posting(port, { ...usual, target })).then((answered) => {
    status = answered.status
  })
  const answerNow = await slow.promise
  const [connection] = await begun
  t.after(() => connection.destroy())
  t.mock.timers.tick(4999)
  await setImmediate()
  assert.equal(status, undefined)
  t.mock.timers.tick(1)
  await unreached
  assert.equal(status, 0)
  t.mock.timers.tick(9999)
  answerNow()
  assert.equal((await reached).status, 204)
})

test('a redirect is not followed', async (t) => {
  const elsewhere = await startReceiver(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await startReceiver(t, redirectTo(elsewhere.url, status))
    assert.equal((await post(posting(receiver.port))).status, status)
  }
  assert.equal(elsewhere.received.length, 0)
})

test('a certificate must be trusted and be for the name; the name is asked for', async (t) => {
  const names: string[] = []
  const tls = { key: TEST_KEY, cert: TEST_CERTIFICATE }
  const server = createTlsServer(tls, (_request, response) => response.writeHead(200).end())
  server.on('secureConnection', (socket) => names.push(String(socket.servername)))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const secure = (host: string, ca?: string) =>
    post({ ...posting(port), target: targetAt(port, { isSecure: true, host }), ca })
  assert.equal((await secure('hooks.example.com', TEST_CERTIFICATE)).status, 200)
  const self = await secure('hooks.example.com')
  assert.deepEqual([self.status, self.error], [0, 'The TLS certificate is self-signed.'])
  const other = await secure('evil.example.com', TEST_CERTIFICATE)
  assert.deepEqual(
    [other.status, other.error],
    [0, 'The TLS certificate is for another host name.'],
  )
  assert.equal((await secure('127.0.0.1', TEST_CERTIFICATE)).status, 0)
  assert.equal(names[0], 'hooks.example.com')
})

test('even a connection to a private address that was made by mistake sends nothing', async (t) => {
  const receiver = await startReceiver(t)
  const target = targetAt(receiver.port, { isAllowed: false })
  assert.equal((await post({ ...posting(receiver.port), target })).status, 0)
  assert.equal(receiver.received.length, 0)
})

test('retries follow after 5 s to 24 h, each give or take a fifth, ten attempts in all', () => {
  const waits = (random: number) =>
    RETRY_MS.map((_, at) => (nextAttemptAt(at + 1, NOW, random, undefined) ?? 0) - NOW)
  assert.deepEqual(
    RETRY_MS.map((ms) => ms / 1000),
    [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  )
  assert.deepEqual(waits(0.5), [...RETRY_MS])
  assert.deepEqual(
    waits(0),
    RETRY_MS.map((ms) => ms * 0.8),
  )
  assert.deepEqual(
    waits(1),
    RETRY_MS.map((ms) => Math.round(ms * 1.2)),
  )
  assert.equal(nextAttemptAt(10, NOW, 0.5, undefined), undefined)
  assert.equal(nextAttemptAt(10, NOW, 0.5, '5'), undefined)
})

test('Retry-After holds a retry back, in seconds or as a date, for a day at most', () => {
  assert.equal(nextAttemptAt(1, NOW, 0, '60'), NOW + 60_000)
  assert.equal(nextAttemptAt(1, NOW, 0, 'Sat, 14 Mar 2026 12:02:00 GMT'), NOW + 120_000)
  assert.equal(nextAttemptAt(2, NOW, 0.5, '1'), NOW + 300_000)
  for (const [text, ms] of [
    ['999999999', 86_400_000],
    ['Sat, 14 Mar 2099 12:02:00 GMT', 86_400_000],
    ['Sat, 14 Mar 2020 12:02:00 GMT', 0],
    ['-5', 0],
    ['soon', 0],
    ['', 0],
    ['1e9', 0],
  ] as const) {
    assert.equal(retryAfterMs(text, NOW), ms, text)
  }
})

function posting(port: number, changes: Partial<Posting> = {}): Posting {
  return {
    target: targetAt(port),
    address: '127.0.0.1',
    headers: {},
    body: '{}',
    attemptMs: ATTEMPT_MS,
    signal: new AbortController().signal,
    ...changes,
  }
}

function targetAt(port: number, changes: Partial<Target> = {}): Target {
  return {
    kind: 'target',
    href: '',
    isSecure: false,
    host: 'hooks.example.com',
    port,
    authority: 'hooks.example.com',
    path: '/hook?x=1',
    isAllowed: true,
    ...changes,
  }
}
