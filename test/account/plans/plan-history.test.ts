// Which plan a subscription was on: written by every change, taken back with an upgrade that is taken back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { run as voidBatch } from '../../../src/access/charge/void-batch.ts'
import {
  planBefore,
  planChanges,
  revertPlanChange,
} from '../../../src/account/plans/plan-history.ts'
import { changeSettings, choosePlan } from '../../../src/account/subscriptions.ts'
import { callerOf, makePlans, newCaller, patientMeter } from '../../support/accounts.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { eachSharedStore } from '../../support/stores.ts'

const DAY_MS = 86_400_000
const VOID = new URL('../../../src/access/charge/void-batch.ts', import.meta.url)
const PLANS = makePlans(
  { name: 'small', daily_lookup_limit_1: 5 },
  { name: 'middle', daily_lookup_limit_1: 10 },
  { name: 'large', daily_lookup_limit_1: 20 },
)

eachSharedStore((makeStore) => {
  test('the plan of any moment is known, whatever order the clock went in', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', 100)
    await choosePlan(store, PLANS, accountId, 'middle', 200)
    await choosePlan(store, PLANS, accountId, 'middle', 250)
    await choosePlan(store, PLANS, accountId, 'large', 300)
    const changes = await planChanges(store.db, accountId, 0)
    assert.equal(changes.length, 2)
    const plans = [100, 200, 201, 300, 301].map((at) => planBefore(at, 'large', changes))
    assert.deepEqual(plans, ['small', 'small', 'middle', 'middle', 'large'])
    assert.deepEqual(await planChanges(store.db, accountId, 300), changes.slice(0, 1))
  })

  test('fifty changes in 24 hours are the most, and the next may be made when the first is a day old', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', 0)
    const start = 10 * DAY_MS
    const change = (at: number, now: number) =>
      choosePlan(store, PLANS, accountId, at % 2 === 0 ? 'middle' : 'small', now)
    for (let at = 0; at < 50; at += 1) {
      assert.equal((await change(at, start + at)).kind, 'chosen')
    }
    const until = start + DAY_MS
    assert.deepEqual(await change(50, start + 60), { kind: 'too-many-changes', until })
    assert.equal((await change(50, until - 1)).kind, 'too-many-changes')
    assert.equal((await change(50, until)).kind, 'chosen')
    assert.equal((await change(51, start - 1)).kind, 'chosen', 'the clock was set back')
    const other = await newCaller(store, PLANS, 'small', 0)
    const chosen = await choosePlan(store, PLANS, other.accountId, 'large', start + 60)
    assert.equal(chosen.kind, 'chosen')
  })

  test('a change that is taken back is the last one, where that was to the plan in question', async (t) => {
    const store = await makeStore(t)
    const { accountId } = await newCaller(store, PLANS, 'small', 100)
    const other = await newCaller(store, PLANS, 'small', 100)
    for (const owner of [accountId, other.accountId]) {
      for (const [at, plan] of ['middle', 'small', 'middle'].entries()) {
        await choosePlan(store, PLANS, owner, plan, 200 + at)
      }
    }
    const history = async (of: string) => {
      return (await planChanges(store.db, of, 0)).map(({ toPlan }) => toPlan)
    }
    await revertPlanChange(store.db, accountId, 'large', 'small')
    assert.deepEqual(await history(accountId), ['middle', 'small', 'middle'])
    await revertPlanChange(store.db, accountId, 'middle', 'large')
    assert.deepEqual(await history(accountId), ['large', 'small', 'middle'])
    assert.deepEqual(await history(other.accountId), ['middle', 'small', 'middle'])
  })

  test('an auto-upgrade is a change of plan, and none once it is taken back', async (t) => {
    const store = await makeStore(t)
    const clock = new ManualClock()
    const caller = await newCaller(store, PLANS, 'small', clock.now())
    const { accountId } = caller
    await changeSettings(store, accountId, { autoUpgrade: true })
    const meter = patientMeter({ store, plans: PLANS, clock })
    await Promise.all(Array.from({ length: 4 }, () => meter.charge(caller)))
    await meter.charge(await callerOf(store, accountId))
    await meter.close()
    const at = clock.now()
    assert.deepEqual(await planChanges(store.db, accountId, 0), [
      { changedAt: at, fromPlan: 'small', toPlan: 'middle' },
    ])
    const { rows } = await sql<{ id: string }>`
      select id from charge_batch
      where result like ${`%${accountId}%`} and result like '%outgrown%'`.execute(store.db)
    await store.procedure<typeof voidBatch>(VOID, { batchId: rows[0]?.id ?? '' })
    const changes = await planChanges(store.db, accountId, 0)
    assert.equal(planBefore(at + 1, 'small', changes), 'small')
    assert.equal(changes[0].toPlan, 'small')
  })
})
