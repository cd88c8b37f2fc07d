// Files of the pages: scripts, style sheets and pictures under their own names, and nothing else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Turns } from '../../src/lib/turns/turns.ts'
import { filePages } from '../../src/web/files.ts'
import { plainGet } from '../endpoints/pages/plain-get.ts'

const STYLE_BYTES_MAX = 4096

test('scripts, style sheets and pictures are served under their names with their types, and nothing else is', async () => {
  const types = new Map<string, string>()
  for (const page of filePages(new Turns())) {
    const reply = await page.render(plainGet(page.path), {})
    types.set(page.path, reply.contentType)
    assert.doesNotMatch(String(reply.body), /^\s*\/[/*] /m, page.path)
  }
  assert.equal(types.get('/web/style.css'), 'text/css; charset=utf-8')
  assert.equal(types.get('/web/console/console.js'), 'text/javascript; charset=utf-8')
  assert.equal(types.get('/client/address-lookup.js'), 'text/javascript; charset=utf-8')
  assert.equal(types.get('/web/icon.svg'), 'image/svg+xml')
  for (const path of types.keys()) assert.match(path, /\.(?:js|css|svg)$/)
})

test('the style sheet of every page is at most 4 KiB on the wire', async () => {
  const page = filePages(new Turns()).find(({ path }) => path === '/web/style.css')
  assert.ok(page)
  const { body } = await page.render(plainGet(page.path), {})
  const bytes = gzipSync(String(body)).length
  assert.ok(bytes <= STYLE_BYTES_MAX, `${bytes} bytes`)
})
