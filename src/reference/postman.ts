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

function item(operation: Operation, { method, url, body }: ExampleRequest): Json {
  const raw = url.map((piece) => (typeof piece === 'string' ? piece : `{{${piece.variable}}}`))
  const [address = '', query = ''] = raw.join('').split('?')
  const [name = '', value = ''] = query.split('=')
  const optional = operation.parameters.filter(({ in: where }) => where === 'query')
  return {
    name: operation.summary,
    request: {
      method,
      description: operation.description,
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: {
        raw: raw.join(''),
        host: ['{{BASE_URL}}'],
        path: address.split('/').slice(1),
        query: [
          { key: name, value },
          ...optional.map((each) => ({
            key: each.name,
            value: String(each.schema.default ?? ''),
            description: each.description ?? '',
            disabled: true,
          })),
        ],
      },
      ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  }
}
