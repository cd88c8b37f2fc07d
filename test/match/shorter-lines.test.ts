// What is tried of a UK line that nothing fits: the glued number apart, without who is there, a place or the postcode.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shorterLines } from '../../src/match/shorter-lines.ts'

const LINES: readonly (readonly [line: string, ...shorter: string[]])[] = [
  ['12 High Street, Stockport, SK1 1AA', '12 High Street, SK1 1AA', '12 High Street, Stockport'],
  [
    'Acme Ltd, 12 High Street, Heaton Moor, Stockport, SK1 1AA',
    '12 High Street, Heaton Moor, Stockport, SK1 1AA',
    '12 High Street, SK1 1AA',
    '12 High Street, Stockport',
    '12 High Street, Heaton Moor, SK1 1AA',
    '12 High Street, Heaton Moor, Stockport',
  ],
  [
    '12 High Street Stockport SK1 1AA',
    '12 High Street Stockport  SK1 1AA',
    '12 High Street Stockport ',
    '12 High Street Stockport',
  ],
  [
    'Rose Cottage, Mill Lane, Stockport',
    'Mill Lane, Stockport, ',
    'Rose Cottage, Stockport',
    'Rose Cottage, Mill Lane, ',
  ],
  [
    'Rose Cottage, Mill Lane, Stockport, sk11aa',
    'Mill Lane, Stockport, sk11aa',
    'Rose Cottage, sk11aa',
    'Rose Cottage, Stockport',
    'Rose Cottage, Mill Lane, sk11aa',
    'Rose Cottage, Mill Lane, Stockport',
  ],
  ['12MELODY Road, Stockport', '12 MELODY Road, Stockport', '12 MELODY Road, '],
  ['12th Street, Stockport', '12th Street, '],
  ['12A Road, Stockport', '12A Road, '],
  ['12ABC Road', '12 ABC Road', '12 ABC Road '],
  ['123456ABC Road', '123456ABC Road '],
  ['SK1 1AA'],
  ['12'],
  [''],
  [
    '1, 2, 3 Road, 4, 5, 6, 7, 8, 9 Close, SK1 1AA',
    '1, SK1 1AA',
    '1, 2, 3 Road, 4, 5, 6, 7, SK1 1AA',
    '1, 2, 3 Road, 4, 5, 6, 7, 8',
  ],
  ['Acme, SK1 1AA', 'SK1 1AA', ' SK1 1AA', 'Acme'],
  [
    'Flat 3, 12 High Street, Stockport',
    '12 High Street, Stockport, ',
    '12 High Street, Stockport',
    '12 High Street, ',
  ],
  ['12 High Street,, Stockport,', '12 High Street, Stockport', '12 High Street, '],
  ['Jane Smith 12 High Street Stockport', '12 High Street Stockport ', '12 High Street Stockport'],
  ['EC1A 1BB, 12 High Street', '12 High Street EC1A 1BB', '12 High Street'],
]

test('a UK line gives up one thing after the other, the likeliest first, and never says the same twice', () => {
  for (const [line, ...shorter] of LINES) assert.deepEqual(shorterLines(line, 'uk'), shorter, line)
})

test('an Australian line is left to the engine', () => {
  for (const [line] of LINES) assert.deepEqual(shorterLines(line, 'au'), [], line)
})
