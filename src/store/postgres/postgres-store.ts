// The store on a PostgreSQL server: a pool for everything, and one connection of its own for procedures.

import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../migrate.ts'
import { Procedures, type Sql, type Store } from '../store.ts'
import { PostgresHosts } from './postgres-hosts.ts'
import {
  connectError,
  connectionSettings,
  guardedPool,
  type PoolParts,
  serverOf,
} from './postgres-pool.ts'

const CONNECTIONS_MAX = 10
const CLOSE_WAIT_MS = 2000
// Any number will do, as long as every node takes the same: "DOOR".
const MIGRATION_LOCK = 0x444f4f52
// Another node may be at it, and its work may take longer than any query of a request.
const MIGRATION_WAITS = {
  lock_timeout: 60_000,
  statement_timeout: 60_000,
  query_timeout: 70_000,
} as const

export async function openPostgres(url: string, onFault: (error: Error) => void = () => {}) {
  const parts = { server: serverOf(url), hosts: new PostgresHosts(url), onFault }
  const settings = connectionSettings(url)
  try {
    await migrateOnce({ ...settings, ...MIGRATION_WAITS }, parts)
  } catch (error) {
    throw connectError(error, parts.server)
  }
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS_MAX, application_name: 'doorplate' })
  const metering = new pg.Pool({ ...settings, max: 1, application_name: 'doorplate-metering' })
  return postgresStore(pool, metering, parts)
}

async function migrateOnce(config: pg.PoolConfig, parts: PoolParts): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 1, application_name: 'doorplate-migration' })
  try {
    await kyselyOver(pool, parts)
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
        await migrate(tx, 'postgres')
      })
  } finally {
    await pool.end()
  }
}

function postgresStore(pool: pg.Pool, metering: pg.Pool, parts: PoolParts): Store {
  const db = kyselyOver(pool, parts)
  const meteringDb = kyselyOver(metering, parts)
  const procedures = new Procedures()
  return {
    kind: 'postgres',
    db,
    transaction: (work) => db.transaction().execute(work),
    async procedure({ href }, args) {
      const run = await procedures.load(href)
      return (await run(meteringDb, args, 'postgres')) as never
    },
    // A thread has connections of its own.
    share: () => undefined,
    async ping() {
      await sql`select 1`.execute(db)
    },
    async close() {
      // Not by Kysely, which would leave a pool that was never used open for use.
      const ends = [pool, metering].filter(({ ending }) => !ending).map((each) => each.end())
      // The driver waits for a server that has gone silent to say good-bye.
      const enough = new AbortController()
      const waited = setTimeout(CLOSE_WAIT_MS, undefined, { signal: enough.signal })
      await Promise.race([Promise.all(ends), waited])
      enough.abort()
      await waited.catch(() => {})
    },
  }
}

function kyselyOver(pool: pg.Pool, parts: PoolParts): Sql {
  return new Kysely({ dialect: new PostgresDialect({ pool: guardedPool(pool, parts) }) })
}
