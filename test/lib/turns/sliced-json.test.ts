// JSON in slices is the text of JSON.stringify, and a large value is many slices.
// Covers: src/lib/turns/turns.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finish, slicedJson } from '../../../src/lib/turns/turns.ts'

test('the text is that of JSON.stringify, whatever the value', () => {
  const deep = { a: [{ b: [[[[{ c: [1, { d: undefined, e: null }] }]]]] }] }
  for (const value of [
    null,
    true,
    'a "quoted" line\n\u2028 é 😀',
    [],
    {},
    [undefined, null, Number.NaN, [undefined]],
    { gone: undefined, '"': 1, é: { gone: undefined, there: '' } },
    deep,
    [deep, deep],
  ]) {
    assert.equal(finish(slicedJson(value)), JSON.stringify(value))
  }
})

test('a long list can pause after each of its entries', () => {
  const list = Array.from({ length: 1000 }, (_, at) => ({ at }))
  assert.ok([...slicedJson({ list })].length >= 1000)
})
