// Pages in Chromium, act by act: what each asks of the service, says, and tells a screen reader. A change is meant.
// Covers: src/web/**, src/client/**

import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import Value from 'typebox/value'
import type { PageReply } from '../../../src/endpoints/pages/page.ts'
import { parseTarget } from '../../../src/http/target.ts'
import type { ReleaseInfo } from '../../../src/index/file/sections.ts'
import { Turns } from '../../../src/lib/turns/turns.ts'
import { ENDPOINTS, makeRouter } from '../../../src/routes.ts'
import { webPages } from '../../../src/web/pages.ts'
import { testBrowser } from '../../support/browser/browser.ts'
import { foreignPage } from './foreign-pages.ts'
import { ORIGIN, PageActs } from './page-acts.ts'

const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/web/kept/kept-pages.test.ts'
const FOLDER = join(import.meta.dirname, 'said')
const NAMES = await readdir(FOLDER)

const browser = await testBrowser()

const release = (product: 'au' | 'uk', source: string): ReleaseInfo => ({
  release: `${product}-2026-03-01-a1b2c3`,
  product,
  source,
  attribution: `© ${product} & others`,
  addresses: 12_345,
  createdAt: '2026-03-01T00:00:00Z',
})
const BRAND = { name: 'Acme & Sons', logo: undefined }
const PAGES = webPages(ENDPOINTS, {
  turns: new Turns(),
  baseUrl: ORIGIN,
  docsUrl: `${ORIGIN}/docs`,
  searches: {},
  brand: BRAND,
  currency: { au: 'AUD', nz: 'NZD', uk: 'GBP' },
  sessionHours: 12,
  isSignUpOpen: true,
  testKey: (product) => (product === 'au' ? 'test_au' : undefined),
  tryFacts: () => ({
    host: 'localhost',
    products: [
      {
        release: release('au', 'sample'),
        token: 'dtoken_au',
        examples: ['8 taylor', '1 king'],
        hasAreas: true,
      },
      { release: release('uk', 'paf'), token: undefined, examples: ['SK1 1AA'], hasAreas: false },
    ],
  }),
})
const ROUTER = makeRouter([], PAGES)

async function render(target: string): Promise<PageReply | undefined> {
  const foreign = foreignPage(target)
  if (foreign !== undefined) return foreign
  const parsed = parseTarget(target)
  const found = parsed && ROUTER.find(parsed.path)
  if (parsed === undefined || found?.target.page === undefined) return undefined
  const request = { ...parsed, id: '', method: 'GET', headers: {}, remoteAddress: '' }
  const readBody = async () => ({ kind: 'text', text: '' }) as const
  return found.target.page.render({ ...request, readBody }, found.params)
}

for (const name of NAMES) {
  test(`the page ${name} does and says what it did`, async (t) => {
    const viewport = { width: 1100, height: 900 }
    const context = await browser.newContext({ viewport, timezoneId: 'Europe/London' })
    t.after(() => context.close())
    const acts = await PageActs.open(context, render)
    const path = join(FOLDER, name)
    const kept = await readFile(path, 'utf8')
    const now: string[] = []
    for (const line of kept.trimEnd().split('\n')) {
      if (line.startsWith('<')) continue
      now.push(line)
      if (line === '' || line.startsWith('#')) continue
      now.push(...(await acts.act(line)).map((each) => `< ${each}`))
    }
    const text = `${now.join('\n')}\n`
    if (process.env.UPDATE_DOCS === '1') await writeFile(path, text)
    else assert.equal(text, kept, `if it is meant: ${AGAIN}`)
  })
}

test('the answers that pages get in these tests are those of the service', async () => {
  const router = makeRouter(ENDPOINTS, [])
  for (const name of NAMES) {
    const text = await readFile(join(FOLDER, name), 'utf8')
    const answers = text.matchAll(
      /^answer (\S+) \/(?:console|operator)\/session\/api(\S*) (?!\d)(.+)$/gm,
    )
    for (const [line, method = '', target = '', body = ''] of answers) {
      const path = target.replace(/\?.*/, '').replace(/^\/operator\/accounts\/\w+\/api(?=\/)/, '')
      const endpoints = router.find(path)?.target.endpoints ?? []
      const schemas = endpoints
        .filter(({ methods }) => methods.some((each) => each === method))
        .flatMap(({ answers: all }) => Object.values(all))
      assert.ok(schemas.length > 0, line)
      const fits = schemas.some(({ schema }) => Value.Check(schema, JSON.parse(body)))
      assert.ok(fits, `${name}: ${line}`)
    }
  }
})
