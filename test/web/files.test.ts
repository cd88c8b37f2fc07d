// Files of the pages: scripts, style sheets and pictures under their own names, and nothing else.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Turns } from '../../src/lib/turns/turns.ts'
import { filePages } from '../../src/web/files.ts'
import { plainGet } from '../endpoints/pages/plain-get.ts'

/** On the wire. */
const BYTES_MAX = {
  '/web/style.css': 4128,
  '/web/console/console.js': 32_000,
  '/web/operator/operator.js': 37_500,
  '/web/start/try.js': 8430,
}

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

test('the style sheet of every page and the scripts of the consoles stay small', async () => {
  const pages = new Map(filePages(new Turns()).map((page) => [page.path, page]))
  for (const [path, most] of Object.entries(BYTES_MAX)) {
    const { body } = (await pages.get(path)?.render(plainGet(path), {})) ?? assert.fail(path)
    const bytes = gzipSync(String(body)).length
    assert.ok(bytes <= most, `${path}: ${bytes} bytes`)
  }
})

test('a script is one file that loads no other, and has each of its modules once', async () => {
  for (const page of filePages(new Turns())) {
    if (!page.path.endsWith('.js')) continue
    const text = String((await page.render(plainGet(page.path), {})).body)
    assert.doesNotMatch(text, /^(?:import|} from) /m, page.path)
    assert.ok(text.split('\nfunction el(').length <= 2, page.path)
  }
})
