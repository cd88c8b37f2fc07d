// What the thread for lists says while the store is away: that, and not that something is broken.
// Covers: src/batches/batch-worker.ts, src/lib/thread/asked-thread.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BatchThread } from '../../src/batches/batch-thread.ts'
import { openStore } from '../../src/store/open-store.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { newDataDir } from '../support/stores.ts'
import { EXACT, NOT_FOUND, openBatches, PLANS } from './world.ts'

test('a store that is away is told as such by every question about rows, and a bug is not', async (t) => {
  const dataDir = newDataDir(t)
  const store = await openStore({ databaseUrl: '', dataDir })
  t.after(() => store.close())
  const world = await openBatches(async () => store, t)
  const batch = await world.batch(await world.upload([EXACT, NOT_FOUND]))
  await world.work()
  const { clock } = world
  const place = { store, clock, dataDir, databaseUrl: '' }
  const thread = new BatchThread({
    ...place,
    plans: PLANS,
    keptDays: 7,
    upgradeLink: '',
    memory: () => [],
  })
  const page = { show: 'doubtful', after: 0, top: 9 } as const
  const questions = {
    review: () => thread.ask('review', batch, page),
    choose: () => thread.ask('choose', batch, 1, { kind: 'none' }),
    result: () => thread.ask('result', batch, 0),
    suggest: () => thread.ask('suggest', batch, 'king st'),
  }
  assert.deepEqual(
    (await questions.review()).rows.map(({ row }) => row),
    [2],
  )
  const chosen = await questions.choose()
  assert.equal(typeof chosen === 'object' && chosen.isChosen, true)
  assert.match((await questions.result()) ?? '', /not-found.*\n.*not-found/)
  assert.deepEqual(await questions.suggest(), [])
  const broken = thread.ask('result', { ...batch, layout: undefined as never }, 0)
  await assert.rejects(broken, (error) => error instanceof Error && !(error instanceof StoreError))
  await store.close()
  for (const [name, ask] of Object.entries(questions)) await assert.rejects(ask, StoreError, name)
  await thread.close()
})
