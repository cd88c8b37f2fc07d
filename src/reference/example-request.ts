// A request of each operation that could be real: the values of its parameters and of its body.

import type { Product } from '../address/product.ts'
import { exampleValue, termFor } from './examples.ts'
import type { Json, Operation } from './openapi-operation.ts'

export interface ExampleRequest {
  readonly method: string
  /** Its text, and the names of what the reader fills in: an id is in the answer to another call. */
  readonly url: readonly (string | Variable)[]
  readonly body: Json | undefined
  /** The name of the file that is sent instead, or ''. */
  readonly file: string
}

const EXAMPLE_FILE = 'addresses.csv'

export interface Variable {
  readonly variable: string
}

const KEY_VARIABLES: Readonly<Record<string, string>> = {
  apiKey: 'API_KEY',
  domainToken: 'API_KEY',
  adminKey: 'ADMIN_KEY',
  operatorKey: 'OPERATOR_KEY',
}

export function exampleRequest(
  method: string,
  path: string,
  operation: Operation,
  { baseUrl, product, term }: { baseUrl: string; product: Product; term?: string },
): ExampleRequest {
  const [scheme = 'apiKey'] = operation.security.flatMap((each) => Object.keys(each))
  const segments = path.split(/\{(\w+)\}/).map((part, at): string | Variable => {
    if (at % 2 === 0) return part
    const value = part === 'term' ? termFor(path, product, term) : exampleValue(part, product)
    return value === undefined
      ? { variable: part.toUpperCase() }
      : encodeURIComponent(String(value))
  })
  const key = { variable: KEY_VARIABLES[scheme] ?? 'API_KEY' }
  const needed = operation.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=${encodeURIComponent(String(exampleValue(name, product) ?? ''))}&`)
  const url = joinedText([baseUrl, ...segments, `?${needed.join('')}api-key=`, key])
  const isOfFile = operation.requestBody?.content['text/csv'] !== undefined
  const file = isOfFile ? EXAMPLE_FILE : ''
  return { method: method.toUpperCase(), url, body: bodyOf(operation, product), file }
}

function joinedText(pieces: readonly (string | Variable)[]): (string | Variable)[] {
  const joined: (string | Variable)[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') joined.splice(-1, 1, last + piece)
    else joined.push(piece)
  }
  return joined
}

function bodyOf({ requestBody }: Operation, product: Product): Json | undefined {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || !isObject(schema.properties)) return undefined
  const { properties } = schema
  const needed = Array.isArray(schema.required) ? schema.required.map(String) : undefined
  const names = needed ?? Object.keys(properties).slice(0, 1)
  return Object.fromEntries(
    names.map((name) => {
      const { default: fallback } = Object(properties[name])
      return [name, exampleValue(name, product) ?? fallback]
    }),
  )
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
