// Whatever is killed, and whenever: no answered look-up is lost, and none is counted twice.
// Covers: src/access/charge/**, src/store/**

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Plans } from '../../src/account/plans/plans.ts'
import { loadPlans } from '../../src/account/plans/plans-file.ts'
import { readUsage } from '../../src/account/usage.ts'
import { systemClock, utcDay } from '../../src/lib/clock.ts'
import type { StoreSettings } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { newCaller } from '../support/accounts.ts'
import { eachStore, type MakeStore } from '../support/stores.ts'

const CHILD = fileURLToPath(new URL('./meter-child.ts', import.meta.url))
/** On each store; `CRASH_KILLS=1000 npm test -- test/crash/meter.test.ts` for a long night. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)
const AT_ONCE = 24
const CAP = 700
// A look-up that is never settled would else keep everybody waiting.
const LIMIT = { timeout: 60_000 + KILLS * 3000 }

eachStore((makeStore, newPlace, kind) => {
  test(
    `${KILLS} kills of a node: no answered look-up is lost, none counted twice`,
    LIMIT,
    async (t) => {
      const place = await newPlace(t)
      const { store, accounts } = await prepare(makeStore, t, place)
      const ledgers = accounts.map(() => ({ sent: 0, answered: 0 }))
      for (let kill = 0; kill < KILLS; kill += 1) {
        const node = startNode(place, accounts, 1_000_000)
        await node.untilAnswered(20 + ((kill * 37) % 150))
        node.child.kill('SIGKILL')
        await node.ended
        for (const [at, ledger] of ledgers.entries()) {
          ledger.sent += node.said('sent', at)
          ledger.answered += node.said('answered', at)
          const { lookups } = await usage(store, accounts[at])
          // Counted and not answered can only be what was in flight when it was killed.
          assert(ledger.answered <= lookups, `${ledger.answered} answered, ${lookups} counted`)
          assert(lookups <= Math.min(ledger.sent, ledger.answered + AT_ONCE * (kill + 1)))
        }
      }
      const [capped] = accounts
      assert((await usage(store, capped)).lookups <= CAP)
      assert(ledgers.every(({ answered }) => answered > 0))
      if (kind === 'sqlite') assert.equal(await integrity(store), 'ok')
    },
  )

  test('three processes that race for the last look-ups answer exactly those', LIMIT, async (t) => {
    const place = await newPlace(t)
    const { store, accounts } = await prepare(makeStore, t, place)
    const [capped] = accounts
    const nodes = [1, 2, 3].map(() => startNode(place, [capped], CAP))
    await Promise.all(nodes.map(({ ended }) => ended))
    const total = (word: string) => nodes.reduce((sum, node) => sum + node.said(word, 0), 0)
    assert.equal(total('answered'), CAP)
    assert.equal(total('monthly-buffer'), 2 * CAP)
    assert.deepEqual(await usage(store, capped), { lookups: CAP, bufferUsed: 100 })
    const { rows } = await sql<{ kind: string }>`
      select kind from limit_event where account_id = ${capped} order by kind`.execute(store.db)
    assert.deepEqual(
      rows.map((row) => row.kind),
      ['first-limit-reached', 'second-limit-reached'],
    )
  })
})

async function prepare(makeStore: MakeStore, t: TestContext, place: StoreSettings) {
  const capped = { daily_lookup_limit_1: 400, daily_lookup_limit_2: CAP - 100, monthly_buffer: 100 }
  const plans = [
    { name: 'capped', product: 'au', ...capped },
    { name: 'large', product: 'au', daily_lookup_limit_1: 10_000_000 },
  ]
  writeFileSync(join(place.dataDir, 'plans.json'), JSON.stringify({ plans }))
  const loaded: Plans = await loadPlans(place.dataDir)
  const store = await makeStore(t, place)
  const callers = [
    await newCaller(store, loaded, 'capped', systemClock.now()),
    await newCaller(store, loaded, 'large', systemClock.now()),
  ]
  return { store, accounts: callers.map(({ accountId }) => accountId) }
}

interface Node {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  /** How often it has said a word about an account. */
  said(word: string, account: number): number
  untilAnswered(count: number): Promise<void>
}

function startNode(place: StoreSettings, accounts: readonly string[], total: number): Node {
  const args = [place.databaseUrl, place.dataDir, String(AT_ONCE), String(total), ...accounts]
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const counts = new Map<string, number>()
  const listeners = new Set<() => void>()
  let answered = 0
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      counts.set(line, (counts.get(line) ?? 0) + 1)
      if (line.startsWith('answered')) answered += 1
    }
    for (const listener of listeners) listener()
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  return {
    child,
    ended,
    said: (word, account) => counts.get(`${word} ${account}`) ?? 0,
    untilAnswered: (count) =>
      new Promise((resolve, reject) => {
        listeners.add(() => answered >= count && resolve())
        void ended.then(() => reject(new Error('The node ended by itself.')))
      }),
  }
}

function usage(store: Store, accountId: string) {
  return readUsage(store, accountId, utcDay(systemClock.now()))
}

async function integrity(store: Store): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma integrity_check`.execute(store.db)
  return Object.values(rows[0] ?? {})[0]
}
