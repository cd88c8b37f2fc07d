// The start page and the reference as the data and the demo accounts change: no page shows what was so before.
// Covers: src/web/start/try-page.ts, src/web/docs/docs-page.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget } from '../../src/http/target.ts'
import { Turns } from '../../src/lib/turns/turns.ts'
import { ENDPOINTS, makeRouter } from '../../src/routes.ts'
import { webPages } from '../../src/web/pages.ts'
import type { TryFacts } from '../../src/web/start/try-page.ts'

type Loaded = TryFacts['products'][number]

const loaded = (product: 'au' | 'uk', more: Partial<Loaded> & { source?: string }): Loaded => ({
  release: {
    release: `${product}-1`,
    product,
    source: more.source ?? 'paf',
    attribution: 'somebody',
    addresses: 1_234_567,
    createdAt: '2026-03-01T00:00:00Z',
  },
  token: more.token,
  examples: more.examples ?? ['1 king st'],
  hasAreas: false,
})

let products: readonly Loaded[] = []
let testKeys: Readonly<Record<string, string | undefined>> = {}
const pages = webPages(ENDPOINTS, {
  turns: new Turns(),
  baseUrl: 'http://localhost',
  docsUrl: 'http://localhost/docs',
  searches: {},
  brand: { name: 'Doorplate', logo: undefined },
  currency: { au: 'AUD', nz: 'NZD', uk: 'GBP' },
  sessionHours: 12,
  isSignUpOpen: true,
  testKey: (product) => testKeys[product],
  tryFacts: () => ({ host: 'localhost', products }),
})
const router = makeRouter([], pages)

async function rendered(target: string, now: readonly Loaded[]): Promise<string> {
  products = now
  const parsed = parseTarget(target) ?? assert.fail(target)
  const found = router.find(parsed.path)
  const request = { ...parsed, id: '', method: 'GET', headers: {}, remoteAddress: '' }
  const readBody = async () => ({ kind: 'text', text: '' }) as const
  const reply = await found?.target.page?.render({ ...request, readBody }, found.params)
  return String(reply?.body)
}

test('without data the start page says how to load some', async () => {
  const text = await rendered('/', [])
  assert.match(text, /<h1>No address data is loaded<\/h1>/)
  assert.match(text, /npm run -s doorplate -- import|doorplate import/)
  assert.doesNotMatch(text, /try\.js/)
})

test('the start page says which addresses are not real', async () => {
  const says = async (...now: Loaded[]) =>
    / (The [\w ]*addresses) here are\s/.exec(await rendered('/', now))?.[1]
  const real = [loaded('au', {}), loaded('uk', {})] as const
  const made = [loaded('au', { source: 'sample' }), loaded('uk', { source: 'sample' })] as const
  assert.equal(await says(...real), undefined)
  assert.equal(await says(...made), 'The addresses')
  assert.equal(await says(made[0]), 'The addresses')
  assert.equal(await says(made[0], real[1]), 'The Australian addresses')
  assert.equal(await says(real[0], made[1]), 'The UK addresses')
})

test('the start page offers the UK first, counts what is loaded, and has a token to paste where there is one', async () => {
  const text = await rendered('/', [loaded('au', { token: 'dtoken_a' }), loaded('uk', {})])
  const choices = [...text.matchAll(/value="(\w+)"( checked)?>\s*<span>([^<]*) <small>([^<]*)/g)]
  assert.deepEqual(
    choices.map(([, ...parts]) => parts),
    [
      ['uk', ' checked', 'United Kingdom', '1,234,567 addresses'],
      ['au', undefined, 'Australia', '1,234,567 addresses'],
    ],
  )
  assert.match(text, /address-lookup token=&quot;dtoken_a&quot;|token="dtoken_a"/)
  const [facts = ''] = /\{"baseUrl".*?(?=<\/script>)/.exec(text) ?? []
  assert.deepEqual(JSON.parse(facts), {
    baseUrl: 'http://localhost',
    host: 'localhost',
    products: [
      {
        product: 'uk',
        name: 'United Kingdom',
        examples: ['1 king st'],
        hasAreas: false,
        release: 'uk-1',
      },
      {
        product: 'au',
        name: 'Australia',
        token: 'dtoken_a',
        examples: ['1 king st'],
        hasAreas: false,
        release: 'au-1',
      },
    ],
  })
})

test('the reference shows the test key of now, of its own product', async () => {
  for (const product of ['au', 'uk'] as const) {
    for (const key of ['test_1', 'test_2', undefined]) {
      testKeys = { au: 'test_x', uk: 'test_x', [product]: key }
      const text = await rendered(`/docs?product=${product}`, [])
      assert.ok(text.includes(`API_KEY='${key ?? 'YOUR_API_KEY'}'`), key)
      assert.doesNotMatch(text, key === 'test_1' ? /test_[2x]/ : /test_[1x]/)
    }
  }
})
