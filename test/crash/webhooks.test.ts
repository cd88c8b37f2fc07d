// Whatever is killed and however receivers behave: every event reaches every endpoint, and no number is missing.
// Covers: src/webhooks/**

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { loadPlans } from '../../src/account/plans/plans-file.ts'
import type { StoreSettings } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { WEBHOOK_KINDS } from '../../src/webhooks/bodies.ts'
import { eventsAfter } from '../../src/webhooks/event-log.ts'
import { register } from '../../src/webhooks/registrations.ts'
import { newCaller } from '../support/accounts.ts'
import { BAD_MANNERS, type Manner, redirectTo, startReceiver } from '../support/servers/receiver.ts'
import { eachStore, type MakeStore } from '../support/stores.ts'

const CHILD = fileURLToPath(new URL('./webhook-child.ts', import.meta.url))
/** `WEBHOOK_EVENTS=10000 WEBHOOK_KILLS=50 npm test -- test/crash/webhooks.test.ts` for all of it. */
const EVENTS = Number(process.env.WEBHOOK_EVENTS ?? 300)
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 2)
const ALIVE_MS = [150, 900] as const
const LIMIT = { timeout: 120_000 + KILLS * 8000 + EVENTS * 20 }
const NOW = Date.parse('2026-03-14T00:00:00Z')

eachStore((makeStore, newPlace) => {
  test(
    `${EVENTS} events and ${KILLS} kills: none is missing, with bad receivers`,
    LIMIT,
    async (t) => {
      const place = await newPlace(t)
      const world = await prepare(makeStore, t, place)
      for (let kill = 0; kill < KILLS; kill += 1) {
        const node = startNode(place, world.accountIds)
        // It is killed at another point of its work each time, from the first charges on.
        await node.isReady
        const [least, most] = ALIVE_MS
        await delay(least + ((kill * 137) % (most - least)))
        node.child.kill('SIGKILL')
        await node.ended
      }
      const last = startNode(place, world.accountIds)
      assert.equal(await last.ended, 'ready\nempty\n')
      for (const accountId of world.accountIds) await checkLog(world, accountId)
      assert.equal(world.sentinel.received.length, 0)
      const total = [...world.logs.values()].reduce((sum, count) => sum + count, 0)
      assert(total >= EVENTS, `${total} events`)
      t.diagnostic(`${total} events, ${world.attempts()} requests at the receivers`)
    },
  )
})

interface World {
  readonly store: Store
  readonly accountIds: readonly string[]
  /** What was answered with 2xx, by account. */
  readonly accepted: ReadonlyMap<string, Set<string>>
  readonly logs: Map<string, number>
  readonly sentinel: { readonly received: readonly unknown[] }
  attempts(): number
}

/** One account for each way in which a receiver can be bad to the first attempts of some of its events. */
async function prepare(makeStore: MakeStore, t: TestContext, place: StoreSettings): Promise<World> {
  const limits = { daily_lookup_limit_1: 20, daily_lookup_limit_2: 40, monthly_buffer: 10_000_000 }
  const plan = { name: 'stages', product: 'au', ...limits }
  writeFileSync(join(place.dataDir, 'plans.json'), JSON.stringify({ plans: [plan] }))
  const plans = await loadPlans(place.dataDir)
  const store = await makeStore(t, place)
  const sentinel = await startReceiver(t)
  const manners: readonly Manner[] = [
    () => 200,
    () => 500,
    redirectTo(sentinel.url),
    BAD_MANNERS.hang,
    BAD_MANNERS.closeHalfWay,
    BAD_MANNERS.endlessBody,
  ]
  const accepted = new Map<string, Set<string>>()
  const counts: (() => number)[] = []
  for (const bad of manners) {
    const { accountId } = await newCaller(store, plans, 'stages', NOW)
    const ids = new Set<string>()
    const tries = new Map<string, number>()
    const receiver = await startReceiver(t, (request, response) => {
      const tried = (tries.get(request.id) ?? 0) + 1
      tries.set(request.id, tried)
      const status = tried <= badAttempts(request.id) ? bad(request, response) : 200
      if (status === 200 || bad === BAD_MANNERS.endlessBody) ids.add(request.id)
      return status
    })
    for (const kind of WEBHOOK_KINDS) await register(store, accountId, kind, receiver.url, NOW)
    accepted.set(accountId, ids)
    counts.push(() => receiver.received.length)
  }
  const attempts = () => counts.reduce((sum, count) => sum + count(), 0)
  const accountIds = [...accepted.keys()]
  return { store, accountIds, accepted, logs: new Map(), sentinel, attempts }
}

/** Of some events the first attempt is treated badly, of few also the second. */
function badAttempts(eventId: string): number {
  const byte = createHash('md5').update(eventId).digest()[0]
  if (byte < 3) return 2
  return byte < 24 ? 1 : 0
}

async function checkLog({ store, accepted, logs }: World, accountId: string): Promise<void> {
  const ids = accepted.get(accountId) ?? new Set()
  const kinds = new Map<string, number>()
  let number = 0
  for (;;) {
    const page = await eventsAfter(store.db, accountId, number)
    if (page.length === 0) break
    for (const event of page) {
      number += 1
      assert.equal(event.number, number, 'numbers have no gap')
      assert(ids.has(event.id), `${event.kind} ${event.id} has not arrived`)
      kinds.set(event.kind, (kinds.get(event.kind) ?? 0) + 1)
    }
  }
  logs.set(accountId, number)
  const { rows } = await sql<{ lookups: number }>`
    select lookups from usage_day where account_id = ${accountId}`.execute(store.db)
  assert.deepEqual(Object.fromEntries(kinds), {
    track: rows[0]?.lookups,
    'first-limit-reached': 1,
    'second-limit-reached': 1,
  })
}

interface Node {
  readonly child: ChildProcess
  readonly isReady: Promise<void>
  /** What it said. */
  readonly ended: Promise<string>
}

function startNode(place: StoreSettings, accountIds: readonly string[]): Node {
  const { databaseUrl, dataDir } = place
  const args = [CHILD, databaseUrl, dataDir, String(EVENTS), ...accountIds]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(said)))
  const isReady = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      resolve()
    })
    void ended.then(() => resolve())
  })
  return { child, isReady, ended }
}
