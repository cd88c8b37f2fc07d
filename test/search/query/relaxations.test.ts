// What may be given up of a line: it depends on what that line has, whatever was asked before.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokensOf } from '../../../src/index/words/fold.ts'
import { QueryReader } from '../../../src/search/query/query-reader.ts'
import type { Reading } from '../../../src/search/query/reading.ts'
import { relaxationsOf } from '../../../src/search/query/relaxations.ts'
import { RELAXED } from '../../../src/search/ranking.ts'
import { searchedIndex } from '../../../src/search/searched-index.ts'
import { Work } from '../../../src/search/work.ts'
import { builtSections } from '../built.ts'
import { nationalWorld } from '../synthetic.ts'

const { terms, records, premises } = searchedIndex(await builtSections(nationalWorld(3, 800)))
const reader = new QueryReader(terms, records.codes, premises)

function readingOf(line: string, hasUnit: boolean, hasLevel: boolean): Reading {
  const readings = reader.readings({ ...tokensOf(line), open: false }, new Work())
  const found = readings.find(
    ({ unit, level }) => (unit !== undefined) === hasUnit && (level !== undefined) === hasLevel,
  )
  return found ?? assert.fail(line)
}

test('a unit may be given up where one was typed, a level where one was, and both where both were', () => {
  const asked = [
    { reading: readingOf('12 HIGH STREET', false, false), missing: [''] },
    { reading: readingOf('UNIT 3 12 HIGH STREET', true, false), missing: ['', 'unit'] },
    { reading: readingOf('LEVEL 3 12 HIGH STREET', false, true), missing: ['', 'level'] },
    {
      reading: readingOf('UNIT 5 LEVEL 3 12 HIGH STREET', true, true),
      missing: ['', 'unit', 'level', 'unit and level'],
    },
  ]
  for (const order of [asked, asked.toReversed()]) {
    for (const { reading, missing } of order) {
      const named = relaxationsOf(reading, RELAXED).map(({ missesUnit, missesLevel }) =>
        [missesUnit ? 'unit' : [], missesLevel ? 'level' : []].flat().join(' and '),
      )
      const given = new Set(named)
      assert.deepEqual([...given], missing)
    }
  }
})
