// The thread that owns the SQLite file: a commit may take a third of a second, and must not stop the serving thread.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Lock } from '../lock.ts'
import { migrate } from '../migrate.ts'
import { Procedures } from '../store.ts'
import { sqliteKysely } from './sqlite-dialect.ts'
import { SqliteFile } from './sqlite-file.ts'
import { type FromWorker, type StoreThread, sentError, type ToWorker } from './worker-connection.ts'

if (parentPort === null) throw new Error('sqlite-worker.ts runs as a worker thread only.')
const port = parentPort
const turns = new Lock()
const connections = new Set<MessagePort>()
const procedures = new Procedures()
/** Arguments that do not change are read once. */
let same = { text: '', args: {} }

try {
  const { path, isReader }: StoreThread = workerData
  const file = SqliteFile.open(path, isReader)
  // A request has the turn already when it gets here, so this lock is never waited for.
  const db = sqliteKysely(async (sql, parameters) => file.run(sql, parameters), new Lock())
  try {
    if (!isReader) await db.transaction().execute((tx) => migrate(tx, 'sqlite'))
  } catch (error) {
    file.close()
    throw error
  }
  listen(port)
  send(port, { kind: 'done', value: undefined })

  /** Each connection sends one message at a time, and has the file to itself while it is in a transaction. */
  function listen(connection: MessagePort): void {
    let endTurn: (() => void) | undefined
    let isClosed = false
    connection.on('message', async (message: ToWorker) => {
      if (message.kind === 'connect') return join(message.port)
      if (message.kind === 'close') return closeAll()
      try {
        endTurn ??= await turns.acquire()
        // A transaction that nobody can end must not begin.
        if (isClosed) return pass()
        send(connection, { kind: 'done', value: await answer(message) })
      } catch (error) {
        send(connection, { kind: 'failed', error: sentError(error) })
      }
      if (!file.isInTransaction) pass()
    })
    connection.on('close', () => {
      isClosed = true
      connections.delete(connection)
      // Only this connection can be in a transaction while it has the turn, and nobody will end it any more.
      if (endTurn !== undefined && file.isInTransaction) file.run('rollback', [])
      pass()
    })

    function pass(): void {
      endTurn?.()
      endTurn = undefined
    }
  }

  function join(connection: MessagePort): void {
    connections.add(connection)
    listen(connection)
  }

  function closeAll(): void {
    file.close()
    for (const connection of connections) connection.close()
    port.close()
  }

  async function answer(message: Query): Promise<unknown> {
    if (message.kind === 'query') return file.run(message.sql, message.parameters)
    const run = await procedures.load(message.module)
    if (message.same !== same.text) same = { text: message.same, args: JSON.parse(message.same) }
    const args = { ...JSON.parse(message.args), ...same.args }
    return JSON.stringify(await db.transaction().execute((tx) => run(tx, args, 'sqlite')))
  }
} catch (error) {
  send(port, { kind: 'failed', error: sentError(error) })
  port.close()
}

type Query = Extract<ToWorker, { kind: 'query' | 'procedure' }>

function send(connection: MessagePort, message: FromWorker): void {
  connection.postMessage(message)
}
