// TLS by the service itself: what it speaks, what it refuses, and a certificate that is renewed under it.
// Covers: src/http/certificate.ts, src/http/server.ts, src/http/listener.ts, src/threads/**

import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { Certificate } from '../../src/http/certificate.ts'
import { startTestService, testService } from '../support/running.ts'
import { NEXT_CERT, NEXT_KEY, TEST_CERT, TEST_KEY } from '../support/servers/certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'doorplate-tls-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }

function put(cert: string, key: string): void {
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
}

put(TEST_CERT, TEST_KEY)
const running = await testService({
  settings: { TLS_CERT: files.cert, TLS_KEY: files.key, HSTS_SECONDS: '31536000' },
})
const { port } = new URL(running.baseUrl)

interface Answered {
  readonly answer: IncomingMessage
  readonly certificate: PeerCertificate
  readonly text: string
}

function ask(path: string, options: RequestOptions = {}, body?: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const wanted = { host: 'localhost', port, path, agent: false, ca: [TEST_CERT, NEXT_CERT] }
    const asked = request({ ...wanted, ...options }, (answer) => {
      const certificate = (answer.socket as TLSSocket).getPeerCertificate()
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ answer, certificate, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

test('look-ups, posts and large pages are answered by TLS, with HSTS, at an address that says https', async () => {
  assert.match(running.baseUrl, /^https:\/\/localhost:\d+$/)
  const { apiKey } = await running.account('au')
  const found = await ask(`/autocomplete/8%20taylor?api-key=${apiKey}`)
  assert.equal(found.answer.statusCode, 200)
  assert.equal(
    found.answer.headers['strict-transport-security'],
    'max-age=31536000; includeSubDomains',
  )
  const method = { method: 'POST' }
  const posted = await ask(`/autocomplete/8%20taylor?api-key=${apiKey}`, method, '{"top":1}')
  assert.equal(JSON.parse(posted.text).suggestions.length, 1)
  const document = await ask('/openapi.json')
  assert.ok(document.text.length > 100_000 && document.text.includes(running.baseUrl))
})

test('connections without TLS, with TLS below 1.2, or without forward secrecy are cut off', async () => {
  const plain = connect(Number(port), 'localhost')
  plain.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n')
  let said = ''
  plain.on('data', (bytes) => {
    said += bytes.toString('latin1')
  })
  await once(plain, 'close')
  assert.doesNotMatch(said, /HTTP/)
  const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  await assert.rejects(ask('/health', old))
  const weak = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' } as const
  await assert.rejects(ask('/health', weak))
  const { answer } = await ask('/health', { maxVersion: 'TLSv1.2' })
  assert.equal(answer.statusCode, 200)
})

test('connections count before their handshake, and one that closes makes room', async () => {
  const waiting: Socket[] = []
  for (let count = 0; count < 511; count += 1) waiting.push(connect(Number(port), 'localhost'))
  await Promise.all(waiting.map((socket) => once(socket, 'connect')))
  for (let time = 0; time < 3; time += 1) await ask('/health')
  const last = connect(Number(port), 'localhost')
  await once(last, 'connect')
  await assert.rejects(ask('/health'))
  for (const socket of [...waiting, last]) socket.destroy()
})

test('a renewed certificate is taken without a restart, and one that does not fit its key is refused', async () => {
  const events: string[] = []
  const log = {
    info: (event: string) => void events.push(event),
    warn: (event: string) => void events.push(event),
  }
  const certificate = await Certificate.open({ ...files, minVersion: '1.3' }, log)
  const until = async (count: number) => {
    while (events.length < count) {
      certificate.look()
      await new Promise(setImmediate)
    }
  }
  const first = certificate.options
  writeFileSync(files.cert, NEXT_CERT)
  await until(1)
  assert.equal(certificate.options, first)
  writeFileSync(files.key, NEXT_KEY)
  await until(2)
  assert.deepEqual(events, ['certificate refused', 'certificate changed'])
  assert.equal(certificate.options.minVersion, 'TLSv1.3')
  assert.ok(certificate.expiresAt > Date.parse('2120-01-01'))
  certificate.close()
  const next = new X509Certificate(NEXT_CERT).fingerprint256
  for (let shown = ''; shown !== next; ) {
    shown = (await ask('/health')).certificate.fingerprint256
  }
  const { text } = await ask('/metrics')
  assert.match(text, /^doorplate_certificate_expires \d{10}/m)
})

test('several threads speak TLS', async () => {
  put(TEST_CERT, TEST_KEY)
  const settings = { TLS_CERT: files.cert, TLS_KEY: files.key, THREADS: '2' }
  await using threaded = await startTestService({ settings })
  const own = Number(new URL(threaded.baseUrl).port)
  const threads = new Set<string | undefined>()
  while (threads.size < 2) {
    const { answer } = await ask('/health', { port: own })
    assert.equal(answer.statusCode, 200)
    threads.add(String(answer.headers['x-request-id']).split('-')[0])
  }
})

test('files that are missing or no certificate stop the start with a sentence that names them', async () => {
  const log = { info: () => {}, warn: () => {} }
  const missing = { ...files, key: join(folder, 'none.pem'), minVersion: '1.2' } as const
  await assert.rejects(Certificate.open(missing, log), /^OperatorError: TLS_KEY names a file that/)
  put('hello', TEST_KEY)
  const wrong = Certificate.open({ ...files, minVersion: '1.2' }, log)
  await assert.rejects(wrong, /TLS_CERT and TLS_KEY must be a certificate and its key in PEM form/)
})
