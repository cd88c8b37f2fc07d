// What becomes of the rows of a list that cannot be asked for: each is not found, with the reason, and counted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchRow, matchRows } from '../../../src/match/list/match-rows.ts'
import { openMatchList } from '../../../src/match/list/open-list.ts'
import { type ListRow, rowsOf } from '../../../src/match/list/rows.ts'
import { Folder } from '../../importers/fixtures.ts'
import { builtNational } from '../../search/built.ts'
import { national, nationalSource } from '../../search/small-world.ts'

const LABEL = '12 KING ST, NEWTOWN NSW 2042'
const search = await builtNational(nationalSource([national(LABEL)]))

test('a row that cannot be read or is too long is not found, with the reason', async (t) => {
  const most = `12 King St, Newtown NSW 2042 ${'x'.repeat(500)}`.slice(0, 500)
  const content = `address\n${LABEL}\n"12 King St" Newtown NSW 2042\n${most}\n${most}x`
  const list = await openMatchList(new Folder(t).write('list.csv', content), {
    columns: 'address=address',
  })
  const rows: ListRow[] = []
  for await (const some of rowsOf(list)) rows.push(...some)
  const outcomes = rows.map((row) => {
    const { verdict, id, reason } = matchRow(search, row, list.layout).match
    return [verdict, id !== '', /quote|longer than \d+|no address/.exec(reason)?.[0]]
  })
  assert.deepEqual(outcomes.slice(0, 2), [
    ['exact', true, undefined],
    ['not-found', false, 'quote'],
  ])
  assert.equal(outcomes[2]?.[2], undefined, 'the longest that is asked for')
  assert.deepEqual(outcomes[3], ['not-found', false, 'longer than 500'])
  const { text, summary } = matchRows(search, rows, list.layout)
  assert.equal(text.split('\n').length - 1, rows.length)
  assert.equal(summary.rows, rows.length)
})
