// Examples for the reference: values of parameters that could be real, and answers that the service really gave.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../address/product.ts'
import { countryOf, DEFAULT_COUNTRY } from '../countries/country.ts'

const VALUES: Readonly<Record<string, unknown>> = {
  host: 'shop.example.com',
  account: 'acc_1pW0vXq8ZrT5nYkC3sLd7G',
  account_id: 'acc_1pW0vXq8ZrT5nYkC3sLd7G',
  event: 'msg_test_0MGkdrfe0N6CzPX9b4EYxW',
  mail: '019a8f2c4b7e3d1f6a5c',
  release: 'uk-2026-02-28-1a2b3c',
  layer: 'ward',
  email: 'owner@example.com',
  product: DEFAULT_COUNTRY.product,
  state: 'paid',
  note: 'Pays by bank transfer.',
  lines: ['Example Ltd', '1 High Street', 'London SW1A 1AA'],
  kind: 'expired',
  number: '1',
  row: 12,
  choice: 'none',
  day: 18,
  month: 11,
  year: 2026,
  from_day: 16,
  from_month: 11,
  from_year: 2026,
  to_day: 18,
  to_month: 11,
  to_year: 2026,
  label: 'Shop',
  name: 'Shop',
  'auto-upgrade': true,
  plan_name: 'standard',
  'email-address': 'books@example.com',
  'new-email-address': 'accounts@example.com',
  line_1: 'The Old Forge',
  line1: 'The Boathouse',
  residential: true,
  url: 'https://shop.example.com',
  kinds: ['track', 'batch-finished'],
  grace: 3600,
  territory: 'delivery',
  geojson:
    '{"type":"Feature","properties":{"name":"North"},"geometry":{"type":"Polygon","coordinates":[[[144.9,-37.8],[145,-37.8],[145,-37.7],[144.9,-37.8]]]}}',
  csv: 'postcode,line_1,residential\nAB15 9HL,The Old Forge,true',
}

/** What is named `id` below these paths: in the recorded answers it stands for the id that was really given. */
export const EXAMPLE_IDS: Readonly<Record<string, string>> = {
  '/cc/expired': '1',
  '/cc/invoices': '2',
  '/webhook': '1',
  '/private-address': '2',
  '/v2/private-address': 'pa_7ZcAoiXSuI5Dj7QltEc135',
  '/batch': 'batch_4mVd0QpTz8RkYw2Jx6LcNh',
  '/operator/batch': 'batch_4mVd0QpTz8RkYw2Jx6LcNh',
}

/** Undefined where there is no example. */
export function exampleValue(name: string, product: Product, path: string): unknown {
  const { place, parameters } = countryOf(product).examples
  if (name === 'term' && /^\/(location|typeahead)/.test(path)) return place
  if (name === 'add') return [parameters.id]
  // `from_latitude` is a latitude, too.
  if (name !== 'id') return parameters[name.replace(/^from_/, '')] ?? VALUES[name]
  if (path.startsWith('/get-location')) return parameters.location
  const [, id] = Object.entries(EXAMPLE_IDS).find(([start]) => path.startsWith(start)) ?? []
  return id ?? parameters.id
}

/** The addresses of the example as a CSV file. */
export function exampleList(product: Product): string {
  const { address, addresses } = countryOf(product).examples.parameters
  const rows = [address].concat(addresses).map((line) => `"${line}"\n`)
  return `address\n${rows.join('')}`
}

/** From the sample data; written again by `UPDATE_DOCS=1` and the test of this file. */
export const ANSWER_EXAMPLES_FILE = join(import.meta.dirname, 'answer-examples.json')

/** By product, operation and status. */
type AnswerExamples = Readonly<
  Partial<Record<Product, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
>

const EXAMPLES: AnswerExamples = JSON.parse(readFileSync(ANSWER_EXAMPLES_FILE, 'utf8'))

/** The example of each product that has one. */
export function answerExamples(operationId: string, status: string, products: readonly Product[]) {
  const found = products.flatMap((product) => {
    const value = EXAMPLES[product]?.[operationId]?.[status]
    return value === undefined ? [] : [[product, { value }] as const]
  })
  return Object.fromEntries(found)
}
