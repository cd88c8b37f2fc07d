// How many lists are taken in at once: no more than four, whatever they are for, and each gives its place back.
// Covers: src/batches/batches.ts

import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Batches } from '../../src/batches/batches.ts'
import type { SavedBody } from '../../src/http/message.ts'
import { openStore } from '../../src/store/store.ts'
import { makePlans } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { newDataDir } from '../support/stores.ts'

test('a fifth upload or preview finds no room until one of the four has ended, however it ended', async (t) => {
  const dataDir = newDataDir(t)
  const store = await openStore({ databaseUrl: '', dataDir })
  t.after(() => store.close())
  const batches = new Batches({
    ...{ store, dataDir, databaseUrl: '', upgradeLink: '', clock: new ManualClock() },
    plans: makePlans({ name: 'small', daily_lookup_limit_1: 1 }),
    indexes: () => [],
    isBusy: () => false,
    onFault: assert.fail,
  })
  const owner = { accountId: undefined, product: 'au', name: '', columns: undefined } as const
  const how = { isTest: false, isCharged: false, keyName: '', waits: true, mails: false }
  const take = (save: () => Promise<SavedBody>) => batches.receive({ ...owner, ...how }, save)
  const look = (save: () => Promise<SavedBody>) => batches.preview(owner, save)
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
  await batches.close()
})
