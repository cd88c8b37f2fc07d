// JSON in slices is the text of JSON.stringify, and a large value is many slices.
// Covers: src/lib/turns/turns.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { finish, hasManyValues, JSON_VALUES_MAX, slicedJson } from '../../../src/lib/turns/turns.ts'

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

test('JSON of very many values is told by its text, whatever its texts have in them', () => {
  const most = JSON_VALUES_MAX
  for (const text of ['', 'a', '"', '\\', '\\"', '[{,', 'a "b", [c]\\\\"'.repeat(most)]) {
    for (const [value, isMany] of [
      [{ text, more: Array(most - 3).fill(text.slice(0, 9)) }, false],
      [{ text, more: Array(most - 1).fill(text.slice(0, 9)) }, true],
      [[text, text, text], false],
    ] as const) {
      assert.equal(finish(hasManyValues(JSON.stringify(value))), isMany, text.slice(0, 9))
    }
  }
  for (const [json, isMany] of [
    ['[],'.repeat(most), true],
    ['{'.repeat(most + 1), true],
    [`"${','.repeat(2 * most)}`, false],
    [' '.repeat(10 * most), false],
    ['', false],
  ] as const) {
    assert.equal(finish(hasManyValues(json)), isMany)
    assert.ok([...hasManyValues(json)].length <= json.length / 4096 + 1)
  }
})
