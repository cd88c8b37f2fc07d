// A backup that is cut, damaged or of something else is refused whole, and what a backup leaves out is not in it.
// Covers: src/store/restore.ts, src/store/backup.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { addOperator } from '../../src/account/operators/operators.ts'
import { backupLines, keptTables } from '../../src/store/backup.ts'
import { openStore } from '../../src/store/open-store.ts'
import { restoreLines } from '../../src/store/restore.ts'
import type { Store } from '../../src/store/store.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { newDataDir } from '../support/stores.ts'

const PLANS = makePlans({ name: 'small', daily_lookup_limit_1: 10 })
/** What is of a moment or of a node, can be asked for again, or is too large. */
const LEFT_OUT =
  'batch batch_chunk console_session node sign_in_link sign_in_mailbox test_clock'.split(' ')

async function linesOf(store: Store): Promise<string[]> {
  const lines: string[] = []
  for await (const line of backupLines(store, 0)) lines.push(line)
  return lines
}

async function* given(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

test('a backup is restored whole or not at all', async (t) => {
  const open = async () => {
    const store = await openStore({ databaseUrl: '', dataDir: newDataDir(t) })
    t.after(() => store.close())
    return store
  }
  const from = await open()
  await newCaller(from, PLANS, 'small', 0)
  await addOperator(from, 'Ada', 0)
  const lines = await linesOf(from)
  const [head = ''] = lines
  const into = await open()
  const refused = async (damaged: readonly string[], sentence: RegExp, what: string) => {
    await assert.rejects(
      restoreLines(into, given(damaged)),
      (error) => error instanceof StoreError && sentence.test(error.message),
      what,
    )
    const { rows } = await sql`select id from account`.execute(into.db)
    assert.deepEqual(rows, [], `${what}: nothing stays`)
  }
  const cut = /cut short/
  const damage = /not a backup of Doorplate, or is damaged/
  for (let end = 1; end < lines.length; end += 1) {
    await refused(lines.slice(0, end), cut, `the first ${end} of ${lines.length} lines`)
  }
  const rowAt = lines.findIndex((line) => line.startsWith('['))
  const lastRow = lines.findLastIndex((line) => line.startsWith('['))
  const changed = (at: number, line: string) => lines.toSpliced(at, 1, line)
  const version = JSON.parse(head).tables_version
  const other = (by: number) => head.replace(`${version}`, `${version + by}`)
  for (const [what, damaged, sentence] of [
    ['a row is missing', lines.toSpliced(lastRow, 1), cut],
    ['a row appears twice', lines.toSpliced(rowAt, 0, lines[rowAt] ?? ''), damage],
    ['a row is too short', changed(rowAt, '["x"]'), damage],
    ['a row has another type', changed(rowAt, '7'), damage],
    ['a line is no JSON', changed(rowAt, '[1,'), damage],
    ['nothing at all', [''], damage],
    ['another format', changed(0, head.replace('backup":1', 'backup":2')), damage],
    ['an older version', changed(0, other(-1)), /of another version/],
    ['a newer version', changed(0, other(1)), /of another version/],
    ['no head', lines.slice(1), damage],
    [
      'a table that is unknown',
      lines.toSpliced(1, 0, '{"table":"secret","columns":["a"]}'),
      damage,
    ],
    ['one that is left out', lines.toSpliced(1, 0, '{"table":"node","columns":["id"]}'), damage],
  ] as const) {
    await refused(damaged, sentence, what)
  }
  const rows = lines.filter((line) => line.startsWith('[')).length
  assert.equal(await restoreLines(into, given(lines)), rows)
  assert.deepEqual((await linesOf(into)).sort(), lines.toSorted())
  await assert.rejects(restoreLines(into, given(lines)), /has accounts already/)
  assert.deepEqual((await linesOf(into)).sort(), lines.toSorted(), 'it stays as it was')
  const { rows: made } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(
    from.db,
  )
  const own = ['migration_checksum', 'schema_version']
  const all = made.map(({ name }) => name).filter((name) => !own.includes(name))
  assert.deepEqual([...keptTables(), ...LEFT_OUT].sort(), all.sort())
})
