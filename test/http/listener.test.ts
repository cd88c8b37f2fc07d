// How a port is left: nobody is waited for who is not there, and who is there is answered first.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, Server } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { checkPortIsFree, Listener, NO_GRACE } from '../../src/http/listener.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { Metrics, metricsText } from '../../src/lib/metrics.ts'
import { sendRaw } from '../support/servers/raw-http.ts'

/** Longer than any test may take: whoever waits for it to pass fails. */
const FOREVER_MS = 3_600_000
const LOG = makeLog('silent', systemClock.now, () => {})
const GRACE = { leastMs: 0, mostMs: FOREVER_MS }

async function openPort(t: TestContext): Promise<{ listener: Listener; url: string }> {
  const settings = { host: '127.0.0.1', port: 0, docsUrl: 'http://localhost/docs' }
  const listener = await Listener.open(settings, false, LOG)
  t.after(() => listener.abort())
  return { listener, url: `http://127.0.0.1:${listener.port}/` }
}

function ask(url: string, agent: Agent, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method }, (answer) => {
      answer.resume().on('end', () => resolve(answer))
    })
    asked.on('error', reject)
    asked.end()
  })
}

function assertClosed(url: string): Promise<void> {
  return assert.rejects(ask(url, new Agent({ keepAlive: false })), { code: 'ECONNREFUSED' })
}

test('a port without connections closes at once, however long callers may take', async (t) => {
  const { listener, url } = await openPort(t)
  await ask(url, new Agent({ keepAlive: false }))
  await listener.drain(GRACE)
  await assertClosed(url)
})

for (const method of ['GET', 'POST']) {
  test(`a port closes as soon as the last caller has had an answer, to a ${method} too`, async (t) => {
    const { listener, url } = await openPort(t)
    const agent = new Agent({ keepAlive: true })
    t.after(() => agent.destroy())
    const first = await ask(url, agent, method)
    assert.equal(first.headers.connection, 'keep-alive')
    const drained = listener.drain(GRACE)
    const last = await ask(url, agent, method)
    assert.equal(last.headers.connection, 'close')
    await drained
    await assertClosed(url)
  })
}

test('a caller who is connected and asks nothing is let go when the time is over', async (t) => {
  const { listener, url } = await openPort(t)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  await ask(url, agent)
  await listener.drain({ leastMs: 0, mostMs: 60 })
  await assertClosed(url)
})

const WAITING = {
  'has asked by a plain GET': { sent: 'GET', isAnswered: true },
  'has posted': { sent: 'POST', isAnswered: true },
  'has said nothing yet': { sent: undefined, isAnswered: false },
  'is still being answered': { sent: 'GET', isAnswered: false },
  'has posted and is still being answered': { sent: 'POST', isAnswered: false },
  'has got a part of the answer': { sent: 'GET', isAnswered: 'in part' },
  'has posted and got a part of the answer': { sent: 'POST', isAnswered: 'in part' },
} as const

for (const [who, { sent, isAnswered }] of Object.entries(WAITING)) {
  test(`a caller who ${who} is let go at a stop without grace`, { timeout: 30_000 }, async (t) => {
    const { listener, url } = await openPort(t)
    const answering = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    listener.serve(async () => {
      asked.resolve()
      if (isAnswered === false) await answering.promise
      return {
        status: 200,
        headers: {},
        body: 'x',
        ...(isAnswered === 'in part' && { stream: parts() }),
      }
    })
    const parts = async function* () {
      yield 'x'
      await answering.promise
      yield 'y'
    }
    const socket = connect(listener.port, '127.0.0.1')
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    const head = `host: x\r\n${sent === 'POST' ? 'content-length: 0\r\n' : ''}\r\n`
    const answered = once(socket, 'data')
    if (sent !== undefined) socket.write(`${sent} / HTTP/1.1\r\n${head}`)
    if (sent !== undefined) await asked.promise
    if (isAnswered !== false) await answered
    // The time after which everybody is cut off never comes.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const drained = listener.drain(NO_GRACE)
    for (let turns = 0; turns < 3; turns += 1) await setImmediate()
    answering.resolve()
    await drained
    if (sent !== undefined) await answered
    await assertClosed(url)
  })
}

test('a port that is given up closes at once, and cuts off who is connected, by whichever way', {
  timeout: 30_000,
}, async (t) => {
  const { listener, url } = await openPort(t)
  const { port, hostname } = new URL(url)
  const callers = ['GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\n\r\n'].map(
    async (text) => {
      const caller = connect(Number(port), hostname)
      caller.write(text)
      await once(caller, 'data')
      return caller
    },
  )
  const closed = (await Promise.all(callers)).map((caller) => once(caller, 'close'))
  listener.abort()
  await Promise.all(closed)
  await assertClosed(url)
})

test('whoever is still being answered after nine seconds is cut off', async (t) => {
  const { listener, url } = await openPort(t)
  const asked = Promise.withResolvers<void>()
  let left = 2
  listener.serve(() => {
    left -= 1
    if (left === 0) asked.resolve()
    return new Promise(() => {})
  })
  const ends = ['', 'content-length: 0\r\n'].map((more) => {
    const socket = connect(listener.port, '127.0.0.1')
    t.after(() => socket.destroy())
    socket.on('error', () => {}).resume()
    socket.write(`${more === '' ? 'GET' : 'POST'} / HTTP/1.1\r\nhost: x\r\n${more}\r\n`)
    return once(socket, 'close')
  })
  await asked.promise
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let isOver = false
  const drained = listener.drain(NO_GRACE).then(() => {
    isOver = true
  })
  for (let turns = 0; turns < 5; turns += 1) await setImmediate()
  t.mock.timers.tick(8999)
  for (let turns = 0; turns < 5; turns += 1) await setImmediate()
  assert.equal(isOver, false)
  t.mock.timers.tick(1)
  await Promise.all([drained, ...ends])
  await assertClosed(url)
})

test('a body that takes more than 15 seconds is a 408, unless it is read as a file', async (t) => {
  const { listener } = await openPort(t)
  const asked = Promise.withResolvers<void>()
  listener.serve(async (request) => {
    asked.resolve()
    const { kind } = await request.readBody()
    return { status: 200, headers: {}, body: kind }
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const socket = connect(listener.port, '127.0.0.1')
  t.after(() => socket.destroy())
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nx')
  await asked.promise
  t.mock.timers.tick(14_999)
  for (let turns = 0; turns < 5; turns += 1) await setImmediate()
  assert.equal(said, '')
  t.mock.timers.tick(1)
  await once(socket, 'close')
  assert.match(said, /^HTTP\/1\.1 408 .*"code":"request-timeout"/s)
})

test('a port in use, or an address of another machine, is reported in one sentence', async (t) => {
  const { listener } = await openPort(t)
  const { port } = listener
  const docsUrl = ''
  const inUse = `Port ${port} on 127.0.0.1 is already in use; stop the other program or set PORT to another port.`
  const taken = { host: '127.0.0.1', port, docsUrl }
  await assert.rejects(Listener.open(taken, false, LOG), { message: inUse })
  await assert.rejects(checkPortIsFree(taken), { message: inUse })
  const elsewhere = { host: '192.0.2.1', port: 0, docsUrl }
  const message = 'HOST is 192.0.2.1, which is not an address of this machine.'
  await assert.rejects(Listener.open(elsewhere, false, LOG), { message })
  for (const [code, sentence] of [
    ['EACCES', 'This user may not listen on port 80; set PORT to one above 1023.'],
    ['ENOTFOUND', 'HOST is 127.0.0.1, which is not an address of this machine.'],
    ['ENOTSUP', 'This system cannot share a port between threads; set THREADS to 1.'],
    ['EMFILE', 'Cannot listen on port 80 of 127.0.0.1 (EMFILE).'],
  ] as const) {
    const refuse = t.mock.method(Server.prototype, 'listen', function (this: Server) {
      process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code })))
      return this
    })
    const settings = { host: '127.0.0.1', port: 80, docsUrl }
    await assert.rejects(Listener.open(settings, true, LOG), { message: sentence })
    await assert.rejects(checkPortIsFree(settings), { message: sentence })
    refuse.mock.restore()
  }
})

test('a port that was only checked is free afterwards', async () => {
  const { listener } = await openPort({ after: () => {} } as unknown as TestContext)
  const settings = { host: '127.0.0.1', port: listener.port, docsUrl: '' }
  listener.abort()
  await checkPortIsFree(settings)
  const next = await Listener.open(settings, false, LOG)
  next.abort()
})

test('every answer has an id of its own, and breaks of the protocol are counted by kind', async (t) => {
  const { listener, url } = await openPort(t)
  const registry = new Metrics()
  listener.watch(registry)
  const ids: string[] = []
  listener.serve(({ id }) => {
    ids.push(id)
    return { status: 200, headers: {}, body: '' }
  })
  for (let times = 0; times < 3; times += 1) await ask(url, new Agent({ keepAlive: false }))
  assert.equal(new Set(ids).size, 3)
  const broken = ['HELLO', 'HELLO', 'GET / HTTP/1.1\r\nConnection: close']
  for (const text of broken) await sendRaw(url, `${text}\r\n\r\n`)
  const text = metricsText(registry.read())
  assert.match(text, /^doorplate_protocol_faults_total\{fault="bad-request-line"\} 2$/m)
  assert.match(text, /^doorplate_protocol_faults_total\{fault="bad-host"\} 1$/m)
})
