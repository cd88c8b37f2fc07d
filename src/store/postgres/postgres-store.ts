// The store on a PostgreSQL server: a pool for everything, and one connection of its own for procedures.

import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { MIGRATIONS } from '../migrations/list.ts'
import { migrate } from '../migrations/migrate.ts'
import { type Procedure, Procedures } from '../procedure.ts'
import { connectError, connectionSettings, serverOf } from './postgres-connection.ts'
import { PostgresHosts } from './postgres-hosts.ts'
import { type Guard, guardedPool } from './postgres-pool.ts'

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

export async function openPostgres(
  databaseUrl: string,
  onFault: (error: Error) => void = () => {},
): Promise<PostgresStore> {
  const server = serverOf(databaseUrl)
  const hosts = new PostgresHosts(databaseUrl)
  const base = connectionSettings(databaseUrl)
  const guard = { onFault, sentence: (error: unknown) => connectError(error, server) }
  try {
    await migrateOnce({ ...base, ...MIGRATION_WAITS }, hosts, guard)
  } catch (error) {
    throw guard.sentence(error)
  }
  const pools = {
    db: new pg.Pool({ ...base, max: CONNECTIONS_MAX, application_name: 'doorplate' }),
    metering: new pg.Pool({ ...base, max: 1, application_name: 'doorplate-metering' }),
  }
  return new PostgresStore(pools, hosts, guard)
}

async function migrateOnce(
  config: pg.PoolConfig,
  hosts: PostgresHosts,
  guard: Guard,
): Promise<void> {
  const pool = new pg.Pool({ ...config, max: 1, application_name: 'doorplate-migration' })
  try {
    await kyselyOver(pool, hosts, guard)
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx)
        await migrate(tx, 'postgres', MIGRATIONS)
      })
  } finally {
    await pool.end()
  }
}

class PostgresStore {
  readonly kind = 'postgres'
  readonly db: Kysely<unknown>
  readonly #metering: Kysely<unknown>
  readonly #pools: readonly pg.Pool[]
  readonly #procedures = new Procedures()

  constructor(
    pools: { readonly db: pg.Pool; readonly metering: pg.Pool },
    hosts: PostgresHosts,
    guard: Guard,
  ) {
    this.db = kyselyOver(pools.db, hosts, guard)
    this.#metering = kyselyOver(pools.metering, hosts, guard)
    this.#pools = [pools.db, pools.metering]
  }

  transaction<T>(work: (tx: Transaction<unknown>) => Promise<T>): Promise<T> {
    return this.db.transaction().execute(work)
  }

  async procedure<P extends Procedure>(
    module: URL,
    args: Parameters<P>[1],
  ): Promise<Awaited<ReturnType<P>>> {
    const run = await this.#procedures.load(module.href)
    return (await run(this.#metering, args, 'postgres')) as Awaited<ReturnType<P>>
  }

  // A thread has connections of its own.
  share(): undefined {}

  async ping(): Promise<void> {
    await sql`select 1`.execute(this.db)
  }

  async close(): Promise<void> {
    // Not by Kysely, which would leave a pool that was never used open for use.
    const ends = this.#pools.filter(({ ending }) => !ending).map((pool) => pool.end())
    // The driver waits for a server that has gone silent to say good-bye.
    const enough = new AbortController()
    const waited = setTimeout(CLOSE_WAIT_MS, undefined, { signal: enough.signal })
    await Promise.race([Promise.all(ends), waited])
    enough.abort()
    await waited.catch(() => {})
  }
}

function kyselyOver(pool: pg.Pool, hosts: PostgresHosts, guard: Guard): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: guardedPool(pool, hosts, guard) }),
  })
}
