// What is the same for everybody is made once: a warm service answers as one that has just started, and builds nothing.
// Covers: src/web/pages.ts, src/endpoints/pages/document.ts, src/reference/openapi.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, PageReply } from '../../src/endpoints/pages/page.ts'
import { buildIndex, openIndex, sourceOfRows } from '../../src/engine/engine.ts'
import { Turns } from '../../src/lib/turns/turns.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import type { Service } from '../../src/service.ts'
import { publicPages } from '../../src/web/pages.ts'
import { plainGet } from '../endpoints/pages/plain-get.ts'
import { openInProcess } from '../support/servers/in-process.ts'

/** What these answer depends on who asks or on the moment. Any other page is the same for everybody. */
const OWN = /^\/(health|metrics|invoices|console\/session|operator\/session)(\/|$)/
/** Where a path alone is not a page. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  '/docs': ['/docs', '/docs?product=au', '/docs?product=uk'],
  '/web/map.json': ['/web/map.json?product=au', '/web/map.json?product=uk&at=51.5,-0.1'],
  '/js/{file}': ['/js/getaddress-autocomplete-1.0.0.min.js'],
  '/scripts/{file}': ['/scripts/jquery.getaddress.js'],
}

function pagesOf(service: Service): Page[] {
  const { config, data, store, plans, clock, log, admission, status, jobs } = service
  const none = () => assert.fail('no page of these asks for it')
  const unused = { links: none as never, printer: none as never, report: none }
  const { auditLog } = jobs
  const parts = {
    config,
    data,
    store,
    plans,
    clock,
    log,
    status,
    auditLog,
    ...unused,
    ...admission,
  }
  const pages = publicPages({ ...parts, endpoints: ENDPOINTS, turns: new Turns() })
  return pages.filter(({ path }) => !OWN.test(path))
}

async function get(page: Page, target: string, headers = {}): Promise<PageReply> {
  const [file = ''] = target.split('/').slice(-1)
  return page.render(plainGet(target, headers), { file })
}

/** Every public document by its target. */
async function allDocuments(pages: readonly Page[], headers = {}): Promise<Map<string, PageReply>> {
  const replies = new Map<string, PageReply>()
  for (const page of pages) {
    for (const target of TARGETS[page.path] ?? [page.path]) {
      replies.set(target, await get(page, target, headers))
    }
  }
  return replies
}

test('every public page is built once: the second answer is the very same bytes, or 304', async (t) => {
  const { service } = await openInProcess(t, { SIGN_UP: 'open' })
  const pages = pagesOf(service)
  assert.ok(pages.length > 40)
  for (const encoding of ['', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const first = await allDocuments(pages, headers)
    const second = await allDocuments(pages, headers)
    for (const [target, { status, body, headers: sent = {} }] of first) {
      assert.equal(status, 200, target)
      assert.ok(Buffer.isBuffer(body) && body === second.get(target)?.body, target)
      assert.equal(sent['cache-control'], 'no-cache', target)
      assert.match(sent.etag ?? '', /^"[\w-]{20}(-gzip)?"$/, target)
    }
    for (const page of pages) {
      for (const target of TARGETS[page.path] ?? [page.path]) {
        const etag = first.get(target)?.headers?.etag
        const known = await get(page, target, { ...headers, 'if-none-match': etag })
        assert.deepEqual([known.status, known.body], [304, ''], target)
      }
    }
  }
})

test('after new data and new tokens a warm service shows what a fresh one shows', async (t) => {
  const { service, dataDir, clock } = await openInProcess(t, { SIGN_UP: 'open' })
  const warm = pagesOf(service)
  const before = await allDocuments(warm)
  const row = { line1: '1 Other Road', townOrCity: 'Otherton', postcode: 'SK1 1AA' }
  const source = sourceOfRows('uk', [row], 'Data of somebody else.')
  const { path } = await buildIndex(source, { directory: dataDir, now: clock.now() })
  const { memory } = await openIndex(path, 'uk')
  service.data.take({ index: { index: memory, layers: [] }, retired: undefined })
  service.status.demoKeys = { uk: { token: 'dtoken_new', testKey: 'test_new' } }
  const fresh = await allDocuments(pagesOf(service))
  const after = await allDocuments(warm)
  const changed = [...before].filter(([target, { body }]) => {
    assert.deepEqual(after.get(target), fresh.get(target), target)
    return !fresh.get(target)?.body.toString().startsWith(body.toString())
  })
  assert.deepEqual(
    changed.map(([target]) => target),
    [
      '/openapi.json',
      '/openapi/au.json',
      '/openapi/nz.json',
      '/openapi/uk.json',
      '/',
      '/docs',
      '/docs?product=uk',
      '/web/map.json?product=uk&at=51.5,-0.1',
    ],
  )
  assert.match(String(after.get('/')?.body), /dtoken_new/)
  assert.match(String(after.get('/openapi.json')?.body), /Data of somebody else\./)
})
