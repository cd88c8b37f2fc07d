// Bytes on real sockets that are nearly HTTP: each gets an answer in good order or a closed connection, never a fault.
// Covers: src/http/**

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { PROBLEMS } from '../../src/http/problem.ts'
import { testService } from '../support/running.ts'
import { FUZZ_SETTINGS } from './campaign.ts'

const SEED = 20_261_115
/** `FUZZ_CONNECTIONS=100000` for more. */
const CONNECTIONS = Number(process.env.FUZZ_CONNECTIONS ?? 2000)
const AT_ONCE = 32
const running = await testService(FUZZ_SETTINGS)
const apiKey = (await running.account('au', 'fuzz')).apiKey

test(`${CONNECTIONS} connections with spoilt bytes: no 5xx, and every refusal is a Problem`, async () => {
  let next = 0
  const wrong: string[] = []
  const work = async () => {
    while (next < CONNECTIONS && wrong.length === 0) {
      const at = next
      next += 1
      const random = new SeededRandom(Math.imul(SEED, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca77))
      const pieces = bytesOf(random)
      const fault = faultIn(await exchange(pieces, random.chance(0.1)))
      if (fault === undefined) continue
      const sent = JSON.stringify(Buffer.concat(pieces).toString('latin1'))
      wrong.push(`connection ${at} of seed ${SEED}: ${fault}\n${sent.replaceAll(apiKey, 'KEY')}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    running.logged.filter((line) => line.includes('request failed')),
    [],
  )
  assert.equal((await running.ask('/autocomplete/s', apiKey)).status, 200)
})

const REQUESTS = [
  'GET /autocomplete/s?api-key=KEY HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /autocomplete/s?api-key=KEY HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{"top":3}',
  'POST /suggest/s?api-key=KEY HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"top":3}\r\n0\r\n\r\n',
  'PUT /subscription/label?api-key=KEY HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 13\r\n\r\n{"label":"x"}',
  'GET /get/x?api-key=KEY HTTP/1.0\r\n\r\n',
  'OPTIONS /get/x HTTP/1.1\r\nHost: a\r\nOrigin: https://x\r\n\r\n',
  'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]

const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  ':',
  '\x80\xff',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Transfer-Encoding: chunked, identity\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Host: b\r\n',
  ' folded\r\n',
  'Expect: x\r\n',
  'X: '.padEnd(9000, 'y'),
  'ffffffffffffffff\r\n',
  'GET / HTTP/1.1\r\n',
  '%00%ff%',
]

/** One to three requests after each other, spoilt in some places, cut into pieces. */
function bytesOf(random: SeededRandom): Buffer[] {
  let text = Array.from({ length: 1 + random.below(3) }, () => random.pick(REQUESTS)).join('')
  for (let spoils = random.below(4); spoils > 0; spoils -= 1) {
    const at = random.below(text.length)
    const kept = text.slice(0, at)
    switch (random.below(4)) {
      case 0:
        text = kept + random.pick(PIECES) + text.slice(at)
        break
      case 1:
        text = kept + text.slice(at + 1 + random.below(8))
        break
      case 2:
        text = kept + String.fromCharCode(random.below(256)) + text.slice(at + 1)
        break
      default:
        text = kept + text.slice(Math.max(0, at - random.below(30)))
    }
  }
  const bytes = Buffer.from(text.replaceAll('KEY', apiKey), 'latin1')
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = random.chance(0.3) ? 1 + random.below(40) : bytes.length
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}

/** Says all, says that it is done, and hears the rest; or leaves in the middle. */
function exchange(pieces: readonly Buffer[], leaves: boolean): Promise<string> {
  const { port } = new URL(running.baseUrl)
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
    let heard = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      heard += text
    })
    // A refusal may come, and the connection end, before all has been said.
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
    socket.on('connect', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        if (pieces.length > 1) await new Promise((done) => setImmediate(done))
      }
      if (leaves) socket.destroy()
      else socket.end()
    })
  })
}

function faultIn(heard: string): string | undefined {
  const heads = heard.matchAll(/^HTTP\/1\.1 (\d{3}) [^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/gm)
  for (const [, status, headers] of heads) {
    if (status.startsWith('5')) return `status ${status}`
    const isProblem = /content-type: application\/problem\+json/i.test(headers)
    if (Number(status) >= 400 && !isProblem) return `a ${status} that is no Problem: ${headers}`
  }
  for (const [, code] of heard.matchAll(/"code":"([a-z-]+)"/g)) {
    if (!(code in PROBLEMS)) return `an unknown code, ${code}`
  }
  return heard.includes(apiKey) ? 'the key was shown' : undefined
}
