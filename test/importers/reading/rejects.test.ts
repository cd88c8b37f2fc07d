// What an import counts, shows and refuses: file by file, reading by reading, never more than a person can read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleText, type ImportReport, Tally } from '../../../src/importers/reading/rejects.ts'
import { ImportRefused } from '../../../src/lib/operator-error.ts'

const record = (line: number) => ({ line, excerpt: () => `row ${line}` })

/** Reads a file of so many rows, of which the first are bad. */
function readFile(tally: Tally, name: string, rows: number, bad: number): void {
  tally.beginFile(name)
  for (let line = 1; line <= rows; line += 1) {
    tally.recordsRead += 1
    if (line <= bad) tally.reject('state-unknown', record(line), 'STATE is "XX"')
    else tally.rows += 1
  }
  tally.endFile()
}

test('a file is judged by its own rows, whatever the files before it were like', () => {
  const tally = new Tally()
  readFile(tally, 'one.psv', 100, 5)
  readFile(tally, 'two.psv', 100, 5)
  assert.throws(
    () => readFile(tally, 'three.psv', 100, 6),
    (error) => {
      assert.ok(error instanceof ImportRefused)
      assert.equal(
        error.message,
        'three.psv is refused: 6 of the 100 rows read are bad: state-unknown 16, and more than 5% is too many. ' +
          'The first is line 1, state-unknown (STATE is "XX"): row 1',
      )
      return true
    },
  )
})

test('one bad row never refuses a file, and two of few do', () => {
  readFile(new Tally(), 'short.psv', 2, 1)
  assert.throws(() => readFile(new Tally(), 'short.psv', 3, 2), /2 of the 3 rows read are bad/)
})

test('a file that is mostly bad is given up after a thousand bad rows, and not before', () => {
  const tally = new Tally(1)
  tally.beginFile('bad.psv')
  const reject = () => {
    tally.recordsRead += 1
    tally.reject('columns', record(tally.recordsRead))
  }
  for (let row = 0; row < 1000; row += 1) reject()
  assert.throws(reject, /bad\.psv is refused: 1001 of the 1001 rows read are bad/)
  const half = new Tally(1)
  half.beginFile('half.psv')
  for (let row = 0; row < 3000; row += 1) {
    half.recordsRead += 2
    half.reject('columns', record(row))
  }
  half.endFile()
})

test('a second reading forgets the counts of the first, and keeps the notes', () => {
  const tally = new Tally()
  const all = () => {
    readFile(tally, 'one.psv', 40, 1)
    tally.skip('retired')
    tally.skip('retired')
    tally.skip('blank')
    tally.couldNotSplit('a \u001b row')
    tally.approximate += 1
    tally.unplaced += 2
    tally.end()
    return JSON.stringify(tally)
  }
  tally.note('a note')
  const first = all()
  assert.deepEqual(JSON.parse(first), {
    rows: 39,
    recordsRead: 40,
    rejected: 1,
    rejectedBy: { 'state-unknown': 1 },
    skipped: 3,
    skippedBy: { retired: 2, blank: 1 },
    approximate: 1,
    unplaced: 2,
    unsplit: 1,
    unsplitExamples: ['a · row'],
    examples: [
      {
        file: 'one.psv',
        line: 1,
        reason: 'state-unknown',
        detail: 'STATE is "XX"',
        excerpt: 'row 1',
      },
    ],
    notes: ['a note'],
  })
  tally.reset()
  assert.equal(all(), first)
})

test('ten examples of each kind and twenty notes are kept, the first of them', () => {
  const tally: Tally & ImportReport = new Tally(1)
  for (let at = 1; at <= 30; at += 1) {
    tally.recordsRead += 3
    tally.reject('quotes', record(at))
    tally.couldNotSplit(`row ${at}`)
    tally.note(`note ${at}`)
  }
  assert.deepEqual([tally.examples.length, tally.examples.at(-1)?.line], [10, 10])
  assert.deepEqual([tally.unsplitExamples.length, tally.unsplitExamples.at(-1)], [10, 'row 10'])
  assert.deepEqual([tally.notes.length, tally.notes.at(-1)], [20, 'note 20'])
  assert.deepEqual([tally.rejected, tally.unsplit], [30, 30])
})

test('data without one usable row is refused with what became of the others', () => {
  const tally = new Tally()
  assert.throws(() => tally.end(), /There is no usable row in the data \(0 rejected, 0 skipped\)/)
  tally.recordsRead += 1
  tally.reject('columns', record(1))
  tally.skip('blank')
  assert.throws(() => tally.end(), /\(1 rejected: columns 1, 1 skipped\)/)
})

test('an example says its line, its reason, the column at fault and the row', () => {
  const example = { file: 'a', line: 7, reason: 'columns', detail: '', excerpt: 'x,y' } as const
  assert.equal(exampleText(example), 'line 7, columns: x,y')
  assert.equal(exampleText({ ...example, detail: 'A is "B"' }), 'line 7, columns (A is "B"): x,y')
})
