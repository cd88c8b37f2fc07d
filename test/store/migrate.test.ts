// Tables are brought up to date once, however many processes start, and never backwards.
// Covers: src/store/migrations/**

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sha256 } from '../../src/account/keys/credential.ts'
import {
  addAuditEntry,
  auditEntriesBefore,
  auditLogFaults,
} from '../../src/account/operators/audit-entries.ts'
import { MIGRATIONS } from '../../src/store/migrations.ts'
import { openStore } from '../../src/store/open-store.ts'
import { sqlitePath } from '../../src/store/sqlite/sqlite-path.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { eachStore, newDataDir } from '../support/stores.ts'
import { outputOf } from './child.ts'

const CHILD = new URL('./open-store-child.ts', import.meta.url)

/** The beginnings of their checksums, by version. A new migration gets a new line; an old line never changes. */
const CHECKSUMS: readonly (readonly [sqlite: string, postgres: string])[] = [
  ['fab0e498a1d0', '3f4b3a7c94b9'],
  ['a4e72fdd4e4b', 'a4e72fdd4e4b'],
  ['d4325f405baa', 'd4325f405baa'],
  ['23ce20aa9add', '23ce20aa9add'],
  ['62d51c2e0c07', '62d51c2e0c07'],
  ['dd2abe30b53d', 'dd2abe30b53d'],
  ['bc6a00225b15', 'bcecefb22d48'],
  ['ed3d68442595', 'ed3d68442595'],
  ['ce386f3e1ac8', '694e86dec790'],
  ['889129976396', '9ec36724a634'],
  ['2d1ea4883901', '4e6029cb806b'],
  ['40285b0237fb', '0116c3bf5e2d'],
  ['52eba51d335b', 'f6b402b312d2'],
  ['0c3602640d7d', '0c3602640d7d'],
  ['098e90b6d14b', 'c449a7c1dd81'],
  ['95f6f2728249', '95f6f2728249'],
  ['44bf06ce356e', '44bf06ce356e'],
  ['2879c088c212', '2879c088c212'],
  ['9bbdd102f200', '9bbdd102f200'],
  ['ee82815594e1', 'ee82815594e1'],
  ['4cc294903dcc', '934a1e64c552'],
  ['b787fefd2c2c', 'b787fefd2c2c'],
]

eachStore((makeStore, newPlace, kind) => {
  test('no migration is another one than when it was made, so that older stores are taken over', async (t) => {
    const { db } = await makeStore(t)
    const { rows } = await sql<{ sha256: string }>`
      select sha256 from migration_checksum order by version`.execute(db)
    assert.deepEqual(
      rows.map(({ sha256 }) => sha256.slice(0, 12)),
      CHECKSUMS.map(([sqlite, postgres]) => (kind === 'sqlite' ? sqlite : postgres)),
    )
  })

  test('eight nodes that start at once on a new store all come up', async (t) => {
    const place = await newPlace(t)
    const { databaseUrl, dataDir } = place
    const outputs = await Promise.all(
      Array.from({ length: 4 }, () => outputOf(CHILD, [databaseUrl, dataDir, '2'])),
    )
    const outcomes = outputs.flatMap((output) => output.split('\n'))
    assert.deepEqual(outcomes, Array(8).fill('opened'))
    const store = await makeStore(t, place)
    const { rows } = await sql<{ version: number }>`
      select version from schema_version order by version`.execute(store.db)
    assert.deepEqual(
      rows.map(({ version }) => version),
      MIGRATIONS.map((_, at) => at + 1),
    )
  })

  test('a store of a newer version is refused and left as it was', async (t) => {
    const place = await newPlace(t)
    const store = await makeStore(t, place)
    const newer = MIGRATIONS.length + 1
    await sql`insert into schema_version (version, name)
      values (${newer}, 'from-the-future')`.execute(store.db)
    await assert.rejects(openStore(place), (error: unknown) => {
      assert(error instanceof StoreError)
      assert.equal(
        error.message,
        `The store was made by a newer version of Doorplate (its tables are at ${newer}, ` +
          `this version knows ${newer - 1}).`,
      )
      return true
    })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from schema_version`.execute(store.db)
    assert.equal(rows[0]?.n, newer)
  })

  test('a store whose migration was another one is refused in one sentence, and left as it was', async (t) => {
    const place = await newPlace(t)
    const store = await makeStore(t, place)
    await sql`update migration_checksum set sha256 = 'another' where version = 6`.execute(store.db)
    await assertForeign(openStore(place), /migration 6, "invoices", is a different one/)
    const { rows } = await sql<{ sha256: string }>`
      select sha256 from migration_checksum where version = 6`.execute(store.db)
    assert.equal(rows[0]?.sha256, 'another')
  })

  test('a store from before checksums were kept is taken over when its tables are ours', async (t) => {
    const place = await newPlace(t)
    const store = await makeStore(t, place)
    const checksums = async () => {
      const { rows } = await sql<{ sha256: string }>`
        select sha256 from migration_checksum order by version`.execute(store.db)
      return rows.map(({ sha256 }) => sha256)
    }
    const made = await checksums()
    assert.equal(made.length, MIGRATIONS.length)
    await sql`drop table migration_checksum`.execute(store.db)
    await makeStore(t, place)
    assert.deepEqual(await checksums(), made)
  })

  test('a store from before checksums were kept is refused when a column of ours is not there', async (t) => {
    const place = await newPlace(t)
    const store = await makeStore(t, place)
    await sql`drop table migration_checksum`.execute(store.db)
    await sql`alter table subscription rename column label to title`.execute(store.db)
    await assertForeign(openStore(place), /there is no subscription\.label/)
  })
})

async function assertForeign(opening: Promise<unknown>, why: RegExp): Promise<void> {
  await assert.rejects(opening, (error: unknown) => {
    assert(error instanceof StoreError)
    assert.match(error.message, /^The tables of the store are not those of this version/)
    assert.match(error.message, why)
    return true
  })
}

test('an audit log from before outcomes existed verifies after the upgrade, and continues', async (t) => {
  const dataDir = newDataDir(t)
  const older = new DatabaseSync(sqlitePath(dataDir))
  const before = MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex(({ name }) => name === 'accountable'),
  )
  // By this SQLite files of the service are known.
  older.exec('pragma application_id = 1146048338')
  older.exec('create table schema_version (version integer primary key, name text not null)')
  for (const [at, { name, statements, sqliteOnly = [] }] of before.entries()) {
    for (const statement of [...statements, ...sqliteOnly]) older.exec(statement)
    older.prepare('insert into schema_version values (?, ?)').run(at + 1, name)
  }
  let last = ''
  for (const number of [1, 2, 3]) {
    const entry = [number, 1000 + number, 'Ann', 'Suspend an account', 'acc_1', '{}'] as const
    last = sha256(JSON.stringify([last, ...entry]))
    older.prepare('insert into operator_act values (?, ?, ?, ?, ?, ?, ?)').run(...entry, last)
  }
  older.prepare('update operator_act_counter set last_number = 3, last_sha256 = ?').run(last)
  older.close()
  const store = await openStore({ databaseUrl: '', dataDir })
  t.after(() => store.close())
  assert.deepEqual(await auditLogFaults(store.db, [{ number: 3, sha256: last }]), [])
  const act = { operator: 'Ann', act: 'Resume', accountId: 'acc_1', details: '', outcome: 'done' }
  assert.equal((await addAuditEntry(store, act, 2000)).number, 4)
  assert.deepEqual(await auditLogFaults(store.db), [])
  const acts = await auditEntriesBefore(store.db, 9, 'acc_1', 9)
  assert.deepEqual(
    acts.map(({ number, outcome }) => [number, outcome]),
    [
      [4, 'done'],
      [3, ''],
      [2, ''],
      [1, ''],
    ],
  )
})
