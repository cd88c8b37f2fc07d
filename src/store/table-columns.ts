// Whether a store has the tables and columns that statements make, found by making them in an empty database.

import { DatabaseSync } from 'node:sqlite'
import { sql, type Transaction } from 'kysely'

export type StoreKind = 'sqlite' | 'postgres'

/** Those that the store lacks, as `table.column`. */
export async function missingColumns(
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
