// Promises about connections: who reads is never cut off, and who does not cannot hold one for ever.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Connections } from '../../../src/http/connections/connections.ts'

/** More than the buffers of the system take. */
const MUCH = Buffer.alloc(64 * 1024 * 1024, 'x')

test('a reader that takes nothing of its answer is cut off at the second look', async (t) => {
  const { connections, server, client } = await open(t)
  client.pause()
  server.write(MUCH)
  connections.closeStalled()
  assert.equal(server.destroyed, false)
  connections.closeStalled()
  assert.equal(server.destroyed, true)
  await once(server, 'close')
  assert.equal(connections.open, 0)
})

test('an idle connection, and one that reads its answers, stay open', async (t) => {
  const { connections, server, client } = await open(t)
  client.resume()
  for (let look = 0; look < 4; look += 1) connections.closeStalled()
  for (let answer = 0; answer < 4; answer += 1) {
    const taken = new Promise((done) => server.write(MUCH, done))
    connections.closeStalled()
    await taken
  }
  assert.equal(server.destroyed, false)
  assert.equal(connections.open, 1)
})

test('a reader that takes a part of one large answer between two looks is not cut off', async (t) => {
  const { connections, server, client } = await open(t)
  server.write(MUCH)
  let taken = 0
  client.on('data', (bytes: Buffer) => {
    taken += bytes.length
    client.pause()
  })
  // More than the buffers of the system hold, so that the server has sent some of it.
  for (let look = 1; look <= 4; look += 1) {
    const before = taken
    client.resume()
    while (taken < before + 14_000_000) {
      await once(client, 'data')
      client.resume()
    }
    client.pause()
    connections.closeStalled()
    assert.equal(server.destroyed, false, `look ${look}`)
  }
})

test('a network may open 512 connections; other networks do not count, and a closed one makes room', () => {
  const connections = new Connections()
  const opened = Array.from({ length: 512 }, () => new Socket())
  assert.ok(opened.every((socket) => connections.add(socket, 'a')))
  assert.equal(connections.add(new Socket(), 'a'), false)
  assert.equal(connections.add(new Socket(), 'b'), true)
  assert.equal(connections.add(new Socket(), undefined), true)
  opened[7]?.emit('close')
  assert.equal(connections.add(new Socket(), 'a'), true)
  assert.equal(connections.add(new Socket(), 'a'), false)
})

async function open(t: TestContext) {
  const connections = new Connections()
  const listening = createServer((socket) => connections.watch(socket)).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const client = connect((listening.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  const [server] = (await once(listening, 'connection')) as [Socket]
  t.after(() => {
    client.destroy()
    server.destroy()
    listening.close()
  })
  return { connections, server, client }
}
