// Gathering the rows of a national file: what is kept word for word is bounded.
// Covers: src/index/national/overrides-writer.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NationalTable } from '../../../src/index/national/national-table.ts'
import { nationalWorld, rowsOf } from '../../search/synthetic.ts'

test('a file whose every label must be kept word for word is refused before memory is full', () => {
  const rows = rowsOf(nationalWorld(7, 20)).map((row) => ({ ...row, addressLabel: 'ELSEWHERE' }))
  const table = new NationalTable(undefined, 10)
  const fill = () => {
    for (const row of rows) table.add(row)
  }
  assert.throws(fill, /^ImportRefused: More than 10 addresses have a label .* ELSEWHERE\.$/)
})
