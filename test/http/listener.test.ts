// How a port is left: nobody is waited for who is not there, and who is there is answered first.

import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { type Listener, openListener } from '../../src/http/listener.ts'

/** Longer than any test may take: whoever waits for it to pass fails. */
const FOREVER_MS = 3_600_000
const GRACE = { leastMs: 0, mostMs: FOREVER_MS }

async function openPort(t: TestContext): Promise<{ listener: Listener; url: string }> {
  const settings = { host: '127.0.0.1', port: 0, docsUrl: 'http://localhost/docs' }
  const listener = await openListener(settings, false)
  t.after(() => listener.abort())
  return { listener, url: `http://127.0.0.1:${listener.port}/` }
}

function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer))
    })
    asked.on('error', reject)
    asked.end()
  })
}

function assertClosed(url: string): Promise<void> {
  return assert.rejects(ask(url, new Agent({ keepAlive: false })), { code: 'ECONNREFUSED' })
}

test('a port that nobody is connected to closes at once, however long callers might be given', async (t) => {
  const { listener, url } = await openPort(t)
  await ask(url, new Agent({ keepAlive: false }))
  await listener.drain(GRACE)
  await assertClosed(url)
})

test('a port closes as soon as the last caller has had an answer', async (t) => {
  const { listener, url } = await openPort(t)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const first = await ask(url, agent)
  assert.equal(first.headers.connection, 'keep-alive')
  const drained = listener.drain(GRACE)
  const last = await ask(url, agent)
  assert.equal(last.headers.connection, 'close')
  await drained
  await assertClosed(url)
})

test('a caller who is connected and asks nothing is let go when the time is over', async (t) => {
  const { listener, url } = await openPort(t)
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  await ask(url, agent)
  await listener.drain({ leastMs: 0, mostMs: 60 })
  await assertClosed(url)
})
