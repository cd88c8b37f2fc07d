// The books of three nodes against a reference ledger: whatever happens in whatever order, they say the same.
// Covers: src/access/charge/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Meter } from '../../../src/access/charge/meter.ts'
import { createAccount } from '../../../src/account/accounts.ts'
import { changeSettings, choosePlan } from '../../../src/account/subscriptions.ts'
import { readUsage } from '../../../src/account/usage.ts'
import { Problem } from '../../../src/http/problem.ts'
import { utcDay } from '../../../src/lib/clock.ts'
import { newSortableId } from '../../../src/lib/ids.ts'
import type { Store } from '../../../src/store/store.ts'
import { callerOf, makePlans, newEmail, patientMeter } from '../../support/accounts.ts'
import { connectionLost, faultyStore } from '../../support/faulty-store.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { eachStore, type MakeStore, type NewPlace } from '../../support/stores.ts'
import { type ReferenceAccount, ReferenceLedger, type Verdict } from './reference-ledger.ts'

const PLANS = makePlans(
  { name: 'ten', daily_lookup_limit_1: 10 },
  {
    name: 'stages',
    daily_lookup_limit_1: 6,
    daily_lookup_limit_2: 14,
    time_penalty_ms: 5,
    monthly_buffer: 4,
  },
  { name: 'thirty', daily_lookup_limit_1: 8, daily_lookup_limit_2: 30, monthly_buffer: 9 },
)
const PLAN_NAMES = ['ten', 'stages', 'thirty']
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NODES = 3
const ACCOUNTS = 3
const RUNS = 12

type Step =
  | { kind: 'charge'; wanted: readonly { node: number; account: number; lookups: number }[] }
  | { kind: 'jump'; ms: number }
  | { kind: 'plan'; account: number; planName: string }
  | { kind: 'auto-upgrade'; account: number; isOn: boolean }
  | { kind: 'restart'; node: number }
  /** The next commit of this node succeeds, and its answer is lost. */
  | { kind: 'lose'; node: number }

const node = fc.nat({ max: NODES - 1 })
const account = fc.nat({ max: ACCOUNTS - 1 })
const lookups = fc.integer({ min: 1, max: 12 })
const charge = fc.record({
  kind: fc.constant('charge' as const),
  wanted: fc.array(fc.record({ node, account, lookups }), { minLength: 1, maxLength: 6 }),
})
const lose = fc.record({ kind: fc.constant('lose' as const), node })
const jumps = [1000, HOUR_MS, 20 * HOUR_MS, DAY_MS, 31 * DAY_MS, -HOUR_MS, -DAY_MS, -20 * DAY_MS]
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: charge },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      ms: fc.constantFrom(...jumps),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      account,
      planName: fc.constantFrom(...PLAN_NAMES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('auto-upgrade' as const),
      account,
      isOn: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), node }) },
  { weight: 1, arbitrary: lose },
)

/** Stands between a meter and its store. */
type Plant = (store: Store, args: Record<string, unknown>, real: Call) => Promise<unknown>
type Call = (args: Record<string, unknown>) => Promise<unknown>

const HONEST: Plant = (_store, args, real) => real(args)
const NEW_ID_EACH_TRY: Plant = (_store, args, real) =>
  real({ ...args, batchId: newSortableId(Number(args.now)) })
const READ_THEN_WRITE = new URL('./read-then-write.ts', import.meta.url)

eachStore((makeStore, newPlace, kind) => {
  test(`three nodes and the reference ledger agree on every look-up (${kind})`, async (t) => {
    const nodes = await openNodes(t, makeStore, newPlace, HONEST)
    await fc.assert(agreement(nodes, anyStep), { numRuns: RUNS })
  })

  test(`the ledger finds a meter that takes a new id for each try (${kind})`, async (t) => {
    const nodes = await openNodes(t, makeStore, newPlace, NEW_ID_EACH_TRY)
    await assertCaught(agreement(nodes, fc.oneof(charge, lose)))
  })

  // SQLite has one writer at a time by itself, so there the fault cannot show.
  if (kind === 'sqlite') return
  test(`the ledger finds a charge that reads and then writes (${kind})`, async (t) => {
    const racy: Plant = (store, args) => store.procedure(READ_THEN_WRITE, args as never)
    const nodes = await openNodes(t, makeStore, newPlace, racy)
    const crowd = fc.record({ node, account: fc.constant(0), lookups })
    const wanted = fc.array(crowd, { minLength: 3, maxLength: 6 })
    await assertCaught(agreement(nodes, fc.record({ kind: fc.constant('charge'), wanted })))
  })
})

async function assertCaught(property: fc.IAsyncProperty<[Step[]]>): Promise<void> {
  const outcome = await fc.check(property, { numRuns: 60, endOnFailure: true })
  assert(outcome.failed, 'the planted fault was not found')
  assert(outcome.errorInstance instanceof assert.AssertionError, String(outcome.errorInstance))
}

interface Node {
  readonly store: Store
  readonly reopen: () => Promise<void>
  readonly newMeter: (clock: ManualClock) => Meter
  losesNext: boolean
}

async function openNodes(
  t: TestContext,
  makeStore: MakeStore,
  newPlace: NewPlace,
  plant: Plant,
): Promise<Node[]> {
  const place = await newPlace(t)
  const open = async (): Promise<Node> => {
    let store = await makeStore(t, place)
    const self: Node = {
      get store() {
        return store
      },
      losesNext: false,
      reopen: async () => {
        await store.close()
        store = await makeStore(t, place)
      },
      newMeter: (clock) => {
        const faulty = faultyStore(store, async (_module, args, real) => {
          const answer = await plant(store, args, real)
          if (!self.losesNext) return answer
          self.losesNext = false
          throw connectionLost()
        })
        return patientMeter({ store: faulty, plans: PLANS, clock })
      },
    }
    return self
  }
  return Promise.all(Array.from({ length: NODES }, open))
}

function agreement(nodes: readonly Node[], step: fc.Arbitrary<Step>) {
  const steps = fc.array(step, { minLength: 4, maxLength: 14 })
  return fc.asyncProperty(steps, async (all) => {
    const world = await World.make(nodes)
    try {
      for (const one of all) {
        await world.do(one)
        await world.compare(JSON.stringify(one))
      }
    } finally {
      await world.close()
    }
  })
}

/** The nodes and the reference, side by side, with accounts of their own. */
class World {
  readonly #clock = new ManualClock()
  readonly #ledger = new ReferenceLedger(PLANS)
  readonly #nodes: readonly Node[]
  readonly #meters: Meter[]
  readonly #accounts: { readonly id: string; readonly reference: ReferenceAccount }[] = []

  private constructor(nodes: readonly Node[]) {
    this.#nodes = nodes
    this.#meters = nodes.map((each) => each.newMeter(this.#clock))
  }

  static async make(nodes: readonly Node[]): Promise<World> {
    const world = new World(nodes)
    await world.#open('ten')
    await world.#open('stages')
    await world.#open('trial')
    return world
  }

  async #open(planName: string): Promise<void> {
    const now = this.#clock.now()
    const isTrial = planName === 'trial'
    const wanted = { email: newEmail(), product: 'au', ...(!isTrial && { planName }) } as const
    const made = await createAccount(this.#nodes[0].store, PLANS, wanted, now)
    assert(made.kind === 'created')
    const reference = this.#ledger.open(planName, now, isTrial ? now + 30 * DAY_MS : undefined)
    this.#accounts.push({ id: made.accountId, reference })
  }

  async close(): Promise<void> {
    await Promise.all(this.#meters.map((meter) => meter.close()))
    for (const each of this.#nodes) each.losesNext = false
  }

  async do(step: Step): Promise<void> {
    switch (step.kind) {
      case 'charge':
        return this.#charge(step.wanted)
      case 'jump':
        return this.#clock.advance(step.ms)
      case 'plan':
        return this.#choose(step.account, step.planName)
      case 'auto-upgrade':
        return this.#switchUpgrade(step.account, step.isOn)
      case 'restart':
        return this.#restart(step.node)
      case 'lose':
        this.#nodes[step.node].losesNext = true
    }
  }

  async #charge(wanted: Extract<Step, { kind: 'charge' }>['wanted']): Promise<void> {
    const { store } = this.#nodes[0]
    const callers = await Promise.all(this.#accounts.map(({ id }) => callerOf(store, id)))
    const verdicts = await Promise.all(
      wanted.flatMap((one) =>
        Array.from({ length: one.lookups }, async () => {
          const meter = this.#meters[one.node]
          return `${one.account} ${await verdictOf(meter.charge(callers[one.account]))}`
        }),
      ),
    )
    const expected = wanted.flatMap((one) =>
      Array.from({ length: one.lookups }, () => {
        const { reference } = this.#accounts[one.account]
        return `${one.account} ${this.#ledger.charge(reference, this.#clock.now())}`
      }),
    )
    assert.deepEqual(verdicts.sort(), expected.sort())
  }

  async #choose(at: number, planName: string): Promise<void> {
    const { id, reference } = this.#accounts[at]
    const now = this.#clock.now()
    await choosePlan(this.#nodes[0].store, PLANS, id, planName, now)
    this.#ledger.choosePlan(reference, planName, now)
  }

  async #switchUpgrade(at: number, autoUpgrade: boolean): Promise<void> {
    const { id, reference } = this.#accounts[at]
    await changeSettings(this.#nodes[0].store, id, { autoUpgrade })
    reference.autoUpgrade = autoUpgrade
  }

  async #restart(at: number): Promise<void> {
    await this.#meters[at].close()
    await this.#nodes[at].reopen()
    this.#meters[at] = this.#nodes[at].newMeter(this.#clock)
  }

  async compare(after: string): Promise<void> {
    const { store } = this.#nodes[1]
    const day = utcDay(this.#clock.now())
    for (const { id, reference } of this.#accounts) {
      const { rows } = await sql<{ event: string }>`
        select day || ' ' || kind as event from limit_event
        where account_id = ${id} order by day, kind`.execute(store.db)
      const books = {
        ...(await readUsage(store, id, day)),
        planName: (await callerOf(store, id)).subscription?.planName,
        events: rows.map(({ event }) => event),
      }
      const expected = {
        lookups: reference.days.get(day) ?? 0,
        bufferUsed: reference.months.get(day.slice(0, 7)) ?? 0,
        planName: reference.planName,
        events: [...reference.events].sort(),
      }
      assert.deepEqual(books, expected, after)
    }
  }
}

async function verdictOf(charging: ReturnType<Meter['charge']>): Promise<Verdict> {
  try {
    return (await charging).stage
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'forbidden') return 'forbidden'
    assert.equal(error.status, 429, error.message)
    return 'used-up'
  }
}
