// How the store connects to PostgreSQL, and what it says when it cannot.

import pg from 'pg'
import { StoreError } from '../store-error.ts'
import { malformedUrl, urlsOf } from './postgres-hosts.ts'

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

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 && format !== 'binary') return safeInteger
  return format === 'binary'
    ? pg.types.getTypeParser(oid, 'binary')
    : pg.types.getTypeParser(oid, 'text')
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
  const { code, message } = facts(error)
  const at = `PostgreSQL at ${server.where}`
  if (code.startsWith('28')) {
    return new StoreError(`${at} refused the user "${server.user}" or the password.`)
  }
  if (code === '3D000') return new StoreError(`${at} has no database "${server.database}".`)
  if (code === '42501') {
    return new StoreError(`${at} does not let the user "${server.user}" make tables.`)
  }
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

function facts(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}

function withoutPassword(message: string, password: string): string {
  const plain = message.replace(/\.$/, '')
  return password === '' ? plain : plain.replaceAll(password, '…')
}
