// Examples for the reference: values of parameters that could be real, and answers that the service really gave.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../address/product.ts'
import { countryOf, DEFAULT_COUNTRY } from '../countries/country.ts'

const VALUES: Readonly<Record<string, unknown>> = {
  host: 'shop.example.com',
  account: 'acc_1pW0vXq8ZrT5nYkC3sLd7G',
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
  'new-email-address': 'accounts@example.com',
  line_1: 'The Old Forge',
  line1: 'The Old Forge',
  residential: true,
  url: 'https://shop.example.com',
  grace: 3600,
  csv: 'postcode,line_1,residential\nAB15 9HL,The Old Forge,true',
}

/** Undefined where the reader must fill it in. */
export function exampleValue(name: string, product: Product): unknown {
  return countryOf(product).examples.parameters[name] ?? VALUES[name]
}

/** Where places are looked up, the name of one. */
export function termFor(path: string, product: Product, term?: string): string {
  const { place, parameters } = countryOf(product).examples
  if (/^\/(location|typeahead)/.test(path)) return place
  return term ?? String(parameters.term)
}

/** From the sample data; written again by `UPDATE_DOCS=1` and the test of this file. */
export const ANSWER_EXAMPLES_FILE = join(import.meta.dirname, 'answer-examples.json')

/** By product, operation and status. */
type AnswerExamples = Readonly<
  Partial<Record<Product, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>
>

const EXAMPLES: AnswerExamples = JSON.parse(readFileSync(ANSWER_EXAMPLES_FILE, 'utf8'))

/** Of each product that has one. */
export function answerExamples(operationId: string, status: string, products: readonly Product[]) {
  const found = products.flatMap((product) => {
    const value = EXAMPLES[product]?.[operationId]?.[status]
    return value === undefined ? [] : [[product, { value }] as const]
  })
  return Object.fromEntries(found)
}
