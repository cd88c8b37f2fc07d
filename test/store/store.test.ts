// Both stores keep the same promises: whole transactions, in turn, and plain numbers.
// Covers: src/store/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '../../src/store/store.ts'
import { isStoreUnavailable } from '../../src/store/store-error.ts'
import { eachStore, type MakeStore } from '../support/stores.ts'
import type { run as noteProcedure } from './note-procedure.ts'

const NOTE = new URL('./note-procedure.ts', import.meta.url)

eachStore((makeStore, newPlace, kind) => {
  test('a transaction that fails leaves nothing behind', async (t) => {
    const store = await storeWithNotes(makeStore, t)
    const failing = store.transaction(async (tx) => {
      await sql`insert into note (text) values ('lost')`.execute(tx)
      throw new TypeError('no')
    })
    await assert.rejects(failing, TypeError)
    assert.deepEqual(await notes(store), [])
    await store.transaction((tx) => sql`insert into note (text) values ('kept')`.execute(tx))
    assert.deepEqual(await notes(store), ['kept'])
  })

  test('a procedure that fails leaves nothing that it holds, and the next one runs', async (t) => {
    const store = await storeWithNotes(makeStore, t)
    const call = (fails: boolean) =>
      store.procedure<typeof noteProcedure>(NOTE, { text: 'x', fails })
    await assert.rejects(call(true), { name: 'TypeError', message: 'The procedure failed.' })
    // One transaction on SQLite; on PostgreSQL each statement commits by itself.
    const written = kind === 'sqlite' ? 0 : 1
    assert.equal((await notes(store)).length, written)
    assert.deepEqual(await call(false), { notes: written + 1 })
  })

  test('arguments arrive as they are, whether they were sent before or not', async (t) => {
    const store = await storeWithNotes(makeStore, t)
    const [about, other] = [{ text: 'one' }, { text: 'two' }]
    const sent = [about, about, about, other, about, other, other, undefined, other, other, about]
    for (const [at, each] of sent.entries()) {
      const note = { text: `${at} `, ...(each && { about: each }) }
      await store.procedure<typeof noteProcedure>(NOTE, note)
    }
    const expected = sent.map((each, at) => `${at} ${each?.text ?? ''}`)
    assert.deepEqual((await notes(store)).sort(), expected.sort())
  })

  test('a module that has no procedure is named, and more statements than are kept do no harm', async (t) => {
    const store = await storeWithNotes(makeStore, t)
    const other = new URL('../support/manual-clock.ts', import.meta.url)
    await assert.rejects(store.procedure(other, undefined as never), /exports no run\(\)/)
    for (let at = 0; at < 501; at += 1) await sql.raw(`select ${at} as n`).execute(store.db)
    const { rows } = await sql.raw('select 0 as n').execute(store.db)
    assert.deepEqual({ ...(rows[0] as object) }, { n: 0 })
  })

  test('transactions, procedures and queries at the same time do not mix', async (t) => {
    const store = await storeWithNotes(makeStore, t)
    const rolledBack = () =>
      store
        .transaction(async (tx) => {
          await sql`insert into note (text) values ('mixed')`.execute(tx)
          await sql`select 1`.execute(tx)
          throw new TypeError('undone')
        })
        .catch(() => {})
    const call = () => store.procedure<typeof noteProcedure>(NOTE, { text: 'whole', fails: false })
    await Promise.all(Array.from({ length: 30 }, () => [rolledBack(), call(), store.ping()]).flat())
    assert.deepEqual(new Set(await notes(store)), new Set(['whole']))
    assert.equal((await notes(store)).length, 30)
  })

  test('whole numbers of 64 bits come back as numbers', async (t) => {
    const store = await makeStore(t)
    const time = 1_900_000_000_000
    const { rows } = await sql`
      select cast(${time} as bigint) as time, count(*) as n from account`.execute(store.db)
    assert.deepEqual({ ...(rows[0] as object) }, { time, n: 0 })
  })

  test('what was committed is there when the store is opened again', async (t) => {
    const place = await newPlace(t)
    const first = await makeStore(t, place)
    await sql`insert into account (id, email, email_of_product, created_at)
      values ('a', 'a@b.c', 'a@b.c', 1)`.execute(first.db)
    await first.close()
    const second = await makeStore(t, place)
    const { rows } = await sql<{ id: string }>`select id from account`.execute(second.db)
    assert.equal(rows[0]?.id, 'a')
  })

  test('a row that belongs to no account is refused', async (t) => {
    const store = await makeStore(t)
    const orphan = sql`insert into usage_day (account_id, day, lookups)
      values ('ghost', '2026-01-01', 1)`.execute(store.db)
    await assert.rejects(orphan, (error: unknown) => !isStoreUnavailable(error))
  })

  test('a store that has been closed refuses, and closing it twice does no harm', async (t) => {
    const store = await makeStore(t)
    await store.close()
    await assert.rejects(store.ping())
    await store.close()
  })
})

async function storeWithNotes(makeStore: MakeStore, t: TestContext): Promise<Store> {
  const store = await makeStore(t)
  await sql`create table note (text text not null)`.execute(store.db)
  return store
}

async function notes(store: Store): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select text from note`.execute(store.db)
  return rows.map(({ text }) => text)
}
