// What is uploaded is in its file whole or not at all, and what is streamed arrives whole or is seen to be cut.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Listener } from '../../src/http/listener.ts'
import type { Handler, SavedBody } from '../../src/http/message.ts'
import { saveBody } from '../../src/http/save-body.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { makeLog } from '../../src/lib/log.ts'
import { newDataDir } from '../support/stores.ts'

const BYTES_MAX = 1_000_000

async function serving(t: TestContext, answer: Handler): Promise<string> {
  const settings = { host: '127.0.0.1', port: 0, docsUrl: 'http://localhost/docs' }
  const log = makeLog('silent', systemClock.now, () => {})
  const listener = await Listener.open(settings, false, log)
  t.after(() => listener.abort())
  listener.serve(answer)
  return `http://127.0.0.1:${listener.port}/`
}

async function saving(t: TestContext) {
  const path = join(newDataDir(t), 'upload')
  const saved: Promise<SavedBody | undefined>[] = []
  const asked = Promise.withResolvers<void>()
  const url = await serving(t, async (request) => {
    const saving = Promise.resolve(request.saveBody?.(path, BYTES_MAX))
    saved.push(saving)
    asked.resolve()
    return { status: 200, headers: {}, body: (await saving)?.kind ?? '' }
  })
  return { path, url, saved, asked: asked.promise }
}

function send(url: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

test('a body is saved as it came, also where its length is not announced', async (t) => {
  for (const announced of [true, false]) {
    const { path, url, saved } = await saving(t)
    const text = 'a,b\r\n'.repeat(100_000)
    const answer = await send(url, announced ? text : new Blob([text]).stream())
    assert.equal(await answer.text(), 'saved')
    assert.deepEqual(await saved[0], { kind: 'saved', bytes: text.length })
    assert.equal(readFileSync(path, 'utf8'), text)
  }
})

test('a body that is too large is refused, announced or not, and nothing of it is kept', async (t) => {
  for (const announced of [true, false]) {
    const { path, url, saved } = await saving(t)
    const text = 'x'.repeat(BYTES_MAX + 1)
    await send(url, announced ? text : new Blob([text]).stream()).catch(() => undefined)
    assert.deepEqual(await saved[0], { kind: 'too-large' })
    assert.equal(existsSync(path), false)
  }
})

test('of an upload that stops half-way nothing stays', async (t) => {
  for (const head of ['content-length: 500000', 'transfer-encoding: chunked']) {
    const { path, url, saved, asked } = await saving(t)
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    const part = head.startsWith('t') ? '3e8\r\n' : ''
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n${part}${'x'.repeat(1000)}`)
    await asked
    socket.end()
    assert.deepEqual(await saved[0], { kind: 'cut-off' })
    assert.equal(existsSync(path), false)
  }
})

test('an incomplete body is not an upload, even without an error', async (t) => {
  const path = join(newDataDir(t), 'upload')
  for (const complete of [true, false]) {
    const incoming = Object.assign(Readable.from([Buffer.from('x')]), { headers: {}, complete })
    const saved = await saveBody(incoming as unknown as IncomingMessage, path, BYTES_MAX)
    assert.deepEqual(saved, complete ? { kind: 'saved', bytes: 1 } : { kind: 'cut-off' })
    assert.equal(existsSync(path), complete)
    rmSync(path, { force: true })
  }
})

test('an upload may take as long as it likes, but not be silent for 15 seconds', async (t) => {
  for (const silent of [false, true]) {
    const { path, url, saved, asked } = await saving(t)
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n')
    await asked
    for (let bytes = 1; bytes <= (silent ? 1 : 2); bytes += 1) {
      socket.write('x')
      while (!existsSync(path) || statSync(path).size < bytes) await setImmediate()
      t.mock.timers.tick(14_999)
    }
    if (silent) t.mock.timers.tick(1)
    else socket.write('x')
    assert.deepEqual(await saved[0], silent ? { kind: 'cut-off' } : { kind: 'saved', bytes: 3 })
    t.mock.timers.reset()
    socket.destroy()
  }
})

test('a body in an unknown encoding is refused by the name of the encoding', async (t) => {
  const { url, saved } = await saving(t)
  await send(url, 'x', { 'content-encoding': 'br' })
  assert.deepEqual(await saved[0], { kind: 'encoded', encoding: 'br' })
})

test('a list that is packed may say so in a header, in either spelling, and is kept from others', async (t) => {
  for (const encoding of ['gzip', 'X-Gzip', 'identity']) {
    const { path, url, saved } = await saving(t)
    await send(url, 'x', { 'content-encoding': encoding })
    assert.deepEqual(await saved[0], { kind: 'saved', bytes: 1 }, encoding)
    assert.equal(statSync(path).mode & 0o777, 0o600)
  }
})

test('a streamed answer arrives whole, and one that fails half-way is recognisably cut off', async (t) => {
  const rows = Array.from({ length: 500 }, (_, at) => `row ${at} ${'x'.repeat(500)}\n`)
  const url = await serving(t, ({ path }) => {
    const stream = async function* () {
      yield* rows
      if (path === '/fails') throw new Error('The store is away.')
    }
    return { status: 200, headers: {}, body: '', stream: stream() }
  })
  assert.equal(await (await fetch(url)).text(), rows.join(''))
  const broken = await fetch(`${url}fails`)
  await assert.rejects(broken.text())
})
