// Chunk by chunk, by a clock that a test moves: who works on what, what is charged, and how a batch ends.
// Covers: src/batches/{chunk-work,claims,batch-end,finish-rows,batch,upkeep}.ts, src/batches/uploads/intake.ts

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { batchesOf, findBatch, removeOld, whyNoRoom } from '../../src/batches/batch.ts'
import { endBatch } from '../../src/batches/batch-end.ts'
import { type WorkParts, workOnce } from '../../src/batches/chunk-work.ts'
import { claimChunk, releaseChunk } from '../../src/batches/claims.ts'
import { type ReviewPage, reviewRows } from '../../src/batches/review.ts'
import { takeIn } from '../../src/batches/uploads/intake.ts'
import type { Sql } from '../../src/store/store.ts'
import { register } from '../../src/webhooks/registrations.ts'
import { newCaller } from '../support/accounts.ts'
import { eachSharedStore, newDataDir } from '../support/stores.ts'
import {
  AMBIGUOUS,
  CORRECTED,
  EXACT,
  NOT_FOUND,
  openBatches,
  PLANS,
  search,
  takeTurn,
} from './world.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const GIB = 1024 ** 3

async function copyOf(db: Sql, id: string, copy: string): Promise<void> {
  await sql`
    insert into batch (id, account_id, product, is_test, is_charged, key_name, name, layout, state,
      waits, mails, bytes, created_at, due_at, worked_at)
    select ${copy}, account_id, product, is_test, is_charged, key_name, name, layout, state,
      waits, mails, bytes, created_at, due_at, worked_at from batch where id = ${id}`.execute(db)
}

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
    const free = await world.upload([EXACT, EXACT], {
      isTest: true,
      isCharged: false,
    })
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
    // What was matched on the first day is there beside what was matched on the second.
    const { verdicts } = done.summary ?? assert.fail()
    assert.deepEqual([done.summary?.rows, verdicts.exact, verdicts['not-found']], [6, 4, 2])
    const wanted = { show: 'not-found', after: 0, top: 9 } as const
    const { rows } = await reviewRows(world.store.db, done, wanted, takeTurn)
    assert.deepEqual(
      rows.map(({ row }) => row),
      [2, 5],
    )
  })

  test('a batch that does not wait ends with what is done, and says why', async (t) => {
    const world = await openBatches(makeStore, t, 'three')
    const id = await world.upload([EXACT, EXACT, EXACT, EXACT, EXACT], {
      waits: false,
    })
    await world.work()
    const { isFinished, doneRows, endedBy } = await world.batch(id)
    assert.deepEqual([isFinished, doneRows, endedBy], [true, 3, 'daily-limit'])
  })

  test('a small list does not wait for the end of a long one that came before it', async (t) => {
    const world = await openBatches(makeStore, t)
    const long = await world.upload(Array.from({ length: 8 }, () => EXACT))
    world.clock.advance(1)
    const small = await world.upload([EXACT, EXACT, EXACT, EXACT])
    const done: (readonly [number, number])[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      world.clock.advance(1)
      await workOnce(world.parts)
      done.push([(await world.batch(long)).doneRows, (await world.batch(small)).doneRows])
    }
    assert.deepEqual(done, [
      [2, 0],
      [2, 2],
      [4, 2],
      [4, 4],
    ])
  })

  test('a chunk has one node at a time, for two minutes, the first first', async (t) => {
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
    assert.deepEqual([(await claim())?.number, await claim()], [1, undefined])
    await releaseChunk(store, first ?? assert.fail())
    assert.equal(await claim(), undefined, 'who has lost a lease ends nobody else’s')
    const other = await world.upload([EXACT])
    assert.equal((await claim())?.batch.id, other, 'all chunks of the first are taken')
    await releaseChunk(store, again ?? assert.fail())
    assert.equal((await claim())?.number, 0)
    clock.advance(-2 * MINUTE)
    assert.equal(await claim(), undefined, 'a clock that is a little behind respects the others')
    clock.advance(-DAY)
    await sql`update batch set due_at = 0 where id = ${id}`.execute(store.db)
    assert.equal((await claim())?.number, 0, 'a lease from before the clock was set back')
  })

  test('no row of a suspended or ended account is matched, found or not, and its list pauses', async (t) => {
    for (const ending of ['suspended_at', 'ended_at'] as const) {
      const world = await openBatches(makeStore, t)
      const id = await world.upload([NOT_FOUND, EXACT])
      const tried = await world.upload([EXACT], { isTest: true, isCharged: false })
      await sql`update subscription set ${sql.ref(ending)} = 1
        where account_id = ${world.accountId}`.execute(world.store.db)
      const searched: string[] = []
      const searchFor = async (batch: { id: string }) => {
        searched.push(batch.id)
        return search
      }
      for (let left = 9; left > 0 && (await workOnce({ ...world.parts, searchFor })); left -= 1);
      const { doneRows, heldBy } = await world.batch(id)
      assert.deepEqual([doneRows, heldBy, await world.used()], [0, 'forbidden', 0], ending)
      // Sample data is free: a test list stops only while the account is suspended.
      assert.deepEqual(searched, ending === 'ended_at' ? [tried] : [])
    }
  })

  test('an account that is suspended while a chunk is matched is charged nothing for it', async (t) => {
    const world = await openBatches(makeStore, t)
    const id = await world.upload([EXACT, EXACT])
    const searchFor = async () => {
      await sql`update subscription set suspended_at = 1
        where account_id = ${world.accountId}`.execute(world.store.db)
      return search
    }
    await workOnce({ ...world.parts, searchFor })
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

  test('nodes share the chunks of a batch, and every row is matched and charged once', async (t) => {
    const world = await openBatches(makeStore, t)
    const id = await world.upload(Array.from({ length: 24 }, () => EXACT))
    const chunksOfNode = [0, 0, 0]
    const allHaveOne = Promise.withResolvers<void>()
    await Promise.all(
      chunksOfNode.keys().map(async (node) => {
        const searchFor = async () => {
          chunksOfNode[node] = (chunksOfNode[node] ?? 0) + 1
          if (chunksOfNode.every((chunks) => chunks > 0)) allHaveOne.resolve()
          await allHaveOne.promise
          return search
        }
        while (await workOnce({ ...world.parts, searchFor }));
      }),
    )
    const { isFinished, doneRows, summary } = await world.batch(id)
    assert.deepEqual([isFinished, doneRows, summary?.rows, await world.used()], [true, 24, 24, 24])
    assert.equal(
      chunksOfNode.reduce((sum, chunks) => sum + chunks),
      12,
    )
  })

  test('a batch ends once, though two nodes end it', async (t) => {
    const world = await openBatches(makeStore, t)
    const id = await world.upload([EXACT])
    await Promise.all([
      endBatch(world.parts, id, 'daily-limit', world.clock.now()),
      endBatch(world.parts, id, 'forbidden', world.clock.now()),
    ])
    await endBatch(world.parts, id, 'forbidden', world.clock.now() + 1)
    assert.equal(await world.count('mail'), 1)
    assert.equal(await world.count('account_event'), 1)
    assert.equal((await world.batch(id)).finishedAt, world.clock.now())
  })

  test('five may be under way, a hundred kept, a GiB of them, and another account has room of its own', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock, accountId } = world
    const why = (owner: string | undefined = accountId, bytes = 1) =>
      whyNoRoom(store.db, { accountId: owner }, bytes)
    const ids: string[] = []
    for (let at = 0; at < 4; at += 1) ids.push(await world.upload([EXACT]))
    assert.equal(await why(), undefined)
    const id = await world.upload([EXACT])
    assert.equal(await why(), 'under-way')
    await sql`update batch set state = 'reading' where id = ${id}`.execute(store.db)
    assert.equal(await why(), 'under-way', 'one that is being read in counts too')
    await sql`update batch set state = 'removed' where id = ${id}`.execute(store.db)
    assert.equal(await why(), undefined, 'one that is deleted does not')
    await sql`update batch set state = 'open' where id = ${id}`.execute(store.db)
    const other = await newCaller(store, PLANS, 'many', clock.now())
    assert.equal(await why(other.accountId), undefined)
    assert.equal(await findBatch(store.db, { accountId: other.accountId }, id), undefined)
    await world.work()
    assert.equal(await why(), undefined)
    const bytes = ids.length + 1
    await sql`update batch set bytes = 1`.execute(store.db)
    assert.equal(await why(accountId, GIB - bytes), undefined)
    assert.equal(await why(accountId, GIB - bytes + 1), 'kept')
    await sql`update batch set bytes = ${20 * GIB - 4} where id = ${id}`.execute(store.db)
    assert.equal(await why(accountId, 1), 'kept')
    await sql`update batch set account_id = ${other.accountId} where id = ${id}`.execute(store.db)
    assert.equal(await why(accountId, 0), undefined)
    assert.equal(await why(accountId, 1), 'all', 'twenty GiB of everybody')
    await sql`update batch set bytes = 1`.execute(store.db)
    for (let at = 0; at < 95; at += 1) await copyOf(store.db, ids[0] ?? '', `bat_copy_${at}`)
    assert.equal(await why(), undefined)
    await copyOf(store.db, ids[0] ?? '', 'bat_copy_last')
    assert.equal(await why(), 'kept')
    assert.equal((await batchesOf(store.db, { accountId })).length, 100)
    assert.equal(await why(other.accountId), undefined)
  })

  test('a list of exactly as many rows as it may have is taken, and its room is that of its text at least', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock, accountId } = world
    const path = join(newDataDir(t), 'list')
    const facts = {
      accountId,
      product: 'au',
      isTest: false,
      isCharged: true,
    } as const
    const said = {
      keyName: '',
      name: 'l.csv',
      waits: true,
      mails: false,
      columns: undefined,
      path,
    }
    for (const [rows, kind] of [
      [10, 'taken'],
      [11, 'too-many-rows'],
    ] as const) {
      writeFileSync(path, `Address\n${`${EXACT.replaceAll(',', '')}\n`.repeat(rows)}`)
      const upload = { ...facts, ...said, id: `bat_rows_${rows}`, bytes: 1 }
      const taken = await takeIn(store, upload, clock.now(), {
        chunkRows: 4,
        rowsMax: 10,
        takeTurn,
      })
      assert.equal(taken.kind, kind)
    }
    const { rows, chunks, bytes } = await world.batch('bat_rows_10')
    assert.deepEqual([rows, chunks], [10, 3])
    assert.ok(bytes >= 10 * EXACT.replaceAll(',', '').length, String(bytes))
    // Of long rows a chunk has fewer: a million characters at the most.
    const long = Array.from({ length: 45 }, () => `${EXACT} ${'x'.repeat(50_000)}`)
    const { rows: sizes } = await sql<{ row_count: number }>`
      select row_count from batch_chunk
      where batch_id = ${await world.upload(long, {}, 500)} order by number`.execute(store.db)
    assert.deepEqual(
      sizes.map(({ row_count }) => row_count),
      [19, 19, 7],
    )
  })

  test('a batch of which nothing could be done for a week ends with what is done, and says why', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock } = world
    const held = await world.upload([EXACT, EXACT])
    const other = await world.upload([EXACT, EXACT])
    await sql`update batch set due_at = ${clock.now() + 30 * DAY}`.execute(store.db)
    await sql`update batch set held_by = 'daily-limit' where id = ${held}`.execute(store.db)
    clock.advance(7 * DAY)
    await world.work()
    assert.equal((await world.batch(held)).isFinished, false)
    clock.advance(1)
    await world.work()
    const ends = [await world.batch(held), await world.batch(other)]
    assert.deepEqual(
      ends.map(({ isFinished, endedBy, doneRows }) => [isFinished, endedBy, doneRows]),
      [
        [true, 'daily-limit', 0],
        [true, 'service-unavailable', 0],
      ],
    )
  })

  test('a list is idle since it was last worked on, and kept since its end, however long ago it came', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock } = world
    const long = clock.now() - 20 * DAY
    const idle = await world.upload([EXACT, EXACT])
    const ended = await world.upload([EXACT])
    await sql`update batch set created_at = ${long}, due_at = ${clock.now() + DAY}`.execute(
      store.db,
    )
    await endBatch(world.parts, ended, 'daily-limit', clock.now())
    await world.work()
    assert.equal((await world.batch(idle)).isFinished, false)
    const left = async (now: number) => {
      await removeOld(store.db, 7, now)
      const all = await batchesOf(store.db, { accountId: world.accountId })
      return all.map(({ id }) => id).includes(ended)
    }
    assert.equal(await left(clock.now()), true)
    assert.equal(await left(clock.now() + 7 * DAY - 1), true)
    assert.equal(await left(clock.now() + 7 * DAY), false)
  })

  test('each look-up of a list is a visit with its postcode, from nowhere', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock, accountId } = world
    await register(store, accountId, 'track', 'https://hooks.example.com/', clock.now())
    await world.upload([EXACT, NOT_FOUND, CORRECTED], {}, 10)
    await world.work()
    const { rows } = await sql<{ content: string }>`
      select content from account_event
      where account_id = ${accountId} and kind = 'track'`.execute(store.db)
    const visit = ['', '2042', '']
    assert.deepEqual(
      rows.map(({ content }) => JSON.parse(content)),
      [[visit, visit]],
    )
  })

  test('what cannot be charged is held with its reason; with an unknown plan, rows that cost nothing are done first', async (t) => {
    const world = await openBatches(makeStore, t, 'buffered')
    const { store, clock, accountId } = world
    const set = (what: ReturnType<typeof sql>) =>
      sql`update subscription set ${what} where account_id = ${accountId}`.execute(store.db)
    const reasons = [
      ['forbidden', 0, sql`suspended_at = 1`],
      ['service-unavailable', 2, sql`suspended_at = null, plan_name = 'gone'`],
      ['forbidden', 0, sql`plan_name = 'buffered', ended_at = 1`],
    ] as const
    for (const [reason, done, cause] of reasons) {
      await set(cause)
      const id = await world.upload([NOT_FOUND, AMBIGUOUS, EXACT, NOT_FOUND], {}, 10)
      await world.work()
      const { doneRows, heldBy } = await world.batch(id)
      assert.deepEqual([doneRows, heldBy, await world.used()], [done, reason, 0])
      await endBatch(world.parts, id, reason, clock.now())
    }
    await set(sql`ended_at = null`)
    const id = await world.upload(Array.from({ length: 5 }, () => EXACT))
    await world.work()
    const { doneRows, heldBy } = await world.batch(id)
    assert.deepEqual([doneRows, heldBy], [3, 'monthly-buffer'], 'two of the day, one of the month')
  })

  test('without data of its product a batch waits, and goes on once there is some', async (t) => {
    const world = await openBatches(makeStore, t)
    const id = await world.upload([EXACT])
    const without: WorkParts = {
      ...world.parts,
      searchFor: async () => undefined,
    }
    assert.equal(await workOnce(without), true)
    const { heldBy, dueAt } = await world.batch(id)
    assert.deepEqual([heldBy, dueAt], ['service-unavailable', world.clock.now() + 10 * MINUTE])
    world.clock.advance(10 * MINUTE)
    await world.work()
    assert.equal((await world.batch(id)).isFinished, true)
  })

  test('a list of very many chunks is added up, told and looked through whole', async (t) => {
    const world = await openBatches(makeStore, t)
    const few = Array.from({ length: 12 }, () => NOT_FOUND)
    const lines = [...few, ...Array.from({ length: 102 }, () => EXACT), NOT_FOUND]
    const id = await world.upload(lines, { name: '' }, 1)
    for (let left = 130; left > 0 && (await workOnce(world.parts)); left -= 1);
    const batch = await world.batch(id)
    assert.deepEqual([batch.summary?.rows, batch.chunks, batch.notFound], [115, 115, 13])
    const seen: number[] = []
    for (let after: number | undefined = 0; after !== undefined; ) {
      const wanted = { show: 'doubtful', after, top: 100 } as const
      const page: ReviewPage = await reviewRows(world.store.db, batch, wanted, takeTurn)
      seen.push(...page.rows.map(({ row }) => row))
      after = page.next
    }
    assert.deepEqual(
      seen,
      lines.flatMap((line, at) => (line === EXACT ? [] : [at + 1])),
    )
    const { rows } = await sql<{ subject: string }>`
      select subject from mail where account_id = ${world.accountId}`.execute(world.store.db)
    assert.deepEqual(rows, [{ subject: `Your list ${id} is finished` }])
  })

  test('a finished batch is kept for a week, and one whose upload broke off for an hour', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock } = world
    const id = await world.upload([EXACT])
    await world.work()
    const broken = await world.upload([EXACT])
    await sql`update batch set state = 'reading' where id = ${broken}`.execute(store.db)
    const left = async (ms: number) => {
      await removeOld(store.db, 7, clock.now() + ms)
      const { rows } = await sql<{
        id: string
      }>`select id from batch order by id`.execute(store.db)
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
