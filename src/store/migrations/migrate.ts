// Brings the tables of a store up to date, in one transaction that only one process at a time can be in.

import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { sql, type Transaction } from 'kysely'
import { isStoreUnavailable, StoreError } from '../store-error.ts'

/** A migration that has been released is never edited: add the next one. */
export interface Migration {
  readonly name: string
  /** SQL that both databases run. */
  readonly statements: readonly string[]
  /** What SQLite has no words for or no need of: settings of storage, functions. */
  readonly postgresOnly?: readonly string[]
  /** The same, for what only SQLite needs. */
  readonly sqliteOnly?: readonly string[]
}

type Tx = Transaction<unknown>

/** The caller holds the lock: `begin immediate` on SQLite, an advisory lock on PostgreSQL. */
export async function migrate(
  tx: Tx,
  kind: StoreKind,
  migrations: readonly Migration[],
): Promise<void> {
  await sql`create table if not exists schema_version
    (version integer primary key, name text not null)`.execute(tx)
  await sql`create table if not exists migration_checksum
    (version integer primary key, sha256 text not null)`.execute(tx)
  const made = await madeMigrations(tx)
  if (made.length > migrations.length) {
    throw new StoreError(
      `The store was made by a newer version of Doorplate (its tables are at ${made.length}, ` +
        `this version knows ${migrations.length}).`,
    )
  }
  for (const [at, one] of made.entries()) checkSame(one, at + 1, migrations[at], kind)
  // Stores of before checksums were kept are known by their tables.
  if (made.some(({ sha256 }) => sha256 === null)) await adopt(tx, kind, migrations, made.length)
  for (const [at, migration] of migrations.entries()) {
    if (at >= made.length) await apply(tx, at + 1, migration, kind)
  }
}

interface Made {
  readonly version: number
  readonly name: string
  readonly sha256: string | null
}

async function madeMigrations(tx: Tx): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select schema_version.version, schema_version.name, migration_checksum.sha256
    from schema_version
    left join migration_checksum on migration_checksum.version = schema_version.version
    order by schema_version.version`.execute(tx)
  return rows
}

function checkSame(
  made: Made,
  version: number,
  migration: Migration | undefined,
  kind: StoreKind,
): void {
  const isSame =
    migration !== undefined &&
    made.version === version &&
    made.name === migration.name &&
    (made.sha256 === null || made.sha256 === checksum(migration, kind))
  if (!isSame) throw foreignTables(`migration ${made.version}, "${made.name}", is another one`)
}

async function adopt(
  tx: Tx,
  kind: StoreKind,
  migrations: readonly Migration[],
  version: number,
): Promise<void> {
  const applied = migrations.slice(0, version)
  const missing = await missingColumns(
    tx,
    kind,
    applied.flatMap(({ statements }) => statements),
  )
  if (missing.length > 0) throw foreignTables(`there is no ${missing.join(', ')}`)
  for (const [at, migration] of applied.entries()) await keepChecksum(tx, at + 1, migration, kind)
}

async function apply(
  tx: Tx,
  version: number,
  migration: Migration,
  kind: StoreKind,
): Promise<void> {
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

async function keepChecksum(
  tx: Tx,
  version: number,
  migration: Migration,
  kind: StoreKind,
): Promise<void> {
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

type StoreKind = 'sqlite' | 'postgres'

/** Those that the store lacks, as `table.column`. */
async function missingColumns(
  tx: Transaction<unknown>,
  kind: StoreKind,
  statements: readonly string[],
): Promise<string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`${sql.raw(SQLITE_COLUMNS)}`.execute(tx)
      : await sql<{ name: string }>`
          select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = current_schema()`.execute(tx)
  const there = new Set(rows.map(({ name }) => name))
  return columnsMadeBy(statements).filter((name) => !there.has(name))
}

const SQLITE_COLUMNS = `
  select made.name || '.' || part.name as name
  from sqlite_master as made, pragma_table_info(made.name) as part where made.type = 'table'`

function columnsMadeBy(statements: readonly string[]): string[] {
  const db = new DatabaseSync(':memory:')
  try {
    for (const statement of statements) db.exec(statement)
    return db
      .prepare(SQLITE_COLUMNS)
      .all()
      .map(({ name }) => String(name))
  } finally {
    db.close()
  }
}
