// What somebody holds of an account on PostgreSQL delays the charges of that account only, and none counts twice.
// Covers: src/access/charge/**

import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../src/access/caller.ts'
import type { ChargeBatch } from '../../../src/access/charge/batch.ts'
import { run as chargeBatch } from '../../../src/access/charge/charge-batch.ts'
import { Meter } from '../../../src/access/charge/meter.ts'
import type { run as voidBatch } from '../../../src/access/charge/void-batch.ts'
import { readUsage } from '../../../src/account/usage.ts'
import { Problem } from '../../../src/http/problem.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { newSortableId } from '../../../src/lib/ids.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Sql, Store } from '../../../src/store/store.ts'
import { isStoreUnavailable } from '../../../src/store/store-error.ts'
import { register } from '../../../src/webhooks/registrations.ts'
import { makePlans, newCaller } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { stopOwnPostgres } from '../../support/servers/postgres.ts'
import { newDatabase, untilStored } from '../../support/stores.ts'

const PLANS = makePlans({ name: 'large', daily_lookup_limit_1: 10_000 })
const CHARGE = new URL('../../../src/access/charge/charge-batch.ts', import.meta.url)
const VOID = new URL('../../../src/access/charge/void-batch.ts', import.meta.url)
const clock = new ManualClock()

after(stopOwnPostgres)

/** Each is held by somebody in a transaction that goes on and on. */
const HOLDS: Readonly<Record<string, (accountId: string) => RawBuilder<unknown>>> = {
  'its day': (id) => sql`select 1 from usage_day where account_id = ${id} for update`,
  'its account, before the first look-up of the day': (id) =>
    sql`select 1 from account where id = ${id} for update`,
  'the counter of its events': (id) =>
    sql`select 1 from webhook_account where account_id = ${id} for update`,
}

for (const [what, hold] of Object.entries(HOLDS)) {
  test(`while somebody holds ${what}, others are charged, and then it is too`, async (t) => {
    const { store, meter, callers } = await open(t)
    const [held, free] = callers
    await register(store, held.accountId, 'track', 'https://example.com/hook', clock.now())
    if (what === 'its day') await meter.charge(held)
    const before = (await usage(store, held)).lookups
    const holding = await holdOpen(store, (tx) => hold(held.accountId).execute(tx))
    let isCharged = false
    const waiting = Promise.all(Array.from({ length: 300 }, () => meter.charge(held))).then(() => {
      isCharged = true
    })
    for (let turn = 0; turn < 30; turn += 1) await meter.charge(free)
    assert.equal(isCharged, false)
    holding.end()
    await waiting
    assert.equal((await usage(store, held)).lookups, before + 300)
    assert.equal((await usage(store, free)).lookups, 30)
  })
}

test('an account that is held for too long is answered 503, and nothing of it is counted', async (t) => {
  const { store, meter, callers } = await open(t, 400)
  const [held, free] = callers
  await meter.charge(held)
  const holding = await holdOpen(store, (tx) =>
    sql`select 1 from usage_day where account_id = ${held.accountId} for update`.execute(tx),
  )
  const refused = Promise.allSettled(Array.from({ length: 5 }, () => meter.charge(held)))
  await meter.charge(free)
  for (const one of await refused) {
    assert(one.status === 'rejected' && one.reason instanceof Problem)
    assert.equal(one.reason.code, 'service-unavailable')
  }
  holding.end()
  await meter.charge(held)
  assert.equal((await usage(store, held)).lookups, 2)
})

test('a try that commits during its retry is counted once', async (t) => {
  const { store, callers } = await open(t)
  const [caller] = callers
  const batch = batchOf(caller, 3)
  const first = await holdOpen(store, (tx) => chargeBatch(tx, batch, 'postgres'))
  // It finds the day held and the id taken by somebody who may still commit: so it may answer nothing.
  await assert.rejects(store.procedure<typeof chargeBatch>(CHARGE, batch), (error: unknown) =>
    isStoreUnavailable(error),
  )
  first.end()
  await first.ended
  const retried = await store.procedure<typeof chargeBatch>(CHARGE, batch)
  assert.equal(retried.kind === 'counted' && retried.counted.accounts.length, 1)
  assert.equal((await usage(store, caller)).lookups, 3)
})

test('a try that commits while its retry waits for it is counted once', async (t) => {
  const { store, callers } = await open(t)
  const [caller] = callers
  const batch = batchOf(caller, 3)
  const first = await holdOpen(store, (tx) => chargeBatch(tx, batch, 'postgres'))
  const retried = untilStored(() => store.procedure<typeof chargeBatch>(CHARGE, batch))
  first.end()
  assert.equal((await retried).kind, 'counted')
  assert.equal((await usage(store, caller)).lookups, 3)
})

test('a batch taken back during a try counts nothing in the end', async (t) => {
  const { store, callers } = await open(t)
  const [caller] = callers
  const batch = batchOf(caller, 3)
  const first = await holdOpen(store, (tx) => chargeBatch(tx, batch, 'postgres'))
  const { batchId } = batch
  const taken = untilStored(() => store.procedure<typeof voidBatch>(VOID, { batchId }))
  first.end()
  assert.deepEqual(await taken, { kind: 'refunded' })
  assert.equal((await usage(store, caller)).lookups, 0)
})

async function open(t: TestContext, timeoutMs = 20_000) {
  const store = await openStore(await newDatabase(t))
  const meter = new Meter({ store, plans: PLANS, clock, allowance: { learn: () => {} }, timeoutMs })
  t.after(async () => {
    await meter.close()
    await store.close()
  })
  const callers = [
    await newCaller(store, PLANS, 'large', clock.now()),
    await newCaller(store, PLANS, 'large', clock.now()),
  ] as const
  return { store, meter, callers }
}

/** Resolves when the work is done in a transaction that is not committed before `end` is called. */
async function holdOpen(store: Store, work: (tx: Sql) => Promise<unknown>) {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const ended = store.transaction(async (tx) => {
    await work(tx).then(() => begun.resolve(), begun.reject)
    // The server ends a transaction in which nothing happens.
    let isOver = false
    void gate.promise.then(() => {
      isOver = true
    })
    while (!isOver) await Promise.race([gate.promise, sql`select pg_sleep(0.1)`.execute(tx)])
  })
  await begun.promise
  return { end: () => gate.resolve(), ended }
}

function batchOf({ accountId }: Caller, lookups: number): ChargeBatch {
  const now = clock.now()
  return { batchId: newSortableId(now), now, charges: [{ accountId, lookups }], plans: PLANS }
}

function usage(store: Store, { accountId }: Caller) {
  return readUsage(store, accountId, utcDay(clock.now()))
}
