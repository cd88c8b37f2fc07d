// Elements that are known to be there: read as they are, and never silently missing.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementAt } from '../../src/lib/element-at.ts'

test('an element is read as it is, zero and empty ones too', () => {
  assert.equal(elementAt(['a', ''], 1), '')
  assert.equal(elementAt(Uint32Array.of(0, 7), 0), 0)
  assert.equal(elementAt('ab', 1), 'b')
})

test('an index out of range is an error, not undefined', () => {
  assert.throws(() => elementAt([], 0), /^RangeError: There is no element 0\.$/)
  assert.throws(() => elementAt(Uint32Array.of(1), -1), RangeError)
})
