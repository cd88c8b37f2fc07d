// The SQLite file itself: opened with settings that make a commit durable, each read back and checked.

import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { StoreError } from '../store-error.ts'
import type { Executed } from './sqlite-dialect.ts'

/** 3.51.3 mends a fault by which a checkpoint in WAL mode could lose a commit. */
const SQLITE_VERSION_MIN = [3, 51, 3] as const
const BUSY_TIMEOUT_MS = 5000
const JOURNAL_BYTES_MAX = 67_108_864
const STATEMENTS_MAX = 500
// Checking takes about a second for this much; a larger file is checked by the operator's backup instead.
const CHECKED_BYTES_MAX = 268_435_456
// "DOOR": tells our file from another program's.
const APPLICATION_ID = 0x444f4f52

export class SqliteFile {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  static open(path: string, readOnly = false): SqliteFile {
    checkVersion(process.versions.sqlite ?? '0')
    const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly })
    try {
      if (readOnly) return new SqliteFile(db)
      checkOwner(db, path)
      applySettings(db)
      checkContent(db, path)
      return new SqliteFile(db)
    } catch (error) {
      db.close()
      throw asStoreError(error, path)
    }
  }

  run(sql: string, parameters: readonly unknown[]): Executed {
    // SQLite has already rolled back by itself after some failures, and then this is no error.
    if (sql === 'rollback' && !this.#db.isTransaction) return { rows: [] }
    const { statement, givesRows } = this.#prepared(sql)
    const values = parameters as readonly SQLInputValue[]
    if (givesRows) return { rows: statement.all(...values) }
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction
  }

  close(): void {
    this.#db.close()
  }

  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear()
    const statement = this.#db.prepare(sql)
    // Asked once: SQLite describes every column for it.
    const prepared = { statement, givesRows: statement.columns().length > 0 }
    this.#statements.set(sql, prepared)
    return prepared
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly givesRows: boolean
}

export function checkVersion(version: string): void {
  const parts = version.split('.').map(Number)
  for (const [at, least] of SQLITE_VERSION_MIN.entries()) {
    const part = parts[at] ?? 0
    if (part > least) return
    if (part < least) {
      const wanted = SQLITE_VERSION_MIN.join('.')
      throw new StoreError(`This Node has SQLite ${version}; the store needs ${wanted} or newer.`)
    }
  }
}

// Read before anything is written, so that a file of another program stays as it was.
function checkOwner(db: DatabaseSync, path: string): void {
  const isEmpty = pragma(db, 'schema_version') === 0
  if (!isEmpty && pragma(db, 'application_id') !== APPLICATION_ID) {
    throw new StoreError(`The file ${path} is a database of another program.`)
  }
}

const SETTINGS: readonly (readonly [name: string, value: string, readBack: number | string])[] = [
  ['busy_timeout', String(BUSY_TIMEOUT_MS), BUSY_TIMEOUT_MS],
  ['journal_mode', 'wal', 'wal'],
  // FULL, which reads back as 2: a commit is on disk before it is answered.
  ['synchronous', 'full', 2],
  ['foreign_keys', 'on', 1],
  ['journal_size_limit', String(JOURNAL_BYTES_MAX), JOURNAL_BYTES_MAX],
  ['trusted_schema', 'off', 0],
  ['application_id', String(APPLICATION_ID), APPLICATION_ID],
]

function applySettings(db: DatabaseSync): void {
  for (const [name, value, readBack] of SETTINGS) {
    if (pragma(db, name) === readBack) continue
    untilFree(() => db.exec(`pragma ${name} = ${value}`))
    const found = pragma(db, name)
    if (found !== readBack) {
      throw new StoreError(`SQLite did not take ${name} = ${value}: it is ${found}.`)
    }
  }
}

// Changing the journal mode does not wait for other processes, whatever the busy timeout says.
function untilFree(work: () => void): void {
  const pauseMs = 10
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      work()
      return
    } catch (error) {
      if (primaryCode(error) !== 5 || waitedMs >= BUSY_TIMEOUT_MS) throw error
      Atomics.wait(pause, 0, 0, pauseMs)
    }
  }
}

function checkContent(db: DatabaseSync, path: string): void {
  if (statSync(path).size > CHECKED_BYTES_MAX) return
  const found = pragma(db, 'quick_check(1)')
  if (found !== 'ok') throw new StoreError(`The file ${path} is damaged.`)
}

function pragma(db: DatabaseSync, name: string): unknown {
  const row = db.prepare(`pragma ${name}`).get()
  return row === undefined ? undefined : Object.values(row)[0]
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return Number(error.errcode) & 0xff
}

const SENTENCES = new Map([
  [5, 'is held by another process'],
  [8, 'cannot be written'],
  [11, 'is damaged'],
  [13, 'cannot grow: the disk is full'],
  [14, 'cannot be opened'],
  [26, 'is not a database, or is damaged'],
])

function asStoreError(error: unknown, path: string): unknown {
  if (error instanceof StoreError) return error
  const code = primaryCode(error)
  if (code === undefined) return error
  const what = SENTENCES.get(code) ?? `cannot be used (SQLite error ${code})`
  return new StoreError(`The file ${path} ${what}.`)
}
