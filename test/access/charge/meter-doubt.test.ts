// When nobody knows whether a commit went through: it is found out, counted once, or taken back.
// Covers: src/access/charge/**

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Caller } from '../../../src/access/caller.ts'
import type { ChargeBatch } from '../../../src/access/charge/batch.ts'
import type { run as chargeBatch } from '../../../src/access/charge/charge-batch.ts'
import { Meter } from '../../../src/access/charge/meter.ts'
import type { run as voidBatch } from '../../../src/access/charge/void-batch.ts'
import { readUsage, usageByKey } from '../../../src/account/usage.ts'
import { Problem } from '../../../src/http/problem.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { newSortableId } from '../../../src/lib/ids.ts'
import type { Store } from '../../../src/store/store.ts'
import { makePlans, newCaller, patientMeter } from '../../support/accounts.ts'
import { connectionLost, faultyStore } from '../../support/faulty-store.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { eachSharedStore } from '../../support/stores.ts'
import { chargeAll } from './charge-all.ts'

const PLANS = makePlans(
  { name: 'large', daily_lookup_limit_1: 10_000 },
  { name: 'stages', daily_lookup_limit_1: 3, daily_lookup_limit_2: 5, monthly_buffer: 4 },
)
const CHARGE = new URL('../../../src/access/charge/charge-batch.ts', import.meta.url)
const VOID = new URL('../../../src/access/charge/void-batch.ts', import.meta.url)
const clock = new ManualClock()

eachSharedStore((makeStore, newPlace) => {
  test('a commit whose answer was lost is asked for again and counted once', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const lost = await chargeOverLostAnswers(store, caller, (args) => args)
    assert.deepEqual(lost, { answered: 20, counted: 20 })
  })

  test('the check above would see a meter that takes a new batch id for each try', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const planted = await chargeOverLostAnswers(store, caller, (args) => ({
      ...args,
      batchId: newSortableId(clock.now()),
    }))
    assert.equal(planted.answered, 20)
    assert(planted.counted > 20, `${planted.counted} counted`)
  })

  test('a thread that was held up for longer than a commit may take still answers what is counted', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const faulty = faultyStore(store, async (_module, args, real) => {
      const answer = await real(args)
      const { port1, port2 } = new MessageChannel()
      const received = once(port1, 'message')
      port2.postMessage('the answer has arrived')
      // Nothing of this thread runs meanwhile, so its time is over before it can look what has arrived.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SHORT_MS + 5)
      await received
      port1.close()
      return answer
    })
    const meter = newMeter(t, faulty, SHORT_MS)
    assert.equal((await chargeAll(meter, caller, 9)).charged.length, 9)
    const usage = await readUsage(store, caller.accountId, utcDay(clock.now()))
    assert.equal(usage.lookups, 9)
  })

  test('look-ups that were counted and then answered 503 are refunded', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    const faulty = faultyStore(store, async (module, args, real) => {
      const answer = await real(args)
      if (module === 'charge-batch.ts') throw connectionLost()
      return answer
    })
    const meter = newMeter(t, faulty, SHORT_MS)
    const problems = await refusals(meter, caller, 7)
    assert.deepEqual(new Set(problems.map(({ code }) => code)), new Set(['service-unavailable']))
    assert(problems.every(({ extra }) => extra.retryAfterSeconds === 1))
    await meter.close()
    assert.deepEqual(await usage(store, caller), { lookups: 0, bufferUsed: 0 })
  })

  test('a commit that arrives after its look-ups were answered 503 counts nothing', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const sent: ChargeBatch[] = []
    const faulty = faultyStore(store, async (module, args, real) => {
      if (module === 'void-batch.ts') return real(args)
      sent.push(args as unknown as ChargeBatch)
      throw connectionLost()
    })
    const meter = newMeter(t, faulty, SHORT_MS)
    await refusals(meter, caller, 5)
    await meter.close()
    for (const late of sent) {
      const answer = await store.procedure<typeof chargeBatch>(CHARGE, late)
      assert.equal(answer.kind, 'void')
    }
    assert(sent.length > 1)
    assert.equal((await usage(store, caller)).lookups, 0)
  })

  test('a batch is refunded once, however often its refund is tried', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    const kept = await countDirectly(store, caller, 2)
    const taken = await countDirectly(store, caller, 6)
    const undo = () => store.procedure<typeof voidBatch>(VOID, { batchId: taken })
    assert.deepEqual(await usage(store, caller), { lookups: 8, bufferUsed: 3 })
    assert.deepEqual(await undo(), { kind: 'refunded' })
    assert.deepEqual(await undo(), { kind: 'already-void' })
    assert.deepEqual(await usage(store, caller), { lookups: 2, bufferUsed: 0 })
    assert.notEqual(kept, taken)
  })

  test('a batch that is repeated after midnight keeps the day of its count', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const batchId = await countDirectly(store, caller, 3)
    const tomorrow = clock.now() + 86_400_000
    const again = await store.procedure<typeof chargeBatch>(CHARGE, {
      ...batchOf(caller, 3),
      batchId,
      now: tomorrow,
    })
    assert.equal(again.kind === 'counted' && again.counted.day, utcDay(clock.now()))
    assert.equal((await readUsage(store, caller.accountId, utcDay(tomorrow))).lookups, 0)
  })

  test('while a commit is stuck look-ups are 503 at once and count nothing', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const stuck = Promise.withResolvers<void>()
    const faulty = faultyStore(store, async (_module, args, real) => {
      await stuck.promise
      return real(args)
    })
    const meter = newMeter(t, faulty, SHORT_MS)
    assert.equal((await refusals(meter, caller, 10)).length, 10)
    assert.equal((await refusals(meter, caller, 10)).length, 10)
    stuck.resolve()
    await meter.close()
    assert.equal((await usage(store, caller)).lookups, 0)
  })

  test('a meter goes on as soon as the store answers again', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    let isDown = true
    const faulty = faultyStore(store, async (_module, args, real) => {
      if (isDown) throw connectionLost()
      return real(args)
    })
    const meter = newMeter(t, faulty, 500)
    await refusals(meter, caller, 3)
    isDown = false
    await nextTurn()
    await meter.charge(caller)
    await meter.close()
    assert.equal((await usage(store, caller)).lookups, 1)
  })

  test('a fault of our own is not dressed up as 503, and others are still served', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    let isFirst = true
    const faulty = faultyStore(store, async (_module, args, real) => {
      if (!isFirst) return real(args)
      isFirst = false
      throw new TypeError('a fault')
    })
    const meter = newMeter(t, faulty, LONG_MS)
    await assert.rejects(meter.charge(caller), TypeError)
    await nextTurn()
    await meter.charge(caller)
    await meter.close()
    assert.equal((await usage(store, caller)).lookups, 1)
  })

  test('a limit that is reached again after a refund fires no second event', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'stages', clock.now())
    const batchId = await countDirectly(store, caller, 4)
    await store.procedure<typeof voidBatch>(VOID, { batchId })
    await countDirectly(store, caller, 4)
    const { rows } = await sql<{ kind: string }>`
      select kind from account_event where account_id = ${caller.accountId}`.execute(store.db)
    assert.deepEqual(rows, [{ kind: 'first-limit-reached' }])
  })

  test('what each key has used adds up over batches, and goes with a refund', async (t) => {
    const store = await makeStore(t)
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const { accountId } = caller
    const count = async (keys: readonly (readonly ['api' | 'token', string])[]) => {
      const charges = [{ accountId, lookups: keys.length, keys }]
      const batch = { ...batchOf(caller, keys.length), charges }
      await store.procedure<typeof chargeBatch>(CHARGE, batch)
      return batch.batchId
    }
    await count([
      ['api', 'main'],
      ['api', 'main'],
      ['token', 'a.example'],
    ])
    const taken = await count([
      ['api', 'main'],
      ['token', 'a.example'],
      ['token', 'a.example'],
    ])
    const day = utcDay(clock.now())
    const used = async () =>
      (await usageByKey(store.db, accountId, day, day))
        .get(day)
        ?.map(({ kind, name, lookups }) => `${kind} ${name} ${lookups}`)
        .toSorted()
    assert.deepEqual(await used(), ['api main 3', 'token a.example 3'])
    await store.procedure<typeof voidBatch>(VOID, { batchId: taken })
    assert.deepEqual(await used(), ['api main 2', 'token a.example 1'])
  })

  test('batches are remembered for a day and then forgotten', async (t) => {
    const store = await makeStore(t, await newPlace(t))
    const caller = await newCaller(store, PLANS, 'large', clock.now())
    const moment = new ManualClock()
    const charge = async () => {
      const meter = patientMeter({ store, plans: PLANS, clock: moment })
      await meter.charge(caller)
      await meter.close()
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from charge_batch`.execute(store.db)
      return rows[0]?.n
    }
    assert.equal(await charge(), 1)
    moment.advance(86_399_999)
    assert.equal(await charge(), 2)
    moment.advance(2)
    assert.equal(await charge(), 2)
  })
})

// For a meter that is to give up, and for one that is not.
const SHORT_MS = 300
const LONG_MS = 10_000

const DEAF = { learn: () => {} }

function newMeter(t: TestContext, store: Pick<Store, 'procedure'>, timeoutMs: number): Meter {
  const meter = new Meter({ store, plans: PLANS, clock, allowance: DEAF, timeoutMs })
  t.after(() => meter.close())
  return meter
}

type Args = Record<string, unknown>

// Every second answer of the store is lost after it has committed.
async function chargeOverLostAnswers(store: Store, caller: Caller, change: (args: Args) => Args) {
  let calls = 0
  const faulty = faultyStore(store, async (_module, args, real) => {
    const answer = await real(change(args))
    calls += 1
    if (calls % 2 === 1) throw connectionLost()
    return answer
  })
  const meter = patientMeter({ store: faulty, plans: PLANS, clock })
  const charges = await Promise.all(Array.from({ length: 20 }, () => meter.charge(caller)))
  await meter.close()
  return { answered: charges.length, counted: (await usage(store, caller)).lookups }
}

async function refusals(meter: Meter, caller: Caller, count: number): Promise<Problem[]> {
  const settled = await Promise.allSettled(
    Array.from({ length: count }, () => meter.charge(caller)),
  )
  return settled.map((one) => {
    assert(one.status === 'rejected' && one.reason instanceof Problem)
    return one.reason
  })
}

function batchOf(caller: Caller, lookups: number): ChargeBatch {
  return {
    batchId: newSortableId(clock.now()),
    now: clock.now(),
    charges: [{ accountId: caller.accountId, lookups }],
    plans: PLANS,
  }
}

async function countDirectly(store: Store, caller: Caller, lookups: number): Promise<string> {
  const batch = batchOf(caller, lookups)
  await store.procedure<typeof chargeBatch>(CHARGE, batch)
  return batch.batchId
}

function usage(store: Store, caller: Caller) {
  return readUsage(store, caller.accountId, utcDay(clock.now()))
}
