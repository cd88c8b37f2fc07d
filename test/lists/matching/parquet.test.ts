// A list in Parquet comes back with its own columns untouched, whatever they are, and with the results behind them.
// Covers: src/lists/matching/{parquet-file,parquet-output}.ts

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { openIndex } from '../../../src/engine/engine.ts'
import { NO_PROGRESS } from '../../../src/importers/reading/progress.ts'
import { type MatchFileRun, matchFile } from '../../../src/lists/matching/match-file.ts'
import { openMatchList } from '../../../src/lists/matching/match-list.ts'
import { MatchThreads } from '../../../src/lists/matching/match-threads.ts'
import { buildOneStreet } from './one-street.ts'

/** Written by pyarrow 25: 1,300 rows in groups of 1,200 and 100, with a decimal, a time, a list and a struct. */
const PYARROW = join(import.meta.dirname, 'pyarrow.parquet')

const folder = mkdtempSync(join(tmpdir(), 'doorplate-parquet-'))
after(() => rmSync(folder, { recursive: true }))
const at = (name: string) => join(folder, name)

const { path: indexPath, release } = await buildOneStreet(at('releases'))
const { memory } = await openIndex(indexPath, 'au')
const threads = new MatchThreads(2, memory)
after(() => threads[Symbol.asyncDispose]())

let ms = 0
async function matched(path: string, name: string, more: Partial<MatchFileRun> = {}) {
  return matchFile({
    ...{
      path,
      list: await openMatchList(path, { product: 'au' }),
      output: at(name),
      release,
      threads,
    },
    progress: NO_PROGRESS,
    monotonicMs: () => {
      ms += 1000
      return ms
    },
    tell: () => undefined,
    ...more,
  })
}

async function read(path: string) {
  const file = await asyncBufferFromFile(path)
  const { schema, row_groups: groups } = await parquetMetadataAsync(file)
  return { schema, groups, rows: await parquetReadObjects({ file }) }
}

function written(name: string, columnData: ColumnSource[], rowGroupSize = 1000): string {
  writeFileSync(at(name), Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize })))
  return at(name)
}

const ADDRESSES = ['1 Wattle St, Exampleton VIC 3999', '2 Wattle St, Exampleton VIC 3999', '?']

test('columns of all types, row groups and rows stay as they are, and the results follow', async () => {
  const summary = await matched(PYARROW, 'whole.parquet')
  assert.equal(summary.rows, 1300)
  const list = await read(PYARROW)
  const output = await read(at('whole.parquet'))
  assert.deepEqual(
    output.groups.map((group) => group.num_rows),
    [1200n, 100n],
  )
  // The root has more children; an integer of 16 bits is known by its older name alone.
  const types = list.schema.slice(1).map(({ logical_type, ...element }) => element)
  assert.deepEqual(
    output.schema.slice(1, list.schema.length).map(({ logical_type, ...element }) => element),
    types,
  )
  for (const [row, own] of list.rows.entries()) {
    const { match_id, match_verdict, match_confidence, ...rest } = output.rows[row] ?? {}
    for (const [name, value] of Object.entries(own)) assert.deepEqual(rest[name], value)
    assert.equal(match_id, row % 7 === 0 ? '' : `GAVIC${(row % 50) + 1}`)
    assert.equal(match_verdict === 'not-found', row % 7 === 0)
    assert.equal(typeof match_confidence, 'number')
  }
})

test('a match that is killed goes on after the last row group and ends with the same bytes', async () => {
  await matched(PYARROW, 'once.parquet')
  class Killed extends Error {}
  const lines: string[] = []
  // The first group has three blocks.
  for (const blocksMax of [2, 3]) {
    let blocks = 0
    const advance = () => {
      blocks += 1
      if (blocks > blocksMax) throw new Killed()
    }
    const progress = { ...NO_PROGRESS, advance }
    await assert.rejects(matched(PYARROW, 'killed.parquet', { progress }), Killed)
  }
  await matched(PYARROW, 'killed.parquet', { tell: (line) => lines.push(line) })
  assert.deepEqual(lines, ['Continuing after row 1,200.'])
  assert.ok(readFileSync(at('killed.parquet')).equals(readFileSync(at('once.parquet'))))
})

test('columns are guessed as those of text, numbers included, and a list matched before gets others', async () => {
  const path = written('parts.parquet', [
    { name: 'Street', data: ADDRESSES.map((line) => line.split(',')[0]) },
    { name: 'Suburb', data: ['Exampleton', 'Exampleton', ''] },
    { name: 'Postcode', data: [3999, 3999, 1], type: 'INT32' },
    { name: 'match_verdict', data: ['old', 'old', 'old'] },
  ])
  await matched(path, 'parts-matched.parquet')
  const { rows } = await read(at('parts-matched.parquet'))
  assert.deepEqual(
    rows.map((row) => [row.match_verdict, row.match_id_2]),
    [
      ['old', 'GAVIC1'],
      ['old', 'GAVIC2'],
      ['old', ''],
    ],
  )
})

const REFUSED: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
  [
    'a nested column',
    () => openMatchList(PYARROW, { product: 'au', columns: 'address=who' }),
    /^pyarrow\.parquet: column who is nested; choose columns of texts or numbers with --columns\.$/,
  ],
  [
    'text under its name',
    () => {
      writeFileSync(at('text.parquet'), 'address\n1 Wattle St\n')
      return openMatchList(at('text.parquet'))
    },
    /text\.parquet cannot be read: it is not Parquet, it is damaged or it uses a feature/,
  ],
  [
    'a file that is cut',
    () => {
      const bytes = readFileSync(PYARROW)
      writeFileSync(
        at('cut.parquet'),
        Buffer.concat([bytes.subarray(0, 4), bytes.subarray(bytes.length - 9000)]),
      )
      return openMatchList(at('cut.parquet'))
    },
    /cut\.parquet/,
  ],
  [
    'no file',
    () => openMatchList(at('none.parquet')),
    /none\.parquet cannot be read: there is no such file or folder\.$/,
  ],
  [
    'no row',
    () => openMatchList(written('empty.parquet', [{ name: 'address', data: [], type: 'STRING' }])),
    /^empty\.parquet has no row/,
  ],
  [
    'options of text',
    () => openMatchList(PYARROW, { isLines: true }),
    /^pyarrow\.parquet is Parquet: --lines and --no-header are for text\.$/,
  ],
  [
    'an output of text',
    () => matched(PYARROW, 'out.csv'),
    /out\.csv cannot be written: Parquet is written as Parquet; give another name with --output\.$/,
  ],
]

for (const [what, work, sentence] of REFUSED) {
  test(`refused with one sentence: ${what}`, async () => {
    await assert.rejects(work(), (error) => {
      assert.match((error as Error).message, sentence)
      return true
    })
  })
}
