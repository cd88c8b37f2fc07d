// The OpenAPI documents: valid, complete, and true of what the service sends.
// Covers: src/reference/openapi.ts, src/reference/openapi-operation.ts, src/endpoints/pages/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { PROBLEMS } from '../../../src/http/problem.ts'
import { ENDPOINTS } from '../../../src/routes.ts'
import { assertAsDefined } from '../../support/answers.ts'
import { testService } from '../../support/running.ts'

const running = await testService()

for (const path of ['/openapi.json', '/openapi/au.json', '/openapi/uk.json']) {
  test(`${path} is a valid OpenAPI 3.1 document`, async () => {
    const { json } = await running.ask(path)
    const result = await new Validator().validate(json)
    assert.deepEqual(result.errors ?? [], [])
    assert.match(json.openapi, /^3\.1\./)
    assert.equal(json.info.version, '1.0.0')
    assert.match(json.info.description, /sample data/i)
  })
}

test('every endpoint is in the document, and nothing else is', async () => {
  const { json } = await running.ask('/openapi.json')
  const documented = Object.entries<object>(json.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = ENDPOINTS.flatMap(({ path, methods }) =>
    methods.map((method) => `${method} ${path.replace('+}', '}')}`),
  )
  assert.deepEqual(documented.sort(), [...new Set(served)].sort())
})

test('the document says which keys a path takes', async () => {
  const { json } = await running.ask('/openapi.json')
  const keysOf = (path: string) =>
    json.paths[path].get.security.flatMap((each: object) => Object.keys(each))
  assert.deepEqual(keysOf('/get/{id}'), ['apiKey', 'testKey', 'domainToken'])
  assert.deepEqual(keysOf('/validate/{address}'), ['apiKey', 'testKey'])
  assert.deepEqual(keysOf('/plans'), ['adminKey'])
})

test('a path that serves all products answers as one of them', async () => {
  const { json } = await running.ask('/openapi.json')
  const schema = json.paths['/get/{id}'].get.responses['200'].content['application/json'].schema
  assert.equal(schema.anyOf.length, 3)
})

test('what the service sends fits its own definitions', async () => {
  for (const product of ['au', 'nz', 'uk'] as const) {
    const { apiKey } = await running.account(product)
    const list = await running.ask('/autocomplete/s', apiKey)
    const one = await running.ask(list.json.suggestions[0].url, apiKey)
    assertAsDefined('GET', '/autocomplete/{term+}', list, product)
    assertAsDefined('GET', '/get/{id}', one, product)
  }
})

test('every code has its section in the error reference, where its type leads', async () => {
  const { json } = await running.ask('/nothing')
  const page = await running.ask(new URL(json.type).pathname)
  assert.equal(page.status, 200)
  for (const code of Object.keys(PROBLEMS)) assert.ok(page.text.includes(`id="${code}"`), code)
})

test('the reference names every endpoint, and the pages load nothing from elsewhere', async () => {
  const [customers, operators] = [await running.ask('/docs'), await running.ask('/operator/docs')]
  const text = customers.text + operators.text
  for (const { path } of ENDPOINTS) assert.ok(text.includes(path.replace('+}', '}')), path)
  for (const path of ['/', '/docs', '/docs/errors']) {
    const page = await running.ask(path)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.doesNotMatch(page.text, /(?:src|href)="(?:https?:)?\/\//)
  }
  assert.match((await running.ask('/')).text, /Sample data/)
})

test('health says what is in use', async () => {
  assert.equal((await running.ask('/health/live')).status, 200)
  const ready = await running.ask('/health/ready')
  assert.equal(ready.status, 200)
  assert.deepEqual(Object.keys(ready.json.releases).sort(), ['au', 'nz', 'uk'])
})
