// Brings the tables of a store up to date, in one transaction that only one process at a time can be in.

import { sql, type Transaction } from 'kysely'
import { StoreError } from '../store-error.ts'

/** SQL that both databases run. A migration that has been released is never edited: add the next one. */
export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
  /** Storage settings that SQLite has no words for; never anything that a query could notice. */
  readonly postgresTuning?: readonly string[]
}

/** The caller holds the lock: `begin immediate` on SQLite, an advisory lock on PostgreSQL. */
export async function migrate(
  tx: Transaction<unknown>,
  kind: 'sqlite' | 'postgres',
  migrations: readonly Migration[],
): Promise<void> {
  await sql`create table if not exists schema_version
    (version integer primary key, name text not null)`.execute(tx)
  const found = await sql<{ version: number | null }>`
    select max(version) as version from schema_version`.execute(tx)
  const version = found.rows[0]?.version ?? 0
  if (version > migrations.length) {
    throw new StoreError(
      `The store was made by a newer version of Doorplate (its tables are at ${version}, ` +
        `this version knows ${migrations.length}).`,
    )
  }
  for (const [at, migration] of migrations.entries()) {
    if (at >= version) await apply(tx, at + 1, migration, kind)
  }
}

async function apply(
  tx: Transaction<unknown>,
  version: number,
  migration: Migration,
  kind: 'sqlite' | 'postgres',
): Promise<void> {
  const tuning = kind === 'postgres' ? (migration.postgresTuning ?? []) : []
  for (const statement of [...migration.statements, ...tuning]) {
    await sql.raw(statement).execute(tx)
  }
  await sql`insert into schema_version (version, name)
    values (${version}, ${migration.name})`.execute(tx)
}
