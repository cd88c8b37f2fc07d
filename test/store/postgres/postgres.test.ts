// PostgreSQL: every wait has an end, a lost connection is replaced, and no sentence holds the password.
// Covers: src/store/postgres/**

import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { isStoreUnavailable, StoreError } from '../../../src/store/store-error.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { newDatabase } from '../../support/stores.ts'

const SECRET = 'hunter2-hunter2'

after(stopOwnPostgres)

test('every connection has an end to its waiting, and commits to disk', async (t) => {
  const store = await open(t)
  const expected = {
    statement_timeout: '2s',
    lock_timeout: '1s',
    idle_in_transaction_session_timeout: '5s',
    application_name: 'doorplate',
    synchronous_commit: 'on',
  }
  for (const [name, value] of Object.entries(expected)) {
    assert.equal(await setting(store, name), value, name)
  }
})

test('a server that answers before it has written is told to write first', async (t) => {
  const place = await newDatabase(t)
  const first = await openStore(place)
  const name = new URL(place.databaseUrl).pathname.slice(1)
  await sql.raw(`alter database ${name} set synchronous_commit = off`).execute(first.db)
  await first.close()
  const store = await openStore(place)
  t.after(() => store.close())
  assert.equal(await setting(store, 'synchronous_commit'), 'on')
})

test('a wrong password is named without showing it', async (t) => {
  const { databaseUrl } = await newDatabase(t)
  const url = new URL(databaseUrl)
  url.password = SECRET
  assert.match(
    await faultOf(url.href),
    /^PostgreSQL at 127\.0\.0\.1:\d+ refused the user "doorplate" or the password\.$/,
  )
})

test('a database that does not exist is named', async (t) => {
  const { databaseUrl } = await newDatabase(t)
  const url = new URL(databaseUrl)
  url.pathname = '/nowhere'
  assert.match(
    await faultOf(url.href),
    /^PostgreSQL at 127\.0\.0\.1:\d+ has no database "nowhere"\.$/,
  )
})

test('a server that is not there is named', async () => {
  const port = await withServer((server) => portOf(server))
  assert.equal(
    await faultOf(`postgres://me:${SECRET}@127.0.0.1:${port}/db`),
    `PostgreSQL at 127.0.0.1:${port} cannot be used: the connection was refused.`,
  )
})

test('a server that takes the connection and says nothing is given up', async () => {
  await withServer(async (server) => {
    const port = portOf(server)
    assert.match(
      await faultOf(`postgres://me:${SECRET}@127.0.0.1:${port}/db`),
      /^PostgreSQL at 127\.0\.0\.1:\d+ cannot be used: .*timeout/,
    )
  })
})

test('a URL that is none is refused without repeating it', async () => {
  const wrong = [
    `postgres://me:${SECRET}@host:port/db`,
    `mysql://me:${SECRET}@host/db`,
    `me:${SECRET}@host/db`,
    `postgres//me:${SECRET}@host/db`,
  ]
  for (const url of wrong) {
    assert.match(await faultOf(url), /^The database URL must have the form postgres:\/\/user/, url)
  }
})

test('a connection that the server ended is replaced, and the operator is told', async (t) => {
  const place = await newDatabase(t)
  const told = Promise.withResolvers<Error>()
  const store = await openStore({ ...place, onFault: told.resolve })
  const other = await openStore(place)
  t.after(() => Promise.all([store.close(), other.close()]))
  await store.ping()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db)
  assert((await told.promise) instanceof Error)
  await store.ping()
})

test('a server that takes no changes any more is left: it was made a standby', async (t) => {
  const store = await open(t)
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)).rows[0]?.pid
  const before = await pid()
  await sql`set default_transaction_read_only = on`.execute(store.db)
  await assert.rejects(sql`create table t (a int)`.execute(store.db), (error: unknown) => {
    assert(isStoreUnavailable(error))
    return true
  })
  assert.notEqual(await pid(), before)
  await sql`create table t (a int)`.execute(store.db)
})

test('a query that takes too long is ended and means: out of reach', async (t) => {
  const store = await open(t)
  await assert.rejects(sql`select pg_sleep(10)`.execute(store.db), (error: unknown) => {
    assert(isStoreUnavailable(error))
    return true
  })
  await store.ping()
})

test('a mistake in a query does not count as the store being out of reach', async (t) => {
  const store = await open(t)
  await assert.rejects(sql`select nonsense`.execute(store.db), (error: unknown) => {
    assert(!isStoreUnavailable(error))
    return true
  })
})

async function open(t: TestContext): Promise<Store> {
  const place = await newDatabase(t)
  const databaseUrl = place.databaseUrl.replace(/\?.*/, '?connect_timeout=60')
  const store = await openStore({ ...place, databaseUrl })
  t.after(() => store.close())
  return store
}

async function setting(store: Store, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select current_setting(${name}) as value`.execute(store.db)
  return rows[0]?.value
}

async function faultOf(databaseUrl: string): Promise<string> {
  try {
    await (await openStore({ databaseUrl, dataDir: '/nonexistent' })).close()
  } catch (error) {
    assert(error instanceof StoreError, String(error))
    const everything = `${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`
    assert(!everything.includes(SECRET), 'The password is in the error.')
    return error.message
  }
  return assert.fail('The store was opened.')
}

async function withServer<T>(work: (server: Server) => T | Promise<T>): Promise<T> {
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(server)
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

function portOf(server: Server): number {
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  return address.port
}
