// The PostgreSQL server dies, or the line to it: what was answered is counted, once, and what was refused is not.
// Covers: src/access/charge/**, src/store/postgres/**, dev/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { freshDatabase, startPostgres } from '../../dev/postgres-server.ts'
import type { Allowance } from '../../src/access/allowance.ts'
import type { Caller } from '../../src/access/caller.ts'
import { Meter } from '../../src/access/charge/meter.ts'
import { readUsage } from '../../src/account/usage.ts'
import { Problem } from '../../src/http/problem.ts'
import { systemClock, utcDay } from '../../src/lib/clock.ts'
import { newSortableId } from '../../src/lib/ids.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { faultyStore } from '../support/faulty-store.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { newDatabase } from '../support/stores.ts'
import { CuttingProxy } from './cutting-proxy.ts'

const PLANS = makePlans(
  { name: 'capped', daily_lookup_limit_1: 250, monthly_buffer: 50 },
  { name: 'large', daily_lookup_limit_1: 10_000_000 },
)
const KILLS = 4
const NODES = 3
// A look-up that is never settled would else keep everybody waiting.
const LIMIT = { timeout: 60_000 }

test(
  `${KILLS} kills of the server under three nodes: what was answered counts`,
  LIMIT,
  async (t) => {
    const server = await startPostgres()
    const databaseUrl = await freshDatabase(server.adminUrl)
    const stores = await Promise.all(
      Array.from({ length: NODES }, () => openStore({ databaseUrl, dataDir: '' })),
    )
    const [store] = stores
    const callers = [
      await newCaller(store, PLANS, 'capped', systemClock.now()),
      await newCaller(store, PLANS, 'large', systemClock.now()),
    ]
    const meters = stores.map((each) => newMeter(each))
    const load = startLoad(meters, callers)
    t.after(async () => {
      await load.stop()
      await Promise.all(stores.map((each) => each.close()))
      await server.stop()
    })
    for (let kill = 0; kill < KILLS; kill += 1) {
      await load.untilAnswered(60 + 40 * kill)
      await server.kill()
      await server.start()
    }
    await load.untilAnswered(100)
    await load.stop()
    await Promise.all(meters.map((meter) => meter.close()))
    for (const [at, caller] of callers.entries()) {
      assert.equal((await usage(store, caller)).lookups, load.answered[at])
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from limit_event`.execute(
      store.db,
    )
    // Both limits of this plan are one, so both events fire with it, each once.
    assert(load.answered[0] <= 300)
    assert.equal(rows[0]?.n, 2)
  },
)

test(
  'a line that is cut after the server has committed: every look-up counts once',
  LIMIT,
  async (t) => {
    const { answered, counted, cuts } = await chargeOverCutLine(t, (store) => store)
    assert(cuts > 5)
    assert.equal(answered, 200)
    assert.equal(counted, 200)
  },
)

test(
  'the check above would see a meter that takes a new batch id for each try',
  LIMIT,
  async (t) => {
    const planted = await chargeOverCutLine(t, (store) =>
      faultyStore(store, (_module, args, real) =>
        real({ ...args, batchId: newSortableId(systemClock.now()) }),
      ),
    )
    assert.equal(planted.answered, 200)
    assert(planted.counted > 200, `${planted.counted} counted`)
  },
)

async function chargeOverCutLine(
  t: TestContext,
  plant: (store: Store) => Pick<Store, 'procedure'>,
): Promise<{ answered: number; counted: number; cuts: number }> {
  const { databaseUrl } = await newDatabase(t)
  const proxy = new CuttingProxy(databaseUrl)
  const store = await openStore({ databaseUrl: await proxy.listen(), dataDir: '' })
  const caller = await newCaller(store, PLANS, 'large', systemClock.now())
  // Long enough for a slow machine: each cut costs a new connection.
  const meter = newMeter(plant(store), 60_000)
  t.after(async () => {
    await meter.close()
    await store.close()
    await proxy.close()
    await stopOwnPostgres()
  })
  proxy.cutEvery(3)
  let answered = 0
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => meter.charge(caller)))
    answered += 10
  }
  await meter.close()
  return { answered, counted: (await usage(store, caller)).lookups, cuts: proxy.cuts }
}

async function isCharged(meter: Meter, caller: Caller): Promise<boolean> {
  try {
    await meter.charge(caller)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function newMeter(store: Pick<Store, 'procedure'>, timeoutMs = 2000): Meter {
  const allowance = { learn: () => {} } satisfies Pick<Allowance, 'learn'>
  return new Meter({ store, plans: PLANS, clock: systemClock, allowance, timeoutMs })
}

function startLoad(meters: readonly Meter[], callers: readonly Caller[]) {
  const answered = callers.map(() => 0)
  let isOver = false
  let target = Number.POSITIVE_INFINITY
  let reached = () => {}
  const total = () => answered.reduce((sum, count) => sum + count, 0)
  const chargeOnAndOn = async (meter: Meter) => {
    for (let turn = 0; !isOver; turn += 1) {
      const at = turn % callers.length
      if (await isCharged(meter, callers[at])) answered[at] += 1
      // Refusals come at once, and would keep everything else from its turn.
      else await new Promise((resolve) => setTimeout(resolve, 5))
      if (total() >= target) reached()
    }
  }
  const work = meters.flatMap((meter) => Array.from({ length: 8 }, () => chargeOnAndOn(meter)))
  return {
    answered,
    untilAnswered: (more: number) =>
      new Promise<void>((resolve) => {
        target = total() + more
        reached = resolve
      }),
    stop: async () => {
      isOver = true
      await Promise.all(work)
    },
  }
}

function usage(store: Store, caller: Caller) {
  return readUsage(store, caller.accountId, utcDay(systemClock.now()))
}
