// Tables for people: columns line up, and no line ends in spaces.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns } from '../../src/lib/columns.ts'

test('every column is as wide as its widest cell, and the last one is not filled up', () => {
  const rows = [
    ['NAME', 'COUNT', 'NOTE'],
    ['a', '12345678', ''],
    ['longer', '1'],
  ]
  assert.equal(columns(rows), 'NAME    COUNT     NOTE\na       12345678\nlonger  1')
  assert.equal(columns([]), '')
})
