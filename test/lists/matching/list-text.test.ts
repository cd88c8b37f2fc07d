// What a person is shown of a matched list, word by word; sums of parts are the sum of the whole.
// Covers: src/lists/matching/summary.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutText, summaryText } from '../../../src/lists/matching/list-text.ts'
import {
  addToSummary,
  joinSummary,
  newSummary,
  typedText,
} from '../../../src/lists/matching/summary.ts'
import type { Match, Verdict } from '../../../src/match/verdict.ts'

function rowOf(row: number, verdict: Verdict, confidence: number, reason = '', fault = '') {
  const isFound = verdict === 'exact' || verdict === 'corrected'
  const address = isFound ? `${row} HIGH ST` : ''
  const id = isFound ? `id${row}` : ''
  const best = { id: `c${row}`, address: `${row} LOW ST`, confidence }
  const candidates = verdict === 'ambiguous' ? [best] : []
  const match: Match = { verdict, confidence, id, address, parts: [], candidates, reason }
  return { row, fault, input: `line ${row}`, match }
}

const ROWS = [
  ...Array.from({ length: 12 }, (_, at) => rowOf(at + 1, 'exact', at < 3 ? 1 : 0.95)),
  rowOf(13, 'corrected', 0.9),
  rowOf(14, 'corrected', 0.8999),
  rowOf(15, 'ambiguous', 0.5, 'Several fit.'),
  rowOf(16, 'ambiguous', 0.04, 'Several fit.'),
  rowOf(17, 'not-found', 0, 'Nothing is like it.', 'broken'),
  rowOf(18, 'not-found', 0, 'Nothing is like it.'),
  rowOf(19, 'not-found', 0, 'Nothing is like it.'),
  rowOf(20, 'not-found', 0, 'It names no place.'),
]

test('the summary of a list has counts, shares, confidences, reasons by their number and examples', () => {
  const summary = newSummary()
  for (const row of ROWS) addToSummary(summary, row)
  const lines = summaryText(summary)
    .split('\n')
    .map((line) => line.trimEnd())
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('  row')),
    [
      'VERDICT    ROWS   SHARE',
      'exact        12   60.0%',
      'corrected     2   10.0%',
      'ambiguous     2   10.0%',
      'not-found     4   20.0%',
      'all          20  100.0%',
      '1 of 20 rows cannot be read.',
      '',
      'CONFIDENCE  ROWS',
      `0.9 to 1.0    13  ${'#'.repeat(33)}`,
      '0.8 to 0.9     1  ###',
      '0.7 to 0.8     0',
      '0.6 to 0.7     0',
      '0.5 to 0.6     1  ###',
      '0.4 to 0.5     0',
      '0.3 to 0.4     0',
      '0.2 to 0.3     0',
      '0.1 to 0.2     0',
      '0.0 to 0.1     1  ###',
      '',
      'ROWS  NOT FOUND OR UNCERTAIN',
      '3     Nothing is like it.',
      '2     Several fit.',
      '1     It names no place.',
      '',
      'Examples, exact:',
      '',
      'Examples, corrected:',
      '',
      'Examples, ambiguous:',
      '',
      'Examples, not-found:',
    ],
  )
  const examples = lines.filter((line) => line.startsWith('  row'))
  assert.equal(examples.length, 10 + 2 + 2 + 4)
  assert.match(examples[0] ?? '', /^ {2}row 1: line 1 → 1 HIGH ST \(/)
  assert.match(examples[12] ?? '', /^ {2}row 15: line 15 → 15 LOW ST \(/)
  assert.equal(examples.at(-1), '  row 20: line 20 → It names no place.')
})

test('wherever a list is divided, its parts add up to the same', () => {
  const whole = newSummary()
  for (const row of ROWS) addToSummary(whole, row)
  for (let at = 0; at <= ROWS.length; at += 1) {
    const [first, second] = [newSummary(), newSummary()]
    for (const row of ROWS.slice(0, at)) addToSummary(first, row)
    for (const row of ROWS.slice(at)) addToSummary(second, row)
    joinSummary(first, second)
    assert.deepEqual(first, whole)
  }
})

test('reasons beyond the fiftieth are counted together', () => {
  const summary = newSummary()
  for (let at = 0; at < 60; at += 1) addToSummary(summary, rowOf(at, 'not-found', 0, `R${at}`))
  addToSummary(summary, rowOf(60, 'not-found', 0, 'R3'))
  assert.equal(Object.keys(summary.reasons).length, 51)
  assert.deepEqual([summary.reasons.R3, summary.reasons['Other reasons.']], [2, 10])
})

test('how a list is read is said with the command that says it otherwise', () => {
  const text = layoutText({
    file: 'list.csv',
    product: 'au',
    format: 'delimited',
    encoding: 'utf-8',
    delimiter: ',',
    hasHeader: true,
    fromLine: 2,
    names: ['Ref', "Owner's address", 'PC', 'PC'],
    reads: [
      { column: 1, role: 'address' },
      { column: 3, role: 'postcode' },
    ],
  } as unknown as Parameters<typeof layoutText>[0])
  const lines = text.split('\n').map((line) => line.trimEnd())
  assert.deepEqual(lines.slice(0, 7), [
    'list.csv: product au, utf-8, columns separated by commas, header in line 2.',
    '  COLUMN           READ AS',
    '  Ref              -',
    "  Owner's address  address",
    '  PC               -',
    '  PC               postcode',
    "If that is wrong: --columns 'address=Owner'\\''s address,postcode=4'",
  ])
})

test('what was asked is shown on one line, cut at two hundred characters', () => {
  assert.equal(typedText({ number: '12', street: 'King St' }), '12, King St')
  assert.equal(typedText('x'.repeat(200)).length, 200)
  assert.equal(typedText('x'.repeat(300)).length, 200)
})
