// The charge is exact: what is answered is counted, once, and never more than the allowance holds.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Allowance } from '../../../src/access/allowance.ts'
import type { Caller } from '../../../src/access/caller.ts'
import { BATCH_MAX, QUEUE_MAX } from '../../../src/access/charge/charge-queue.ts'
import type { Meter } from '../../../src/access/charge/meter.ts'
import { endSubscription } from '../../../src/account/subscriptions.ts'
import { readUsage } from '../../../src/account/usage.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans, movePlan, newCaller, patientMeter } from '../../support/accounts.ts'
import { holdTimers } from '../../support/held-timers.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { eachSharedStore } from '../../support/stores.ts'
import { chargeAll } from './charge-all.ts'

const PLANS = makePlans(
  { name: 'fifty', daily_lookup_limit_1: 50 },
  { name: 'large', daily_lookup_limit_1: 100_000 },
  {
    name: 'stages',
    daily_lookup_limit_1: 3,
    daily_lookup_limit_2: 5,
    time_penalty_ms: 700,
    monthly_buffer: 4,
  },
)

eachSharedStore((makeStore, newPlace) => {
  test('200 parallel look-ups with 50 left: exactly 50 are answered and 150 refused', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    const { charged, problems } = await chargeAll(meter, caller, 200)
    assert.equal(charged.length, 50)
    assert.equal(problems.length, 150)
    assert(problems.every(({ code, status }) => code === 'daily-limit' && status === 429))
    assert.equal((await usage(store, caller, clock)).lookups, 50)
  })

  test('three nodes that race for 50 look-ups answer exactly 50 between them', async (t) => {
    const clock = new ManualClock()
    const place = await newPlace(t)
    const stores = [await makeStore(t, place), await makeStore(t, place), await makeStore(t, place)]
    const [store] = stores
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    const meters = stores.map((each) => newMeter(each, clock))
    const outcomes = await Promise.all(meters.map((meter) => chargeAll(meter, caller, 80)))
    assert.equal(outcomes.flatMap(({ charged }) => charged).length, 50)
    assert.equal((await usage(store, caller, clock)).lookups, 50)
    await Promise.all(meters.map((meter) => meter.close()))
  })

  test('a batch that finds too few look-ups gets those, first come first', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    await chargeAll(meter, caller, 45)
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => meter.charge(caller)))
    const statuses = settled.map(({ status }) => status)
    assert.deepEqual(statuses, [...repeat('fulfilled', 5), ...repeat('rejected', 15)])
  })

  test('one account at its limit takes nothing from another in the same batch', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const small = await newCaller(store, PLANS, 'fifty', clock.now())
    const large = await newCaller(store, PLANS, 'large', clock.now())
    const [few, many] = await Promise.all([
      chargeAll(meter, small, 120),
      chargeAll(meter, large, 120),
    ])
    assert.equal(few.charged.length, 50)
    assert.equal(many.charged.length, 120)
  })

  test('a day runs through plain look-ups, delayed ones, the buffer, refusal', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    const { charged, problems } = await chargeAll(meter, caller, 11)
    assert.deepEqual(charged, [
      ...repeat({ stage: 'plain', penaltyMs: 0 }, 3),
      ...repeat({ stage: 'penalty', penaltyMs: 700 }, 2),
      ...repeat({ stage: 'buffer', penaltyMs: 0 }, 4),
    ])
    assert.deepEqual(
      problems.map(({ code, extra }) => [code, extra.retryAfterSeconds]),
      repeat(['monthly-buffer', 43_200], 2),
    )
    assert.deepEqual(await usage(store, caller, clock), { lookups: 9, bufferUsed: 4 })
  })

  test('midnight UTC opens a new day, and the buffer only a new month', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    clock.set('2028-02-28T23:59:59.999Z')
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    assert.equal((await chargeAll(meter, caller, 8)).charged.length, 8)
    clock.set('2028-02-29T00:00:00.000Z')
    assert.equal((await chargeAll(meter, caller, 10)).charged.length, 6)
    assert.deepEqual(await usage(store, caller, clock), { lookups: 6, bufferUsed: 4 })
    clock.set('2028-03-01T00:00:00.000Z')
    assert.equal((await chargeAll(meter, caller, 10)).charged.length, 9)
    assert.equal((await readUsage(store, caller.accountId, '2028-02-28')).lookups, 8)
  })

  test('a clock that steps back goes on with the day that it finds', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    await chargeAll(meter, caller, 30)
    clock.advance(86_400_000)
    await chargeAll(meter, caller, 7)
    clock.advance(-86_400_000)
    assert.equal((await chargeAll(meter, caller, 40)).charged.length, 20)
  })

  test('each limit fires its event once a day, on whichever node it is reached', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const other = newMeter(store, clock)
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    await Promise.all([chargeAll(meter, caller, 10), chargeAll(other, caller, 10)])
    assert.deepEqual(await events(store, caller), [
      { day: '2026-03-14', kind: 'first-limit-reached', limit_reached: 3, next_limit: 5 },
      { day: '2026-03-14', kind: 'second-limit-reached', limit_reached: 5, next_limit: 5 },
    ])
    clock.advance(86_400_000)
    await chargeAll(other, caller, 3)
    assert.equal((await events(store, caller)).length, 3)
    await other.close()
  })

  test('a larger plan takes effect with the next look-up', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    assert.equal((await chargeAll(meter, caller, 60)).charged.length, 50)
    await movePlan(store, PLANS, caller, 'large', clock.now())
    // The caller still carries the old plan, as one does for up to a second after a change.
    assert.equal((await chargeAll(meter, caller, 60)).charged.length, 60)
  })

  test('a subscription that has just ended is not charged by a cached key', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    await endSubscription(store, caller.accountId, clock.now())
    const { problems } = await chargeAll(meter, caller, 1)
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['forbidden'],
    )
    assert.equal((await usage(store, caller, clock)).lookups, 0)
  })

  test('an account that does not exist spoils nobody else of its batch', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    const ghost = { ...caller, accountId: 'acc_ghost' }
    const [good, bad] = await Promise.all([chargeAll(meter, caller, 9), chargeAll(meter, ghost, 9)])
    assert.equal(good.charged.length, 9)
    assert.deepEqual(new Set(bad.problems.map(({ code }) => code)), new Set(['forbidden']))
  })

  test('a plan that the operator took away answers 503 and counts nothing', async (t) => {
    const { store, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'fifty', clock.now())
    const meter = newMeter(store, clock, makePlans())
    const { problems } = await chargeAll(meter, caller, 1)
    assert.equal(problems[0]?.code, 'service-unavailable')
    assert.equal((await usage(store, caller, clock)).lookups, 0)
    await meter.close()
  })

  test('look-ups beyond the queue are 503, and all the others are counted', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const extra = 10
    const { charged, problems } = await chargeAll(meter, caller, QUEUE_MAX + extra)
    assert.equal(charged.length, QUEUE_MAX)
    assert.deepEqual(
      problems.map(({ code, extra: { retryAfterSeconds } }) => [code, retryAfterSeconds]),
      repeat(['service-unavailable', 1], extra),
    )
    assert.equal((await usage(store, caller, clock)).lookups, QUEUE_MAX)
  })

  test('what is asked for in one turn is committed together, at most 256 at a time', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    await chargeAll(meter, caller, BATCH_MAX + 44)
    assert.deepEqual(await batchSizes(store, caller), [44, BATCH_MAX])
  })

  for (const [name, hasNeighbours, first, sizes] of [
    ['where other threads charge too, what follows a commit of eight is gathered', true, 8, [3, 8]],
    ['what follows a commit of fewer than eight waits for nobody', true, 7, [1, 2, 7]],
    ['where no other thread charges, nothing is gathered', false, 8, [1, 2, 8]],
  ] as const) {
    test(name, async (t) => {
      const store = await makeStore(t)
      const clock = new ManualClock()
      const meter = newMeter(store, clock, PLANS, hasNeighbours)
      const caller = await newCaller(store, PLANS, 'large', clock.now())
      await chargeAll(meter, caller, first)
      const soon = chargeAll(meter, caller, 1)
      // A turn of the loop later.
      await new Promise((nextTurn) => setImmediate(nextTurn))
      const later = chargeAll(meter, caller, 2)
      await Promise.all([soon, later])
      assert.deepEqual(await batchSizes(store, caller), sizes)
      await meter.close()
    })
  }

  test('gathering ends when as many wait as before, or with its time', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const meter = newMeter(store, clock, PLANS, true)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const timers = holdTimers(t, (ms) => ms >= 5 && ms <= 50)
    for (let round = 0; round < 3; round += 1) await chargeAll(meter, caller, 8)
    const fewer = chargeAll(meter, caller, 7)
    assert.deepEqual(await batchSizes(store, caller), [8, 8, 8])
    timers.end()
    assert.equal((await fewer).charged.length, 7)
    await meter.close()
  })

  test('a meter that is closed finishes what waits and takes nothing more', async (t) => {
    const { store, meter, clock } = await open(makeStore, t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const charging = chargeAll(meter, caller, 300)
    await meter.close()
    assert.equal((await charging).charged.length, 300)
    assert.equal((await chargeAll(meter, caller, 1)).problems[0]?.code, 'service-unavailable')
  })
})

type Open = Parameters<Parameters<typeof eachSharedStore>[0]>[0]

async function open(makeStore: Open, t: Parameters<Open>[0]) {
  const store = await makeStore(t)
  const clock = new ManualClock()
  const meter = newMeter(store, clock)
  t.after(() => meter.close())
  return { store, clock, meter }
}

function newMeter(store: Store, clock: ManualClock, plans = PLANS, hasNeighbours = false): Meter {
  const allowance = new Allowance(store, plans, clock)
  return patientMeter({ store, plans, clock, allowance, hasNeighbours })
}

/** From the smallest on. */
async function batchSizes(store: Store, { accountId }: Caller): Promise<number[]> {
  const { rows } = await sql<{ result: string }>`
    select result from charge_batch where result like ${`%${accountId}%`}`.execute(store.db)
  const sizes = rows.map(({ result }) => Number(JSON.parse(result).accounts[0].fromDay))
  return sizes.sort((a, b) => a - b)
}

function usage(store: Store, caller: Caller, clock: ManualClock) {
  return readUsage(store, caller.accountId, utcDay(clock.now()))
}

async function events(store: Store, caller: Caller) {
  const { rows } = await sql`
    select day, kind, limit_reached, next_limit from limit_event
    where account_id = ${caller.accountId} order by day, kind`.execute(store.db)
  return rows
}

function repeat<T>(value: T, times: number): T[] {
  return Array.from({ length: times }, () => value)
}
