// Chunk by chunk, by a clock that a test moves: who works on what, what is charged, and how a batch ends.
// Covers: src/batches/{chunk-work,claims,batch-end,finish-rows,batch,upkeep,intake}.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { findBatch, whyNoRoom } from '../../src/batches/batch.ts'
import { endEarly } from '../../src/batches/batch-end.ts'
import { type WorkParts, workOnce } from '../../src/batches/chunk-work.ts'
import { claimChunk } from '../../src/batches/claims.ts'
import { removeOld } from '../../src/batches/upkeep.ts'
import { newCaller } from '../support/accounts.ts'
import { eachSharedStore } from '../support/stores.ts'
import { AMBIGUOUS, CORRECTED, EXACT, NOT_FOUND, openBatches, PLANS, search } from './world.ts'

const MINUTE = 60_000
const DAY = 86_400_000

eachSharedStore((makeStore) => {
  test('each row that is found costs one look-up, and none that is ambiguous or not found', async (t) => {
    const world = await openBatches(makeStore, t)
    const id = await world.upload([EXACT, AMBIGUOUS, NOT_FOUND, CORRECTED, EXACT])
    await world.work()
    const { isFinished, endedBy, doneRows, ...batch } = await world.batch(id)
    assert.deepEqual([isFinished, endedBy, doneRows, batch.chunks], [true, '', 5, 3])
    const { exact, corrected, ambiguous, notFound } = batch
    assert.deepEqual([exact, corrected, ambiguous, notFound], [2, 1, 1, 1])
    assert.equal(await world.used(), 3)
    assert.equal(batch.summary?.rows, 5)
    assert.equal(await world.count('mail'), 1)
    assert.equal(await world.count('account_event'), 1)
  })

  test('what is not charged costs nothing, nobody is told of a test, and no mail goes to who wants none', async (t) => {
    const world = await openBatches(makeStore, t)
    const free = await world.upload([EXACT, EXACT], { isTest: true, isCharged: false })
    await world.work()
    assert.equal((await world.batch(free)).isFinished, true)
    assert.equal(await world.used(), 0)
    assert.deepEqual([await world.count('mail'), await world.count('account_event')], [0, 0])
    await world.upload([EXACT], { mails: false })
    await world.work()
    assert.deepEqual([await world.count('mail'), await world.count('account_event')], [0, 1])
  })

  test('as many rows are done as look-ups are left; the rest waits for midnight, ten minutes at a time', async (t) => {
    const world = await openBatches(makeStore, t, 'three')
    const { clock } = world
    const id = await world.upload([EXACT, NOT_FOUND, EXACT, EXACT, NOT_FOUND, EXACT], {}, 10)
    await world.work()
    const held = await world.batch(id)
    assert.deepEqual([held.doneRows, held.heldBy, await world.used()], [5, 'daily-limit', 3])
    assert.equal(held.dueAt, clock.now() + 10 * MINUTE)
    clock.advance(10 * MINUTE - 1)
    assert.equal(await workOnce(world.parts), false)
    clock.set('2026-03-14T23:55:00Z')
    await world.work()
    assert.equal((await world.batch(id)).dueAt, Date.parse('2026-03-15T00:00:00Z'))
    clock.set('2026-03-15T00:00:00Z')
    await world.work()
    const done = await world.batch(id)
    assert.deepEqual([done.isFinished, done.doneRows, await world.used()], [true, 6, 1])
  })

  test('a batch that does not wait ends with what is done, and says why', async (t) => {
    const world = await openBatches(makeStore, t, 'three')
    const id = await world.upload([EXACT, EXACT, EXACT, EXACT, EXACT], { waits: false })
    await world.work()
    const { isFinished, doneRows, endedBy } = await world.batch(id)
    assert.deepEqual([isFinished, doneRows, endedBy], [true, 3, 'daily-limit'])
  })

  test('a chunk has one node at a time, for two minutes, the first first, and batches take turns', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock } = world
    const id = await world.upload([EXACT, EXACT, EXACT, EXACT])
    const claim = () => claimChunk(store, clock.now())
    const first = await claim()
    const second = await claim()
    assert.deepEqual([first?.number, second?.number, await claim()], [0, 1, undefined])
    clock.advance(2 * MINUTE - 1)
    assert.equal(await claim(), undefined, 'the lease holds')
    clock.advance(1)
    const again = await claim()
    assert.equal(again?.number, 0)
    assert.equal((again?.fence ?? 0) > (first?.fence ?? 0), true)
    clock.advance(-DAY)
    await sql`update batch set due_at = 0 where id = ${id}`.execute(store.db)
    assert.equal((await claim())?.number, 0, 'a lease from before the clock was set back')
  })

  test('a suspended account is charged nothing, and its batch waits', async (t) => {
    const world = await openBatches(makeStore, t)
    const id = await world.upload([EXACT, EXACT])
    await sql`update subscription set suspended_at = 1
      where account_id = ${world.accountId}`.execute(world.store.db)
    await world.work()
    const { doneRows, heldBy } = await world.batch(id)
    assert.deepEqual([doneRows, heldBy, await world.used()], [0, 'forbidden', 0])
  })

  test('a node that lost its lease writes nothing, and nothing is charged for it', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock, parts } = world
    const id = await world.upload([EXACT, EXACT])
    let isLate = false
    const slow: WorkParts = {
      ...parts,
      async searchFor() {
        if (isLate) return search
        isLate = true
        clock.advance(3 * MINUTE)
        // Another node takes the chunk over, and is not done with it either.
        assert.equal((await claimChunk(store, clock.now()))?.number, 0)
        return search
      },
    }
    await workOnce(slow)
    assert.deepEqual([(await world.batch(id)).doneRows, await world.used()], [0, 0])
  })

  test('a batch ends once, though two nodes end it', async (t) => {
    const world = await openBatches(makeStore, t)
    const id = await world.upload([EXACT])
    await Promise.all([
      endEarly(world.store, id, 'daily-limit', world.clock.now()),
      endEarly(world.store, id, 'forbidden', world.clock.now()),
    ])
    await endEarly(world.store, id, 'forbidden', world.clock.now() + 1)
    assert.equal(await world.count('mail'), 1)
    assert.equal(await world.count('account_event'), 1)
    assert.equal((await world.batch(id)).finishedAt, world.clock.now())
  })

  test('five may be under way, a hundred kept, and another account has room of its own', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock, accountId } = world
    const why = (owner: string | undefined = accountId) =>
      whyNoRoom(store.db, { accountId: owner }, 1)
    for (let at = 0; at < 4; at += 1) await world.upload([EXACT])
    assert.equal(await why(), undefined)
    const id = await world.upload([EXACT])
    assert.equal(await why(), 'under-way')
    const other = await newCaller(store, PLANS, 'many', clock.now())
    assert.equal(await why(other.accountId), undefined)
    assert.equal(await findBatch(store.db, { accountId: other.accountId }, id), undefined)
    await world.work()
    assert.equal(await why(), undefined)
    const gigabyte = 1024 ** 3
    assert.equal(await whyNoRoom(store.db, { accountId }, gigabyte), 'kept')
    assert.equal(await whyNoRoom(store.db, { accountId }, gigabyte / 2), undefined)
  })

  test('a finished batch is kept for a week, and one whose upload broke off for an hour', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock } = world
    const id = await world.upload([EXACT])
    await world.work()
    const broken = await world.upload([EXACT])
    await sql`update batch set state = 'reading' where id = ${broken}`.execute(store.db)
    const left = async (ms: number) => {
      await removeOld(store.db, clock.now() + ms)
      const { rows } = await sql<{ id: string }>`select id from batch order by id`.execute(store.db)
      return rows.map((row) => row.id)
    }
    assert.deepEqual(await left(60 * MINUTE - 1), [id, broken].sort())
    assert.deepEqual(await left(60 * MINUTE), [id])
    assert.deepEqual(await left(7 * DAY - 1), [id])
    assert.deepEqual(await left(7 * DAY), [])
    const { rows } = await sql`select number from batch_chunk`.execute(store.db)
    assert.deepEqual(rows, [])
  })
})
