// Lists of row numbers: sorted by key and thinned out.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kept, sortByKey } from '../../../src/index/rows/row-order.ts'

test('rows are sorted by key, and rows of one key stay in order', () => {
  const keys = fc.array(fc.integer({ min: 0, max: 0xffffffff }).map((key) => key % 0xf0000007))
  fc.assert(
    fc.property(keys, fc.nat({ max: 3 }), (list, few) => {
      const keyOf = Uint32Array.from(list, (key) => (few === 0 ? key % 3 : key))
      const rows = Uint32Array.from(list, (_, row) => row)
      const expected = [...rows].sort((a, b) => keyOf[a] - keyOf[b])
      assert.deepEqual([...sortByKey(rows, keyOf)], expected)
      const odd = kept(
        Uint32Array.from(list, (_, row) => row),
        (row) => row % 2 === 1,
      )
      assert.equal(odd.length, list.length >> 1)
    }),
  )
})
