// All rows of a store as lines of text, and back: from SQLite or PostgreSQL into either of them.

import { sql } from 'kysely'
import { MIGRATIONS } from './migrations/list.ts'
import type { Sql, Store } from './store.ts'
import { isStoreUnavailable, StoreError } from './store-error.ts'

const FORMAT = 1
const PAGE_ROWS = 2000
/** SQLite takes at most 32,766 parameters in a statement. */
const PARAMETERS_MAX = 16_000
// What is true of a running process only.
const NOT_KEPT = new Set(['node', 'test_clock'])

interface Head {
  readonly doorplate_backup: number
  /** How many migrations the tables have had. */
  readonly tables_version: number
  readonly created_at: string
}

interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
}

interface EndLine {
  readonly rows: number
}

/** One moment of the store, while it goes on serving. */
export async function* backupLines(store: Store, now: number): AsyncGenerator<string> {
  const head: Head = {
    doorplate_backup: FORMAT,
    tables_version: MIGRATIONS.length,
    created_at: new Date(now).toISOString(),
  }
  yield JSON.stringify(head)
  let rows = 0
  for await (const line of snapshotLines(store)) {
    if (line.startsWith('[')) rows += 1
    yield line
  }
  // Whoever reads a file that was cut short does not find this.
  yield JSON.stringify({ rows } satisfies EndLine)
}

async function* snapshotLines(store: Store): AsyncGenerator<string> {
  const { kind } = store
  const connection = await holdConnection(store)
  try {
    await sql.raw(BEGIN_SNAPSHOT[kind]).execute(connection.db)
    for (const table of keptTables()) yield* tableLines(connection.db, kind, table)
    await sql`commit`.execute(connection.db)
  } finally {
    connection.release()
  }
}

// Neither of them keeps a charge from being written in the meantime.
const BEGIN_SNAPSHOT = {
  sqlite: 'begin deferred',
  postgres: 'begin isolation level repeatable read read only',
} as const

// A generator cannot stand inside Kysely's callback, so the callback is kept open beside it.
function holdConnection({ db }: Store): Promise<{ db: Sql; release: () => void }> {
  return new Promise((resolve, reject) => {
    db.connection()
      .execute((held) => new Promise<void>((release) => resolve({ db: held, release })))
      .catch(reject)
  })
}

/** In the order of their making, so that whatever a row refers to comes before it. */
export function keptTables(): string[] {
  const statements = MIGRATIONS.flatMap((migration) => migration.statements)
  const made = statements.flatMap((text) => /^\s*create table (\w+)/.exec(text)?.[1] ?? [])
  return made.filter((table) => !NOT_KEPT.has(table))
}

async function* tableLines(db: Sql, kind: Store['kind'], table: string): AsyncGenerator<string> {
  const page = kind === 'sqlite' ? sqlitePage : postgresPage
  let after: unknown
  let columns: readonly string[] | undefined
  while (true) {
    const rows = await page(db, table, after)
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

async function sqlitePage(db: Sql, table: string, after: unknown): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select rowid as row_place, * from ${sql.table(table)}
    where rowid > ${after ?? Number.MIN_SAFE_INTEGER} order by rowid limit ${PAGE_ROWS}`.execute(db)
  return rows
}

async function postgresPage(db: Sql, table: string, after: unknown): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ctid::text as row_place, * from ${sql.table(table)}
    where ctid > ${after ?? '(0,0)'}::tid order by ctid limit ${PAGE_ROWS}`.execute(db)
  return rows
}

/** All of it or nothing, and only into a store without accounts. Answers how many rows were written. */
export function restoreLines(store: Store, lines: AsyncIterable<string>): Promise<number> {
  return store.transaction(async (tx) => {
    await checkEmpty(tx)
    const load = new Load(tx)
    for await (const line of lines) await load.take(line)
    return load.finish()
  })
}

async function checkEmpty(tx: Sql): Promise<void> {
  const { rows } = await sql`select id from account limit 1`.execute(tx)
  if (rows.length > 0) {
    throw new StoreError('The store has accounts already; a backup is restored into a new one.')
  }
}

class Load {
  readonly #tx: Sql
  readonly #known = new Set(keptTables())
  #isHeaded = false
  #table: TableLine | undefined
  #waiting: (readonly unknown[])[] = []
  #rows = 0
  #expected: number | undefined

  constructor(tx: Sql) {
    this.#tx = tx
  }

  async take(line: string): Promise<void> {
    const value = parse(line)
    if (!this.#isHeaded) this.#begin(value as Partial<Head>)
    else if (Array.isArray(value)) await this.#row(value)
    else if ('table' in value) await this.#open(value as TableLine)
    else this.#expected = (value as EndLine).rows
  }

  async finish(): Promise<number> {
    await this.#write()
    if (this.#expected !== this.#rows) throw new StoreError('The backup has been cut short.')
    return this.#rows
  }

  #begin(head: Partial<Head>): void {
    if (head.doorplate_backup !== FORMAT) throw notABackup()
    if (head.tables_version !== MIGRATIONS.length) {
      throw new StoreError(
        `The backup is of another version (its tables are at ${head.tables_version}, this version ` +
          `makes ${MIGRATIONS.length}): restore it with the version that made it, then upgrade.`,
      )
    }
    this.#isHeaded = true
  }

  async #open(table: TableLine): Promise<void> {
    await this.#write()
    if (!this.#known.has(table.table)) throw notABackup()
    // Rows that a migration itself has made come with the backup too.
    await sql`delete from ${sql.table(table.table)}`.execute(this.#tx)
    this.#table = table
  }

  async #row(row: readonly unknown[]): Promise<void> {
    if (row.length !== this.#table?.columns.length) throw notABackup()
    this.#waiting.push(row)
    this.#rows += 1
    if (this.#waiting.length * row.length >= PARAMETERS_MAX) await this.#write()
  }

  async #write(): Promise<void> {
    if (this.#table === undefined || this.#waiting.length === 0) return
    const { table, columns } = this.#table
    const names = sql.join(columns.map((column) => sql.ref(column)))
    const rows = this.#waiting.map((row) => sql`(${sql.join(row)})`)
    this.#waiting = []
    try {
      await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(rows)}`.execute(
        this.#tx,
      )
    } catch (error) {
      // Rows that do not go together, or columns that are not there.
      throw isStoreUnavailable(error) ? error : notABackup()
    }
  }
}

function parse(line: string): object {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Said below.
  }
  throw notABackup()
}

function notABackup(): StoreError {
  return new StoreError('The file is not a backup of Doorplate, or is damaged.')
}
