// Objects made of a list of names: each name has its own value, in the order of the list.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordOf } from '../../src/lib/record-of.ts'

test('each name gets its value, in the order of the names', () => {
  const made = recordOf(['b', 'a'], (name, at) => `${name}${at}`)
  assert.deepEqual(Object.entries(made), [
    ['b', 'b0'],
    ['a', 'a1'],
  ])
})
