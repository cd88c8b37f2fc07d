// The examples of the reference are answers that the service really gives: every request of it is made anew.
// Covers: src/reference/**, src/web/docs/samples.ts

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import { PRODUCTS, type Product } from '../../src/address/product.ts'
import { ofEach } from '../../src/countries/country.ts'
import { finish } from '../../src/lib/turns/turns.ts'
import { exampleRequest } from '../../src/reference/example-request.ts'
import { ANSWER_EXAMPLES_FILE, answerExamples } from '../../src/reference/examples.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import type { Operation } from '../../src/reference/openapi-operation.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { samples } from '../../src/web/docs/samples.ts'
import { testService } from '../support/running.ts'

const running = await testService()
const { baseUrl } = running

interface Recorded {
  readonly id: string
  readonly status: number
  readonly json: unknown
}

/** What must be there before it can be asked for comes first, and what removes it last. */
const METHODS = ['post', 'put', 'get', 'delete']
/** Long lists are cut to what shows their shape. */
const LIST_MAX = 3

/** The id of what an example names: from the answer to the call before it. */
async function idOf(path: string, product: Product, apiKey: string, ids: Map<string, string>) {
  const first = async (url: string) =>
    (await running.ask(url, apiKey)).json?.suggestions?.[0]?.id as string
  const terms = { au: '11 taylor', nz: '12 ponsonby', uk: '10 queens' }
  if (path === '/get/{id}') return first(`/autocomplete/${terms[product]}`)
  if (path === '/get-location/{id}') return first('/location/m')
  if (path === '/distance/{from}/{to}') return first(`/autocomplete/${terms[product]}`)
  return ids.get(path.slice(0, path.indexOf('/{id}'))) ?? '1'
}

async function record(product: Product): Promise<Recorded[]> {
  const { accountId, apiKey, adminKey } = await running.account(product, 'starter')
  const { store, clock } = running.service
  await saveDomainToken(store, accountId, { host: 'shop.example.com' }, clock.now())
  const { paths } = finish(openApiDocument(ENDPOINTS, { baseUrl, attributions: [] }, product))
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<Operation>(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const recorded: Recorded[] = []
  const ids = new Map<string, string>()
  for (const wanted of METHODS) {
    // An event that was posted has been tried once when its deliveries are asked for.
    if (wanted === 'get') await running.service.jobs.webhooks.dispatcher.round()
    for (const { path, method, operation } of all) {
      // A key that is replaced would end the recording.
      if (method !== wanted || (method === 'put' && path.startsWith('/security/'))) continue
      if (path.startsWith('/operator') || path === '/subscription/unsubscribe') continue
      const request = exampleRequest(method, path, operation, { baseUrl, product })
      const id = await idOf(path, product, apiKey, ids)
      const url = request.url.map((piece) => {
        if (typeof piece === 'string') return piece
        return { API_KEY: apiKey, ADMIN_KEY: adminKey }[piece.variable] ?? encodeURIComponent(id)
      })
      const answer = await fetch(url.join(''), {
        method: request.method,
        ...(request.body && { body: JSON.stringify(request.body) }),
      })
      const text = await answer.text()
      if (!answer.ok || text === '') continue
      const json = JSON.parse(text)
      if (method === 'post' && json.id !== undefined) ids.set(path, String(json.id))
      recorded.push({ id: operation.operationId, status: answer.status, json: shown(json) })
    }
  }
  return recorded
}

/** Without keys, and with lists that are short. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replace(/\b(api|admin|dtoken|whsec|test)_[\w+/=-]+/g, '$1_…')
      .replace(/holder-[\d-]+@/, 'owner@')
      .replace(baseUrl, 'https://address.example')
      .replace(/signature=[\w-]+/, 'signature=…')
  }
  if (Array.isArray(value)) return value.slice(0, isRecord(value[0]) ? LIST_MAX : 9).map(shown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shown(of)]))
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Members and their types, of the first element of each list. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shape(of)]))
}

test('every example answer has the members that the service sends today', async () => {
  const recorded = {
    au: await record('au'),
    nz: await record('nz'),
    uk: await record('uk'),
  }
  if (process.env.UPDATE_DOCS === '1') {
    const kept = (list: readonly Recorded[]) =>
      Object.fromEntries(list.map(({ id, status, json }) => [id, { [status]: json }]))
    const all = ofEach(({ product }) => kept(recorded[product]))
    writeFileSync(ANSWER_EXAMPLES_FILE, `${JSON.stringify(all, null, 1)}\n`)
    return
  }
  for (const product of PRODUCTS) {
    assert.ok(recorded[product].length > 40, `${recorded[product].length} answers`)
    for (const { id, status, json } of recorded[product]) {
      const example = answerExamples(id, String(status), [product])[product]
      assert.ok(example !== undefined, `${id} has no example: run this test with UPDATE_DOCS=1`)
      assert.deepEqual(shape(example.value), shape(json), `${product} ${id}`)
    }
  }
})

test('a sample in JavaScript makes the request that its curl line makes', async () => {
  const { paths } = finish(openApiDocument(ENDPOINTS, { baseUrl, attributions: [] }, 'uk'))
  const names = [
    'API_KEY',
    'ADMIN_KEY',
    'OPERATOR_KEY',
    'ID',
    'EVENT',
    'NUMBER',
    'FROM',
    'TO',
    'FILE',
  ]
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries<Operation>(methods)) {
      const request = exampleRequest(method, path, operation, { baseUrl, product: 'uk' })
      const all = samples(request, true)
      const [curl, javaScript] = all
      assert.deepEqual(
        all.map(({ language }) => language),
        ['curl', 'JavaScript', 'Python', 'PHP', 'C#'],
      )
      const made: { url: string; init: RequestInit | undefined }[] = []
      const fetched = async (url: string, init?: RequestInit) => {
        made.push({ url, init })
        return Response.json({})
      }
      const run = new Function(
        'fetch',
        'console',
        ...names,
        `return (async () => {${javaScript?.code}})()`,
      )
      await run(fetched, { log() {} }, ...names)
      const [{ url, init } = assert.fail(path)] = made
      const line = curl?.code ?? ''
      assert.ok(
        line.includes(
          `"${url}"`.replaceAll(/\b(API_KEY|ADMIN_KEY|OPERATOR_KEY|ID|EVENT)\b/g, '$$$1'),
        ),
      )
      assert.equal(init?.method ?? 'GET', request.method)
      const body = request.file === '' ? JSON.stringify(request.body) : 'FILE'
      assert.equal(init?.body ?? undefined, body)
    }
  }
})

test('the Postman collection has every operation, with variables for the service and the keys', async () => {
  const { json } = await running.ask('/postman.json')
  const { json: openApi } = await running.ask('/openapi.json')
  const operations = Object.values<object>(openApi.paths).flatMap((each) => Object.keys(each))
  const items = json.item.flatMap((folder: { item: unknown[] }) => folder.item)
  assert.equal(items.length, operations.length)
  assert.match(json.info.schema, /v2\.1\.0/)
  for (const { request } of items) {
    assert.match(
      request.url.raw,
      /^\{\{BASE_URL\}\}\/.*\?(?:\w+=\w+&)?api-key=\{\{(API|ADMIN|OPERATOR)_KEY\}\}$/,
    )
    assert.doesNotMatch(request.url.path.join('/'), /\?|^$/)
  }
})

test('the OpenAPI document spells the paths of the contract, has a licence, and speaks of no variant', async () => {
  const { text, json } = await running.ask('/openapi.json')
  const paths = Object.keys(json.paths)
  const ranges = paths.filter((path) => path.includes('{from_day}'))
  assert.ok(ranges.length >= 3)
  for (const path of ranges) assert.match(path, /\/from\/.*\/To\//)
  assert.deepEqual(json.info.license, { name: 'MIT', identifier: 'MIT' })
  assert.doesNotMatch(text, /Variant [AB]|"oneOf"/)
})
