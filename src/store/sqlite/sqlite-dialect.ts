// Kysely over one SQLite connection, whichever thread it lives in.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Lock } from '../lock.ts'
import type { Sql } from '../store.ts'

export interface Executed {
  readonly rows: unknown[]
  /** Rows written; absent for a statement that gives rows. */
  readonly changes?: number
}

type Execute = (sql: string, parameters: readonly unknown[]) => Promise<Executed>

export function sqliteKysely(execute: Execute, lock: Lock): Sql {
  return new Kysely({
    dialect: {
      createDriver: () => oneConnectionDriver(execute, lock),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
}

function oneConnectionDriver(execute: Execute, lock: Lock): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      const { rows, changes } = await execute(query.sql, query.parameters)
      // The caller names the type of its rows, next to the SQL that makes them.
      const typed = rows as R[]
      return changes === undefined
        ? { rows: typed }
        : { rows: typed, numAffectedRows: BigInt(changes) }
    },
    streamQuery() {
      throw new Error('The store does not stream.')
    },
  }
  const run = (text: string) => async () => {
    await execute(text, [])
  }
  let release: (() => void) | undefined
  return {
    init: async () => {},
    async acquireConnection() {
      release = await lock.acquire()
      return connection
    },
    // Immediate: a transaction that will write takes the write lock first, so it can never fail half-way with "busy".
    beginTransaction: run('begin immediate'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    releaseConnection: async () => release?.(),
    destroy: async () => {},
  }
}
