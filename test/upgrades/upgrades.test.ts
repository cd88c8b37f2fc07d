// Upgrades: a data folder that 0.1.0 made is taken over with nothing lost, and a downgrade is refused.
// Covers: src/store/migrate.ts, src/store/migrations.ts

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MIGRATIONS } from '../../src/store/migrations.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { runCli } from '../support/cli.ts'
import { type Ending, newDataDir } from '../support/stores.ts'

const FIXTURE = 'test/upgrades/0.1.0.tar.gz'

interface KeptTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

function dataOf010(t: Ending): string {
  const folder = newDataDir(t)
  execFileSync('tar', ['-xzf', FIXTURE, '-C', folder])
  return folder
}

/** What 0.1.0 itself wrote of its store as a backup. */
function backedUp(folder: string): readonly KeptTable[] {
  const lines = readFileSync(join(folder, 'store.jsonl'), 'utf8').trim().split('\n')
  const tables: { name: string; columns: string[]; rows: unknown[][] }[] = []
  for (const line of lines.slice(1).map((text) => JSON.parse(text))) {
    if (Array.isArray(line)) tables.at(-1)?.rows.push(line)
    else if (line.table !== undefined) {
      tables.push({ name: line.table, columns: line.columns, rows: [] })
    }
  }
  return tables
}

async function rowsNow({ db }: Store, { name, columns }: KeptTable): Promise<unknown[][]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
  return rows.map((row) => columns.map((column) => row[column]))
}

test('every row of a store of 0.1.0 is there after the upgrade, with the values that it had', async (t) => {
  const folder = dataOf010(t)
  const before = backedUp(folder)
  assert.ok(before.length >= 10, String(before.length))
  const store = await openStore({ databaseUrl: '', dataDir: join(folder, 'data') })
  t.after(() => store.close())
  for (const table of before) {
    const now = (await rowsNow(store, table)).map((row) => JSON.stringify(row))
    for (const row of table.rows) assert.ok(now.includes(JSON.stringify(row)), table.name)
    assert.equal(now.length, table.rows.length, table.name)
  }
})

test('the books of 0.1.0 add up after the upgrade, and its accounts are listed', async (t) => {
  const dataDir = join(dataOf010(t), 'data')
  const env = { DATA_DIR: dataDir }
  const doctor = await runCli(['doctor', '--json'], env)
  assert.equal(JSON.parse(doctor.out).ok, true, doctor.out)
  const list = JSON.parse((await runCli(['account', 'list', '--json'], env)).out)
  assert.deepEqual(list.accounts.map(({ email }: { email: string }) => email).sort(), [
    'depot@example.com',
    'shop@example.com',
  ])
})

test('a release of 0.1.0 is refused with the sentence that says how to import it again', async (t) => {
  const dataDir = join(dataOf010(t), 'data')
  const pointer = join(dataDir, 'releases/au.current')
  const before = readFileSync(pointer, 'utf8')
  const said = await runCli(['serve'], { DATA_DIR: dataDir, PORT: '0' })
  assert.equal(said.code, 1)
  assert.match(said.err, /The release au-\S+ cannot be read: .* made by another version/)
  assert.match(said.err, /Import its source again, as "[^"]+ help import" says/)
  assert.equal(said.err.trim().split('\n').length, 1, said.err)
  assert.equal(readFileSync(pointer, 'utf8'), before, 'no sample took its place')
})

test('a store of a later version is refused, and not one byte of it is changed', async (t) => {
  const dataDir = join(dataOf010(t), 'data')
  const settings = { databaseUrl: '', dataDir }
  const store = await openStore(settings)
  const next = MIGRATIONS.length + 1
  await sql`insert into schema_version (version, name) values (${next}, 'of tomorrow')`.execute(
    store.db,
  )
  await store.close()
  const file = join(dataDir, 'doorplate.sqlite')
  const before = readFileSync(file)
  await assert.rejects(openStore(settings), /made by a newer version of Doorplate/)
  assert.deepEqual(readFileSync(file), before)
})
