// Requests that are answered past Node's HTTP server: the answer is the same, and what is in doubt goes to Node.
// Covers: src/http/connections/plain-get.ts, src/http/head.ts, src/http/server.ts

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { DirectConnections } from '../../../src/http/connections/direct-connections.ts'
import { PlainGets } from '../../../src/http/connections/plain-get.ts'
import { BY_ADDRESS, RequestTurns } from '../../../src/http/connections/request-turns.ts'
import { FAULTS } from '../../../src/http/faults.ts'
import type { Reply, Request } from '../../../src/http/message.ts'
import { problemReply } from '../../../src/http/reply.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { Turns } from '../../../src/lib/turns/turns.ts'

/** Whoever waits for longer waits for ever. */
const SOON = { timeout: 10_000 }
const MUCH = Buffer.alloc(16 * 1024 * 1024, 'x')
const { server, connections, direct } = createHttpServer({
  callers: BY_ADDRESS,
  newRequestId: () => 'test-1',
  answer: (request) => answers(request),
  refuse: (fault) => problemReply(FAULTS[fault], 'http://localhost/docs'),
})
let answers: (request: Request) => Reply | Promise<Reply> = echo
let port = 0

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
after(() => {
  server.close()
  server.closeAllConnections()
  direct.closeAll()
})

/** Says all that the pipeline is told of a request. */
function echo({ id, method, path, query, headers, remoteAddress }: Request): Reply {
  const seen = { id, method, path, query: [...query], headers: { ...headers }, remoteAddress }
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seen),
  }
}

/** With an empty line before it, which Node passes over, a request is none that we read ourselves. */
const THROUGH_NODE = '\r\n'

const GET = 'GET /get/a%20b?api-key=k&x=1&x=%C3%A9 HTTP/1.1\r\n'
const BROWSER = `${GET}Host: a\r\nUser-Agent: x (y; z)\r\nReferer:http://a/b \r\nX-Empty:\r\n\r\n`

function replies(): Record<string, () => Reply | Promise<Reply>> {
  async function* parts() {
    yield 'one'
    yield ''
    yield Buffer.from('two')
  }
  const plain = { status: 200, headers: {}, body: 'text' }
  const standing = { policy: '"key";q=1;w=60', limits: '"key";r=0;t=60' }
  return {
    'text beyond ASCII': () => ({ ...plain, body: 'é ✓' }),
    bytes: () => ({
      ...plain,
      headers: { 'content-type': 'image/png' },
      body: Buffer.from([0, 255]),
    }),
    'no content': () => ({ ...plain, status: 204, body: '' }),
    'not modified': () => ({
      ...plain,
      status: 304,
      headers: { 'cache-control': 'max-age=9' },
      body: '',
    }),
    'with limits, late': async () => ({ ...plain, standing }),
    'a refusal': () => problemReply(FAULTS.starting, 'http://localhost/docs'),
    'in parts': () => ({ ...plain, body: '', stream: parts() }),
  }
}

test('an answer is the same as through the server of Node, whatever its kind', async () => {
  for (const [name, reply] of Object.entries(replies())) {
    answers = reply
    const [ours, nodes] = [await ask(BROWSER), await ask(THROUGH_NODE + BROWSER)]
    assert.deepEqual(ours, nodes, name)
  }
})

test('an answer in parts whose source fails has no end', async () => {
  async function* parts() {
    yield 'one'
    throw new Error('the disk is gone')
  }
  answers = () => ({ status: 200, headers: {}, body: '', stream: parts() })
  const { body } = await ask(BROWSER)
  assert.ok(['', 'one'].includes(body), body)
})

test(
  'an answer in parts arrives whole while the service stops, and ends its connection',
  SOON,
  async (t) => {
    async function* parts() {
      yield 'one'
      yield 'two'
    }
    answers = () => ({ status: 200, headers: {}, body: '', stream: parts() })
    direct.isLeaving = true
    t.after(() => {
      direct.isLeaving = false
    })
    const client = connect(port, '127.0.0.1').setEncoding('latin1')
    let text = ''
    client.on('data', (chunk) => {
      text += chunk
    })
    client.write(BROWSER)
    await once(client, 'close')
    assert.match(text, /\r\nConnection: close\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n$/)
  },
)

test('a request is read as Node reads it, even if any byte is changed', async () => {
  answers = echo
  const random = new SeededRandom(5)
  const pieces = ['\r\n', '\n', ' ', ':', '\t', '\0', 'é', '%', '#', '/', 'Host: b\r\n', 'x', '']
  let direct = 0
  for (let nth = 0; nth < 150; nth += 1) {
    const at = random.below(BROWSER.length - 4)
    const changed = BROWSER.slice(0, at) + random.pick(pieces) + BROWSER.slice(at + random.below(2))
    const bytes = nth === 0 ? BROWSER : changed
    if (readOnce(bytes) === undefined) continue
    direct += 1
    assert.deepEqual(await ask(bytes), await ask(THROUGH_NODE + bytes), JSON.stringify(bytes))
  }
  assert.ok(direct > 40, `${direct}`)
})

test('whatever is not one GET without a body, beyond doubt, is left to Node', () => {
  const head = `${GET}Host: a\r\n`
  const many = Array.from({ length: 64 }, (_, nth) => `x-${nth}: 1\r\n`).join('')
  for (const bytes of [
    `${head}`,
    `${head}Content-Length: 0\r\n\r\n`,
    `${head}Transfer-Encoding: chunked\r\n\r\n`,
    `${head}Connection: close\r\n\r\n`,
    `${head}Proxy-Connection: close\r\n\r\n`,
    `${head}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`,
    `${head}Expect: 100-continue\r\n\r\n`,
    `${head}Upgrade: h2c\r\n\r\n`,
    `${head}Trailer: x-sum\r\n\r\n`,
    `${head}HOST: b\r\n\r\n`,
    `${head}X : 1\r\n\r\n`,
    `${head}X: 1\r\n 2\r\n\r\n`,
    `${head}X: 1\n\r\n`,
    `${head}X: \0\r\n\r\n`,
    `${head}X: é\r\n\r\n`,
    `${head}: 1\r\n\r\n`,
    `${head}${many}\r\n`,
    `${GET}\r\n`,
    `${GET}X: 1\r\n\r\n`,
    head.replace('GET', 'get').concat('\r\n'),
    head.replace('GET', 'POST').concat('\r\n'),
    head.replace('1.1', '1.0').concat('\r\n'),
    head.replace('GET /', 'GET http://a/').concat('\r\n'),
    head.replace('GET /', 'GET /\t').concat('\r\n'),
    head.replace('GET /', 'GET / ').concat('\r\n'),
    head.replace('GET /', `GET /${'a'.repeat(4096)}`).concat('\r\n'),
  ]) {
    assert.equal(readOnce(bytes), undefined, JSON.stringify(bytes))
  }
  assert.notEqual(readOnce(`${head}\r\n`), undefined)
  assert.notEqual(readOnce(`${head}Connection: Keep-Alive\r\n\r\n`), undefined)
})

test('each of several requests on a connection has its own headers', () => {
  const gets = new PlainGets(new Socket())
  const seen = ['1', '1', '2', '1'].map((value) => {
    const bytes = Buffer.from(`${GET}Host: a\r\nX: ${value}\r\n\r\n`)
    return gets.read(bytes, () => 'id')?.request.headers.x
  })
  assert.deepEqual(seen, ['1', '1', '2', '1'])
})

test('headers that are the same are read once, but not those with a secret, nor after a silence', () => {
  const isReadAnew = (more: string, between = (_: PlainGets) => {}) => {
    const gets = new PlainGets(new Socket())
    const bytes = Buffer.from(`${GET}Host: a\r\n${more}\r\n`)
    const first = gets.read(bytes, () => 'id')?.request.headers
    between(gets)
    return gets.read(bytes, () => 'id')?.request.headers !== first
  }
  assert.equal(isReadAnew('X: 1\r\n'), false)
  assert.equal(isReadAnew('Cookie: doorplate_session=s\r\n'), true)
  assert.equal(isReadAnew('Authorization: Basic x\r\n'), true)
  assert.equal(
    isReadAnew('X: 1\r\n', (gets) => gets.forget()),
    true,
  )
})

test(
  'who says with a request that no other follows gets the answer, and the connection ends',
  SOON,
  async () => {
    const late = Promise.withResolvers<void>()
    answers = (request) => late.promise.then(() => echo(request))
    const taken = once(server, 'connection')
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.end('GET /last HTTP/1.1\r\nHost: a\r\n\r\n')
    const [socket] = await taken
    await once(socket, 'end')
    late.resolve()
    let text = ''
    client.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    await once(client, 'end')
    assert.match(text, /\r\nConnection: close\r\n/)
    assert.match(text, /"path":"\/last"/)
  },
)

test('what comes while an answer is being made waits for it, however it comes', SOON, async () => {
  const held: (() => void)[] = []
  answers = (request) => new Promise((done) => held.push(() => done(echo(request))))
  const client = connect(port, '127.0.0.1')
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n')
  await until(() => held.length === 1)
  client.write('GET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n')
  let text = ''
  client.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  for (let nth = 1; nth <= 3; nth += 1) {
    await until(() => held.length >= nth)
    held[nth - 1]?.()
    await until(() => text.includes(`"path":"/${nth}"`))
  }
  client.destroy()
})

test('who reads no answers is asked for no more requests', SOON, async () => {
  const waiting: number[] = []
  let taken: Socket | undefined
  server.once('connection', (socket) => {
    taken = socket
  })
  answers = () => {
    waiting.push(taken?.writableLength ?? 0)
    return { status: 200, headers: {}, body: MUCH }
  }
  const client = connect(port, '127.0.0.1').pause()
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\n')
  await until(() => waiting.length === 1)
  client.write('GET /2 HTTP/1.1\r\nHost: a\r\n\r\n')
  await until(() => taken?.isPaused() === true)
  client.resume()
  await until(() => waiting.length === 2)
  assert.deepEqual(waiting, [0, 0])
  client.destroy()
})

test(
  'who has said nothing for 10 seconds is refused, and who had an answer is kept for 72',
  SOON,
  async () => {
    const silent: Socket[] = []
    const turns = new RequestTurns(echo, () => '')
    const hooks = { newRequestId: () => 'id', turns, handOver: () => {} }
    const refuseSilent = (socket: Socket) => silent.push(socket.destroy())
    const patience = { firstRequestMs: 10_000, keepAliveMs: 72_000 }
    // Without a server around them nobody looks at these but the test.
    const looked = new DirectConnections({ ...hooks, refuseSilent }, patience)
    const sockets: Socket[] = []
    const listening = createServer((socket) => {
      looked.take(socket)
      sockets.push(socket)
    }).listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port: own } = listening.address() as AddressInfo
    const known = connect(own, '127.0.0.1')
    known.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(known, 'data')
    const mute = connect(own, '127.0.0.1')
    await until(() => sockets.length === 2)
    for (let look = 1; look <= 5; look += 1) looked.closeSilent()
    assert.deepEqual(silent, [])
    looked.closeSilent()
    assert.deepEqual(silent, [sockets[1]])
    for (let look = 7; look <= 35; look += 1) looked.closeSilent()
    assert.equal(sockets[0]?.destroyed, false)
    known.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(known, 'data')
    for (let look = 1; look <= 35; look += 1) looked.closeSilent()
    assert.equal(sockets[0]?.destroyed, false, 'each request makes it wait anew')
    looked.closeSilent()
    assert.equal(sockets[0]?.destroyed, true)
    for (const client of [known, mute]) client.destroy()
    listening.close()
  },
)

test(
  'while one answer is held others leave, and what its connection asks next waits',
  SOON,
  async () => {
    answers = ({ path }) => ({
      status: path === '/held' ? 429 : 200,
      headers: {},
      body: path,
      ...(path === '/held' && { holdMs: 100 }),
    })
    for (const start of ['', THROUGH_NODE]) {
      const order: string[] = []
      const ask = async (paths: readonly string[], last: string) => {
        const client = connect(port, '127.0.0.1').setEncoding('latin1')
        client.write(
          paths.map((path) => `${start}GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
        )
        let text = ''
        for await (const part of client) {
          text += part
          if (text.endsWith(last)) break
        }
        order.push(...(text.match(/\/(?:held|behind|other)/g) ?? []))
      }
      await Promise.all([ask(['/held', '/behind'], '/behind'), ask(['/other'], '/other')])
      assert.deepEqual(order, ['/other', '/held', '/behind'])
    }
  },
)

test('requests and other work for callers take one turn together, and both are done', async () => {
  let nowMs = 0
  const done: string[] = []
  const work = (name: string) => {
    nowMs += 0.5
    done.push(name)
    return { status: 200, headers: {}, body: '' }
  }
  const requests = new RequestTurns(
    () => work('request'),
    () => 'one caller',
  )
  const turns = new Turns(() => nowMs)
  requests.share(turns)
  const replies: unknown[] = []
  const recipient = { isThere: true, reply: (reply: unknown) => void replies.push(reply) }
  for (let nth = 0; nth < 6; nth += 1) {
    requests.ask({ id: `${nth}` } as Request, recipient)
    turns.add('another caller', () => work('other') === undefined)
  }
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(done, ['request', 'other', 'request', 'other'])
  await until(() => done.length === 12 && replies.length === 6)
})

/** What is done of 18 requests that arrive together, each of which takes so long. */
async function doneTogether(ms: number): Promise<string[]> {
  const done: string[] = []
  let nowMs = 0
  const hooks = { newRequestId: () => 'id', handOver: () => {}, refuseSilent: () => {} }
  const answer = (request: Request) => {
    done.push(`answered ${request.path}`)
    nowMs += ms
    return { status: 200, headers: {}, body: request.path }
  }
  const patience = { firstRequestMs: 10_000, keepAliveMs: 72_000 }
  const turns = new RequestTurns(answer, ({ path }) => path, new Turns(() => nowMs))
  const together = new DirectConnections({ ...hooks, turns }, patience)
  for (const path of PATHS) {
    const socket = new Socket()
    socket.write = (text: unknown) => {
      done.push(`sent ${String(text).split('\r\n').at(-1)}`)
      return true
    }
    together.take(socket)
    socket.emit('data', Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`))
  }
  assert.deepEqual(done, [])
  await until(() => done.length === 2 * PATHS.length)
  return done
}

const PATHS = Array.from({ length: 18 }, (_, at) => `/${at}`)

test('of requests that arrive together, 16 are answered before the first answer is sent, or those of 2 ms', async () => {
  for (const [ms, together] of [
    [0, 16],
    [0.1, 16],
    [0.5, 4],
    [1, 2],
    [8, 1],
  ] as const) {
    const groups = Array.from({ length: Math.ceil(18 / together) }, (_, at) =>
      PATHS.slice(at * together, (at + 1) * together),
    )
    const steps = groups.flatMap((group) => [
      ...group.map((path) => `answered ${path}`),
      ...group.map((path) => `sent ${path}`),
    ])
    assert.deepEqual(await doneTogether(ms), steps, `${ms} ms each`)
  }
})

test(
  'requests that arrive in one packet are answered in order, each after the one before it',
  SOON,
  async () => {
    const order: string[] = []
    answers = async ({ path }) => {
      order.push(`asked ${path}`)
      await new Promise((resolve) => setImmediate(resolve))
      order.push(`answered ${path}`)
      return { status: 200, headers: {}, body: path }
    }
    for (const first of ['', THROUGH_NODE]) {
      order.length = 0
      const paths = Array.from({ length: 40 }, (_, at) => `/${at}`)
      const client = connect(port, '127.0.0.1').setEncoding('latin1')
      let text = ''
      client.on('data', (chunk) => {
        text += chunk
      })
      client.write(first + paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
      await until(() => text.split('HTTP/1.1 200').length === paths.length + 1)
      const bodies = [...text.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, body]) => body)
      assert.deepEqual(bodies, paths)
      if (first === '') {
        assert.deepEqual(
          order,
          paths.flatMap((path) => [`asked ${path}`, `answered ${path}`]),
        )
      }
      client.destroy()
    }
  },
)

test('the refusal of who said nothing is a 408 that says so', SOON, async () => {
  const client = connect(port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  client.on('data', (chunk) => {
    received += chunk
  })
  const before = connections.open
  await until(() => connections.open > before)
  for (let look = 1; look <= 6; look += 1) direct.closeSilent()
  await once(client, 'close')
  assert.match(received, /^HTTP\/1\.1 408 Request Timeout\r\n/)
  assert.match(received, /"code":"request-timeout"/)
})

test('a connection ends after a long body that nobody read, and stays open after a short one', async () => {
  answers = echo
  const post = (length: string) => `POST /x HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`
  for (const [head, isClosed] of [
    [post('Content-Length: 65537'), true],
    [post('Transfer-Encoding: chunked'), true],
    [post('Content-Length: 65536'), false],
    [post('Content-Length: 2'), false],
  ] as const) {
    const { line, headers } = await ask(head)
    assert.equal(line, 'HTTP/1.1 200 OK')
    const connection = headers.filter((each) => /^connection: close$/i.test(each))
    assert.equal(connection.length, isClosed ? 1 : 0, head)
  }
})

test(
  'a body is taken as it is, also where that is said in capitals; one that is too long is refused before it comes',
  SOON,
  async () => {
    answers = async (request) => {
      const read = await request.readBody()
      return { status: 200, headers: {}, body: read.kind === 'text' ? read.text : read.kind }
    }
    const post = (more: string) => `POST /x HTTP/1.1\r\nHost: a\r\n${more}`
    for (const [bytes, body] of [
      [post('Content-Encoding: Identity\r\nContent-Length: 2\r\n\r\nhi'), 'hi'],
      [post('Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi'), 'encoded'],
      [post('Content-Length: 65537\r\n\r\n'), 'too-large'],
      ['GET / HTTP/1.0\r\n\r\n', ''],
    ] as const) {
      const answer = await ask(bytes)
      assert.deepEqual([answer.line, answer.body], ['HTTP/1.1 200 OK', body], bytes)
    }
  },
)

test('who does not read is looked for every 20 seconds and who does not speak every 2, until the port is closed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const refuse = () => problemReply(FAULTS.starting, 'http://localhost/docs')
  const looked = createHttpServer({
    callers: BY_ADDRESS,
    newRequestId: () => 'id',
    answer: echo,
    refuse,
  })
  const looks = { stalled: 0, silent: 0 }
  looked.connections.closeStalled = () => {
    looks.stalled += 1
  }
  looked.direct.closeSilent = () => {
    looks.silent += 1
  }
  t.mock.timers.tick(19_999)
  assert.deepEqual(looks, { stalled: 0, silent: 9 })
  t.mock.timers.tick(1)
  assert.deepEqual(looks, { stalled: 1, silent: 10 })
  looked.server.emit('close')
  t.mock.timers.tick(60_000)
  assert.deepEqual(looks, { stalled: 1, silent: 10 })
})

function readOnce(bytes: string): Request | undefined {
  return new PlainGets(new Socket()).read(Buffer.from(bytes, 'latin1'), () => 'id')?.request
}

interface Answer {
  readonly line: string
  readonly headers: readonly string[]
  readonly body: string
}

/** One answer, without its date and with its headers in order of the alphabet. */
async function ask(bytes: string): Promise<Answer> {
  const client = connect(port, '127.0.0.1')
  client.write(bytes, 'latin1')
  let text = ''
  for await (const chunk of client) {
    text += chunk.toString('latin1')
    if (isWhole(text)) break
  }
  client.destroy()
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  const kept = headers.filter((each) => !/^date:/i.test(each))
  const sent = body.join('\r\n\r\n')
  const isInParts = kept.includes('Transfer-Encoding: chunked')
  return { line, headers: kept.sort(), body: isInParts ? joined(sent) : sent }
}

/** What is in the parts, and all that comes from the empty one on, which is the end of the answer. */
function joined(parts: string): string {
  let text = ''
  for (let rest = parts; ; ) {
    const [line = '', digits = '0'] = /^([0-9a-f]+)\r\n/.exec(rest) ?? []
    const length = Number.parseInt(digits, 16)
    if (length === 0) return text + rest
    text += rest.slice(line.length, line.length + length)
    rest = rest.slice(line.length + length + '\r\n'.length)
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  if (/transfer-encoding: chunked/i.test(text)) return text.endsWith('\r\n0\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1]
  return text.length >= end + 4 + Number(length ?? 0)
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((next) => setImmediate(next))
}
