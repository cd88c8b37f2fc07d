// Documents: built once for everybody, sent compressed to clients that accept it, and not at all to those that have it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { makeDocument } from '../../../src/endpoints/pages/document.ts'
import type { Request } from '../../../src/http/message.ts'
import { type Sliced, Turns } from '../../../src/lib/turns/turns.ts'
import { plainGet } from './plain-get.ts'

const CSS = { status: 200, contentType: 'text/css', body: 'a {}' }
const slices = new Turns()

const asked = (headers: Request['headers'] = {}, target = '/') => plainGet(target, headers)

/** A document of a text that can be changed, and how often it was built. */
function watched() {
  const state = { text: 'one', builds: 0 }
  function* build(text: string): Sliced<typeof CSS> {
    state.builds += 1
    yield
    if (text === 'broken') throw new Error('cannot be built')
    return { ...CSS, body: text }
  }
  const document = makeDocument(slices, build, () => state.text)
  return { state, get: async (headers = {}) => document(asked(headers)) }
}

test('a document comes as it is, or compressed where that is accepted, each with a tag of its own', async () => {
  const css = makeDocument(
    slices,
    () => CSS,
    () => undefined,
  )
  const always = { 'cache-control': 'no-cache', vary: 'accept-encoding' }
  const plain = await css(asked())
  const tag = plain.headers?.etag?.slice(1, -1)
  const { body: text, ...facts } = plain
  assert.equal(text.toString(), 'a {}')
  assert.deepEqual(facts, {
    status: 200,
    contentType: 'text/css',
    headers: { ...always, etag: `"${tag}"` },
  })
  for (const encodings of ['gzip', 'br, gzip;q=0.5', 'deflate,gzip']) {
    const { body, headers } = await css(asked({ 'accept-encoding': encodings }))
    assert.equal(gunzipSync(Buffer.from(body)).toString(), 'a {}')
    assert.deepEqual(headers, { ...always, etag: `"${tag}-gzip"`, 'content-encoding': 'gzip' })
  }
  for (const encodings of ['br', 'x-gzipped', '']) {
    const { body } = await css(asked({ 'accept-encoding': encodings }))
    assert.equal(body.toString(), 'a {}', encodings)
  }
})

test('a client with the current document gets a 304, even if a proxy has made the tag weak', async () => {
  const css = makeDocument(
    slices,
    () => CSS,
    () => undefined,
  )
  const { headers } = await css(asked())
  const etag = headers?.etag ?? assert.fail()
  for (const [tags, status] of [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"other", ${etag}`, 304],
    ['"other"', 200],
    [etag.replace(/"$/, '-gzip"'), 200],
    [etag.slice(1, -1), 200],
  ] as const) {
    const reply = await css(asked({ 'if-none-match': tags }))
    assert.equal(reply.status, status, tags)
    if (status === 304) assert.equal(reply.body, '')
    assert.equal(reply.headers?.etag, etag)
  }
  const { headers: compressed } = await css(asked({ 'accept-encoding': 'gzip' }))
  const again = { 'accept-encoding': 'gzip', 'if-none-match': compressed?.etag }
  assert.equal((await css(asked(again))).status, 304)
})

test('headers of a document are its own, and an address with a key is kept by no browser', async () => {
  const headers = { 'cache-control': 'max-age=9', 'content-security-policy': "default-src 'none'" }
  const logo = makeDocument(
    slices,
    () => ({ ...CSS, headers }),
    () => undefined,
  )
  const sent = (await logo(asked())).headers
  assert.equal(sent?.['cache-control'], 'max-age=9')
  assert.equal(sent?.['content-security-policy'], "default-src 'none'")
  const withKey = await logo(asked({}, '/?api-key=api_x'))
  assert.equal(withKey.headers?.['cache-control'], 'no-store')
})

test('a document is built once, also for those who ask while it is built', async () => {
  const { state, get } = watched()
  const [first, second] = await Promise.all([get(), get()])
  assert.equal((await get()).body, first.body, 'the very same bytes')
  assert.equal(second.body, first.body)
  const zipped = { 'accept-encoding': 'gzip' }
  assert.equal((await get(zipped)).body, (await get(zipped)).body)
  assert.equal(state.builds, 1)
})

test('a document is built again when its facts change, even during a build', async () => {
  const { state, get } = watched()
  const early = get()
  state.text = 'two'
  const late = get()
  assert.equal(String((await early).body), 'one')
  assert.equal(String((await late).body), 'two')
  assert.equal(String((await get()).body), 'two')
  assert.equal(state.builds, 2)
  assert.notEqual((await early).headers?.etag, (await late).headers?.etag)
})

test('a document that could not be built is tried again', async () => {
  const { state, get } = watched()
  state.text = 'broken'
  await assert.rejects(get(), /cannot be built/)
  await assert.rejects(get(), /cannot be built/)
  assert.equal(state.builds, 2)
})
