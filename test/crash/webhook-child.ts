// A node of its own that charges look-ups and delivers their events, until all is delivered or it is killed.

import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Allowance } from '../../src/access/allowance.ts'
import { loadPlans } from '../../src/account/plans/plans-file.ts'
import { Problem } from '../../src/http/problem.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { openStore } from '../../src/store/open-store.ts'
import { Dispatcher } from '../../src/webhooks/delivery/dispatcher.ts'
import { callerOf, patientMeter } from '../support/accounts.ts'
import { inParallel } from './in-parallel.ts'

const [databaseUrl = '', dataDir = '', total = '', ...accountIds] = process.argv.slice(2)
const AT_ONCE = 16
const BEGIN = Date.parse('2026-03-14T00:00:00Z')

// Time that is skipped when all that is left to do is to wait for a retry or a lease.
let skippedMs = 0
const clock: Clock = {
  now: () => BEGIN + skippedMs + Math.floor(systemClock.monotonicMs()),
  monotonicMs: () => systemClock.monotonicMs(),
}
const dayClock: Clock = { now: () => BEGIN, monotonicMs: () => systemClock.monotonicMs() }

const store = await openStore({ databaseUrl, dataDir })
const plans = await loadPlans(dataDir)
const allowance = new Allowance(store, plans, dayClock)
const upgradeLink = 'https://doorplate.example/console'
const meter = patientMeter({ store, plans, clock: dayClock, allowance, upgradeLink })
const callers = await Promise.all(accountIds.map((id) => callerOf(store, id)))
const allowed = [{ host: '127.0.0.1', port: undefined }]
const dispatcher = new Dispatcher({
  store,
  clock,
  rules: { ports: [443], allowed, ownHost: 'doorplate.example', ownPort: 1 },
  perSecond: 100_000,
  keptDays: { track: 8, events: 30 },
  attemptMs: 400,
  onFault: () => {},
})
dispatcher.start()
writeSync(1, 'ready\n')

const used = await sql<{ lookups: number | null }>`
  select sum(lookups) as lookups from usage_day`.execute(store.db)
await inParallel(Number(total) - Number(used.rows[0]?.lookups ?? 0), AT_ONCE, async (left) => {
  const trace = ['192.0.2.7', 'XX2 00X', `https://shop.example.com/${left}`] as const
  try {
    await meter.charge(callers[left % callers.length], trace)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
})
await dispatcher.upkeep()
while (dispatcher.figures.waiting > 0) {
  await delay(50)
  if (dispatcher.figures.sending === 0) await skipToNext()
  await dispatcher.upkeep()
}
writeSync(1, 'empty\n')
await dispatcher.close()
await meter.close()
await store.close()

async function skipToNext(): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<{ next: number | null }>`
    select min(at) as next from (
      select due_at as at from webhook_delivery where state = 'pending'
      union all select paused_until from webhook_endpoint
      union all select leased_until from webhook_endpoint) as times
    where at > ${now}`.execute(store.db)
  skippedMs += Math.max(0, (rows[0]?.next ?? now) - now)
}
