// The pages over HTTP: what they may load, how their files are kept, and that every link of an error opens.
// Covers: src/web/*.ts, src/web/start/**, src/web/docs/**

import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { addOperator } from '../../src/account/operators/operators.ts'
import { PRODUCTS } from '../../src/address/product.ts'
import { PROBLEMS } from '../../src/http/problem.ts'
import { GUIDES, guideSource } from '../../src/web/docs/guide-files.ts'
import { testService } from '../support/running.ts'
import { runSamples, SHORT, unescaped } from './docs/run-samples.ts'

const PAGES = ['/', '/console', '/docs', '/docs/errors', '/docs/web', '/operator/docs/operating']
const LOOKUP_BYTES_MAX = 8 * 1024
const REFERENCE_BYTES_MAX = 150_000
const running = await testService({ settings: { DEMO: '1', KEY_REQUESTS_PER_MINUTE: '100000' } })

test('a page may load and call nothing but the service itself', async () => {
  for (const path of PAGES) {
    const { status, headers, text } = await running.ask(path)
    assert.equal(status, 200, path)
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'"]) {
      assert.ok(policy.includes(`${part};`), `${path}: ${part}`)
    }
    assert.doesNotMatch(policy, /unsafe/, path)
    assert.doesNotMatch(text, /(?:src|href)="(?:https?:)?\/\//, path)
    assert.doesNotMatch(
      text,
      /<script(?![^>]* src=)(?![^>]*application\/json)|<style| on\w+="/,
      path,
    )
  }
})

test('every file that a page names is there, with its type, and is not loaded twice', async () => {
  for (const page of PAGES) {
    const { text } = await running.ask(page)
    const files = [...text.matchAll(/(?:src|href)="(\/(?:web|client)\/[^"]+)"/g)].map(
      ([, path]) => path,
    )
    assert.ok(files.length > 0)
    for (const path of files) {
      const { status, headers } = await running.ask(path)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-type') ?? '', /^(text\/(css|javascript)|image\/svg)/, path)
      assert.equal(headers.get('cache-control'), 'no-cache', path)
      const etag = headers.get('etag') ?? assert.fail(path)
      const again = await running.ask(path, undefined, { headers: { 'if-none-match': etag } })
      assert.equal(again.status, 304, path)
      assert.equal(again.text, '')
    }
  }
})

test('every code has a section that says what happened, why, what to do, and an example', async () => {
  const { text } = await running.ask('/docs/errors')
  for (const [code, { status }] of Object.entries(PROBLEMS)) {
    const section = text.split(`id="${code}"`)[1]?.split('</section>')[0] ?? assert.fail(code)
    for (const part of ['What happened', 'Why', 'What to do', `&quot;status&quot;: ${status}`]) {
      assert.ok(section.includes(part), `${code}: ${part}`)
    }
  }
})

test('the reference and all that it loads are at most 150 KB', async () => {
  for (const product of ['au', 'uk']) {
    const path = `/docs?product=${product}`
    const { text } = await running.ask(path)
    const named = [...text.matchAll(/(?:src|href)="(\/(?:web|client)\/[^"]+)"/g)]
    let bytes = 0
    for (const file of new Set([path, ...named.map(([, name]) => name)])) {
      bytes += await bytesOnTheWire(file)
    }
    assert.ok(bytes <= REFERENCE_BYTES_MAX, `${path}: ${bytes} bytes`)
  }
})

/** As a browser asks for it, which takes it compressed. */
function bytesOnTheWire(path: string): Promise<number> {
  return new Promise((done, fail) => {
    const headers = { 'accept-encoding': 'gzip' }
    get(`${running.baseUrl}${path}`, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => done(bytes))
    }).on('error', fail)
  })
}

test('the reference has every operation of a product at an address of its own, and no dead link', async () => {
  for (const product of ['au', 'uk']) {
    const ofCustomers = await running.ask(`/docs?product=${product}`)
    const ofOperators = await running.ask('/operator/docs')
    assert.doesNotMatch(ofCustomers.text, /<code>\/operator/)
    assert.match(ofOperators.text, /<code>\/operator/)
    const { json } = await running.ask(`/openapi/${product}.json`)
    const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    for (const { text: html } of [ofCustomers, ofOperators]) {
      assert.equal(new Set(idsOf(html)).size, idsOf(html).length, 'no id stands twice')
    }
    const text = ofCustomers.text + ofOperators.text
    const ids = idsOf(text)
    for (const [path, methods] of Object.entries<Record<string, { operationId: string }>>(
      json.paths,
    )) {
      for (const { operationId } of Object.values(methods)) {
        assert.ok(ids.includes(operationId), operationId)
      }
      assert.ok(text.includes(`<code>${path}</code>`), path)
    }
    for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(id), id)
    for (const [, code] of text.matchAll(/href="\/docs\/errors#([^"]+)"/g)) {
      assert.ok(code in PROBLEMS, code)
    }
  }
})

test('a card of the reference says which key, which options, a request, its answers and its errors', async () => {
  const { text } = await running.ask('/docs?product=uk')
  const card = (id: string) => text.split(`id="${id}"`)[1]?.split('</section>')[0] ?? ''
  const autocomplete = card('get-autocomplete-term')
  for (const part of [
    'Key: API key, test key or domain token.',
    'data-name="show-postcode"',
    '1 to 20, default 6.',
    'suggestions: [{',
    '/docs/errors#daily-limit',
    `\ncurl &quot;${running.baseUrl}/autocomplete/`,
  ]) {
    assert.ok(autocomplete.includes(part), part)
  }
  assert.ok(card('get-validate-address').includes('Key: API key or test key.'))
  const email = card('put-email-address')
  assert.ok(email.includes('Key: admin key.'))
  assert.ok(email.includes('-X PUT'))
  assert.ok(email.includes('{&quot;new-email-address&quot;:&quot;'))
})

test('every curl line of the reference works with the reader’s own keys', async () => {
  const { apiKey, adminKey } = await running.account('uk', 'starter')
  const { store, clock } = running.service
  const operatorKey = await addOperator(store, 'Reader', clock.now())
  const keys: Record<string, string | undefined> = {
    API_KEY: apiKey,
    ADMIN_KEY: adminKey,
    OPERATOR_KEY: operatorKey,
  }
  const answers = ['/docs', '/operator/docs'].map((path) => running.ask(path))
  const text = (await Promise.all(answers)).map((each) => each.text).join('')
  const lines = [...text.matchAll(/<pre[^>]*Example request[^>]* in curl"[^>]*>([^<]*)<\/pre>/g)]
  assert.ok(lines.length > 50)
  // What ends the subscription comes last.
  lines.sort(([, a], [, b]) => Number(/unsubscribe/.test(a)) - Number(/unsubscribe/.test(b)))
  for (const [, escaped] of lines) {
    const line = unescaped(escaped)
    const [, key, given, method = 'GET', url = '', body] =
      /^(\w+)='(\S+)'\ncurl (?:-X (\w+) )?"([^"]+)\$\1"(?: \\\n {2}--data-binary '([^']+)')?$/.exec(
        line,
      ) ?? assert.fail(line)
    const target = `${url}${given.startsWith('YOUR_') ? keys[key] : given}`
    const { status } = await fetch(target, { method, ...(body !== undefined && { body }) })
    assert.ok([200, 201, 204, 300, 404].includes(status), `${status}: ${line}`)
  }
})

test('every link of a guide opens, and customers read no notes for operators', async () => {
  for (const audience of ['customers', 'operators'] as const) {
    const root = audience === 'customers' ? '/docs' : '/operator/docs'
    for (const { name } of GUIDES[audience]) {
      const { status, text } = await running.ask(`${root}/${name}`)
      assert.equal(status, 200, name)
      const [, article = ''] = text.split('<article')
      if (audience === 'customers') {
        assert.doesNotMatch(
          article,
          /npm run -s|For operators|BASE_URL|addresses\.example\.com/,
          name,
        )
        const linked = [...guideSource(name, false).matchAll(/\]\(([\w-]+)\.md/g)]
        const unserved = linked.filter(
          ([, to]) => !GUIDES.customers.some((each) => each.name === to),
        )
        assert.deepEqual(unserved, [], `${name} leads to what its readers do not have`)
      }
      assert.doesNotMatch(article, /<a [^>]*>[\w-]+\.md</, 'a guide is named by its title')
      for (const [, path = '', id = ''] of article.matchAll(/href="(\/?[\w/.-]*)(?:#([^"]+))?"/g)) {
        const target = path === '' ? text : (await running.ask(path)).text
        assert.ok(id === '' || target.includes(` id="${id}"`), `${name}: ${path}#${id}`)
      }
    }
  }
})

const isLong = process.env.SAMPLES_LONG === '1'

for (const product of isLong ? PRODUCTS : (['uk'] as const)) {
  test(`samples of look-ups run as copied (${product})`, async () => {
    const { text } = await running.ask(`/docs?product=${product}`)
    const key = running.service.status.demoKeys[product]?.testKey ?? assert.fail('no key')
    const ran = await runSamples(text, key, isLong)
    assert.ok(ran >= (isLong ? 70 : 4 * SHORT.length), `${ran} samples`)
  })
}

test('the address field is one file of at most 8 KB', async () => {
  const { text } = await running.ask('/client/address-lookup.js')
  const bytes = gzipSync(text).length
  assert.ok(bytes <= LOOKUP_BYTES_MAX, `${bytes} bytes`)
})

test('the map is a coarse grid of the loaded data, and the same for everyone near', async () => {
  for (const product of ['au', 'uk'] as const) {
    const { json } = await running.ask(`/web/map.json?product=${product}`)
    assert.equal(json.cells.length, json.columns * json.rows)
    assert.match(json.cells, /^[0-5]*[1-5][0-5]*$/)
    assert.ok(json.columns <= 150 && json.rows <= 150)
  }
  const [here, near] = await Promise.all(
    ['51.5146,-0.1785', '51.5139,-0.1791'].map((at) =>
      running.ask(`/web/map.json?product=uk&at=${at}`),
    ),
  )
  assert.equal(here.text, near.text)
  assert.match(here.json.cells, /[1-5]/)
  // About 10 km across: a cell is some 100 metres wide.
  assert.ok((here.json.north - here.json.south) / here.json.rows > 0.0008)
})

test('whatever else is asked of the map is the whole country, or nothing', async () => {
  const country = await running.ask('/web/map.json?product=uk')
  for (const at of ['', 'x', '91,0', '1e9,2', '51.5', '86,10', '51.5,-0.1,3', '50,999']) {
    const { status, text } = await running.ask(
      `/web/map.json?product=uk&at=${encodeURIComponent(at)}`,
    )
    assert.equal(status, 200, at)
    assert.equal(text, country.text, at)
  }
  assert.equal((await running.ask('/web/map.json?product=fr')).text, 'null')
  assert.equal((await running.ask('/web/map.json')).text, 'null')
})

test('the page has a token of each demo account, and no key', async () => {
  const { text } = await running.ask('/')
  assert.equal(text.match(/"token":"dtoken_\w+"/g)?.length, 3)
  assert.doesNotMatch(text, /\b(api|admin)_\w{8}/)
})
