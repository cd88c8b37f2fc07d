// How many lists are taken in at once: two of each account, at a pace, and each gives its place back.
// Covers: src/batches/{batches,owner-places}.ts, src/batches/uploads/upload-pace.ts

import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { Batches, OwnerPlaces } from '../../src/batches/batches.ts'
import type { SavedBody } from '../../src/http/message.ts'
import { openStore } from '../../src/store/open-store.ts'
import { zipOf } from '../importers/fixtures.ts'
import { newDataDir } from '../support/stores.ts'
import { EXACT, openBatches, PLANS } from './world.ts'

async function open(t: TestContext) {
  const dataDir = newDataDir(t)
  const store = await openStore({ databaseUrl: '', dataDir })
  t.after(() => store.close())
  const world = await openBatches(async () => store, t)
  const batches = new Batches({
    ...{ store, dataDir, databaseUrl: '', keptDays: 7, upgradeLink: '', clock: world.clock },
    plans: PLANS,
    memory: () => [],
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

test('a third upload or preview of an account finds no room until one has ended, however it ended', async (t) => {
  const { dataDir, take, look } = await open(t)
  const held = Promise.withResolvers<SavedBody>()
  const two = [take, look].map((begin) => begin(() => held.promise))
  for (const begin of [take, look]) {
    const refused = await begin(async () => assert.fail())
    assert.deepEqual(refused, { kind: 'no-room', why: 'own-uploads' })
  }
  held.resolve({ kind: 'cut-off' })
  for (const end of await Promise.all(two)) assert.deepEqual(end, { kind: 'cut-off' })
  for (let times = 0; times < 3; times += 1) {
    await assert.rejects(look(async () => Promise.reject(new Error('disk full'))))
    assert.deepEqual(await look(async () => ({ kind: 'too-large' })), { kind: 'too-large' })
    assert.deepEqual(await take(async () => ({ kind: 'too-large' })), { kind: 'too-large' })
  }
  assert.deepEqual(readdirSync(join(dataDir, 'uploads')), [])
})

test('the uploads of one account take no room from another, nor from operators', async (t) => {
  const { batches, owner, look } = await open(t)
  const held = Promise.withResolvers<SavedBody>()
  const two = [look(() => held.promise), look(() => held.promise)]
  for (const accountId of ['acc_other', undefined]) {
    const other = { ...owner, accountId }
    const end = await batches.preview(other, async () => ({ kind: 'too-large' }))
    assert.deepEqual(end, { kind: 'too-large' }, String(accountId))
  }
  held.resolve({ kind: 'cut-off' })
  await Promise.all(two)
})

test('everybody together has a limit, too, and a place that is released is free again', () => {
  const places = new OwnerPlaces(2, 6)
  const taken = Array.from({ length: 6 }, (_, at) => places.take({ accountId: `acc_${at >> 1}` }))
  assert.ok(taken.every((place) => typeof place === 'object'))
  assert.equal(places.take({ accountId: 'acc_0' }), 'own')
  assert.equal(places.take({ accountId: 'acc_new' }), 'all')
  for (const place of taken) if (typeof place === 'object') place.release()
  assert.equal(typeof places.take({ accountId: 'acc_new' }), 'object')
})

test('a sixth question about rows is refused while five wait, and others are not', async (t) => {
  const { batches, world } = await open(t)
  const batch = await world.batch(await world.upload([EXACT]))
  const page = { show: 'doubtful', after: 0, top: 9 } as const
  const five = Array.from({ length: 5 }, () => batches.ask('review', batch, page))
  assert.equal(await batches.ask('suggest', batch, 'king'), 'busy')
  assert.equal(await batches.ask('choose', batch, 1, { kind: 'none' }), 'busy')
  assert.deepEqual(await batches.ask('suggest', { ...batch, accountId: 'acc_other' }, 'king'), [])
  for (const answer of await Promise.all(five)) {
    assert.deepEqual(answer, { rows: [], next: undefined })
  }
  assert.deepEqual(await batches.ask('suggest', batch, 'king'), [])
})

test('an upload of less than 1 KiB a second ends after half a minute, and keeps its place until it is gone', async (t) => {
  const { dataDir, world, take, look } = await open(t)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const sent = Promise.withResolvers<SavedBody>()
  const files: string[] = []
  const sending = (bytes: number) => async (path: string) => {
    writeFileSync(path, 'x'.repeat(bytes))
    files.push(path)
    return sent.promise
  }
  const slow = take(sending(31 * 1024 - 1))
  const quick = look(sending(31 * 1024))
  while (files.length < 2) await setImmediate()
  world.clock.advance(29_999)
  t.mock.timers.tick(1000)
  world.clock.advance(1001)
  t.mock.timers.tick(1000)
  assert.deepEqual(await slow, { kind: 'too-slow' })
  assert.deepEqual(await look(async () => assert.fail()), { kind: 'no-room', why: 'own-uploads' })
  sent.resolve({ kind: 'cut-off' })
  assert.deepEqual(await quick, { kind: 'cut-off' })
  assert.deepEqual(await look(async () => ({ kind: 'too-large' })), { kind: 'too-large' })
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
