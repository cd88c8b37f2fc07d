// Cells that a spreadsheet would take for a formula are made harmless, and are what they were when they are read back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { harmless, quoted, shown } from '../../../src/lib/delimited/csv-cells.ts'

test('what begins like a formula gets an apostrophe, and nothing else does', () => {
  for (const text of ['=1+1', '+44', '-5', '@x', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x']) {
    assert.equal(harmless(text), `'${text}`)
  }
  for (const text of ['', '12 High Street', "O'Neill", 'a=b', "'quoted'"]) {
    assert.equal(harmless(text), text)
  }
  assert.equal(harmless("'=1"), "''=1")
})

test('every text comes back as it was', () => {
  const texts = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', 'a', ' ', ',', '"', '\n'),
  })
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(shown(harmless(text)), text)
    }),
    { numRuns: 300, seed: 3 },
  )
})

test('a cell with a separator, a quote, a line end or blanks at its ends is quoted', () => {
  for (const text of ['a,b', 'a;b', 'a\tb', 'a\rb', 'a\nb', ' a', 'a ', 'a"b']) {
    assert.equal(quoted(text), `"${text.replaceAll('"', '""')}"`)
  }
  for (const text of ['', 'a b', "a'b", 'a.b']) assert.equal(quoted(text), text)
})
