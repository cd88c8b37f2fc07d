// Accounts take turns, not lists: five lists of one account get no more than the one list of another.
// Covers: src/batches/claims.ts, src/batches/batch.ts, src/batches/uploads/intake.ts

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { batchesOf } from '../../src/batches/batch.ts'
import { claimChunk } from '../../src/batches/claims.ts'
import { takeIn } from '../../src/batches/uploads/intake.ts'
import { newCaller } from '../support/accounts.ts'
import { eachSharedStore, newDataDir } from '../support/stores.ts'
import { EXACT, openBatches, PLANS } from './world.ts'

const LINES = Array.from({ length: 20 }, () => EXACT)

eachSharedStore((makeStore) => {
  test('an account with one list gets as many turns as one with five, and so do the operators', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock } = world
    const other = await newCaller(store, PLANS, 'many', clock.now())
    for (let lists = 0; lists < 5; lists += 1) await world.upload(LINES)
    clock.advance(1)
    const single = await world.upload(LINES, { accountId: other.accountId })
    const own = await world.upload(LINES, { accountId: undefined })
    const turns = new Map<string | undefined, string[]>()
    for (let turn = 0; turn < 15; turn += 1) {
      clock.advance(1)
      const { batch } = (await claimChunk(store, clock.now())) ?? assert.fail()
      turns.set(batch.accountId, [...(turns.get(batch.accountId) ?? []), batch.id])
    }
    assert.deepEqual(turns.get(other.accountId), Array(5).fill(single))
    assert.deepEqual(turns.get(undefined), Array(5).fill(own))
    assert.equal(new Set(turns.get(world.accountId)).size, 5, 'its own lists take turns, too')
  })

  test('a clock that is set back takes no turns from the accounts that had theirs before', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock } = world
    const other = await newCaller(store, PLANS, 'many', clock.now())
    const mine = await world.upload(LINES)
    const claimed = async () => (await claimChunk(store, clock.now()))?.batch.id
    assert.equal(await claimed(), mine)
    clock.advance(-3_600_000)
    await sql`update batch set due_at = 0`.execute(store.db)
    const theirs = await world.upload(LINES, { accountId: other.accountId })
    const turns: unknown[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      clock.advance(1)
      turns.push(await claimed())
    }
    assert.equal(turns.filter((id) => id === theirs).length, 2, turns.join())
  })

  test('a list of lists reads no layout, and shows the columns as they were read', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, accountId } = world
    await world.upload([EXACT])
    await sql`update batch set layout = 'unreadable'`.execute(store.db)
    const [list] = await batchesOf(store.db, { accountId })
    assert.deepEqual(list?.columns, [{ column: 1, name: 'Address', read_as: 'address' }])
  })

  test('a list is refused before it is stored where its columns take more than 40,000 characters', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, clock, accountId } = world
    const path = join(newDataDir(t), 'bat_wide')
    const facts = { id: 'bat_wide', accountId, product: 'au', isTest: false } as const
    const said = { isCharged: true, keyName: '', name: 'wide.ndjson', waits: true, mails: false }
    const upload = { ...facts, ...said, columns: undefined, path, bytes: 1 }
    // Each of these characters is six in JSON.
    const keys = Array.from({ length: 80 }, (_, at) => [`${'\u0001'.repeat(90)}${at}`, 1])
    const object = { address: EXACT, ...Object.fromEntries(keys) }
    writeFileSync(path, `${JSON.stringify(object)}\n`)
    const refused = await takeIn(store, upload, clock.now())
    assert.deepEqual(refused, {
      kind: 'refused',
      field: 'body',
      sentence: 'The columns of wide.ndjson have names that are too long together.',
    })
    assert.deepEqual(await batchesOf(store.db, { accountId }), [])
  })
})
