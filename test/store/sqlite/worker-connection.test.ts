// Threads of one process on one SQLite file: each by a connection of its own, none in the transaction of another.
// Covers: src/store/sqlite/**

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../../src/store/open-store.ts'
import type { Sql, Store } from '../../../src/store/store.ts'

async function openTwo(t: TestContext): Promise<readonly [first: Store, second: Store]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-lines-'))
  const first = await openStore({ databaseUrl: '', dataDir })
  const second = await openStore({ databaseUrl: '', dataDir, sharedPort: first.share() })
  t.after(async () => {
    await second.close()
    await first.close()
    await rm(dataDir, { recursive: true })
  })
  await sql`create table counter (n integer not null)`.execute(first.db)
  await sql`insert into counter (n) values (0)`.execute(first.db)
  return [first, second]
}

async function count(db: Sql): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select n from counter`.execute(db)
  return rows[0]?.n
}

async function readThenWrite(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    const before = (await count(tx)) ?? 0
    await sql`update counter set n = ${before + 1}`.execute(tx)
  })
}

test('transactions of two threads do not mix', async (t) => {
  const stores = await openTwo(t)
  const rounds = Array.from({ length: 200 }, (_, at) => readThenWrite(stores[at % 2]))
  await Promise.all(rounds)
  assert.equal(await count(stores[0].db), 200)
})

test('a query of one thread waits for the transaction of the other', async (t) => {
  const [first, second] = await openTwo(t)
  let seen: Promise<number | undefined> | undefined
  await first.transaction(async (tx) => {
    await sql`update counter set n = 7`.execute(tx)
    seen = count(second.db)
    await sql`update counter set n = 8`.execute(tx)
  })
  assert.equal(await seen, 8)
})

test('a transaction that fails in one thread leaves nothing, and the other goes on', async (t) => {
  const [first, second] = await openTwo(t)
  const failing = first.transaction(async (tx) => {
    await sql`update counter set n = 5`.execute(tx)
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(await count(second.db), 0)
  await readThenWrite(second)
  assert.equal(await count(first.db), 1)
})

test('a line that ends in the middle of a transaction lets go of the file', async (t) => {
  const [first] = await openTwo(t)
  const port = first.share()
  assert.ok(port !== undefined)
  const asked = new Promise((resolve) => port.once('message', resolve))
  port.postMessage({ kind: 'query', sql: 'begin immediate', parameters: [] })
  await asked
  port.postMessage({ kind: 'query', sql: 'update counter set n = 9', parameters: [] })
  port.close()
  assert.equal(await count(first.db), 0)
  await readThenWrite(first)
  assert.equal(await count(first.db), 1)
})

test('a line whose store has been closed refuses, and does not wait', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorplate-lines-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const first = await openStore({ databaseUrl: '', dataDir })
  const second = await openStore({ databaseUrl: '', dataDir, sharedPort: first.share() })
  await second.ping()
  await first.close()
  await assert.rejects(second.ping(), /has stopped/)
})
