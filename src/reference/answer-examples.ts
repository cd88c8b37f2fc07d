// Answers as the service gave them, with the sample data: the reference shows them, and a test holds them to be true.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../address/product.ts'

/** Written again by `UPDATE_DOCS=1` and the test of this file. */
export const ANSWER_EXAMPLES_FILE = join(import.meta.dirname, 'answer-examples.json')

/** By product, operation and status. */
type AnswerExamples = Readonly<
  Record<Product, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
>

const EXAMPLES: AnswerExamples = JSON.parse(readFileSync(ANSWER_EXAMPLES_FILE, 'utf8'))

/** Of each product that has one. */
export function answerExamples(
  operationId: string,
  status: string,
  products: readonly Product[],
): Readonly<Record<string, { readonly value: unknown }>> {
  const found = products.flatMap((product) => {
    const value = EXAMPLES[product][operationId]?.[status]
    return value === undefined ? [] : [[product, { value }] as const]
  })
  return Object.fromEntries(found)
}
