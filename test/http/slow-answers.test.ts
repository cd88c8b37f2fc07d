// Answers that take longer than an idle connection is kept: whoever still reads gets all of it.
// Covers: src/http/server.ts, src/http/connections/**

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, mock, type TestContext, test } from 'node:test'
import { BY_ADDRESS } from '../../src/http/connections/request-turns.ts'
import { FAULTS } from '../../src/http/faults.ts'
import type { Handler, Reply } from '../../src/http/message.ts'
import { problemReply } from '../../src/http/reply.ts'
import { createHttpServer } from '../../src/http/server.ts'

const SOON = { timeout: 10_000 }
const GET = 'GET /list HTTP/1.1\r\nHost: a\r\n\r\n'
/** Node's HTTP server answers a request that an empty line precedes; other plain GETs are answered without it. */
const REQUESTS = { direct: GET, 'through Node': `\r\n${GET}` }
/** Longer than the keep-alive of 72 seconds, and than every other time-out but that of an upload. */
const LONG_MS = 90_000
const LOOK_MS = 1000

// Only `pass` moves the time that a server sees.
mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
let passedMs = 0
const startedMs = performance.now()
mock.method(performance, 'now', () => startedMs + passedMs)
after(() => mock.reset())

test(
  'an answer in parts arrives whole when each part takes longer than the keep-alive',
  SOON,
  async (t) => {
    for (const [way, request] of Object.entries(REQUESTS)) {
      let next = Promise.withResolvers<void>()
      async function* parts() {
        for (const part of ['one ', 'two ', 'three']) {
          yield part
          await next.promise
          next = Promise.withResolvers()
        }
      }
      const client = await served(t, () => ({ ...OK, stream: parts() }))
      client.write(request)
      for (const part of ['one ', 'two ', 'three']) {
        await client.until(part)
        await pass(LONG_MS)
        next.resolve()
      }
      await client.until('\r\n0\r\n\r\n')
      assert.equal(client.isOpen, true, way)
    }
  },
)

test('an answer that takes longer than the keep-alive is still sent', SOON, async (t) => {
  for (const [way, request] of Object.entries(REQUESTS)) {
    const late = Promise.withResolvers<Reply>()
    const asked = Promise.withResolvers<void>()
    const client = await served(t, () => {
      asked.resolve()
      return late.promise
    })
    client.write(request)
    await asked.promise
    await pass(LONG_MS)
    late.resolve({ ...OK, body: 'found at last' })
    await client.until('found at last')
    assert.equal(client.isOpen, true, way)
  }
})

test('the keep-alive of a slow answer begins when it has ended', SOON, async (t) => {
  const late = Promise.withResolvers<Reply>()
  const asked = Promise.withResolvers<void>()
  const client = await served(t, () => {
    asked.resolve()
    return late.promise
  })
  client.write(GET)
  await asked.promise
  await pass(LONG_MS)
  late.resolve({ ...OK, body: 'the first answer' })
  await client.until('the first answer')
  await pass(60_000)
  assert.equal(client.isOpen, true)
  await pass(LONG_MS)
  await client.closed
})

test(
  'a list of 48 MB arrives whole at a reader that takes four minutes for it',
  SOON,
  async (t) => {
    const part = Buffer.alloc(64 * 1024, 'x')
    const count = 768
    let made = 0
    async function* parts() {
      for (; made < count; made += 1) yield part
    }
    const client = await served(t, () => ({ ...OK, stream: parts() }))
    client.write(GET)
    for (let wanted = 3; !client.hasEnded; wanted += 3) {
      const before = made
      await client.untilBytes(wanted * 1024 * 1024)
      // What was taken makes room, and the server sends more before it looks again.
      await until(() => made > before || made === count || !client.isOpen)
      await pass(15_000)
    }
    assert.ok(client.bytes >= count * part.length, String(client.bytes))
    assert.equal(client.isOpen, true)
  },
)

const OK: Reply = { status: 200, headers: {}, body: '' }

/** A client that has connected to a server of its own. */
async function served(t: TestContext, answer: Handler) {
  const { server, direct } = createHttpServer({
    callers: BY_ADDRESS,
    newRequestId: () => 'test-1',
    answer,
    refuse: (fault) => problemReply(FAULTS[fault], 'http://localhost/docs'),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const taken = once(server, 'connection')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [peer] = (await taken) as [Socket]
  t.after(() => {
    socket.destroy()
    direct.closeAll()
    server.closeAllConnections()
    server.close()
  })
  return new Client(socket, peer)
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= LOOK_MS) {
    passedMs += LOOK_MS
    mock.timers.tick(LOOK_MS)
    await new Promise((next) => setImmediate(next))
  }
}

/** Reads only what it is asked to wait for. */
class Client {
  readonly #socket: Socket
  /** The same connection at the server, which closes it first. */
  readonly #peer: Socket
  readonly closed: Promise<unknown>
  #end = ''
  bytes = 0

  constructor(socket: Socket, peer: Socket) {
    this.#socket = socket
    this.#peer = peer
    this.closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      this.bytes += chunk.length
      this.#end = (this.#end + chunk.toString('latin1')).slice(-4096)
    })
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && !this.#peer.destroyed
  }

  get hasEnded(): boolean {
    return this.#end.endsWith('\r\n0\r\n\r\n')
  }

  write(text: string): void {
    this.#socket.write(text)
  }

  async until(text: string): Promise<void> {
    this.#socket.resume()
    await until(() => this.#end.includes(text) || !this.isOpen)
    assert.ok(this.#end.includes(text), `closed before ${JSON.stringify(text)} came`)
  }

  async untilBytes(count: number): Promise<void> {
    this.#socket.resume()
    await until(() => this.bytes >= count || this.hasEnded || !this.isOpen)
    assert.ok(this.isOpen, `closed after ${this.bytes} bytes`)
    this.#socket.pause()
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((next) => setImmediate(next))
}
