// Brings the tables of a store up to date, in one transaction that only one process at a time can be in.

import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { MIGRATIONS, type Migration } from './migrations.ts'
import type { Sql, StoreKind } from './store.ts'
import { isStoreUnavailable, StoreError } from './store-error.ts'

/** The caller holds the lock: `begin immediate` on SQLite, an advisory lock on PostgreSQL. */
export async function migrate(tx: Sql, kind: StoreKind): Promise<void> {
  await sql`create table if not exists schema_version
    (version integer primary key, name text not null)`.execute(tx)
  await sql`create table if not exists migration_checksum
    (version integer primary key, sha256 text not null)`.execute(tx)
  const { rows: made } = await sql<Made>`
    select schema_version.version, schema_version.name, migration_checksum.sha256
    from schema_version
    left join migration_checksum on migration_checksum.version = schema_version.version
    order by schema_version.version`.execute(tx)
  if (made.length > MIGRATIONS.length) {
    throw new StoreError(
      `The store was made by a newer version of Doorplate (its tables are at ${made.length}, ` +
        `this version knows ${MIGRATIONS.length}).`,
    )
  }
  for (const [at, one] of made.entries()) checkSame(one, at + 1, MIGRATIONS[at], kind)
  // Stores from before checksums were kept are recognised by their tables.
  if (made.some(({ sha256 }) => sha256 === null)) await adopt(tx, kind, made.length)
  for (const [at, migration] of MIGRATIONS.entries()) {
    if (at >= made.length) await apply(tx, at + 1, migration, kind)
  }
}

interface Made {
  readonly version: number
  readonly name: string
  readonly sha256: string | null
}

function checkSame(made: Made, version: number, migration: Migration | undefined, kind: StoreKind) {
  const isSame =
    migration !== undefined &&
    made.version === version &&
    made.name === migration.name &&
    (made.sha256 === null || made.sha256 === checksum(migration, kind))
  if (!isSame) throw foreignTables(`migration ${made.version}, "${made.name}", is a different one`)
}

async function adopt(tx: Sql, kind: StoreKind, version: number): Promise<void> {
  const applied = MIGRATIONS.slice(0, version)
  const { rows } = await sql<{ name: string }>`${sql.raw(COLUMNS[kind])}`.execute(tx)
  const there = new Set(rows.map(({ name }) => name))
  const expected = columnsMadeBy(applied.flatMap(({ statements }) => statements))
  const missing = expected.filter((name) => !there.has(name))
  if (missing.length > 0) throw foreignTables(`there is no ${missing.join(', ')}`)
  for (const [at, migration] of applied.entries()) await keepChecksum(tx, at + 1, migration, kind)
}

/** Every column as `table.column`. */
const COLUMNS = {
  sqlite: `
    select made.name || '.' || part.name as name
    from sqlite_master as made, pragma_table_info(made.name) as part where made.type = 'table'`,
  postgres: `
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema()`,
}

function columnsMadeBy(statements: readonly string[]): string[] {
  using db = new DatabaseSync(':memory:')
  for (const statement of statements) db.exec(statement)
  return Array.from(db.prepare(COLUMNS.sqlite).all(), ({ name }) => String(name))
}

async function apply(tx: Sql, version: number, migration: Migration, kind: StoreKind) {
  try {
    for (const statement of statementsFor(migration, kind)) await sql.raw(statement).execute(tx)
  } catch (error) {
    if (isStoreUnavailable(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw foreignTables(`migration ${version} fails: ${reason}`)
  }
  await sql`insert into schema_version (version, name)
    values (${version}, ${migration.name})`.execute(tx)
  await keepChecksum(tx, version, migration, kind)
}

async function keepChecksum(tx: Sql, version: number, migration: Migration, kind: StoreKind) {
  await sql`insert into migration_checksum (version, sha256)
    values (${version}, ${checksum(migration, kind)})
    on conflict (version) do nothing`.execute(tx)
}

function checksum(migration: Migration, kind: StoreKind): string {
  const text = JSON.stringify([migration.name, ...statementsFor(migration, kind)])
  return createHash('sha256').update(text).digest('hex')
}

function statementsFor(migration: Migration, kind: StoreKind): readonly string[] {
  const { statements, postgresOnly = [], sqliteOnly = [] } = migration
  return [...statements, ...(kind === 'postgres' ? postgresOnly : sqliteOnly)]
}

function foreignTables(why: string): StoreError {
  return new StoreError(
    `The tables of the store are not those of this version of Doorplate (${why}): ` +
      'use the version that made the store, or begin with a new one.',
  )
}
