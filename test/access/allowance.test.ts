// The look before the search: cheap, never wrong for long, and with a true Retry-After.
// Covers: src/access/charge/meter.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { Allowance } from '../../src/access/allowance.ts'
import type { Caller } from '../../src/access/caller.ts'
import { changeSettings } from '../../src/account/subscriptions.ts'
import { Problem } from '../../src/http/problem.ts'
import type { Sql, Store } from '../../src/store/store.ts'
import { StoreError } from '../../src/store/store-error.ts'
import { makePlans, movePlan, newCaller, patientMeter } from '../support/accounts.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { eachSharedStore, type MakeStore } from '../support/stores.ts'

const PLANS = makePlans(
  { name: 'five', daily_lookup_limit_1: 5 },
  { name: 'nine', daily_lookup_limit_1: 3, daily_lookup_limit_2: 5, monthly_buffer: 4 },
  { name: 'large', daily_lookup_limit_1: 1000 },
  { name: 'next', daily_lookup_limit_1: 2000 },
)

eachSharedStore((makeStore) => {
  test('a used-up day is 429 until midnight UTC, to the second', async (t) => {
    const { clock, allowance, charge, caller } = await open(makeStore, t, 'five')
    assert.equal(await refusalOf(allowance, caller), undefined)
    await charge(4)
    assert.equal(await refusalOf(allowance, caller), undefined, 'the last one may be used')
    await charge(1)
    const refusal = await refusalOf(allowance, caller)
    assert.equal(refusal?.code, 'daily-limit')
    assert.equal(refusal?.extra.retryAfterSeconds, 43_200)
    clock.set('2026-03-14T23:59:59.999Z')
    assert.equal((await refusalOf(allowance, caller))?.extra.retryAfterSeconds, 1)
    clock.advance(1)
    assert.equal(await refusalOf(allowance, caller), undefined)
  })

  test('a used-up day of one account refuses no other on the same plan, and the other way round', async (t) => {
    const { store, clock, allowance, charge, caller } = await open(makeStore, t, 'five')
    const other = await newCaller(store, PLANS, 'five', clock.now())
    await charge(5)
    assert.equal((await refusalOf(allowance, caller))?.code, 'daily-limit')
    assert.equal(await refusalOf(allowance, other), undefined)
    assert.equal((await refusalOf(allowance, caller))?.code, 'daily-limit')
  })

  test('a used-up buffer has a code of its own, and waits for midnight too', async (t) => {
    const { clock, allowance, charge, caller } = await open(makeStore, t, 'nine')
    await charge(9)
    const refusal = await refusalOf(allowance, caller)
    assert.equal(refusal?.code, 'monthly-buffer')
    clock.advance(1000 * (refusal?.extra.retryAfterSeconds ?? 0))
    assert.equal(await refusalOf(allowance, caller), undefined)
  })

  test('a node that has just started knows of what others have used', async (t) => {
    const { store, clock, charge, caller } = await open(makeStore, t, 'five')
    await charge(5)
    const fresh = new Allowance(store, PLANS, clock)
    assert.equal((await refusalOf(fresh, caller))?.code, 'daily-limit')
  })

  test('a fresh node lets an account use the rest of its buffer', async (t) => {
    const { store, clock, charge, caller } = await open(makeStore, t, 'nine')
    await charge(7)
    const fresh = () => new Allowance(store, PLANS, clock)
    assert.equal(await refusalOf(fresh(), caller), undefined, 'two of the buffer are left')
    await charge(2)
    assert.equal((await refusalOf(fresh(), caller))?.code, 'monthly-buffer')
    clock.advance(86_400_000)
    assert.equal(await refusalOf(fresh(), caller), undefined, 'the next day has its own')
  })

  test('the store is asked once a day while look-ups are left, else once a second', async (t) => {
    const { store, clock, charge, caller } = await open(makeStore, t, 'five')
    let questions = 0
    const counting = {
      get db(): Sql {
        questions += 1
        return store.db
      },
    }
    const allowance = new Allowance(counting, PLANS, clock)
    for (let n = 0; n < 20; n += 1) await allowance.check(caller)
    const once = questions
    await charge(5)
    // This node has a hint from before; the charge itself would refuse, and tell it.
    allowance.learn(caller.accountId, { day: '2026-03-14', planName: 'five', remaining: 0 })
    for (let n = 0; n < 20; n += 1) assert(await refusalOf(allowance, caller))
    assert.equal(questions, once)
    clock.advance(1000)
    for (let n = 0; n < 20; n += 1) assert(await refusalOf(allowance, caller))
    assert.equal(questions, 2 * once)
  })

  test('a count that was asked for before midnight and comes after it refuses nobody on the new day', async (t) => {
    const { store, clock, charge, caller } = await open(makeStore, t, 'five')
    await charge(5)
    const fresh = new Allowance(store, PLANS, clock)
    clock.set('2026-03-14T23:59:59.999Z')
    const late = refusalOf(fresh, caller)
    clock.advance(1)
    await late
    assert.equal(await refusalOf(fresh, caller), undefined)
  })

  test('a larger plan is seen at once by whoever comes with it', async (t) => {
    const { store, clock, allowance, charge, caller } = await open(makeStore, t, 'five')
    await charge(5)
    assert(await refusalOf(allowance, caller))
    const upgraded = await movePlan(store, PLANS, caller, 'large', clock.now())
    assert.equal(await refusalOf(allowance, upgraded), undefined)
  })

  test('a smaller plan counts what is left of its day, however much of a buffer was used before', async (t) => {
    const { store, clock, charge, caller } = await open(makeStore, t, 'nine')
    await charge(9)
    clock.advance(86_400_000)
    const moved = await movePlan(store, PLANS, caller, 'five', clock.now())
    const fresh = () => new Allowance(store, PLANS, clock)
    assert.equal(await refusalOf(fresh(), moved), undefined)
    const meter = patientMeter({ store, plans: PLANS, clock, allowance: fresh() })
    t.after(() => meter.close())
    for (let lookup = 0; lookup < 4; lookup += 1) await meter.charge(moved)
    assert.equal(await refusalOf(fresh(), moved), undefined, 'the fifth of the day')
    await meter.charge(moved)
    assert.equal((await refusalOf(fresh(), moved))?.code, 'daily-limit')
  })

  test('where auto-upgrade leads on nobody is refused, and where nothing is to be had it is said', async (t) => {
    const { store, clock, charge, caller } = await open(makeStore, t, 'large')
    await changeSettings(store, caller.accountId, { autoUpgrade: true })
    await sql`
      insert into usage_day (account_id, day, lookups)
      values (${caller.accountId}, '2026-03-14', 1000)`.execute(store.db)
    const fresh = () => new Allowance(store, PLANS, clock)
    assert.equal(await refusalOf(fresh(), caller), undefined)
    await changeSettings(store, caller.accountId, { autoUpgrade: false })
    assert.equal((await refusalOf(fresh(), caller))?.code, 'daily-limit')
    const bare = { ...caller, subscription: undefined }
    assert.equal((await refusalOf(fresh(), bare))?.code, 'forbidden')
    const gone = new Allowance(store, [], clock)
    assert.equal((await refusalOf(gone, caller))?.code, 'service-unavailable')
    await assert.rejects(charge(1), { code: 'daily-limit' })
  })

  test('a look-up that another request took is refused in the same words', async (t) => {
    const { allowance, meter, charge, caller } = await open(makeStore, t, 'five')
    await allowance.check(caller)
    await charge(5)
    const late = await meter.charge(caller).catch((error: unknown) => error)
    const refusal = await refusalOf(allowance, caller)
    assert(late instanceof Problem)
    assert.deepEqual(
      [late.code, late.detail, late.extra],
      [refusal?.code, refusal?.detail, refusal?.extra],
    )
  })

  test('a store that is out of reach is 503, never a free look-up', async (t) => {
    const { clock, caller } = await open(makeStore, t, 'five')
    const away = {
      get db(): Sql {
        throw new StoreError('The store is away.')
      },
    }
    const refusal = await refusalOf(new Allowance(away, PLANS, clock), caller)
    assert.equal(refusal?.code, 'service-unavailable')
  })
})

async function open(makeStore: MakeStore, t: TestContext, planName: string) {
  const store: Store = await makeStore(t)
  const clock = new ManualClock()
  const allowance = new Allowance(store, PLANS, clock)
  const meter = patientMeter({ store, plans: PLANS, clock, allowance })
  t.after(() => meter.close())
  const caller = await newCaller(store, PLANS, planName, clock.now())
  const charge = (count: number) =>
    Promise.all(Array.from({ length: count }, () => meter.charge(caller)))
  return { store, clock, allowance, meter, caller, charge }
}

async function refusalOf(allowance: Allowance, caller: Caller): Promise<Problem | undefined> {
  try {
    await allowance.check(caller)
    return undefined
  } catch (error) {
    assert(error instanceof Problem, String(error))
    return error
  }
}
