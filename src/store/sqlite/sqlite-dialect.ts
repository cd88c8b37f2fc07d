// Kysely over one SQLite connection, whichever thread it lives in.

import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Lock } from '../lock.ts'

export interface Executed {
  readonly rows: unknown[]
  /** Rows written; absent for a statement that gives rows. */
  readonly changes?: number
}

type Execute = (sql: string, parameters: readonly unknown[]) => Promise<Executed>

export function sqliteKysely(execute: Execute, lock: Lock): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: {
      createDriver: () => new OneConnectionDriver(execute, lock),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}

class OneConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection
  readonly #lock: Lock
  #release: (() => void) | undefined

  constructor(execute: Execute, lock: Lock) {
    this.#connection = new OneConnection(execute)
    this.#lock = lock
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#release = await this.#lock.acquire()
    return this.#connection
  }

  // Immediate: a transaction that will write takes the write lock first, so it can never fail half-way with "busy".
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    this.#release?.()
  }

  async destroy(): Promise<void> {}
}

class OneConnection implements DatabaseConnection {
  readonly #execute: Execute

  constructor(execute: Execute) {
    this.#execute = execute
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#execute(query.sql, query.parameters)
    // The caller names the type of its rows beside the SQL that makes them.
    const typed = rows as R[]
    return changes === undefined
      ? { rows: typed }
      : { rows: typed, numAffectedRows: BigInt(changes) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The store does not stream.')
  }
}
