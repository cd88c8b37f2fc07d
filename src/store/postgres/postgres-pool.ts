// A pool that never reuses a connection whose last answer is missing, and that reports failures in one sentence.

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { StoreError } from '../store-error.ts'

export interface Guard {
  /** Told of connections that are lost while nobody asks. */
  readonly onFault: (error: Error) => void
  /** What is thrown in place of whatever words the driver and the socket have for a lost server. */
  readonly sentence: (error: unknown) => StoreError
}

export function guardedPool(pool: pg.Pool, guard: Guard): PostgresPool {
  // Without a listener, a server that goes away while nobody is asking would end the process.
  pool.on('error', guard.onFault)
  pool.on('connect', (client) => client.on('error', guard.onFault))
  const ready = new WeakSet<pg.PoolClient>()
  return {
    connect: async () => {
      try {
        const client = await pool.connect()
        if (!ready.has(client)) await makeReady(client)
        ready.add(client)
        return guardedClient(client, guard)
      } catch (error) {
        throw guard.sentence(error)
      }
    },
    end: () => pool.end(),
  }
}

// A server that answers before its log is on disk would break the promise that a charge is durable.
const DURABLE = `
  select set_config('synchronous_commit', 'on', false)
  where current_setting('synchronous_commit') = 'off'`

// Here and not in Kysely's hook, which would never give back a connection that fails in it.
async function makeReady(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(DURABLE)
  } catch (error) {
    client.release(true)
    throw error
  }
}

function guardedClient(client: pg.PoolClient, { sentence }: Guard): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    // Nobody can roll back over a lost connection, and the server does it by itself.
    if (isBroken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    try {
      return await client.query(text, [...parameters])
    } catch (error) {
      if (!leavesBroken(error)) throw error
      isBroken = true
      throw sentence(error)
    }
  }
  return {
    // Kysely also knows a cursor form, which the store does not use.
    query: query as unknown as PostgresPoolClient['query'] &
      (<R>(text: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<R>>),
    release: () => client.release(isBroken),
  }
}

// An error that the server sent in good order leaves the connection usable; a time-out or a lost socket does not. A
// TypeError is a value of ours that cannot be sent, and was not.
function leavesBroken(error: unknown): boolean {
  if (error instanceof TypeError) return false
  if (!(error instanceof pg.DatabaseError)) return true
  return error.severity === 'FATAL' || error.severity === 'PANIC'
}
