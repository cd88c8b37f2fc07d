// The store on a PostgreSQL server: a pool for everything, and one connection of its own for procedures.

import { setTimeout } from 'node:timers/promises'
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely'
import pg from 'pg'
import { errorCode } from '../../lib/operator-error.ts'
import { migrate } from '../migrate.ts'
import { type Database, Procedures, type Sql } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { malformedUrl, PostgresHosts, urlsOf } from './postgres-hosts.ts'

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

function postgresStore(pool: pg.Pool, metering: pg.Pool, parts: PoolParts): Database {
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
    openReader: async () => ({ db, [Symbol.asyncDispose]: async () => {} }),
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

interface PoolParts {
  readonly hosts: PostgresHosts
  readonly server: Server
  /** Told of connections that are lost while nobody asks. */
  readonly onFault: (error: Error) => void
}

/** Every connection of it is to the primary; one that is lost is looked for among the other hosts. */
function guardedPool(pool: pg.Pool, { hosts, server, onFault }: PoolParts): PostgresPool {
  // Without a listener, a server that goes away while nobody is asking would end the process.
  pool.on('error', onFault)
  pool.on('connect', (client) => client.on('error', onFault))
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
      return guardedClient(client, server, () => hosts.leave(connectedTo))
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
          if (tries >= hosts.urls.length) throw connectError(error, server)
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
    if (rows[0]?.is_standby === true) throw Object.assign(new Error(), { code: READ_ONLY })
  } catch (error) {
    client.release(true)
    throw error
  }
}

const READ_ONLY = '25006'

function guardedClient(client: pg.PoolClient, server: Server, onLost: () => void) {
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
      throw connectError(error, server)
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
  // A primary that was made a standby still answers, but takes no changes.
  if (error.code === READ_ONLY) return true
  return error.severity === 'FATAL' || error.severity === 'PANIC'
}

const CONNECT_TIMEOUT_MS = 2000
const CONNECT_TIMEOUT_MAX_MS = 600_000
const STATEMENT_TIMEOUT_MS = 2000
const LOCK_TIMEOUT_MS = 1000
const IDLE_IN_TRANSACTION_MS = 5000
// Later than the server's own limit, so that it only ends the wait for a server that has gone silent.
const QUERY_TIMEOUT_MS = 2500
const INT8 = 20

/** Every wait has an end: left to itself the driver waits for ever. */
export function connectionSettings(databaseUrl: string): pg.PoolConfig {
  return {
    connectionTimeoutMillis: connectTimeoutMs(databaseUrl),
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  }
}

/** The URL may say `connect_timeout`, in seconds. PostgreSQL's own programs read it, and the driver does not. */
function connectTimeoutMs(databaseUrl: string): number {
  const [url = ''] = urlsOf(databaseUrl)
  const seconds = Number(new URL(url).searchParams.get('connect_timeout'))
  return seconds > 0 ? Math.min(seconds * 1000, CONNECT_TIMEOUT_MAX_MS) : CONNECT_TIMEOUT_MS
}

function getTypeParser(oid: number, format: 'text' | 'binary' = 'text') {
  if (oid === INT8 && format === 'text') return safeInteger
  return format === 'binary' ? pg.types.getTypeParser(oid, format) : pg.types.getTypeParser(oid)
}

// The driver gives 64-bit integers as text; ours are times and counts, all far below 2^53.
function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`)
  return number
}

/** Where a URL leads, without its password. */
interface Server {
  readonly where: string
  readonly user: string
  readonly database: string
  readonly password: string
}

export function serverOf(databaseUrl: string): Server {
  const urls = urlsOf(databaseUrl)
  try {
    // The driver's own reading, so that what is named is what is connected to.
    const clients = urls.map((connectionString) => new pg.Client({ connectionString }))
    const [{ user = '', database = '', password = '' } = {}] = clients
    const where = clients.map(({ host, port }) => `${host}:${port}`).join(' or ')
    return { where, user, database, password: password ?? '' }
  } catch {
    // The error holds the URL, and the URL holds the password.
    throw malformedUrl()
  }
}

/** One sentence that names the server and what it refused. */
export function connectError(error: unknown, server: Server): StoreError {
  if (error instanceof StoreError) return error
  const code = errorCode(error)
  const at = `PostgreSQL at ${server.where}`
  if (code.startsWith('28')) {
    return new StoreError(`${at} refused the user "${server.user}" or the password.`)
  }
  if (code === '3D000') return new StoreError(`${at} has no database "${server.database}".`)
  if (code === '42501') {
    return new StoreError(`${at} does not let the user "${server.user}" create tables.`)
  }
  const message = error instanceof Error ? error.message : String(error)
  const reason = REASONS.get(code) ?? withoutPassword(message, server.password)
  return new StoreError(`${at} cannot be used: ${reason}.`)
}

const REASONS = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'the host name is unknown'],
  ['EAI_AGAIN', 'the host name cannot be resolved'],
  ['ETIMEDOUT', 'it does not answer'],
  ['EHOSTUNREACH', 'there is no way to the host'],
  ['ENETUNREACH', 'there is no way to the network'],
  ['ECONNRESET', 'the connection was cut'],
  ['57P03', 'it is starting up or shutting down'],
  ['25006', 'it is a standby, which takes no changes'],
  ['53300', 'it has no connection left'],
])

function withoutPassword(message: string, password: string): string {
  const plain = message.replace(/\.$/, '')
  return password === '' ? plain : plain.replaceAll(password, '…')
}
