// Accounts take turns, not lists: five lists of one account get no more than the one list of another.
// Covers: src/batches/{turns,claims,batch}.ts, src/batches/uploads/intake.ts

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { MessageChannel } from 'node:worker_threads'
import { sql } from 'kysely'
import { AccountTurns, type TakeTurn } from '../../src/batches/account-turns.ts'
import { batchesOf } from '../../src/batches/batch.ts'
import { workOnce } from '../../src/batches/chunk-work.ts'
import { claimChunk } from '../../src/batches/claims.ts'
import { reviewRows } from '../../src/batches/review.ts'
import { takeIn } from '../../src/batches/uploads/intake.ts'
import { previewUpload } from '../../src/batches/uploads/preview.ts'
import { newCaller } from '../support/accounts.ts'
import { eachSharedStore, newDataDir } from '../support/stores.ts'
import { EXACT, NOT_FOUND, openBatches, PLANS, search, takeTurn } from './world.ts'

const LINES = Array.from({ length: 20 }, () => EXACT)

test('each piece of work waits for one of every other account, however many jobs its own account has', async () => {
  const turns = new AccountTurns()
  const done: string[] = []
  const job = async (accountId: string | undefined, name: string, pieces: number) => {
    for (let piece = 1; piece <= pieces; piece += 1) {
      await turns.take({ accountId })
      done.push(`${name}${piece}`)
    }
  }
  const busy = ['a', 'b', 'c'].map((name) => job('acc_busy', name, 3))
  await Promise.all([...busy, job('acc_calm', 'x', 3), job(undefined, 'o', 2)])
  assert.equal(done.join(' '), 'a1 x1 o1 b1 x2 o2 c1 x3 a2 b2 c2 a3 b3 c3')
  await job('acc_busy', 'later', 1)
  assert.equal(done.at(-1), 'later1')
})

test('a message that arrives between two pieces of work is read before the second', async () => {
  const turns = new AccountTurns()
  const { port1, port2 } = new MessageChannel()
  const done: string[] = []
  port1.on('message', async (text: string) => {
    await turns.take({ accountId: 'acc_calm' })
    done.push(text)
    port1.close()
  })
  for (let piece = 1; piece <= 100 || !done.includes('asked'); piece += 1) {
    await turns.take({ accountId: 'acc_busy' })
    if (piece === 1) port2.postMessage('asked')
    if (piece < 100) done.push(`piece ${piece}`)
  }
  const place = done.indexOf('asked')
  assert.ok(place > 0 && place < 99, String(place))
})

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

  test('each row that is matched, each chunk that is looked through and each row of a preview is a turn', async (t) => {
    const world = await openBatches(makeStore, t)
    const { store, accountId, parts } = world
    const taken: (string | undefined)[] = []
    const counted: TakeTurn = (owner) => {
      taken.push(owner.accountId)
      return takeTurn(owner)
    }
    const turnsOf = async (work: Promise<unknown>) => {
      await work
      return taken.splice(0).filter((owner) => owner === accountId).length
    }
    const id = await world.upload([EXACT, NOT_FOUND, EXACT, NOT_FOUND, EXACT], {}, 3)
    assert.equal(await turnsOf(workOnce({ ...parts, takeTurn: counted })), 3)
    assert.equal(await turnsOf(workOnce({ ...parts, takeTurn: counted })), 2)
    const page = { show: 'doubtful', after: 0, top: 9 } as const
    const rows = reviewRows(store.db, await world.batch(id), page, counted)
    assert.equal(await turnsOf(rows), 2)
    const path = join(newDataDir(t), 'list')
    writeFileSync(path, `Address\n${`"${EXACT}"\n`.repeat(12)}`)
    const file = { accountId, path, name: '', product: 'au', columns: undefined } as const
    assert.equal(await turnsOf(previewUpload(file, async () => search, counted)), 10)
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
    const refused = await takeIn(store, upload, clock.now(), { takeTurn })
    assert.deepEqual(refused, {
      kind: 'refused',
      field: 'body',
      sentence: 'The columns of wide.ndjson have names that are too long together.',
    })
    assert.deepEqual(await batchesOf(store.db, { accountId }), [])
  })
})
