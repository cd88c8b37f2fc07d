// Which failures of a store pass by themselves, which are our mistakes, and what is said of a server that is away.
// Covers: src/store/postgres/postgres-store.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectError,
  connectionSettings,
  serverOf,
} from '../../src/store/postgres/postgres-store.ts'
import { receivedError, sentError } from '../../src/store/sqlite/worker-connection.ts'
import { isDuplicate, isStoreUnavailable, StoreError } from '../../src/store/store-error.ts'

const sqlite = (errcode: number) => Object.assign(new Error('SQLite'), { errcode })
const postgres = (code: string) => Object.assign(new Error('PG'), { code, severity: 'ERROR' })

test('a store that is busy, full, unreadable or unreachable counts as unavailable; a faulty query does not', () => {
  const away = ['busy 5', 'locked 6', 'memory 7', 'read-only 8', 'I/O 10', 'corrupt 11', 'full 13']
  const codes = [...away, 'cannot open 14'].map((text) => Number(text.split(' ').at(-1)))
  for (const code of codes) {
    assert.equal(isStoreUnavailable(sqlite(code)), true, String(code))
    assert.equal(isStoreUnavailable(sqlite(code | (2 << 8))), true, `${code}, extended`)
  }
  for (const code of [1, 2, 9, 12, 19, 20, 25, 2067, 1555]) {
    assert.equal(isStoreUnavailable(sqlite(code)), false, String(code))
  }
  const states = ['08006', '40P01', '40001', '53300', '55P03', '57P01', '57014', '58030', 'XX000']
  for (const state of [...states, '25006']) {
    assert.equal(isStoreUnavailable(postgres(state)), true, state)
  }
  for (const state of ['23505', '42601', '22003', '25001', '28P01', '']) {
    assert.equal(isStoreUnavailable(postgres(state)), false, state)
  }
  assert.equal(isStoreUnavailable(new StoreError('It has stopped.')), true)
  for (const other of [new Error('no'), new TypeError('no'), 'busy', undefined]) {
    assert.equal(isStoreUnavailable(other), false)
  }
  // A code of Node's own is no state of PostgreSQL.
  assert.equal(isStoreUnavailable(Object.assign(new Error('x'), { code: '08006' })), false)
})

test('a unique value that another row has is told apart from all else, in both stores', () => {
  const duplicates = [sqlite(2067), sqlite(1555), postgres('23505')]
  assert.deepEqual(duplicates.map(isDuplicate), [true, true, true])
  const others = [sqlite(787), sqlite(19), postgres('23503'), new Error('23505'), '23505']
  assert.deepEqual(others.map(isDuplicate), [false, false, false, false, false])
})

test('an error crosses from the thread of the file with its class and its code', () => {
  const crossed = (error: unknown) => receivedError(structuredClone(sentError(error)))
  const stopped = crossed(new StoreError('The store has stopped.'))
  assert.ok(stopped instanceof StoreError)
  assert.equal(stopped.message, 'The store has stopped.')
  assert.equal(isStoreUnavailable(crossed(sqlite(5))), true)
  assert.equal(isDuplicate(crossed(sqlite(2067))), true)
  const bug = crossed(new TypeError('a bug'))
  assert.deepEqual([bug.name, bug.message, 'errcode' in bug], ['TypeError', 'a bug', false])
  assert.equal(crossed('a text').message, 'a text')
})

const SERVER = serverOf('postgres://jo:hunter2@one:5433,two/books')

/** The code of a failure, and what is said of it. */
const SAID: readonly (readonly [code: string, sentence: string])[] = [
  ['28P01', 'refused the user "jo" or the password.'],
  ['28000', 'refused the user "jo" or the password.'],
  ['3D000', 'has no database "books".'],
  ['42501', 'does not let the user "jo" create tables.'],
  ['ECONNREFUSED', 'cannot be used: the connection was refused.'],
  ['ENOTFOUND', 'cannot be used: the host name is unknown.'],
  ['EAI_AGAIN', 'cannot be used: the host name cannot be resolved.'],
  ['ETIMEDOUT', 'cannot be used: it does not answer.'],
  ['EHOSTUNREACH', 'cannot be used: there is no way to the host.'],
  ['ENETUNREACH', 'cannot be used: there is no way to the network.'],
  ['ECONNRESET', 'cannot be used: the connection was cut.'],
  ['57P03', 'cannot be used: it is starting up or shutting down.'],
  ['25006', 'cannot be used: it is a standby, which takes no changes.'],
  ['53300', 'cannot be used: it has no connection left.'],
  ['', 'cannot be used: wrong … for jo.'],
]

test('each failure is one sentence that names all hosts and not the password', () => {
  for (const [code, sentence] of SAID) {
    const error = Object.assign(new Error('wrong hunter2 for jo.'), code === '' ? {} : { code })
    const said = connectError(error, SERVER)
    assert.ok(said instanceof StoreError)
    assert.equal(said.message, `PostgreSQL at one:5433 or two:5432 ${sentence}`, code)
  }
  assert.match(connectError('hunter2', SERVER).message, /cannot be used: …\.$/)
  const own = new StoreError('As it is.')
  assert.equal(connectError(own, SERVER), own)
})

test('every wait has an end, and the server gives up before we do', () => {
  const url = 'postgres://me:secret@db.example:5432/doorplate'
  const { types, ...settings } = connectionSettings(url)
  assert.deepEqual(settings, {
    connectionTimeoutMillis: 2000,
    statement_timeout: 2000,
    lock_timeout: 1000,
    idle_in_transaction_session_timeout: 5000,
    query_timeout: 2500,
    keepAlive: true,
  })
  for (const [given, ms] of [
    ['1', 1000],
    ['45', 45_000],
    ['600', 600_000],
    ['601', 600_000],
    ['0', 2000],
    ['-1', 2000],
    ['soon', 2000],
  ] as const) {
    const { connectionTimeoutMillis } = connectionSettings(`${url}?connect_timeout=${given}`)
    assert.equal(connectionTimeoutMillis, ms, given)
  }
  const [INT8, BOOL] = [20, 16]
  const reader = (oid: number): ((text: string) => unknown) =>
    types?.getTypeParser(oid, 'text') ?? assert.fail('there is no reader')
  assert.equal(reader(INT8)('9007199254740991'), Number.MAX_SAFE_INTEGER)
  assert.throws(() => reader(INT8)('9007199254740992'), /too large/)
  assert.equal(reader(BOOL)('t'), true)
})
