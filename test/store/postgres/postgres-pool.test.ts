// What is said of a PostgreSQL that cannot be used: which one and why, in one sentence, and never its password.
// Covers: src/store/postgres/postgres-store.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectError, serverOf } from '../../../src/store/postgres/postgres-store.ts'
import { StoreError } from '../../../src/store/store-error.ts'

const SERVER = serverOf('postgres://me:s%40fe@db.example:5433/books')
const AT = 'PostgreSQL at db.example:5433'

function saidOf(code: string, message = 'oops'): string {
  return connectError(Object.assign(new Error(message), { code }), SERVER).message
}

test('each reason has a sentence that names the server', () => {
  assert.deepEqual(SERVER, {
    where: 'db.example:5433',
    user: 'me',
    database: 'books',
    password: 's@fe',
  })
  for (const [code, reason] of [
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
  ]) {
    assert.equal(saidOf(code ?? ''), `${AT} cannot be used: ${reason}.`)
  }
  for (const code of ['28P01', '28000']) {
    assert.equal(saidOf(code), `${AT} refused the user "me" or the password.`)
  }
  assert.equal(saidOf('3D000'), `${AT} has no database "books".`)
  assert.equal(saidOf('42501'), `${AT} does not let the user "me" create tables.`)
})

test('another reason is told in the words of the driver, without the password', () => {
  assert.equal(saidOf('XX', 'It broke s@fe and s@fe.'), `${AT} cannot be used: It broke … and ….`)
  assert.equal(connectError('broken', SERVER).message, `${AT} cannot be used: broken.`)
  const open = serverOf('postgres://me@db.example/books')
  assert.equal(
    connectError(new Error('It broke.'), open).message,
    'PostgreSQL at db.example:5432 cannot be used: It broke.',
  )
  const own = new StoreError('Our own words.')
  assert.equal(connectError(own, SERVER), own)
})

test('of several hosts all are named', () => {
  assert.equal(serverOf('postgres://me:x@one:1,two:2/books').where, 'one:1 or two:2')
})
