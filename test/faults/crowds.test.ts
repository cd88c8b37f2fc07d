// Connections that do nothing, or next to nothing: they end in time, and nobody else waits for them.
// Covers: src/http/connections/connections.ts, src/http/server.ts

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { killed, type ServiceProcess, startProcess } from '../support/process.ts'
import { newDataDir } from '../support/stores.ts'
import { newHolder, pathsFor, say } from './holder.ts'

const IDLE_WANTED = 10_000
const AT_ONCE = 250
/** `FAULTS_LONG=1` also waits for what takes the service most of a minute. */
const isLong = process.env.FAULTS_LONG === '1'

let node: ServiceProcess
let free: string
const endings: (() => unknown)[] = []

before(async () => {
  const dataDir = newDataDir({ after: (work) => endings.push(work) })
  node = await startProcess({ DATA_DIR: dataDir })
  const holder = await newHolder({ databaseUrl: '', dataDir })
  free = node.baseUrl + (await pathsFor(node.baseUrl, holder)).free
})
after(async () => {
  await killed(node)
  for (const end of endings) await end()
})

describe('while others are answered', { concurrency: true }, () => {
  test('ten thousand idle connections of twenty networks keep nobody waiting, and are held', async () => {
    const count = Math.min(IDLE_WANTED, openFilesMax() - 500)
    const idle: Socket[] = []
    try {
      while (idle.length < count) {
        const wanted = Math.min(AT_ONCE, count - idle.length)
        const network = `127.0.1.${1 + Math.floor(idle.length / 500)}`
        idle.push(...(await Promise.all(Array.from({ length: wanted }, () => open(network)))))
      }
      for (let at = 0; at < 50; at += 1) assert.equal((await say(free)).status, 200)
      assert.equal(idle.filter((socket) => socket.destroyed).length, 0)
    } finally {
      for (const socket of idle) socket.destroy()
    }
  })

  test('the 513th connection of one network is told 429, and those of others are answered', async () => {
    const held = await Promise.all(Array.from({ length: 512 }, () => open('127.0.2.1')))
    try {
      const refused = await open('127.0.2.1')
      let text = ''
      for await (const chunk of refused) text += chunk
      assert.match(text, /^HTTP\/1\.1 429 Too Many Requests\r\n/)
      assert.match(text, /"code":"rate-limit"/)
      assert.equal((await say(free)).status, 200)
    } finally {
      for (const socket of held) socket.destroy()
    }
  })

  test('a sender of headers, byte by byte, is told 408 and cut off', async () => {
    const text = await drip(await open(), 'GET /autocomplete/s HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    assert.match(text, /^HTTP\/1\.1 408 /)
    assert.match(text, /"code":"request-timeout"/)
  })

  test('a sender of a body, byte by byte, is told 408 and cut off, and it is no fault of ours', async () => {
    const target = free.slice(node.baseUrl.length)
    const head = `POST ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n{`
    const text = await drip(await open(), head)
    assert.match(text, /^HTTP\/1\.1 408 /)
    for (let at = 0; at < 5; at += 1) assert.equal((await say(free)).status, 200)
    assert.doesNotMatch(node.written(), /request failed/)
  })

  test('a client that asks much and reads nothing is cut off, and costs little', {
    skip: !isLong && 'takes most of a minute; FAULTS_LONG=1 runs it',
  }, async () => {
    const socket = await open()
    socket.pause()
    const closed = new Promise((done) => socket.once('close', done))
    const asked = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'
    for (let at = 0; at < 1000 && !socket.destroyed; at += 1) socket.write(asked)
    await delay(45_000)
    socket.resume()
    await closed
    assert.equal((await say(free)).status, 200)
  })
})

/** Sends a byte a second until the service has had enough; what it said then. */
async function drip(socket: Socket, head: string): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const timer = setInterval(() => socket.write('x'), 1000)
  socket.write(head)
  await new Promise((done) => socket.once('close', done))
  clearInterval(timer)
  return text
}

function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const { port } = new URL(node.baseUrl)
  return new Promise((done, fail) => {
    const from = { port: Number(port), host: '127.0.0.1', localAddress }
    const socket = connect(from, () => done(socket))
    socket.once('error', (error) => {
      fail(error)
      socket.destroy()
    })
  })
}

function openFilesMax(): number {
  const [, most = '1024'] =
    /Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return Number(most)
}
