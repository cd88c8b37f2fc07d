// Restores a backup into a new store, whichever database it was made from.

import { sql } from 'kysely'
import { parsedJson } from '../lib/record-of.ts'
import { BACKUP_FORMAT, type EndLine, type Head, keptTables, type TableLine } from './backup.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Sql, Store } from './store.ts'
import { isStoreUnavailable, StoreError } from './store-error.ts'

/** SQLite takes at most 32,766 parameters in a statement. */
const PARAMETERS_MAX = 16_000

/** All of it or nothing, and only into a store without accounts or audit log. Returns how many rows were written. */
export function restoreLines(store: Store, lines: AsyncIterable<string>): Promise<number> {
  return store.transaction(async (tx) => {
    await checkEmpty(tx)
    const known = new Set(keptTables())
    let isHeaded = false
    let table: TableLine | undefined
    let waiting: unknown[][] = []
    let written = 0
    let expected: number | undefined
    const flush = async () => {
      if (table !== undefined && waiting.length > 0) await insertRows(tx, table, waiting)
      written += waiting.length
      waiting = []
    }
    for await (const line of lines) {
      const value = parse(line)
      if (!isHeaded) {
        checkHead(value)
        isHeaded = true
      } else if (Array.isArray(value)) {
        if (value.length !== table?.columns.length) throw notABackup()
        waiting.push(value)
        if (waiting.length * value.length >= PARAMETERS_MAX) await flush()
      } else if ('table' in value) {
        await flush()
        table = value as TableLine
        if (!known.has(table.table)) throw notABackup()
        // Rows that a migration itself has made come with the backup too.
        await sql`delete from ${sql.table(table.table)}`.execute(tx)
      } else if ('rows' in value) expected = (value as EndLine).rows
      else throw notABackup()
    }
    await flush()
    if (expected !== written) throw new StoreError('The backup has been cut short.')
    return written
  })
}

async function checkEmpty(tx: Sql): Promise<void> {
  for (const [table, what] of [
    ['account', 'accounts'],
    ['operator_act', 'an audit log'],
  ] as const) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx)
    if (rows.length === 0) continue
    throw new StoreError(`The store has ${what} already; a backup is restored into a new one.`)
  }
}

function checkHead(head: Partial<Head>): void {
  if (head.doorplate_backup !== BACKUP_FORMAT) throw notABackup()
  if (head.tables_version === MIGRATIONS.length) return
  throw new StoreError(
    `The backup is of another version (its tables are at ${head.tables_version}, this version ` +
      `makes ${MIGRATIONS.length}): restore it with the version that made it, then upgrade.`,
  )
}

async function insertRows(tx: Sql, { table, columns }: TableLine, rows: readonly unknown[][]) {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
  try {
    await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(tx)
  } catch (error) {
    // Rows that do not go together, or columns that are not there.
    throw isStoreUnavailable(error) ? error : notABackup()
  }
}

function parse(line: string): object {
  const value = parsedJson(line)
  if (typeof value === 'object' && value !== null) return value
  throw notABackup()
}

function notABackup(): StoreError {
  return new StoreError('The file is not a backup of Doorplate, or is damaged.')
}
