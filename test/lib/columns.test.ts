// Text for people: columns line up, no line ends in spaces, and one of something is not several.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns, count, counted, table } from '../../src/lib/columns.ts'

test('every column is as wide as its widest cell, and the last one is not filled up', () => {
  const rows = [
    ['NAME', 'COUNT', 'NOTE'],
    ['a', '12345678', ''],
    ['longer', '1'],
  ]
  assert.equal(columns(rows), 'NAME    COUNT     NOTE\na       12345678\nlonger  1')
  assert.equal(columns([]), '')
})

test('a column of figures is aligned right, and an empty table says None', () => {
  const items = ['-A$1,900.00', 'CHF 19.00', '£0.05']
  const cells = { NAME: () => '1', TOTAL: (total: string) => total, STATE: () => 'paid' }
  assert.equal(
    table(items, cells),
    'NAME        TOTAL  STATE\n1     -A$1,900.00  paid\n1       CHF 19.00  paid\n1           £0.05  paid',
  )
  assert.match(table(['12', 'none'], cells), /\n1 {5}12 {5}paid\n1 {5}none {3}paid$/)
  assert.equal(table([], cells), 'None.')
})

test('one of something is in the singular, and large numbers are grouped', () => {
  assert.equal(counted(1, 'row'), '1 row')
  assert.equal(counted(0, 'row'), '0 rows')
  assert.equal(counted(12_345, 'private address'), '12,345 private addresses')
  for (const number of [999, 1000, 100_000, 1_234_567, -999, -1000, Number.MAX_SAFE_INTEGER]) {
    assert.equal(count(number), number.toLocaleString('en-GB'))
  }
})
