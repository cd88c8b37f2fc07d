// What becomes part of a page is text there, whatever it says.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OWN_BRAND } from '../../src/lib/brand/brand.ts'
import { facts, html, markdown, text } from '../../src/web/html.ts'

const HOSTILE = '</script><script>alert("1")</script><!-- &amp; \' `x`'

test('no fact ends the script that it stands in, and each is read back as it was', () => {
  const page = facts({ name: HOSTILE, list: [HOSTILE] })
  const [, json = ''] =
    /^<script type="application\/json" id="facts">(.*)<\/script>$/.exec(page) ?? []
  assert(!json.includes('<'), json)
  assert.deepEqual(JSON.parse(json), { name: HOSTILE, list: [HOSTILE] })
})

test('text never becomes mark-up, in an element or in an attribute', () => {
  assert.equal(text('<a href="x">&</a>'), '&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;')
  assert.equal(markdown('`<b>` & `c`'), '<code>&lt;b&gt;</code> &amp; <code>c</code>')
})

test('a page may load, send and be framed nowhere else, and its title is text', () => {
  const { headers, body } = html(OWN_BRAND, { title: HOSTILE, path: '/', body: '' })
  assert.equal(
    headers?.['content-security-policy'],
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
      "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  assert(!String(body).includes('<script>alert'))
})

test('every page has a language, a way past the navigation, and marks itself there', () => {
  for (const path of ['/', '/console', '/docs', '/operator', '/elsewhere']) {
    const { status, contentType, body } = html(OWN_BRAND, { title: 'T', path, body: '<p>x</p>' })
    const page = String(body)
    assert.deepEqual([status, contentType], [200, 'text/html; charset=utf-8'])
    assert.match(page, /^<!doctype html>\n<html lang="en"><head><meta charset="utf-8">/)
    assert.match(page, /<body><a class="skip" href="#main">Skip to content<\/a>/)
    assert.match(page, /<main id="main" tabindex="-1"><p>x<\/p><\/main>/)
    const marked = [...page.matchAll(/<a href="([^"]+)" aria-current="page">/g)]
    assert.deepEqual(
      marked.map(([, href]) => href),
      path === '/elsewhere' ? [] : [path],
    )
    assert.equal(page.includes('href="/operator"'), path === '/operator')
  }
})
