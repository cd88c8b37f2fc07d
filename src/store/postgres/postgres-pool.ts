// A pool that never reuses a connection whose last answer is missing, and that reports failures in one sentence.

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { StoreError } from '../store-error.ts'
import type { PostgresHosts } from './postgres-hosts.ts'

export interface Guard {
  /** Told of connections that are lost while nobody asks. */
  readonly onFault: (error: Error) => void
  /** What is thrown in place of whatever words the driver and the socket have for a lost server. */
  readonly sentence: (error: unknown) => StoreError
}

/** Every connection of it is to the primary; one that is lost is looked for among the other hosts. */
export function guardedPool(pool: pg.Pool, hosts: PostgresHosts, guard: Guard): PostgresPool {
  // Without a listener, a server that goes away while nobody is asking would end the process.
  pool.on('error', guard.onFault)
  pool.on('connect', (client) => client.on('error', guard.onFault))
  const ready = new WeakMap<pg.PoolClient, string>()
  const connect = async () => {
    const { url } = hosts
    // The pool reads its options for each connection that it makes.
    pool.options.connectionString = url
    try {
      const client = await pool.connect()
      if (!ready.has(client)) await makeReady(client)
      const connectedTo = ready.get(client) ?? url
      ready.set(client, connectedTo)
      return guardedClient(client, guard, () => hosts.leave(connectedTo))
    } catch (error) {
      hosts.leave(url)
      throw error
    }
  }
  return {
    connect: async () => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await connect()
        } catch (error) {
          if (tries >= hosts.urls.length) throw guard.sentence(error)
        }
      }
    },
    end: () => pool.end(),
  }
}

// A server that answers before its log is on disk would break the promise that a charge is durable.
const PRIMARY_AND_DURABLE = `
  select pg_is_in_recovery() as is_standby,
    case when current_setting('synchronous_commit') = 'off'
      then set_config('synchronous_commit', 'on', false) end`

// Here and not in Kysely's hook, which would never give back a connection that fails in it.
async function makeReady(client: pg.PoolClient): Promise<void> {
  try {
    const { rows } = await client.query<{ is_standby: boolean }>(PRIMARY_AND_DURABLE)
    if (rows[0]?.is_standby === true) throw new StandbyError()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const READ_ONLY = '25006'

class StandbyError extends Error {
  readonly code = READ_ONLY
}

function guardedClient(
  client: pg.PoolClient,
  { sentence }: Guard,
  onLost: () => void,
): PostgresPoolClient {
  let isBroken = false
  const query = async (text: string, parameters: readonly unknown[]) => {
    // Nobody can roll back over a lost connection, and the server does it by itself.
    if (isBroken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    try {
      return await client.query(text, [...parameters])
    } catch (error) {
      if (!leavesBroken(error)) throw error
      isBroken = true
      onLost()
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
  // A primary that was made a standby goes on answering, and takes no changes.
  if (error.code === READ_ONLY) return true
  return error.severity === 'FATAL' || error.severity === 'PANIC'
}
