// Columns of ids: taken apart into prefix and number, and put together again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { OtherPids, PidColumn } from '../../../src/index/ids/national-ids.ts'
import { Columns } from '../../../src/index/rows/growing-arrays.ts'
import { TextNumbers } from '../../../src/index/rows/text-numbers.ts'

const idLike = fc.oneof(
  fc.string({ unit: fc.constantFrom('G', 'A', '0', '1', '9', 'é', ' '), maxLength: 16 }),
  fc.tuple(fc.constantFrom('GAVIC', 'GANSW', 'x-'), fc.nat()).map(([head, n]) => head + n),
)

test('an id comes back as it was, whatever it looks like', () => {
  fc.assert(
    fc.property(fc.array(idLike), (ids) => {
      const prefixes = new TextNumbers()
      const own = new PidColumn(prefixes, new Columns())
      const others = new OtherPids(prefixes, new Columns())
      ids.forEach((id, row) => {
        own.push(id)
        others.add(row, id)
      })
      assert.deepEqual(
        ids.map((_, row) => own.text(row)),
        ids,
      )
      const filled = ids.filter((id) => id !== '')
      assert.deepEqual(
        filled.map((_, at) => others.text(at)),
        filled,
      )
    }),
  )
})

test('an id is a prefix and a number of at most nine digits that begins with none', () => {
  const prefixes = new TextNumbers()
  const column = new PidColumn(prefixes, new Columns())
  for (const id of ['GAVIC425325004', 'GA0012', '1234567890123', 'GA000', '']) column.push(id)
  const parts = Array.from({ length: 5 }, (_, row) => [
    prefixes.texts[column.prefix.at(row)],
    column.number.at(row),
  ])
  assert.deepEqual(parts, [
    ['GAVIC', 425325004],
    ['GA00', 12],
    ['1234', 567890123],
    ['GA000', 0xffffffff],
    ['', 0xffffffff],
  ])
})
