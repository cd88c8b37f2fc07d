// Files of the pages: sent packed to who takes that, and not at all to who has them already.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Request } from '../../src/http/message.ts'
import { filePages, tagged, taggedText } from '../../src/web/files.ts'

const FILE = taggedText('a {}', 'text/css')

function asked(headers: Request['headers']): Request {
  const facts = { id: '', method: 'GET', path: '/', query: new Map(), remoteAddress: '' }
  return { ...facts, headers, readBody: async () => ({ kind: 'text', text: '' }) }
}

test('a file comes as it is, or packed where that is taken, each with a tag of its own', () => {
  const always = { 'cache-control': 'no-cache', vary: 'accept-encoding' }
  const plain = tagged(asked({}), FILE)
  assert.deepEqual(plain, {
    status: 200,
    contentType: 'text/css',
    body: 'a {}',
    headers: { etag: `"${FILE.etag}"`, ...always },
  })
  for (const encodings of ['gzip', 'br, gzip;q=0.5', 'deflate,gzip']) {
    const { body, headers } = tagged(asked({ 'accept-encoding': encodings }), FILE)
    assert.equal(gunzipSync(Buffer.from(body)).toString(), 'a {}')
    const etag = `"${FILE.etag}-gzip"`
    assert.deepEqual(headers, { etag, ...always, 'content-encoding': 'gzip' })
  }
  for (const encodings of ['br', 'x-gzipped', '']) {
    assert.equal(tagged(asked({ 'accept-encoding': encodings }), FILE).body, 'a {}', encodings)
  }
})

test('who has the file is told so, also by a tag that a proxy has made weak, and nobody by another', () => {
  const etag = `"${FILE.etag}"`
  for (const [tags, status] of [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"other", ${etag}`, 304],
    ['"other"', 200],
    [`"${FILE.etag}-gzip"`, 200],
    [FILE.etag, 200],
  ] as const) {
    const reply = tagged(asked({ 'if-none-match': tags }), FILE)
    assert.equal(reply.status, status, tags)
    if (status === 304) assert.equal(reply.body, '')
    assert.equal(reply.headers?.etag, etag)
  }
  assert.notEqual(taggedText('b {}', 'text/css').etag, FILE.etag)
})

test('scripts, style sheets and pictures are served under their names with their types, and nothing else is', () => {
  const types = new Map(
    filePages().map((page) => {
      const reply = page.render(asked({}), {})
      assert(!(reply instanceof Promise))
      return [page.path, reply.contentType]
    }),
  )
  assert.equal(types.get('/web/style.css'), 'text/css; charset=utf-8')
  assert.equal(types.get('/web/console/console.js'), 'text/javascript; charset=utf-8')
  assert.equal(types.get('/client/address-lookup.js'), 'text/javascript; charset=utf-8')
  assert.equal(types.get('/web/icon.svg'), 'image/svg+xml')
  for (const path of types.keys()) assert.match(path, /\.(?:js|css|svg)$/)
})
