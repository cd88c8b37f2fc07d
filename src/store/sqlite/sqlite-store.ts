// The store as a SQLite file, seen from the thread that serves.

import { dirname } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Lock } from '../lock.ts'
import type { Procedure } from '../procedure.ts'
import { type Executed, sqliteKysely } from './sqlite-dialect.ts'
import { discardNewFile, prepareFile, sqlitePath, syncFolder } from './sqlite-path.ts'
import { WorkerConnection } from './worker-connection.ts'

export async function openSqlite(dataDir: string): Promise<SqliteStore> {
  const path = sqlitePath(dataDir)
  const prepared = prepareFile(dataDir, path)
  try {
    const connection = await WorkerConnection.start(path)
    if (prepared.isNew) syncFolder(dirname(path))
    return new SqliteStore(connection)
  } catch (error) {
    discardNewFile(prepared, path)
    throw error
  }
}

/** The store of another thread of this process: the same file, by a connection of its own to the thread that has it. */
export function joinSqlite(port: MessagePort): SqliteStore {
  return new SqliteStore(WorkerConnection.over(port))
}

/** A procedure without an answer has none as text either. */
function parsed(answer: unknown): unknown {
  return typeof answer === 'string' ? JSON.parse(answer) : undefined
}

class SqliteStore {
  readonly kind = 'sqlite'
  readonly db: Kysely<unknown>
  readonly #connection: WorkerConnection
  readonly #lock = new Lock()

  constructor(connection: WorkerConnection) {
    this.#connection = connection
    // The thread answers a query with what the file's run() gave.
    const execute = (text: string, parameters: readonly unknown[]) =>
      connection.ask({ kind: 'query', sql: text, parameters }) as Promise<Executed>
    this.db = sqliteKysely(execute, this.#lock)
  }

  transaction<T>(work: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(work)
  }

  async procedure<P extends Procedure>(
    module: URL,
    args: Parameters<P>[1],
  ): Promise<Awaited<ReturnType<P>>> {
    // Charges are procedures, and callers wait for them with their answers made.
    const release = await this.#lock.acquire(true)
    try {
      // As text, which crosses between threads far cheaper than many small objects do.
      const text = JSON.stringify(args)
      const answer = await this.#connection.ask({
        kind: 'procedure',
        module: module.href,
        args: text,
      })
      return parsed(answer) as Awaited<ReturnType<P>>
    } finally {
      release()
    }
  }

  /** A connection for another thread of this process. */
  share(): MessagePort {
    return this.#connection.share()
  }

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db)
  }

  async close(): Promise<void> {
    // What came before is finished first; what comes after waits for ever nowhere, the thread refuses it.
    const release = await this.#lock.acquire()
    await this.#connection.close()
    release()
  }
}
