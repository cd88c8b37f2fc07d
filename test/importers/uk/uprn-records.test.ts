// Records come back by UPRN whatever order they came in, with nothing lost or changed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { CSV, fieldsOf } from '../../../src/importers/reading/table.ts'
import { UprnRecords } from '../../../src/importers/uk/uprn-records.ts'
import { Splitter } from '../../../src/lib/delimited/splitter.ts'
import { csvLine } from '../fixtures.ts'

/** What comes out of lines of UPRN, role and two texts. */
function cameBack(lines: readonly string[]): string[][] {
  using records = new UprnRecords()
  const splitter = new Splitter(CSV)
  splitter.feed(Buffer.from(lines.map((line) => `${line}\n`).join('')))
  while (splitter.next()) {
    const role = splitter.text(1)
    records.add(Number(splitter.text(0)), role, splitter, Int32Array.from([2, -1, 3]), 7)
  }
  const out = new Splitter(CSV)
  out.feed(Buffer.concat([...records.pieces()]))
  const rows: string[][] = []
  while (out.next()) rows.push(fieldsOf(out))
  return rows
}

test('a record comes back as UPRN, role, its columns, key, file and line, with quotes and without line ends', () => {
  const lines = ['5,b,"A ""B"", c","d\ne"', '999999999999,a,é,']
  assert.deepEqual(cameBack(lines).sort(), [
    ['5', 'b', 'A "B", c', '', 'd e', '', '7', '1'],
    ['999999999999', 'a', 'é', '', '', '', '7', '3'],
  ])
})

test('records of a UPRN come together, by role and then by what they say, in any order of the file', () => {
  const random = new SeededRandom(4)
  const texts = ['x', 'High Street', '12, Oak "Court"', 'Ynys Môn', '']
  const put = Array.from({ length: 3000 }, (_, at) => {
    const uprn = 1 + random.below(random.chance(0.5) ? 300 : 999_999_999_999)
    const text = random.chance(0.002) ? 'a'.repeat(40_000) : random.pick(texts)
    return [String(uprn), random.pick(['a', 'b1', 'b2', 'c']), text, String(at)]
  })
  const through = (rows: readonly string[][]) =>
    cameBack(rows.map(csvLine)).map(([uprn, role, text, , at]) => [uprn, role, text, at])
  const got = through(put)
  const shuffled = put.toSorted(() => random.next() - 0.5)
  assert.deepEqual(through(shuffled), got)
  assert.deepEqual(got.map(String).sort(), put.map(String).sort(), 'nothing is lost or changed')
  const runs = got.filter(([uprn], at) => uprn !== got[at - 1]?.[0])
  assert.equal(runs.length, new Set(got.map(([uprn]) => uprn)).size, 'no UPRN comes twice')
  const bytes = ([, role = '', text = '', at = '']: readonly (string | undefined)[]) =>
    Buffer.from(csvLine([role, text, at]))
  for (const [at, row] of got.entries()) {
    const before = got[at - 1]
    if (before?.[0] === row[0]) assert.ok(Buffer.compare(bytes(before), bytes(row)) <= 0)
  }
})
