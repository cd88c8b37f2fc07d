// Restores a backup into a new store, whichever database it was made from.

import { sql } from 'kysely'
import { BACKUP_FORMAT, type EndLine, type Head, keptTables, type TableLine } from './backup.ts'
import { MIGRATIONS } from './migrations/list.ts'
import type { Sql, Store } from './store.ts'
import { isStoreUnavailable, StoreError } from './store-error.ts'

/** SQLite takes at most 32,766 parameters in a statement. */
const PARAMETERS_MAX = 16_000

/** All of it or nothing, and only into a store without accounts or audit log. Returns how many rows were written. */
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
  const acts = await sql`select number from operator_act limit 1`.execute(tx)
  if (acts.rows.length > 0) {
    throw new StoreError('The store has an audit log already; a backup is restored into a new one.')
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
    if (head.doorplate_backup !== BACKUP_FORMAT) throw notABackup()
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
