// /postman.json: every operation as a Postman collection, made from the OpenAPI document.

import type { Product } from '../address/product.ts'
import type { Sliced } from '../lib/turns/turns.ts'
import { type ExampleRequest, exampleRequest } from './example-request.ts'
import type { Json, Operation } from './openapi-operation.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** `baseUrl` and the keys are variables of the collection, for its user to set. */
export function* postmanCollection(paths: Paths, baseUrl: string, product: Product): Sliced<Json> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const folders = Map.groupBy(all, ({ operation }) => operation.tags[0] ?? '')
  const facts = { baseUrl: '{{BASE_URL}}', product }
  const shown: Json[] = []
  for (const [name, group] of folders) {
    const items: Json[] = []
    for (const { path, method, operation } of group) {
      items.push(item(operation, exampleRequest(method, path, operation, facts)))
      yield
    }
    shown.push({ name, item: items })
  }
  return {
    info: { name: 'Doorplate', schema: SCHEMA },
    item: shown,
    variable: [
      { key: 'BASE_URL', value: baseUrl },
      { key: 'API_KEY', value: '' },
      { key: 'ADMIN_KEY', value: '' },
      { key: 'OPERATOR_KEY', value: '' },
    ],
  }
}

function item(operation: Operation, { method, url, key, body }: ExampleRequest): Json {
  const raw = `${url}{{${key}}}`
  const [address = '', query = ''] = raw.split('?')
  const given = [...new URLSearchParams(query)].map(([name, value]) => ({ key: name, value }))
  const optional = operation.parameters.filter(({ in: where }) => where === 'query')
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      header: body.startsWith('{') ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: {
        raw,
        host: ['{{BASE_URL}}'],
        path: address.split('/').slice(1),
        query: [
          ...given,
          ...optional.map((each) => ({
            key: each.name,
            value: String(each.schema.default ?? ''),
            description: each.description ?? '',
            disabled: true,
          })),
        ],
      },
      ...(body !== '' && { body: { mode: 'raw', raw: body } }),
    },
  }
}
