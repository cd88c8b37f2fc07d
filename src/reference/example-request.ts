// A request of each operation that could be real: the values of its parameters and of its body.

import type { Product } from '../address/product.ts'
import { isObject } from '../lib/record-of.ts'
import { exampleList, exampleValue } from './examples.ts'
import { KEY_SCHEMES, type Operation } from './openapi-operation.ts'

export interface ExampleRequest {
  readonly method: string
  /** Ends where the key belongs. */
  readonly url: string
  /** The name of the variable that the reader fills in. */
  readonly key: string
  readonly takesTestKey: boolean
  /** A list of addresses as CSV, JSON, or ''. */
  readonly body: string
}

const KEY_VARIABLES: Readonly<Record<string, string>> = {
  [KEY_SCHEMES.admin.name]: 'ADMIN_KEY',
  [KEY_SCHEMES.operator.name]: 'OPERATOR_KEY',
}

export function exampleRequest(
  method: string,
  path: string,
  operation: Operation,
  { baseUrl, product }: { baseUrl: string; product: Product },
): ExampleRequest {
  const exampleOf = (name: string) => encodeURIComponent(String(exampleValue(name, product, path)))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => exampleOf(name))
  const needed = operation.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${exampleOf(name)}&`)
  const schemes = operation.security.flatMap((each) => Object.keys(each))
  return {
    method: method.toUpperCase(),
    url: `${baseUrl}${filled}?${needed.join('')}api-key=`,
    key: KEY_VARIABLES[schemes[0] ?? ''] ?? 'API_KEY',
    takesTestKey: schemes.includes(KEY_SCHEMES.test.name),
    body: bodyOf(operation, product, path),
  }
}

function bodyOf({ requestBody }: Operation, product: Product, path: string): string {
  const { content = {} } = requestBody ?? {}
  if (content['text/csv'] !== undefined) return exampleList(product)
  const { properties, required } = content['application/json']?.schema ?? {}
  if (!isObject(properties)) return ''
  const needed = Array.isArray(required) ? required.map(String) : undefined
  const names = needed ?? Object.keys(properties).slice(0, 1)
  const members = names.map((name) => {
    const { default: fallback } = Object(properties[name])
    return [name, exampleValue(name, product, path) ?? fallback]
  })
  return JSON.stringify(Object.fromEntries(members))
}
