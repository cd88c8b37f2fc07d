// The store: one set of SQL over SQLite in the data folder or over PostgreSQL.

import type { MessagePort } from 'node:worker_threads'
import type { Kysely, Transaction } from 'kysely'
import type { Procedure } from './procedure.ts'
import { joinSqlite, openSqlite } from './sqlite/sqlite-store.ts'

/** What SQL runs on: the store's `db`, or a transaction. */
export type Sql = Kysely<unknown>
export type Tx = Transaction<unknown>

export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Sql
  /** Inside `work` use only the transaction: on SQLite the store has one connection, and it is taken. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs the `run` of a module beside the data; it may await nothing but its own SQL. On SQLite it runs in the thread
   * of the file, in one transaction. On PostgreSQL it runs on a connection that is kept for procedures, without one:
   * each statement commits by itself, so that nothing stays locked when this node stops between two of them.
   */
  procedure<P extends Procedure>(
    module: URL,
    args: Parameters<P>[1],
  ): Promise<Awaited<ReturnType<P>>>
  /** For another thread of this process to use the same store; undefined where it opens the store itself. */
  share(): MessagePort | undefined
  /** Rejects when the store does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface StoreSettings {
  /** `postgres://…`, or empty for SQLite in the data folder. */
  readonly databaseUrl: string
  readonly dataDir: string
  /** What `share` gave, in another thread of the process that has the store open. */
  readonly sharedPort?: MessagePort | undefined
  /** Called for connections lost while idle, which no caller would notice. */
  readonly onFault?: (error: Error) => void
}

/** Opens the store and brings its tables up to date. Throws a StoreError and leaves nothing half-made. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { databaseUrl, onFault, sharedPort } = settings
  if (databaseUrl !== '') {
    // Most services have no such server, and its driver takes time to load.
    const { openPostgres } = await import('./postgres/postgres-store.ts')
    return openPostgres(databaseUrl, onFault)
  }
  return sharedPort === undefined ? openSqlite(settings.dataDir) : joinSqlite(sharedPort)
}
