// Every operation of the OpenAPI documents and of the Postman collection, in a line that a person can compare.
// Covers: src/reference/**

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Product } from '../../src/address/product.ts'
import { PROBLEMS } from '../../src/http/problem.ts'
import { finish } from '../../src/lib/turns/turns.ts'
import { openApiDocument } from '../../src/reference/openapi.ts'
import type { Json, Operation } from '../../src/reference/openapi-operation.ts'
import { postmanCollection } from '../../src/reference/postman.ts'
import { ENDPOINTS } from '../../src/routes.ts'

const FACTS = { baseUrl: 'https://address.example', attributions: ['One.', 'Two.'] }
const KEPT = join(import.meta.dirname, 'kept-operations.txt')
const AGAIN = 'UPDATE_DOCS=1 npm run -s node -- --test test/reference/openapi-operation.test.ts'

interface Media {
  readonly schema: { readonly properties?: object; readonly required?: readonly string[] }
  readonly examples?: object
}

function operationsOf(product?: Product): (readonly [string, Operation])[] {
  const { paths } = finish(openApiDocument(ENDPOINTS, FACTS, product))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  )
}

function mediaOf(content: object | undefined): string {
  return Object.entries((content ?? {}) as Record<string, Media>)
    .map(([type, { schema, examples = {} }]) => {
      const required = new Set(schema.required ?? [])
      const names = Object.keys(schema.properties ?? {}).map((name) =>
        required.has(name) ? `${name}!` : name,
      )
      const shown = Object.keys(examples).map((name) => ` eg ${name}`)
      return `${type}${names.length === 0 ? '' : ` {${names.join(' ')}}`}${shown.join('')}`
    })
    .join(', ')
}

function lineOf([name, operation]: readonly [string, Operation]): string {
  const { operationId, tags, deprecated, security, parameters, requestBody, responses } = operation
  const keys = security.flatMap((each) => Object.keys(each)).join(' ')
  const given = parameters.map((each) => {
    const { type = 'any', default: usual, minimum, maximum } = each.schema
    const limits = minimum === undefined && maximum === undefined ? '' : ` ${minimum}..${maximum}`
    const example = each.example === undefined ? '' : ` eg ${each.example}`
    const value = usual === undefined ? '' : ` = ${JSON.stringify(usual)}`
    return `${each.in} ${each.name}${each.required ? '!' : ''} ${type}${limits}${value}${example}`
  })
  const answers = Object.entries(responses).map(([status, { content, headers = {} }]) => {
    const waits = Object.keys(headers).map((header) => ` +${header}`)
    return `${status} ${mediaOf(content)}${waits.join('')}`
  })
  return [
    `${name} (${operationId}) ${tags.join()}${deprecated === true ? ' DEPRECATED' : ''}: ${keys}`,
    ...given,
    ...(requestBody === undefined ? [] : [`body ${mediaOf(requestBody.content)}`]),
    ...answers.filter((answer) => !answer.includes('problem+json')),
    `refused ${answers.filter((answer) => answer.includes('problem+json')).join('; ')}`,
  ].join('\n  ')
}

interface PostmanItem {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly header: readonly { key: string; value: string }[]
    readonly url: {
      raw: string
      host: readonly string[]
      path: readonly string[]
      query: readonly { key: string; value: string; disabled?: boolean }[]
    }
    readonly body?: { readonly mode: string; readonly raw: string }
  }
}

function postmanLine({ request }: PostmanItem): string {
  const { method, url, header, body } = request
  const query = url.query.map(
    (each) => `${each.disabled === true ? '-' : '+'}${each.key}=${each.value}`,
  )
  const headers = header.map(({ key, value }) => ` ${key}: ${value}`)
  const sent = body === undefined ? '' : ` ${body.mode} ${body.raw.replaceAll('\n', '\\n')}`
  return `${method} ${url.raw} [${query.join(' ')}]${headers.join('')}${sent}`
}

test('every operation takes, returns and refuses what is kept here, and so does its Postman request', () => {
  const { paths } = finish(openApiDocument(ENDPOINTS, FACTS))
  const { item, variable } = finish(postmanCollection(paths, FACTS.baseUrl, 'uk'))
  const folders = item as readonly { name: string; item: readonly PostmanItem[] }[]
  const now = [
    ...operationsOf().map(lineOf),
    ...folders.flatMap(({ name, item: items }) => [`# ${name}`, ...items.map(postmanLine)]),
    JSON.stringify(variable),
  ]
  const text = `${now.join('\n')}\n`
  if (process.env.UPDATE_DOCS === '1') writeFileSync(KEPT, text)
  else assert.equal(text, readFileSync(KEPT, 'utf8'), `if it is meant: ${AGAIN}`)
})

test('the document of one product has what that product answers, and nothing of the other', () => {
  for (const product of ['au', 'uk'] as const) {
    const served = ENDPOINTS.filter((endpoint) => (endpoint.product ?? product) === product)
    const wanted = served.flatMap(({ path, methods }) =>
      methods.map((method) => `${method} ${path.replaceAll('+}', '}')}`),
    )
    const operations = operationsOf(product)
    assert.deepEqual(operations.map(([name]) => name).sort(), [...new Set(wanted)].sort())
    const other = product === 'au' ? 'uk' : 'au'
    for (const [name, { responses }] of operations) {
      assert.ok(!mediaOf(responses['200']?.content).includes(`eg ${other}`), name)
    }
  }
})

test('an operation of both products has the options of both, and an answer of either', () => {
  const options = (list: readonly (readonly [string, Operation])[], name: string) =>
    list.find(([each]) => each === name)?.[1].parameters.map((each) => each.name) ?? []
  const [both, au, uk] = [operationsOf(), operationsOf('au'), operationsOf('uk')]
  for (const [name] of both) {
    const wanted = new Set([...options(au, name), ...options(uk, name)])
    assert.deepEqual(new Set(options(both, name)), wanted, name)
  }
})

test('no text of the document names two countries as if there were no others', () => {
  const document = JSON.stringify(finish(openApiDocument(ENDPOINTS, FACTS)))
  assert.doesNotMatch(document, /\bau`? (?:or|and) `?uk\b/)
})

test('the document credits the data, names where it is served, and every code of a problem', () => {
  const { info, servers, components } = finish(openApiDocument(ENDPOINTS, FACTS)) as unknown as {
    servers: unknown
    info: { description: string }
    components: {
      securitySchemes: Record<string, Json>
      schemas: { Problem: { properties: Json } }
    }
  }
  assert.match(info.description, /\n\nOne\.\n\nTwo\.$/)
  assert.deepEqual(servers, [{ url: 'https://address.example' }])
  assert.deepEqual(Object.keys(components.securitySchemes), [
    'apiKey',
    'testKey',
    'domainToken',
    'adminKey',
    'operatorKey',
  ])
  for (const scheme of Object.values(components.securitySchemes)) {
    assert.deepEqual([scheme.type, scheme.in, scheme.name], ['apiKey', 'query', 'api-key'])
  }
  const { properties } = components.schemas.Problem
  assert.deepEqual(Object.keys(properties), [
    'type',
    'title',
    'status',
    'detail',
    'code',
    'Message',
    'retired',
    'release',
    'successors',
  ])
  assert.deepEqual((properties.code as Json).enum, Object.keys(PROBLEMS))
})
