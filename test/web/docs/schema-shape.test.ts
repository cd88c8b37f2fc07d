// The shape of a body as the reference shows it: optional members, choices, lists, and limits in words.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meaningOf, shapeOf } from '../../../src/web/docs/schema-shape.ts'

test('members are written with their marks, nested ones below each other, and names that need it in quotes', () => {
  const schema = {
    type: 'object',
    required: ['a', 'list'],
    properties: {
      a: { type: 'string', description: 'Its `name`.' },
      'b-c': { type: 'integer', minimum: 1, maximum: 20, default: 6 },
      list: { items: { properties: { x: { type: 'number' } } } },
      kind: { enum: ['one', 'two'] },
      either: { anyOf: [{ type: 'string' }, { items: { type: 'string' } }] },
      any: { patternProperties: { '.*': { type: 'string' } } },
      none: { properties: {} },
    },
  }
  assert.equal(
    shapeOf(schema),
    `{
  a: string  <span class="comment">Its <code>name</code>.</span>
  &quot;b-c&quot;?: integer  <span class="comment">1 to 20, default 6.</span>
  list: [{
    x?: number
  }]
  kind?: &quot;one&quot; | &quot;two&quot;
  either?: string
or [string]
  any?: { [name]: string }
  none?: {}
}`,
  )
})

test('limits are a sentence of their own behind the meaning', () => {
  for (const [schema, sentence] of [
    [{ minimum: 0 }, 'At least 0.'],
    [{ maximum: 5 }, 'At most 5.'],
    [{ minimum: 1, maximum: 5 }, '1 to 5.'],
    [{ maxLength: 200 }, 'At most 200 characters.'],
    [{ maxLength: 9, default: '' }, 'At most 9 characters, default &quot;&quot;.'],
    [{ default: false }, 'Default false.'],
    [{}, ''],
  ] as const) {
    assert.equal(meaningOf(undefined, schema), sentence)
    assert.equal(meaningOf('What.', schema), `What. ${sentence}`.trim())
  }
})
