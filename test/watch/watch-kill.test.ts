// kill -9 while watch lists are compared with the change log: each watched change is told once, whatever was killed.
// Covers: src/watch/watch-list.ts

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { ChangeKind, ChangeStep } from '../../src/address/change.ts'
import { openStore } from '../../src/store/open-store.ts'
import { changeWatchList, WATCHED_PER_CALL_MAX } from '../../src/watch/watch-list.ts'
import { makePlans, newCaller } from '../support/accounts.ts'
import { newDataDir } from '../support/stores.ts'
import { idOf, writeSteps } from './steps.ts'

/** `CRASH_KILLS` and `WATCHED_IDS` say how many: see docs/performance.md. */
const KILLS = Number(process.env.CRASH_KILLS ?? 2)
const IDS = Number(process.env.WATCHED_IDS ?? 3000)
/** Pages of the longer list, so that there are enough moments to be killed in. */
const PAGE_MAX = Math.min(1000, Math.ceil(IDS / Math.max(30, 2 * KILLS)))
const LEASE_MS = 60_000
const PLANS = makePlans({ name: 'plain', product: 'au', daily_lookup_limit_1: 10 })

/** The first step is longer than the lists, the second is shorter. */
const isChanged = [(id: number) => id % 3 !== 0, (id: number) => id % 30 === 1]
const kindOf = (id: number): ChangeKind => (id % 5 === 0 ? 'retired' : 'changed')
/** Every other id is watched by the first account, a tenth of them by the second. */
const isWatched = [(id: number) => id % 2 === 0, (id: number) => id % 20 === 1]

test(`after ${KILLS} kills each of ${IDS} watched ids has been told once of each change`, async (t) => {
  const dataDir = newDataDir(t)
  const all = isChanged.map((isIn) => {
    const ids = Array.from({ length: 2 * IDS }, (_, id) => id + 1).filter(isIn)
    return new Map(ids.map((id) => [id, kindOf(id)] as const))
  })
  const steps = await writeSteps(dataDir, all)
  const accounts = await watchAll(dataDir)
  let now = Date.UTC(2026, 0, 1)
  const start = () => {
    // The lease of the one before has ended.
    now += 2 * LEASE_MS
    return startChild(dataDir, steps, now)
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = start()
    // Some are killed before their first page, others between two.
    const lines = createInterface({ input: child.stdout ?? assert.fail() })
    for (let line = 0; line <= kill % 3; line += 1)
      if ((await next(lines, child)) === undefined) break
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }
  const last = start()
  last.stdout?.resume()
  const [code] = await once(last, 'close')
  assert.equal(code, 0)
  await checkEvents(dataDir, accounts)
})

function startChild(dataDir: string, steps: readonly ChangeStep[], now: number): ChildProcess {
  const args = [
    'test/watch/watch-child.ts',
    dataDir,
    JSON.stringify(steps),
    `${now}`,
    `${PAGE_MAX}`,
  ]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Undefined once the child has ended. */
async function next(lines: ReturnType<typeof createInterface>, child: ChildProcess) {
  if (child.exitCode !== null) return undefined
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  return line as string | undefined
}

async function watchAll(dataDir: string): Promise<string[]> {
  const store = await openStore({ databaseUrl: '', dataDir })
  const accounts: string[] = []
  for (const isIn of isWatched) {
    const { accountId } = await newCaller(store, PLANS, 'plain', 0)
    const owner = { accountId, product: 'au', idsMax: 2 * IDS, latest: undefined } as const
    const ids = Array.from({ length: 2 * IDS }, (_, id) => id + 1).filter(isIn)
    for (let from = 0; from < ids.length; from += WATCHED_PER_CALL_MAX) {
      const add = ids.slice(from, from + WATCHED_PER_CALL_MAX).map(idOf)
      await changeWatchList(store, owner, { add, remove: [] })
    }
    accounts.push(accountId)
  }
  await store.close()
  return accounts
}

/** By brute force over the rows of the log. */
async function checkEvents(dataDir: string, accounts: readonly string[]) {
  const store = await openStore({ databaseUrl: '', dataDir })
  for (const [at, accountId] of accounts.entries()) {
    const { rows } = await sql<{ number: number; events: number; content: string }>`
      select number, events, content from account_event where account_id = ${accountId}
      order by number`.execute(store.db)
    const found: string[] = []
    for (const { number, events, content } of rows) {
      for (const [id, kind, release] of JSON.parse(content)) found.push(`${id} ${kind} ${release}`)
      assert.deepEqual([number, events], [found.length, JSON.parse(content).length])
    }
    const wanted = isChanged.flatMap((isIn, step) =>
      Array.from({ length: 2 * IDS }, (_, id) => id + 1)
        .filter((id) => isIn(id) && isWatched[at]?.(id))
        .map((id) => `${idOf(id)} ${kindOf(id)} au-2026-01-0${step + 2}-aaaaaa`),
    )
    assert.equal(found.length, wanted.length)
    assert.deepEqual(new Set(found), new Set(wanted))
  }
  await store.close()
}
