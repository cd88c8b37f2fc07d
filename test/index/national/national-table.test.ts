// Gathering the rows of a national file: what is kept word for word is bounded.
// Covers: src/index/national/overrides.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AU } from '../../../src/countries/au.ts'
import { NationalTable } from '../../../src/index/national/national-table.ts'
import { OverrideRows } from '../../../src/index/national/overrides.ts'
import { nationalWorld, rowsOf } from '../../search/synthetic.ts'

test('a file whose every label must be kept word for word is refused before memory is full', () => {
  const rows = rowsOf(nationalWorld(7, 20)).map((row) => ({ ...row, addressLabel: 'ELSEWHERE' }))
  const table = new NationalTable(AU, undefined, 10)
  const fill = () => {
    for (const row of rows) table.add(row)
  }
  assert.throws(fill, /^ImportRefused: More than 10 addresses have a label .* ELSEWHERE\.$/)
})

test('as many addresses as are allowed may be kept word for word, each in several fields', () => {
  const overrides = new OverrideRows(2)
  overrides.add(0, 'addressLabel', 'ONE')
  overrides.add(1, 'addressLabel', 'TWO')
  overrides.add(0, 'numberFirst', '1-2B')
  assert.throws(() => overrides.add(2, 'addressLabel', 'THREE'), /More than 2 addresses/)
})
