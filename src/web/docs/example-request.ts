// The curl line of an operation: with values that could be real, and variables for what the reader must fill in.

import type { Product } from '../../address/product.ts'
import type { Json, Operation } from '../../reference/openapi-operation.ts'
import { isObject } from './schema-shape.ts'

export interface ExampleFacts {
  readonly baseUrl: string
  readonly product: Product
  /** What one could type. */
  readonly term: string
}

const OF_PRODUCT: Readonly<Record<Product, Readonly<Record<string, string>>>> = {
  uk: {
    address: '10 Downing Street, London SW1A 2AA',
    latitude: '51.5034',
    longitude: '-0.1276',
    from: 'SW1A 2AA',
    from_latitude: '51.5034',
    from_longitude: '-0.1276',
    to: 'M1 1AE',
    to_latitude: '53.4810',
    to_longitude: '-2.2370',
  },
  au: {
    address: '8-10 Taylor St, Melbourne VIC 3000',
    latitude: '-37.8175',
    longitude: '144.9644',
    from_latitude: '-37.8175',
    from_longitude: '144.9644',
    to_latitude: '-33.8688',
    to_longitude: '151.2093',
  },
}

const VALUES: Readonly<Record<string, unknown>> = {
  postcode: 'SW1A 2AA',
  house: '10',
  host: 'shop.example.com',
  kind: 'expired',
  number: '1',
  day: 1,
  month: 11,
  year: 2026,
  from_day: 1,
  from_month: 11,
  from_year: 2026,
  to_day: 30,
  to_month: 11,
  to_year: 2026,
  label: 'Shop',
  name: 'Shop',
  'auto-upgrade': true,
  plan_name: 'standard',
  'email-address': 'books@example.com',
  'new-email-address': 'owner@example.com',
  line_1: 'The Old Forge',
  line1: 'The Old Forge',
  residential: true,
  url: 'https://shop.example.com',
  grace: 3600,
}

const KEY_VARIABLES: Readonly<Record<string, string>> = {
  apiKey: '$API_KEY',
  domainToken: '$API_KEY',
  adminKey: '$ADMIN_KEY',
}

export function curlLine(
  method: string,
  path: string,
  operation: Operation,
  facts: ExampleFacts,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => segment(name, facts))
  const [scheme = 'apiKey'] = operation.security.flatMap((each) => Object.keys(each))
  const url = `"${facts.baseUrl}${filled}?api-key=${KEY_VARIABLES[scheme]}"`
  const body = bodyOf(operation)
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `
  return `curl ${verb}${url}${body === undefined ? '' : ` \\\n  -d '${JSON.stringify(body)}'`}`
}

function segment(name: string, { product, term }: ExampleFacts): string {
  const value = name === 'term' ? term : (OF_PRODUCT[product][name] ?? VALUES[name])
  // An id is in an answer of another call.
  return value === undefined ? `$${name.toUpperCase()}` : encodeURIComponent(String(value))
}

function bodyOf({ requestBody }: Operation): Json | undefined {
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined || !isObject(schema.properties)) return undefined
  const { properties } = schema
  const needed = Array.isArray(schema.required) ? schema.required.map(String) : undefined
  const names = needed ?? Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, memberValue(name, properties[name])]))
}

function memberValue(name: string, schema: unknown): unknown {
  if (name in VALUES) return VALUES[name]
  return isObject(schema) ? schema.default : undefined
}
