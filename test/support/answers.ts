// Whether an answer is what the definition of its endpoint says.

import assert from 'node:assert/strict'
import Value from 'typebox/value'
import type { Product } from '../../src/address/product.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import type { Answer } from './running.ts'

/** `product` tells the endpoints of a path apart that both variants have. */
export function assertAsDefined(
  method: string,
  path: string,
  { status, json }: Pick<Answer, 'status' | 'json'>,
  product?: Product,
): void {
  const endpoint = ENDPOINTS.find(
    (each) =>
      each.path === path &&
      (each.methods as readonly string[]).includes(method) &&
      (product === undefined || each.product === product),
  )
  const schema = endpoint?.answers[status]?.schema ?? assert.fail(`${method} ${path} ${status}`)
  assert.deepEqual([...Value.Errors(schema, json)], [], `${method} ${path}`)
}
