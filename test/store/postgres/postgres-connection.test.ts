// What is said of a PostgreSQL server that cannot be used: which one, why, and never the password.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectError,
  connectionSettings,
  serverOf,
} from '../../../src/store/postgres/postgres-connection.ts'
import { StoreError } from '../../../src/store/store-error.ts'

const SERVER = serverOf('postgres://jo:hunter2@one:5433,two/books')

/** The code of a failure, and what is said of it. */
const SAID: readonly (readonly [code: string, sentence: string])[] = [
  ['28P01', 'refused the user "jo" or the password.'],
  ['28000', 'refused the user "jo" or the password.'],
  ['3D000', 'has no database "books".'],
  ['42501', 'does not let the user "jo" make tables.'],
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
  const { types, ...settings } = connectionSettings()
  assert.deepEqual(settings, {
    connectionTimeoutMillis: 2000,
    statement_timeout: 2000,
    lock_timeout: 1000,
    idle_in_transaction_session_timeout: 5000,
    query_timeout: 2500,
    keepAlive: true,
  })
  const [INT8, BOOL] = [20, 16]
  const reader = (oid: number): ((text: string) => unknown) =>
    types?.getTypeParser(oid, 'text') ?? assert.fail('there is no reader')
  assert.equal(reader(INT8)('9007199254740991'), Number.MAX_SAFE_INTEGER)
  assert.throws(() => reader(INT8)('9007199254740992'), /too large/)
  assert.equal(reader(BOOL)('t'), true)
})
