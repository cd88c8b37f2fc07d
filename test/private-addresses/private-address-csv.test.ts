// A file of private addresses: so many rows and no more, and the first faults of it by their lines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPrivateCsv } from '../../src/private-addresses/private-address-csv.ts'

const HEADER = 'postcode,line_1,residential'
const ROW = 'SK1 1AA,1 The Lane,true'

function read(...lines: readonly string[]) {
  return readPrivateCsv(`${lines.join('\n')}\n`, 'uk')
}

test('ten thousand addresses are taken, and one more is refused', () => {
  const whole = read(HEADER, ...Array(10_000).fill(ROW))
  assert(whole.kind === 'read')
  assert.equal(whole.addresses.length, 10_000)
  const more = read(HEADER, ...Array(10_001).fill(ROW))
  assert(more.kind === 'faults')
  assert.match(more.faults[0] ?? '', /more than the 10000 addresses/)
})

test('the first twenty faults are told with their lines, and all are counted', () => {
  const many = read(HEADER, ROW, ...Array(25).fill('NOPE,1 The Lane,true'))
  assert(many.kind === 'faults')
  assert.deepEqual([many.faults.length, many.count], [20, 25])
  assert.match(many.faults[0] ?? '', /^line 3: /)
  assert.match(many.faults.at(-1) ?? '', /^line 22: /)
})

test('columns are found by their names, and a wrong, double or missing one is named', () => {
  const turned = read('Residential,LINE-1,Postcode', 'false,1 The Lane,SK1 1AA')
  assert(turned.kind === 'read')
  assert.equal(turned.addresses[0]?.residential, false)
  for (const [header, sentence] of [
    ['postcode,line_1,residential,colour', /no column is named "colour"/],
    ['postcode,line_1,residential,line 1', /line_1 is there twice/],
    ['postcode,residential', /the column line_1 is missing/],
    ['', /empty|missing|no column/],
  ] as const) {
    const refused = read(header, ROW)
    assert(refused.kind === 'faults', header)
    assert.match(refused.faults[0] ?? '', sentence)
  }
})

test('a row of too many or too few cells is named with both counts', () => {
  const short = read(HEADER, 'SK1 1AA,1 The Lane')
  assert(short.kind === 'faults')
  assert.match(short.faults[0] ?? '', /^line 2: it has 2 cells, the first line has 3/)
})
