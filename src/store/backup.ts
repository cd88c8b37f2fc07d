// All rows of a store as lines of text, at one moment, from SQLite or PostgreSQL.

import { sql } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { Sql, Store, StoreKind } from './store.ts'

const PAGE_ROWS = 2000

/** The store at one moment, while it goes on serving. `others` come first: what else is in the backup. */
export async function* backupLines(
  store: Store,
  now: number,
  others: Iterable<string> | AsyncIterable<string> = [],
): AsyncGenerator<string> {
  yield JSON.stringify({
    doorplate_backup: BACKUP_FORMAT,
    tables_version: MIGRATIONS.length,
    created_at: new Date(now).toISOString(),
  } satisfies Head)
  yield* others
  let rows = 0
  for await (const line of snapshotLines(store)) {
    if (line.startsWith('[')) rows += 1
    yield line
  }
  // A file that was cut short lacks this line.
  yield JSON.stringify({ rows } satisfies EndLine)
}

async function* snapshotLines(store: Store): AsyncGenerator<string> {
  const { kind } = store
  const connection = await holdConnection(store)
  try {
    await sql.raw(BEGIN_SNAPSHOT[kind]).execute(connection.db)
    for (const table of keptTables()) yield* tableLines(connection.db, kind, table)
  } finally {
    // Even if the reader left early, because the connection is used for other things afterwards.
    await sql`rollback`.execute(connection.db)
    connection.release()
  }
}

// Neither of them keeps a charge from being written in the meantime.
const BEGIN_SNAPSHOT = {
  sqlite: 'begin deferred',
  postgres: 'begin isolation level repeatable read read only',
} as const

// A generator cannot stand inside Kysely's callback, so the callback is kept open in parallel.
function holdConnection({ db }: Store): Promise<{ db: Sql; release: () => void }> {
  return new Promise((resolve, reject) => {
    db.connection()
      .execute((held) => new Promise<void>((release) => resolve({ db: held, release })))
      .catch(reject)
  })
}

async function* tableLines(db: Sql, kind: StoreKind, table: string): AsyncGenerator<string> {
  let after: unknown
  let columns: readonly string[] | undefined
  const pages = PAGES[table === 'operator_act' ? 'auditLog' : kind]
  while (true) {
    const { rows } = await pages(table, after).execute(db)
    for (const { row_place, ...row } of rows) {
      if (columns === undefined) {
        columns = Object.keys(row)
        yield JSON.stringify({ table, columns } satisfies TableLine)
      }
      yield JSON.stringify(columns.map((column) => row[column]))
      after = row_place
    }
    if (rows.length < PAGE_ROWS) return
  }
}

type Row = Readonly<Record<string, unknown>>

const PAGES = {
  sqlite: (table: string, after: unknown) => sql<Row>`
    select rowid as row_place, * from ${sql.table(table)}
    where rowid > ${after ?? Number.MIN_SAFE_INTEGER} order by rowid limit ${PAGE_ROWS}`,
  postgres: (table: string, after: unknown) => sql<Row>`
    select ctid::text as row_place, * from ${sql.table(table)}
    where ctid > ${after ?? '(0,0)'}::tid order by ctid limit ${PAGE_ROWS}`,
  /** In the order of its entries, in which alone they can be added: a place may have been another entry's before. */
  auditLog: (table: string, after: unknown) => sql<Row>`
    select number as row_place, * from ${sql.table(table)}
    where number > ${after ?? 0} order by number limit ${PAGE_ROWS}`,
}

/** The format of a backup: a head, the rows of each table as lines of JSON, and how many there are. */
export const BACKUP_FORMAT = 1
// What is true of a running process or a browser only; and lists of other people's addresses, deleted after a week.
const NOT_KEPT = new Set([
  'node',
  'test_clock',
  'console_session',
  'sign_in_link',
  'sign_in_mailbox',
  'batch',
  'batch_chunk',
])

export interface Head {
  readonly doorplate_backup: number
  /** How many migrations the tables have had. */
  readonly tables_version: number
  readonly created_at: string
}

export interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
}

export interface EndLine {
  readonly rows: number
}

/** In the order they were created in, so that whatever a row refers to comes before it. */
export function keptTables(): string[] {
  const statements = MIGRATIONS.flatMap((migration) => migration.statements)
  const made = statements.flatMap((text) => /^\s*create table (\w+)/.exec(text)?.[1] ?? [])
  return made.filter((table) => !NOT_KEPT.has(table))
}
