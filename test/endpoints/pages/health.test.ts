// Health as load balancers ask for it: ready only with a store that answers, with data, and while nobody stops it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { healthPages } from '../../../src/endpoints/pages/health.ts'
import { pageReply } from '../../../src/endpoints/pages/page.ts'
import { VERSION } from '../../../src/lib/program.ts'
import { makeRoutes } from '../../../src/routes.ts'

async function ask(path: string, store: boolean, releases: Record<string, string>, stops: boolean) {
  const pages = healthPages({
    store: async () => store,
    releases: () => releases,
    stopping: () => stops,
  })
  const page = pages.find((each) => each.path === path) ?? assert.fail(path)
  assert.equal(page.isVital, true)
  const request = { id: '', method: 'GET', path, query: new Map(), headers: {}, remoteAddress: '' }
  const readBody = async () => ({ kind: 'text', text: '' }) as const
  const { status, headers, body } = await pageReply(page, { ...request, readBody }, {})
  return { status, headers, body: JSON.parse(String(body)) }
}

test('ready is 200 with the releases in use; anything missing is 503 with Retry-After, and is named', async () => {
  const releases = { au: 'au-1' }
  const type = { 'content-type': 'application/json; charset=utf-8' }
  for (const path of ['/health', '/health/ready']) {
    for (const [store, data, stops] of [
      [true, releases, false],
      [false, releases, false],
      [true, {}, false],
      [true, releases, true],
    ] as const) {
      const isReady = store && 'au' in data && !stops
      assert.deepEqual(await ask(path, store, data, stops), {
        status: isReady ? 200 : 503,
        headers: isReady ? type : { ...type, 'retry-after': '1' },
        body: {
          status: isReady ? 'ready' : 'not ready',
          version: VERSION,
          store: store ? 'ok' : 'down',
          releases: data,
        },
      })
    }
  }
})

test('live asks nothing of the store', async () => {
  const { status, body } = await ask('/health/live', false, {}, true)
  assert.deepEqual([status, body], [200, { status: 'live', version: VERSION }])
})

test('health is answered however much there is to do; other pages wait their turn', () => {
  const answer = { store: async () => true, releases: () => ({}), stopping: () => false }
  const [other] = healthPages(answer)
  assert(other !== undefined)
  const { isVital: _, ...plain } = { ...other, path: '/plain' }
  const routes = makeRoutes([], [...healthPages(answer), plain])
  const pages = routes.filter(({ page }) => page !== undefined)
  const found = pages.map(({ path, importance }) => `${path} ${importance}`)
  assert.deepEqual(found.sort(), [
    '/health never',
    '/health/live never',
    '/health/ready never',
    '/plain administration',
  ])
})
