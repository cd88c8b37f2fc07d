// The thread that owns the SQLite file: a commit may take a third of a second, and must not stop
// who serves.

import { parentPort, workerData } from 'node:worker_threads'
import { Lock } from './lock.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/list.ts'
import { loadProcedure } from './procedure.ts'
import { sqliteKysely } from './sqlite-dialect.ts'
import { SqliteFile } from './sqlite-file.ts'
import { type FromWorker, sentError, type ToWorker } from './sqlite-messages.ts'

if (parentPort === null) throw new Error('sqlite-worker.ts runs as a worker thread only.')
const port = parentPort

try {
  const file = SqliteFile.open(String(workerData))
  // The main thread sends one message at a time, so the lock is never waited for here.
  const db = sqliteKysely(async (sql, parameters) => file.run(sql, parameters), new Lock())
  try {
    await db.transaction().execute((tx) => migrate(tx, 'sqlite', MIGRATIONS))
  } catch (error) {
    file.close()
    throw error
  }
  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'close') {
      file.close()
      port.close()
      return
    }
    try {
      send({ kind: 'done', value: await answer(message) })
    } catch (error) {
      send({ kind: 'failed', error: sentError(error) })
    }
  })
  send({ kind: 'done', value: undefined })

  async function answer(message: Exclude<ToWorker, { kind: 'close' }>): Promise<unknown> {
    if (message.kind === 'query') return file.run(message.sql, message.parameters)
    const run = await loadProcedure(message.module)
    return db.transaction().execute((tx) => run(tx, message.args))
  }
} catch (error) {
  send({ kind: 'failed', error: sentError(error) })
  port.close()
}

function send(message: FromWorker): void {
  port.postMessage(message)
}
