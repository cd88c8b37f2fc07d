// The store as a SQLite file, seen from the thread that serves.

import { dirname } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { sql } from 'kysely'
import { syncFolder } from '../../lib/files/folder.ts'
import { Lock } from '../lock.ts'
import type { Database, Sql } from '../store.ts'
import { type Executed, sqliteKysely } from './sqlite-dialect.ts'
import { discardNewFile, prepareFile, sqlitePath } from './sqlite-path.ts'
import { WorkerConnection } from './worker-connection.ts'

export async function openSqlite(dataDir: string): Promise<Database> {
  const path = sqlitePath(dataDir)
  const prepared = prepareFile(dataDir, path)
  try {
    const connection = await WorkerConnection.start({ path, isReader: false })
    if (prepared.isNew) await syncFolder(dirname(path))
    return sqliteStore(connection, path)
  } catch (error) {
    discardNewFile(prepared, path)
    throw error
  }
}

/** The store of another thread of this process: the same file, by a connection of its own to the thread that has it. */
export function joinSqlite(port: MessagePort, dataDir: string): Database {
  return sqliteStore(new WorkerConnection(port), sqlitePath(dataDir))
}

function kyselyOver(connection: WorkerConnection, lock: Lock): Sql {
  // The thread answers a query with what the file's run() gave.
  const execute = (text: string, parameters: readonly unknown[]) =>
    connection.ask({ kind: 'query', sql: text, parameters }) as Promise<Executed>
  return sqliteKysely(execute, lock)
}

function sqliteStore(connection: WorkerConnection, path: string): Database {
  const lock = new Lock()
  const db = kyselyOver(connection, lock)
  const textsOf = argumentTexts()
  return {
    kind: 'sqlite',
    db,
    transaction: (work) => db.transaction().execute(work),
    async procedure({ href }, args) {
      // Charges are procedures, and callers wait for them with their answers made.
      const release = await lock.acquire(true)
      try {
        // As text, which crosses between threads far cheaper than many small objects do.
        const question = { kind: 'procedure', module: href, ...textsOf(args) } as const
        const answer = await connection.ask(question)
        // A procedure without an answer has none as text either.
        return (typeof answer === 'string' ? JSON.parse(answer) : undefined) as never
      } finally {
        release()
      }
    },
    async openReader() {
      const reading = await WorkerConnection.start({ path, isReader: true })
      return {
        db: kyselyOver(reading, new Lock()),
        [Symbol.asyncDispose]: () => reading.close(),
      }
    },
    share: () => connection.share(),
    async ping() {
      await sql`select 1`.execute(db)
    },
    async close() {
      // What came before is finished first; what comes after is refused by the thread.
      const release = await lock.acquire()
      await connection.close()
      release()
    },
  }
}

/** What was the same object in the call before is not written again: every charge comes with all plans. */
function argumentTexts() {
  let before: Members = {}
  let [names, same] = ['', '{}']
  return (args: Members = {}) => {
    const repeated: Record<string, unknown> = {}
    const others: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(args)) {
      const isSame = typeof value === 'object' && value === before[name]
      ;(isSame ? repeated : others)[name] = value
    }
    const now = Object.keys(repeated).join()
    if (now !== names) same = JSON.stringify(repeated)
    names = now
    before = args
    return { args: JSON.stringify(others), same }
  }
}

type Members = Readonly<Record<string, unknown>>
