// A path that does not exist: a page for who opens it in a browser, and text there stays text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from '../../src/http/message.ts'
import { OWN_BRAND } from '../../src/lib/brand/brand.ts'
import { isForPerson, notFoundPage } from '../../src/web/not-found-page.ts'

test('a page is for a GET that asks for HTML, and for nothing else', () => {
  for (const [method, accept, isIt] of [
    ['GET', 'text/html,application/xhtml+xml,*/*;q=0.8', true],
    ['GET', 'application/json, text/html', true],
    ['GET', '*/*', false],
    ['GET', undefined, false],
    ['GET', 'text/htmlx', false],
    ['POST', 'text/html', false],
    ['HEAD', 'text/html', false],
  ] as const) {
    const request = { method, headers: { accept } } as unknown as Request
    assert.equal(isForPerson(request), isIt, `${method} ${accept}`)
  }
})

test('the page is a 404, loads nothing from elsewhere, and shows its input as text', () => {
  const { status, headers, body } = notFoundPage('No <b>such</b> path.', OWN_BRAND)
  assert.equal(status, 404)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'/)
  assert.match(String(body), /<p class="lead">No &lt;b&gt;such&lt;\/b&gt; path\.<\/p>/)
  assert.match(String(body), /<title>Not found · Doorplate<\/title>/)
})
