// An index at a URL is fetched once, goes on where the connection broke, and is refused if it is another.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { fetchedIndex } from '../../src/releases/fetched-index.ts'

const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7) % 251))
const SHA256 = createHash('sha256').update(BYTES).digest('hex')

let answer: (request: IncomingMessage, response: ServerResponse) => void
let ranges: (string | undefined)[] = []
const server = createServer((request, response) => {
  ranges.push(request.headers.range)
  answer(request, response)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/au.idx`

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
let folder = ''
beforeEach(() => {
  ranges = []
  folder = mkdtempSync(join(tmpdir(), 'doorplate-fetched-'))
  folders.push(folder)
})

const fetched = (fragment = `#sha256=${SHA256}`) =>
  fetchedIndex(url + fragment, folder, () => {}, 1)
const kept = () => readdirSync(folder).filter((name) => name !== 'lock')

function whole(_: IncomingMessage, response: ServerResponse): void {
  response.end(BYTES)
}

/** At most so many bytes on each connection, which then breaks. */
function inPieces(bytesMax: number) {
  return ({ headers }: IncomingMessage, response: ServerResponse) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const rest = BYTES.subarray(from)
    response.writeHead(from === 0 ? 200 : 206, { 'content-length': rest.length })
    if (rest.length <= bytesMax) return response.end(rest)
    return response.write(rest.subarray(0, bytesMax), () => response.destroy())
  }
}

test('several processes at once fetch an index once, and later ones not at all', async () => {
  answer = whole
  const paths = await Promise.all([fetched(), fetched(), fetched()])
  assert.deepEqual(new Set([...paths, await fetched()]).size, 1)
  assert.ok(readFileSync(paths[0] ?? '').equals(BYTES))
  assert.deepEqual(ranges, [undefined])
  assert.deepEqual(kept(), [`${SHA256}.idx`])
})

test('a connection that breaks is taken up where it broke', async () => {
  answer = inPieces(90_000)
  assert.ok(readFileSync(await fetched()).equals(BYTES))
  assert.equal(ranges[0], undefined)
  assert.ok(ranges.length > 1)
  assert.ok(ranges.slice(1).every((range) => /^bytes=[1-9]\d*-$/.test(range ?? '')))
})

test('a server that knows no ranges is read from the beginning again', async () => {
  answer = (request, response) => {
    if (ranges.length > 1) return whole(request, response)
    response.writeHead(200, { 'content-length': BYTES.length })
    return response.write(BYTES.subarray(0, 50_000), () => response.destroy())
  }
  assert.ok(readFileSync(await fetched()).equals(BYTES))
})

test('an index with another checksum is refused, and nothing of it is kept', async () => {
  answer = (_, response) => response.end(BYTES.subarray(1))
  await assert.rejects(fetched(), /was refused: its checksum is [0-9a-f]{64}, not [0-9a-f]{64}\.$/)
  assert.deepEqual(kept(), [])
})

test('a failed download is reported in one sentence', async () => {
  answer = (_, response) => response.writeHead(404).end()
  await assert.rejects(fetched(), { message: `${url} answers 404.` })
  answer = (_, response) => response.writeHead(503).end()
  await assert.rejects(fetched(), { message: `${url} cannot be fetched: it answers 503.` })
  assert.equal(ranges.length, 7, 'six attempts at a server that is down')
  for (const fragment of ['', '#sha256=12', '#md5=12']) {
    await assert.rejects(fetched(fragment), /needs the checksum of the index: URL#sha256=HEX/)
  }
})
