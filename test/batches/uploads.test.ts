// How many lists are taken in at once: no more than four, whatever they are for, and each gives its place back.
// Covers: src/batches/batches.ts

import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Batches } from '../../src/batches/batches.ts'
import type { SavedBody } from '../../src/http/message.ts'
import { openStore } from '../../src/store/store.ts'
import { zipOf } from '../importers/fixtures.ts'
import { newDataDir } from '../support/stores.ts'
import { EXACT, openBatches, PLANS } from './world.ts'

async function open(t: TestContext) {
  const dataDir = newDataDir(t)
  const store = await openStore({ databaseUrl: '', dataDir })
  t.after(() => store.close())
  const world = await openBatches(async () => store, t)
  const batches = new Batches({
    ...{ store, dataDir, databaseUrl: '', upgradeLink: '', clock: world.clock },
    plans: PLANS,
    indexes: () => [],
    isBusy: () => false,
    onFault: assert.fail,
  })
  t.after(() => batches.close())
  const { accountId } = world
  const owner = { accountId, product: 'au', name: '', columns: undefined } as const
  const how = { isTest: false, isCharged: false, keyName: '', waits: true, mails: false }
  const take = (save: Save) => batches.receive({ ...owner, ...how }, save)
  const look = (save: Save) => batches.preview(owner, save)
  return { dataDir, store, world, batches, owner, take, look }
}

type Save = (path: string) => Promise<SavedBody>

test('who has no room is told before the file is read, and who has not enough of it afterwards', async (t) => {
  const { dataDir, store, world, take } = await open(t)
  for (let at = 0; at < 5; at += 1) await world.upload([EXACT])
  assert.deepEqual(await take(async () => assert.fail()), { kind: 'no-room', why: 'under-way' })
  await sql`update batch set state = 'finished', finished_at = 1, bytes = 0`.execute(store.db)
  await sql`update batch set bytes = ${1024 ** 3 - 10}
    where id = (select max(id) from batch)`.execute(store.db)
  const saved = (bytes: number) => async (path: string) => {
    writeFileSync(path, '')
    return { kind: 'saved', bytes } as const
  }
  assert.deepEqual(await take(saved(11)), { kind: 'no-room', why: 'kept' })
  assert.equal((await take(saved(10))).kind, 'refused', 'it is empty')
  assert.deepEqual(readdirSync(join(dataDir, 'uploads')), [])
})

test('a list that is deleted goes from the store at once, and its download breaks off', async (t) => {
  const { store, world, batches, owner } = await open(t)
  const id = await world.upload([EXACT, EXACT, EXACT])
  await world.work()
  await batches.round()
  const download = batches.result(await world.batch(id))
  assert.match((await download.next()).value ?? '', /^Address/)
  assert.match((await download.next()).value ?? '', /exact.*\n.*exact/)
  assert.equal(await batches.remove({ accountId: 'acc_other' }, id), false)
  assert.equal(await batches.remove(owner, id), true)
  await batches.round()
  const { rows } = await sql`
    select id from batch union all select batch_id from batch_chunk`.execute(store.db)
  assert.deepEqual(rows, [])
  await assert.rejects(download.next(), /removed while it was downloaded/)
})

test('a fifth upload or preview finds no room until one of the four has ended, however it ended', async (t) => {
  const { dataDir, take, look } = await open(t)
  const held = Promise.withResolvers<SavedBody>()
  const four = [take, look, look, take].map((begin) => begin(() => held.promise))
  for (const begin of [take, look]) {
    assert.deepEqual(await begin(async () => assert.fail()), { kind: 'no-room', why: 'uploads' })
  }
  held.resolve({ kind: 'cut-off' })
  for (const end of await Promise.all(four)) assert.deepEqual(end, { kind: 'cut-off' })
  for (let times = 0; times < 5; times += 1) {
    await assert.rejects(look(async () => Promise.reject(new Error('disk full'))))
    assert.deepEqual(await look(async () => ({ kind: 'too-large' })), { kind: 'too-large' })
    assert.deepEqual(await take(async () => ({ kind: 'too-large' })), { kind: 'too-large' })
  }
  assert.deepEqual(readdirSync(join(dataDir, 'uploads')), [])
})

test('the refusal of a list names it as its owner does, and says nothing of where the service keeps it', async (t) => {
  const { batches, owner } = await open(t)
  const look = (name: string, bytes: string | Buffer) =>
    batches.preview({ ...owner, name }, async (path) => {
      writeFileSync(path, bytes)
      return { kind: 'saved', bytes: bytes.length }
    })
  for (const [name, shown] of [
    ['shops.csv', 'shops.csv'],
    ['', 'The list'],
  ] as const) {
    const refusals = [
      await look(name, ''),
      await look(name, '<html>'),
      await look(name, zipOf([{ name: 'list.csv', content: 'address\n1 Low St\n' }])),
    ]
    for (const refused of refusals) {
      assert(refused.kind === 'refused')
      assert.ok(refused.sentence.startsWith(`${shown} is `), refused.sentence)
      assert.doesNotMatch(refused.sentence, /uploads|\//)
    }
  }
})
