// The examples of the reference are answers that the service really gives: every request of it is made anew.
// Covers: src/reference/**

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { addApiKey } from '../../src/account/keys/account-keys.ts'
import { saveDomainToken } from '../../src/account/keys/domain-tokens.ts'
import { PRODUCTS, type Product } from '../../src/address/product.ts'
import { runBilling } from '../../src/billing/billing-run.ts'
import { ofEach } from '../../src/countries/country.ts'
import { finish } from '../../src/lib/turns/turns.ts'
import { exampleRequest } from '../../src/reference/example-request.ts'
import {
  ANSWER_EXAMPLES_FILE,
  answerExamples,
  EXAMPLE_IDS,
  exampleValue,
} from '../../src/reference/examples.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import type { Operation } from '../../src/reference/openapi-operation.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { testService } from '../support/running.ts'

const BASE_URL = 'https://address.example'
const clock = new ManualClock('2026-10-17T12:00:00Z')
const running = await testService({ clock })
const { store } = running.service

interface Call {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

interface Recorded {
  readonly id: string
  readonly status: number
  readonly json: unknown
  /** The sample data alone decides what it says. */
  readonly isLookUp: boolean
}

/** What must be there before it can be asked for comes first, and what removes it last. */
const METHODS = ['post', 'put', 'get', 'delete']
/** Long lists are cut to what shows their shape. */
const LIST_MAX = 3

/** In the order in which an account may make them; the last ends its subscription. */
function callsOf(product: Product): Call[] {
  const { paths } = finish(
    openApiDocument(ENDPOINTS, { baseUrl: BASE_URL, attributions: [] }, product),
  )
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries<Operation>(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const turn = ({ path, method }: Call) => {
    if (path.endsWith('/unsubscribe')) return METHODS.length + 1
    // It replaces what the calls before it have registered.
    return path === '/webhook' && method === 'put' ? METHODS.length : METHODS.indexOf(method)
  }
  return all.sort((a, b) => turn(a) - turn(b))
}

async function accountFor(product: Product) {
  const { accountId, apiKey, adminKey } = await running.account(product, 'starter')
  await saveDomainToken(store, accountId, { host: 'shop.example.com' }, clock.now())
  const test = await addApiKey(store, accountId, { name: 'Try', isTest: true }, clock.now())
  assert(test.kind === 'made')
  return { product, apiKey, adminKey, testKey: test.key }
}

/** What an account has, and what stands for it in the reference. */
type Swap = readonly [own: string, shown: string]

function idSwaps(path: string, own: string, shown: string): Swap[] {
  if (own.length > 9) return [[own, shown]]
  return [
    [`${path}/${own}`, `${path}/${shown}`],
    ...['id', 'number'].flatMap((name): Swap[] => [
      [`"${name}":${own},`, `"${name}":${shown},`],
      [`"${name}":${own}}`, `"${name}":${shown}}`],
      [`"${name}":"${own}"`, `"${name}":"${shown}"`],
    ]),
  ]
}

async function record(account: Awaited<ReturnType<typeof accountFor>>): Promise<Recorded[]> {
  const { product, apiKey, adminKey, testKey } = account
  const keys: Record<string, string> = { API_KEY: apiKey, ADMIN_KEY: adminKey }
  const { json: invoices } = await running.ask('/invoices', adminKey)
  const swaps = [
    [running.baseUrl, BASE_URL] as Swap,
    ...idSwaps('/invoices', invoices[0].number, '1'),
  ]
  const recorded: Recorded[] = []
  for (const { path, method, operation } of callsOf(product)) {
    if (path.startsWith('/operator')) continue
    if (path.endsWith('{id}/deliveries') || path.endsWith('replay')) {
      // An event that was posted has been tried once when its deliveries are asked for.
      await running.service.jobs.webhooks.dispatcher.round()
      const { json } = await running.ask('/webhook/expired/1/deliveries', keys.ADMIN_KEY)
      swaps.push([json[0].event, String(exampleValue('event', product, path))])
    }
    const request = exampleRequest(method, path, operation, { baseUrl: BASE_URL, product })
    const url = swaps.reduce((all, [own, shown]) => all.replace(shown, own), request.url)
    const key = request.takesTestKey ? testKey : keys[request.key]
    // Usage has something to show.
    if (path === '/get/{id}') await fetch(`${url}${apiKey}`)
    const { body } = request
    const init = { method: request.method, ...(body !== '' && { body }) }
    const answer = await fetch(`${url}${key}`, init)
    const text = await answer.text()
    if (!answer.ok || !/[/+]json/.test(answer.headers.get('content-type') ?? '')) continue
    const json = JSON.parse(text)
    if (path === '/batch' && method === 'post') await batchEnded(json.id, testKey)
    const standIn = EXAMPLE_IDS[path]
    if (method === 'post' && standIn !== undefined)
      swaps.push(...idSwaps(path, String(json.id), standIn))
    if (method === 'put' && path === '/security/api-key') keys.API_KEY = json['api-key']
    if (method === 'put' && path === '/security/admin-key') keys.ADMIN_KEY = json['admin-key']
    const asShown = swaps.reduce((all, [own, shown]) => all.replaceAll(own, shown), text)
    recorded.push({
      id: operation.operationId,
      status: answer.status,
      json: shown(JSON.parse(asShown)),
      isLookUp: request.takesTestKey && !path.startsWith('/batch'),
    })
  }
  return recorded
}

async function batchEnded(id: string, key: string): Promise<void> {
  for (;;) {
    const { json } = await running.ask(`/batch/${id}`, key)
    if (json.state === 'finished') return
    await setTimeout(20)
  }
}

/** Without keys, and with lists that are short. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .replace(/\b(api|admin|dtoken|whsec|test)_[\w+/=-]+/g, '$1_…')
      .replace(/holder-[\d-]+@/, 'owner@')
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

test('every example answer is what the service answers to the example request beside it', async () => {
  const accounts = [await accountFor('au'), await accountFor('nz'), await accountFor('uk')] as const
  clock.advance(32 * 86_400_000)
  const { plans, config } = running.service
  await runBilling({ store, plans, clock, settings: config.billing }, clock.now())
  const [au, nz, uk] = accounts
  const recorded = { au: await record(au), nz: await record(nz), uk: await record(uk) }
  if (process.env.UPDATE_DOCS === '1') {
    const kept = (list: readonly Recorded[]) =>
      Object.fromEntries(list.map(({ id, status, json }) => [id, { [status]: json }]))
    const all = ofEach(({ product }) => kept(recorded[product]))
    writeFileSync(ANSWER_EXAMPLES_FILE, `${JSON.stringify(all, null, 1)}\n`)
    return
  }
  for (const product of PRODUCTS) {
    assert.ok(recorded[product].length > 40, `${recorded[product].length} answers`)
    for (const { id, status, json, isLookUp } of recorded[product]) {
      const example = answerExamples(id, String(status), [product])[product]
      assert.ok(example !== undefined, `${id} has no example: run this test with UPDATE_DOCS=1`)
      const compared = isLookUp ? [example.value, json] : [shape(example.value), shape(json)]
      assert.deepEqual(compared[0], compared[1], `${product} ${id}`)
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
