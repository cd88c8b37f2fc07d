// What the specification says of every look-up at once: its path, its methods, and the refusals that all of them share.
// Covers: docs/specification.md, src/routes.ts, src/pipeline.ts, src/endpoints/**

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { test } from 'node:test'
import { saveDomainToken } from '../../../src/account/keys/domain-tokens.ts'
import { PRODUCTS, type Product } from '../../../src/address/product.ts'
import type { Endpoint } from '../../../src/endpoints/endpoint.ts'
import { ENDPOINTS } from '../../../src/routes.ts'
import { type Answer, posting, startTestService, testService } from '../../support/running.ts'

const SPECIFICATION = readFileSync(
  new URL('../../../docs/specification.md', import.meta.url),
  'utf8',
)
const FIRST_LOOKUP_ONLY = PRODUCTS.map((product) => ({
  name: `one-${product}`,
  product,
  daily_lookup_limit_1: 1,
}))
const TOKEN_DOMAIN = 'shop.example.com'
const running = await testService({ plans: FIRST_LOOKUP_ONLY })
const accounts = {
  au: await running.account('au'),
  nz: await running.account('nz'),
  uk: await running.account('uk'),
}

/** A path's parameters are told apart by their kind, not by their names. */
function shapeOf(path: string): string {
  return path.replace(/\{\w+\+\}/g, '{+}').replace(/\{\w+\}|<\w+>/g, '{}')
}

/** Rows such as `GET POST /get/{}`, with the products that have the path. */
function promisedLookUps(): string[] {
  const from = SPECIFICATION.indexOf('## 8. ')
  const section = SPECIFICATION.slice(from, SPECIFICATION.indexOf('### Autocomplete', from))
  return section.split('\n').flatMap((line) => {
    const [, paths, methods, inA, inB] = line.split('|').map((cell) => cell.trim())
    if (paths === undefined || !paths.startsWith('`/')) return []
    const products = [...(inA === '404' ? [] : ['au', 'nz']), ...(inB === '404' ? [] : ['uk'])]
    return [...paths.matchAll(/`(\/[^`]+)`/g)].flatMap(([, path]) =>
      products.map((product) => `${methods} ${shapeOf(path)} ${product}`),
    )
  })
}

function servedLookUps(): string[] {
  return lookUps().map(
    ({ endpoint, product }) =>
      `${endpoint.methods.join(', ')} ${shapeOf(endpoint.path)} ${product}`,
  )
}

interface LookUp {
  readonly endpoint: Endpoint
  readonly product: Product
}

function lookUps(): LookUp[] {
  const newer = ENDPOINTS.filter(({ isDeprecated }) => isDeprecated !== true)
  return newer
    .filter(({ scope }) => scope === 'address' || scope === 'lookup')
    .flatMap((endpoint) =>
      PRODUCTS.filter((each) => endpoint.product === undefined || endpoint.product === each).map(
        (product) => ({ endpoint, product }),
      ),
    )
}

test('the look-ups of the specification are those of the service, for each product', () => {
  const promised = promisedLookUps()
  assert.ok(promised.length > 20)
  assert.deepEqual(servedLookUps().sort(), promised.sort())
})

test('every endpoint but those of operators is named in the specification', () => {
  const named = [...SPECIFICATION.matchAll(/`(?:[A-Z]+ )?(\/[^`\s?]*)`/g)].map(([, path]) =>
    patternOf(shapeOf(path)),
  )
  for (const { path, scope } of ENDPOINTS) {
    if (scope === 'operator') continue
    assert.ok(
      named.some((pattern) => pattern.test(shapeOf(path))),
      path,
    )
  }
})

/** `{}` stands for any one segment, so that `/webhook/<kind>` names each kind. */
function patternOf(shape: string): RegExp {
  const parts = shape.split('/').map((part) => (part === '{}' ? '[^/]+' : RegExp.escape(part)))
  return new RegExp(`^${parts.join('/')}$`)
}

/** A request of each look-up that would be answered. */
async function exampleOf({ endpoint, product }: LookUp): Promise<string> {
  const example = EXAMPLES[product][shapeOf(endpoint.path)]
  if (example === undefined) return assert.fail(`${endpoint.path} has no example.`)
  if (!example.includes('{id}')) return example
  const term = TERMS[product]
  const { json } = await running.ask(`/autocomplete/${term}`, accounts[product].apiKey)
  return example.replace('{id}', json.suggestions[0].id)
}

/** With a body where it takes nothing else. */
function initOf({ endpoint, product }: LookUp, init: RequestInit = {}): RequestInit {
  if (endpoint.methods.includes('GET')) return init
  return { ...posting({ addresses: running.service.data.typedExamples(product) }), ...init }
}

function assertProblem(answer: Answer, status: number, code: string, path: string): void {
  assert.equal(answer.status, status, path)
  assert.equal(answer.json.code, code, path)
  // Which of the two, test/legacy/older-paths.test.ts says.
  assert.ok([answer.json.detail, STATUS_CODES[status]].includes(answer.json.Message), path)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
}

test('every look-up is 200 with an API key, and says where the caller stands', async () => {
  for (const each of lookUps()) {
    const path = await exampleOf(each)
    const answer = await running.ask(path, accounts[each.product].apiKey, initOf(each))
    assert.equal(answer.status, 200, `${path} ${answer.text}`)
    assert.ok(answer.headers.has('ratelimit') && answer.headers.has('ratelimit-policy'), path)
  }
})

test('every look-up is 401 without a key, 403 with the admin key and 405 by another method', async () => {
  for (const each of lookUps()) {
    const path = await exampleOf(each)
    const { apiKey, adminKey } = accounts[each.product]
    assertProblem(await running.ask(path, undefined, initOf(each)), 401, 'unauthorized', path)
    assertProblem(await running.ask(path, adminKey, initOf(each)), 403, 'forbidden', path)
    const put = await running.ask(path, apiKey, { method: 'PUT' })
    assertProblem(put, 405, 'method-not-allowed', path)
    assert.match(put.headers.get('allow') ?? '', /^(GET, |POST, ){1,2}OPTIONS$/)
    const head = await running.ask(path, apiKey, { method: 'HEAD' })
    assert.equal(head.status, 405, path)
  }
})

test('a domain token makes the look-ups of a page, and those of a server are out of its scope', async () => {
  const { store, clock } = running.service
  const headers = { origin: `https://${TOKEN_DOMAIN}` }
  for (const each of lookUps()) {
    const { accountId } = accounts[each.product]
    const saved = await saveDomainToken(store, accountId, { host: TOKEN_DOMAIN }, clock.now())
    const token = saved.kind === 'saved' ? saved.token.value : assert.fail(saved.kind)
    const path = await exampleOf(each)
    const answer = await running.ask(path, token, initOf(each, { headers }))
    if (each.endpoint.scope === 'address') assert.equal(answer.status, 200, path)
    else assertProblem(answer, 403, 'domain-token-scope', path)
  }
})

test('once the look-ups of the day are used up, what could cost one is 429 and the rest goes on', async () => {
  for (const product of PRODUCTS) {
    const { apiKey } = await running.account(product, `one-${product}`)
    for (const each of lookUps().filter((lookUp) => lookUp.product === product)) {
      if (shapeOf(each.endpoint.path) === '/get/{}') {
        assert.equal((await running.ask(await exampleOf(each), apiKey)).status, 200)
      }
    }
    for (const each of lookUps().filter((lookUp) => lookUp.product === product)) {
      const path = await exampleOf(each)
      const answer = await running.ask(path, apiKey, initOf(each))
      if (METERED.includes(shapeOf(each.endpoint.path))) {
        assertProblem(answer, 429, 'daily-limit', path)
        assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      } else assert.equal(answer.status, 200, path)
    }
  }
})

test('without its data every look-up of a product is 503, never an empty list', async () => {
  await using bare = await startTestService()
  const keys = {
    au: await bare.account('au'),
    nz: await bare.account('nz'),
    uk: await bare.account('uk'),
  }
  Object.assign(bare.service.data.searches, { au: undefined, nz: undefined, uk: undefined })
  for (const each of lookUps()) {
    const path = await exampleOf(each)
    const answer = await bare.ask(path, keys[each.product].apiKey, initOf(each))
    if (path.includes('/to/')) assert.equal(answer.status, 200, path)
    else {
      assertProblem(answer, 503, 'service-unavailable', path)
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
  }
})

test('a number past the maximum of its option is that maximum, none is the default, and below zero is 400', async () => {
  let tried = 0
  for (const each of lookUps()) {
    const path = await exampleOf(each)
    const { apiKey } = accounts[each.product]
    for (const [name, schema] of Object.entries(each.endpoint.options.properties)) {
      const { maximum, default: fallback } = schema as { maximum?: number; default?: number }
      if (maximum === undefined || fallback === undefined) continue
      const ask = async (value: string) =>
        (await running.ask(`${path}?${name}=${value}`, apiKey)).text
      const most = await ask(String(maximum))
      for (const value of [maximum + 1, maximum * 1000]) {
        assert.equal(await ask(String(value)), most, `${path} ${name}`)
      }
      const usual = (await running.ask(path, apiKey)).text
      for (const value of [fallback, 0, '']) assert.equal(await ask(String(value)), usual, name)
      assertProblem(await running.ask(`${path}?${name}=-1`, apiKey), 400, 'bad-request', path)
      tried += 1
    }
  }
  assert(tried >= 12, `${tried} options`)
})

const METERED = [
  '/get/{}',
  '/get-location/{}',
  '/validate/{+}',
  '/match',
  '/nearest-location/{}/{}',
  '/find/{}',
  '/find/{}/{}',
  '/find/{}/{+}',
]

const POINTS = '/distance/52.2/-0.8/to/52.4/0.1'

const TERMS = { au: 'swan st richmond', nz: 'cuba street te aro', uk: 'netherby road' }

const EXAMPLES: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  au: {
    '/autocomplete/{+}': '/autocomplete/swan st richmond',
    '/suggest/{+}': '/suggest/swan st richmond',
    '/get/{}': '/get/{id}',
    '/validate/{+}': '/validate/1 swan st richmond vic',
    '/match': '/match',
    '/typeahead/{+}': '/typeahead/rich',
    '/location/{+}': '/location/richmond',
    '/get-location/{}': '/get-location/richmond-vic-3121',
    '/nearest/{}/{}': '/nearest/-37.82/145.0',
    '/nearest-location/{}/{}': '/nearest-location/-37.82/145.0',
    '/distance/{}/{}': '/distance/richmond-vic-3121/{id}',
    '/distance/{}/{}/to/{}/{}': POINTS,
  },
  nz: {
    '/autocomplete/{+}': '/autocomplete/cuba street te aro',
    '/suggest/{+}': '/suggest/cuba street te aro',
    '/get/{}': '/get/{id}',
    '/validate/{+}': '/validate/2 cuba street te aro wellington',
    '/match': '/match',
    '/typeahead/{+}': '/typeahead/wel',
    '/location/{+}': '/location/te aro',
    '/get-location/{}': '/get-location/te-aro-wellington-6011',
    '/nearest/{}/{}': '/nearest/-41.294/174.775',
    '/nearest-location/{}/{}': '/nearest-location/-41.294/174.775',
    '/distance/{}/{}': '/distance/te-aro-wellington-6011/{id}',
    '/distance/{}/{}/to/{}/{}': POINTS,
  },
  uk: {
    '/autocomplete/{+}': '/autocomplete/netherby road',
    '/suggest/{+}': '/suggest/netherby road',
    '/get/{}': '/get/{id}',
    '/validate/{+}': '/validate/7 netherby road ab15 9hl',
    '/match': '/match',
    '/typeahead/{+}': '/typeahead/sheff',
    '/location/{+}': '/location/sheffield',
    '/get-location/{}': '/get-location/s1',
    '/nearest/{}/{}': '/nearest/57.138367/-2.165619',
    '/nearest-location/{}/{}': '/nearest-location/57.138367/-2.165619',
    '/distance/{}/{}': '/distance/AB15 9HL/SL6 6LX',
    '/distance/{}/{}/to/{}/{}': POINTS,
    '/find/{}': '/find/AB15 9HL',
    '/find/{}/{}': '/find/AB15 9HL/7',
    '/find/{}/{+}': '/find/AB15 9HL/7',
  },
}
