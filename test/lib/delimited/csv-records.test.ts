// Records of a small CSV text: cells, line numbers, and a fault that costs one line and not the rest of the file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRecords } from '../../../src/lib/delimited/csv-records.ts'

const read = (text: string) =>
  [...csvRecords(text)].map(({ line, cells, fault }) => [line, fault ?? cells])

test('cells are divided by commas, or by semicolons or tabs where the first line has no comma', () => {
  for (const divider of [',', ';', '\t']) {
    const text = ['a', 'b', ''].join(divider)
    assert.deepEqual(read(`${text}\r\n${text}`), [
      [1, ['a', 'b', '']],
      [2, ['a', 'b', '']],
    ])
  }
  assert.deepEqual(read('a,b;c'), [[1, ['a', 'b;c']]])
})

test('a quoted cell may hold dividers, line ends and doubled quotation marks, in any language', () => {
  assert.deepEqual(read('\ufeffé,"1, ""Old"" Mill\nRow"\n\n  \nx,5" pipe\n'), [
    [1, ['é', '1, "Old" Mill\nRow']],
    [5, ['x', '5" pipe']],
  ])
})

test('a line with a stray quotation mark is named, and the lines behind it are read', () => {
  assert.deepEqual(read('a,b\n"1"x,2\n"3,4\n5,6\n'), [
    [1, ['a', 'b']],
    [2, 'text follows a closing quotation mark'],
    [3, 'a quotation mark is not closed'],
    [4, ['5', '6']],
  ])
})

test('a line that is too long for an address is reported and not kept', () => {
  const [, second, third] = read(`a,b\n"${'x'.repeat(70_000)}\nc,d\n`)
  assert.deepEqual(second, [2, 'it is longer than 64 KiB, or a quotation mark is not closed'])
  assert.deepEqual(third, [3, ['c', 'd']])
})

test('a line of more cells than any address has is counted and not kept', () => {
  const [record] = csvRecords(','.repeat(300))
  assert.deepEqual([record?.columns, record?.cells.length], [301, 256])
})
