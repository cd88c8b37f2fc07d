// Auto-upgrade: who has it on is never refused while there is a larger plan, and pays for none too many.
// Covers: src/access/charge/charge-decision.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Allowance } from '../../../src/access/allowance.ts'
import type { Caller } from '../../../src/access/caller.ts'
import type { run as chargeBatch } from '../../../src/access/charge/charge-batch.ts'
import { isUpgradable } from '../../../src/access/charge/charge-decision.ts'
import { Meter } from '../../../src/access/charge/meter.ts'
import type { run as voidBatch } from '../../../src/access/charge/void-batch.ts'
import { nextPlan } from '../../../src/account/plans/plans.ts'
import { changeSettings } from '../../../src/account/subscriptions.ts'
import { readUsage } from '../../../src/account/usage.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { newSortableId } from '../../../src/lib/ids.ts'
import type { Store } from '../../../src/store/store.ts'
import { callerOf, makePlans, newCaller, patientMeter } from '../../support/accounts.ts'
import { connectionLost, faultyStore } from '../../support/faulty-store.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { eachSharedStore, type MakeStore } from '../../support/stores.ts'
import { chargeAll } from './charge-all.ts'

const PLANS = makePlans(
  {
    name: 'small',
    daily_lookup_limit_1: 3,
    daily_lookup_limit_2: 5,
    time_penalty_ms: 700,
    monthly_buffer: 100,
  },
  { name: 'large', daily_lookup_limit_1: 40, monthly_buffer: 2 },
  { name: 'middle', daily_lookup_limit_1: 8, daily_lookup_limit_2: 10, time_penalty_ms: 70 },
)

test('the next plan is the smallest larger one of the same product and term', () => {
  const plans = makePlans(
    { name: 'small', daily_lookup_limit_1: 3 },
    { name: 'dear', daily_lookup_limit_1: 9, ...{ amount: 20 } },
    { name: 'cheap', daily_lookup_limit_1: 9, ...{ amount: 10 } },
    { name: 'yearly', daily_lookup_limit_1: 5, ...{ term: 'annual' } },
    { name: 'abroad', daily_lookup_limit_1: 4, product: 'uk' },
  )
  const named = (name: string) => {
    const plan = plans.find((one) => one.name === name)
    assert(plan)
    return nextPlan(plans, plan)?.name
  }
  assert.equal(named('small'), 'cheap')
  assert.equal(named('cheap'), undefined)
  assert.equal(named('yearly'), undefined)
})

test('only a live subscription is upgraded, and only if auto-upgrade is on', async () => {
  const subscription = {
    accountId: 'acc_1',
    product: 'au',
    planName: 'small',
    label: '',
    paymentMethod: '',
    autoUpgrade: true,
    trialStartedAt: 1,
    trialEndsAt: 10,
    startedAt: 20,
    endedAt: 30,
    nextBillingAt: undefined,
  } as const
  const at = (now: number, autoUpgrade = true) =>
    isUpgradable({ ...subscription, autoUpgrade }, now)
  const moments = [5, 9, 10, 19, 20, 29, 30, 40]
  const wanted = [false, false, false, false, true, true, false, false]
  assert.deepEqual(
    moments.map((now) => at(now)),
    wanted,
    'a trial, its end, a plan, its end',
  )
  assert.ok(moments.every((now) => !at(now, false)))
})

eachSharedStore((makeStore, newPlace) => {
  test('look-ups beyond the last limit are under the next plan, in the same batch', async (t) => {
    const { store, meter, caller, upgraded } = await open(makeStore, t)
    const { charged } = await chargeAll(meter, caller, 9)
    assert.deepEqual(
      charged.map(({ penaltyMs }) => penaltyMs),
      [0, 0, 0, 700, 700, 0, 0, 0, 70],
    )
    assert.deepEqual(await books(store, caller), { lookups: 9, bufferUsed: 0, planName: 'middle' })
    assert.deepEqual(upgraded, [caller.accountId])
  })

  test('the plan moves on when the limit is reached, and its event fires once', async (t) => {
    const { store, meter, caller, clock } = await open(makeStore, t)
    await chargeAll(meter, caller, 4)
    assert.equal((await books(store, caller)).planName, 'small')
    await chargeAll(meter, caller, 1)
    assert.equal((await books(store, caller)).planName, 'middle')
    const { rows } = await sql`
      select kind, plan_name, limit_reached from limit_event
      where account_id = ${caller.accountId} order by kind`.execute(store.db)
    assert.deepEqual(rows, [
      { kind: 'first-limit-reached', plan_name: 'small', limit_reached: 3 },
      { kind: 'second-limit-reached', plan_name: 'small', limit_reached: 5 },
    ])
    clock.advance(86_400_000)
    await chargeAll(meter, caller, 6)
    assert.equal((await books(store, caller)).planName, 'middle')
  })

  test('the largest plan stays, draws its buffer and then refuses', async (t) => {
    const { store, meter, caller } = await open(makeStore, t)
    const { charged, problems } = await chargeAll(meter, caller, 50)
    assert.equal(charged.length, 42)
    assert.deepEqual(new Set(problems.map(({ code }) => code)), new Set(['monthly-buffer']))
    assert.deepEqual(await books(store, caller), { lookups: 42, bufferUsed: 2, planName: 'large' })
    const { rows } = await sql`
      select from_plan, to_plan from plan_change
      where account_id = ${caller.accountId} order by seq`.execute(store.db)
    assert.deepEqual(rows, [{ from_plan: 'small', to_plan: 'large' }], 'over several plans at once')
  })

  test('a trial is not moved to a plan that costs', async (t) => {
    const { store, meter, caller } = await open(makeStore, t, 'trial')
    assert.equal((await chargeAll(meter, caller, 120)).charged.length, 100)
    assert.equal((await books(store, caller)).planName, 'trial')
  })

  test('switched on after the limit was reached, it lets the next look-up through', async (t) => {
    const { store, meter, caller, clock, allowance } = await open(makeStore, t)
    await changeSettings(store, caller.accountId, { autoUpgrade: false })
    await sql`update subscription set plan_name = 'large'
      where account_id = ${caller.accountId}`.execute(store.db)
    await chargeAll(meter, caller, 9)
    await sql`update subscription set plan_name = 'middle'
      where account_id = ${caller.accountId}`.execute(store.db)
    await chargeAll(meter, caller, 3)
    const now = await callerOf(store, caller.accountId)
    await assert.rejects(async () => allowance.check(now), { code: 'daily-limit' })
    await changeSettings(store, caller.accountId, { autoUpgrade: true })
    clock.advance(1001)
    await allowance.check(now)
    assert.equal((await chargeAll(meter, now, 1)).charged.length, 1)
    assert.equal((await books(store, caller)).planName, 'large')
  })

  test('who would be refused on every larger plan too is not moved to one', async (t) => {
    const { store, meter, caller, upgraded } = await open(makeStore, t)
    await chargeAll(meter, caller, 42)
    await sql`update subscription set plan_name = 'small'
      where account_id = ${caller.accountId}`.execute(store.db)
    upgraded.length = 0
    const { charged, problems } = await chargeAll(meter, caller, 3)
    assert.equal(charged.length, 0)
    assert.deepEqual(new Set(problems.map(({ code }) => code)), new Set(['monthly-buffer']))
    assert.deepEqual(await books(store, caller), { lookups: 42, bufferUsed: 2, planName: 'small' })
    assert.deepEqual(upgraded, [])
  })

  test('three nodes that race past the limit move it once, and answer all', async (t) => {
    const clock = new ManualClock()
    const place = await newPlace(t)
    const stores = [await makeStore(t, place), await makeStore(t, place), await makeStore(t, place)]
    const [store] = stores
    const caller = await newCaller(store, PLANS, 'small', clock.now())
    await changeSettings(store, caller.accountId, { autoUpgrade: true })
    const meters = stores.map((each) => newMeter(each, clock))
    for (let round = 0; round < 4; round += 1) {
      const all = await Promise.all(meters.map((meter) => chargeAll(meter, caller, 3)))
      assert.equal(all.flatMap(({ charged }) => charged).length, 9)
    }
    assert.deepEqual(await books(store, caller), { lookups: 36, bufferUsed: 0, planName: 'large' })
    await Promise.all(meters.map((meter) => meter.close()))
  })

  test('an upgrade by look-ups that were answered 503 is taken back with them', async (t) => {
    const { store, meter: honest, caller, clock } = await open(makeStore, t)
    await chargeAll(honest, caller, 4)
    const plansSeen: (string | undefined)[] = []
    // The commit succeeds each time and its answer never arrives; voiding works.
    const lossy = faultyStore(store, async (module, args, real) => {
      const answer = await real(args)
      plansSeen.push((await books(store, caller)).planName)
      if (module === 'charge-batch.ts') throw connectionLost()
      return answer
    })
    const allowance = { learn: () => {} }
    const meter = new Meter({ store: lossy, plans: PLANS, clock, allowance, timeoutMs: 400 })
    const { problems } = await chargeAll(meter, caller, 1)
    assert.equal(problems[0]?.status, 503)
    await meter.close()
    assert.deepEqual(new Set(plansSeen), new Set(['middle', 'small']))
    assert.deepEqual(await books(store, caller), { lookups: 4, bufferUsed: 0, planName: 'small' })
  })

  test('an upgrade is not taken back where others have filled the old plan since', async (t) => {
    const { store, meter, caller, clock } = await open(makeStore, t)
    await chargeAll(meter, caller, 4)
    const batchId = newSortableId(clock.now())
    const charges = [{ accountId: caller.accountId, lookups: 1 }]
    const batch = { batchId, now: clock.now(), charges, plans: PLANS, forgetBefore: undefined }
    await store.procedure<typeof chargeBatch>(CHARGE, batch)
    assert.equal((await books(store, caller)).planName, 'middle')
    await chargeAll(meter, caller, 1)
    await store.procedure<typeof voidBatch>(VOID, { batchId })
    const after = { lookups: 5, bufferUsed: 0, planName: 'middle' }
    assert.deepEqual(await books(store, caller), after, 'five are exactly what the old plan has')
  })
})

const CHARGE = new URL('../../../src/access/charge/charge-batch.ts', import.meta.url)
const VOID = new URL('../../../src/access/charge/void-batch.ts', import.meta.url)

async function open(makeStore: MakeStore, t: TestContext, planName = 'small') {
  const store = await makeStore(t)
  const clock = new ManualClock()
  const upgraded: string[] = []
  const meter = newMeter(store, clock, upgraded)
  t.after(() => meter.close())
  const caller = await newCaller(store, PLANS, planName, clock.now())
  await changeSettings(store, caller.accountId, { autoUpgrade: true })
  return { store, clock, meter, caller, upgraded, allowance: new Allowance(store, PLANS, clock) }
}

function newMeter(store: Store, clock: ManualClock, upgraded: string[] = []): Meter {
  const allowance = { learn: () => {} }
  const onUpgrade = (accountId: string) => upgraded.push(accountId)
  return patientMeter({ store, plans: PLANS, clock, allowance, onUpgrade })
}

async function books(store: Store, { accountId }: Caller) {
  const usage = await readUsage(store, accountId, utcDay(new ManualClock().now()))
  return { ...usage, planName: (await callerOf(store, accountId)).subscription?.planName }
}
