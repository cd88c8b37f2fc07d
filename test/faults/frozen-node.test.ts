// A node that is frozen, or whose connections die, holds up no account on the other nodes, and every count is exact.
// Covers: src/access/charge/**, src/store/postgres/**

import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { StoreSettings } from '../../src/store/open-store.ts'
import { killed, type ServiceProcess, startProcess, stopped } from '../support/process.ts'
import { USUAL_CHARGE_TIMEOUT } from '../support/servers/patience.ts'
import { stopOwnPostgres } from '../support/servers/postgres.ts'
import { newDatabase } from '../support/stores.ts'
import { type Holder, Load, newHolder, pathsFor, usedBy } from './holder.ts'

const IS_LONG = process.env.FAULTS_LONG === '1'
const FREEZES = IS_LONG ? 20 : 2
const CUTS = IS_LONG ? 50 : 3
/** What the trial allows in a day. */
const TRIAL_LOOKUPS = 100
/** How much longer than a free look-up a metered one may wait. */
const GAP_MS = 1000
/** Where free look-ups wait so long the machine is held up, and two seconds may be too few for a charge. */
const HELD_UP_MS = 500

after(stopOwnPostgres)

test(`${FREEZES} times a node is frozen in the middle of its charges, and the others go on`, async (t) => {
  const { nodes, place, loads, holders } = await startLoad(t)
  const [frozen] = nodes
  assert(frozen !== undefined)
  for (let freeze = 0; freeze < FREEZES; freeze += 1) {
    await loads.onFirst.untilAnswered(20 + 7 * freeze)
    frozen.child.kill('SIGSTOP')
    await Promise.all(loads.onOthers.map((load) => load.untilAnswered(40)))
    frozen.child.kill('SIGCONT')
  }
  await untilUsedUp(loads.byHolder.get(holders.trial) ?? [])
  await settle(nodes, loads.all)
  assertUndisturbed(loads)
  await assertExact(place, holders, loads)
})

test(`${CUTS} times the connections of all nodes are cut, and every look-up is answered and counts once`, async (t) => {
  const { nodes, place, loads, holders } = await startLoad(t)
  const admin = new pg.Client({ connectionString: place.databaseUrl })
  await admin.connect()
  for (let cut = 0; cut < CUTS; cut += 1) {
    await Promise.all(loads.onOthers.map((load) => load.untilAnswered(5)))
    await admin.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'doorplate-metering'`)
  }
  await admin.end()
  await untilUsedUp(loads.byHolder.get(holders.trial) ?? [])
  await settle(nodes, loads.all)
  assertUndisturbed(loads)
  await assertExact(place, holders, loads)
})

interface Loads {
  readonly all: readonly Load[]
  /** Of the account that all nodes charge, on the node that is frozen. */
  readonly onFirst: Load
  /** Of that account and of others, on the nodes that go on. */
  readonly onOthers: readonly Load[]
  readonly free: readonly Load[]
  readonly byHolder: ReadonlyMap<Holder, readonly Load[]>
}

async function startLoad(t: TestContext) {
  const place = await newDatabase(t)
  const holders = {
    everywhere: await newHolder(place),
    second: await newHolder(place),
    third: await newHolder(place),
    trial: await newHolder(place, 'au', 'trial'),
  }
  const env = {
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    KEY_REQUESTS_PER_MINUTE: '1000000',
    ...USUAL_CHARGE_TIMEOUT,
  }
  const nodes: ServiceProcess[] = []
  t.after(() => Promise.all(nodes.map((node) => killed(node))))
  for (let at = 0; at < 3; at += 1) nodes.push(await startProcess(env))
  const [first, second, third] = nodes.map(({ baseUrl }) => baseUrl)
  assert(first !== undefined && second !== undefined && third !== undefined)
  const metered = async (base: string, holder: Holder, callers: number) => {
    const { metered: path } = await pathsFor(base, holder)
    return new Load(t, callers, () => base + path)
  }
  const free = async (base: string) => {
    const { free: path } = await pathsFor(base, holders.everywhere)
    return new Load(t, 1, () => base + path)
  }
  const everywhere = [
    await metered(first, holders.everywhere, 6),
    await metered(second, holders.everywhere, 2),
    await metered(third, holders.everywhere, 2),
  ]
  const ofSecond = await metered(second, holders.second, 2)
  const ofThird = await metered(third, holders.third, 2)
  const trials = await Promise.all(
    [first, second, third].map((base) => metered(base, holders.trial, 1)),
  )
  const frees = [await free(second), await free(third)]
  const [onFirst, ...shared] = everywhere
  assert(onFirst !== undefined)
  const loads: Loads = {
    all: [...everywhere, ofSecond, ofThird, ...trials, ...frees],
    onFirst,
    onOthers: [...shared, ofSecond, ofThird],
    free: frees,
    byHolder: new Map([
      [holders.everywhere, everywhere],
      [holders.second, [ofSecond]],
      [holders.third, [ofThird]],
      [holders.trial, trials],
    ]),
  }
  return { place, holders, nodes, loads }
}

// What the trial is answered depends on the speed of the machine until nothing is left of it.
async function untilUsedUp(loads: readonly Load[]): Promise<void> {
  while (answeredIn(loads) < TRIAL_LOOKUPS) await delay(5)
}

function answeredIn(loads: readonly Load[]): number {
  return loads.reduce((sum, load) => sum + load.answered, 0)
}

// A node that stops takes back what it has refused, so that the books can be read.
async function settle(nodes: readonly ServiceProcess[], loads: readonly Load[]): Promise<void> {
  await delay(100)
  await Promise.all(loads.map((load) => load.stop()))
  for (const node of nodes) assert.equal(await stopped(node), 0)
}

function assertUndisturbed({ onOthers, free }: Loads): void {
  const usualMs = Math.max(...free.map(({ longestGapMs }) => longestGapMs))
  const isHeldUp = usualMs >= HELD_UP_MS
  const allowed = isHeldUp ? [200, 503] : [200]
  for (const { statuses, longestGapMs } of onOthers) {
    const others = [...statuses.keys()].filter((status) => !allowed.includes(status))
    assert.deepEqual(others, [], `${JSON.stringify([...statuses])}; free: ${usualMs} ms`)
    assert.ok(
      isHeldUp || longestGapMs < usualMs + GAP_MS,
      `${longestGapMs} ms without an answer; free look-ups: ${usualMs} ms`,
    )
  }
}

async function assertExact(
  place: StoreSettings,
  holders: { readonly trial: Holder },
  { all, byHolder }: Loads,
): Promise<void> {
  assert.deepEqual(
    all.flatMap(({ failures }) => failures),
    [],
  )
  for (const [holder, loads] of byHolder) {
    const answered = answeredIn(loads)
    assert.equal(await usedBy(place, holder), answered)
    if (holder === holders.trial) assert.equal(answered, TRIAL_LOOKUPS)
  }
}
