// What rate limits cost: in a process, between threads and with Redis, and what a million visitors take.
// Usage: npm run -s bench -- limits [--requests N] [--visitors N] [--redis URL]

import { parseArgs } from 'node:util'
import { SeededRandom } from '../dev/seeded-random.ts'
import { systemClock as clock } from '../src/lib/clock.ts'
import { elementAt } from '../src/lib/element-at.ts'
import type { Window } from '../src/rate-limits/counters.ts'
import { MemoryCounters } from '../src/rate-limits/memory-counters.ts'
import { newRedis } from '../src/rate-limits/redis-client.ts'
import { RedisCounters } from '../src/rate-limits/redis-counters.ts'
import { median } from './percentiles.ts'

const CALLERS = 1000
const TURNS = 7
const SEED = 7
const TOKEN_SECONDS = [60, 300, 900, 3600, 86_400, 86_400, 86_400, 86_400]
const monotonicMs = () => clock.monotonicMs()

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '200000' },
      visitors: { type: 'string', default: '1000000' },
      redis: { type: 'string', default: '' },
    },
  })
  const requests = Number(values.requests)
  for (const line of inMemory(requests)) print(line)
  print(visitorsText(Number(values.visitors)))
  if (values.redis !== '') print(await withRedis(values.redis, Math.ceil(requests / 100)))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Each caller counts in two windows, as look-ups do. */
const KEYS = Array.from({ length: CALLERS }, (_, at): Window[] => [
  { key: `plan acc_${at}`, limit: 3000, seconds: 300 },
  { key: `key cred_${at}`, limit: 1200, seconds: 60 },
])
const VISITORS = Array.from({ length: CALLERS }, (_, at): Window[] => [
  { key: `visitor cred_1 1 10.0.0.${at}`, limit: 60, seconds: 60, visitorOf: 'cred_1' },
  { key: 'token cred_1', limit: 1_000_000_000, seconds: 60 },
])

/** In turns, beside what any count by key costs at least: finding two numbers in a Map and adding to them. */
function inMemory(requests: number): string[] {
  const counts = new Map<string, number>()
  const counters = new MemoryCounters(monotonicMs)
  const works: readonly [string, (caller: number) => unknown][] = [
    [
      'two numbers in a Map',
      (caller) => elementAt(KEYS, caller).map(({ key }) => add(counts, key)),
    ],
    ['keys', (caller) => counters.admit(elementAt(KEYS, caller))],
    ['visitors', (caller) => counters.admit(elementAt(VISITORS, caller))],
  ]
  const random = new SeededRandom(SEED)
  const callers = Array.from({ length: requests }, () => random.below(CALLERS))
  const nanos = works.map((): number[] => [])
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [at, [, work]] of works.entries()) {
      const startMicros = cpuMicros()
      for (const caller of callers) work(caller)
      elementAt(nanos, at).push(((cpuMicros() - startMicros) * 1000) / requests)
    }
  }
  const least = median(elementAt(nanos, 0))
  return works.map(([name], at) => {
    const middle = median(elementAt(nanos, at))
    return `${name.padEnd(28)} ${middle.toFixed(0).padStart(5)} ns CPU a request  ${(middle / least).toFixed(1)} ×`
  })
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Visitors of eight tokens, whose windows differ, each three times in any order; their limit is three. */
function visitorsText(visitors: number): string {
  const counters = new MemoryCounters(monotonicMs)
  const random = new SeededRandom(SEED)
  const order = Uint32Array.from({ length: visitors * 3 }, (_, at) => at % visitors)
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const kept = elementAt(order, at)
    order[at] = elementAt(order, other)
    order[other] = kept
  }
  const beforeBytes = process.memoryUsage.rss()
  const startMicros = cpuMicros()
  let throttled = 0
  for (const visitor of order) {
    const which = visitor % TOKEN_SECONDS.length
    const seconds = elementAt(TOKEN_SECONDS, which)
    const window = { key: `visitor ${which} ${visitor}`, limit: 3, seconds, visitorOf: `${which}` }
    if (counters.admit([window]).kind === 'refused') throttled += 1
  }
  const nanos = (((cpuMicros() - startMicros) * 1000) / order.length).toFixed(0)
  const megabytes = ((process.memoryUsage.rss() - beforeBytes) / 1e6).toFixed(0)
  return `${visitors} visitors: ${throttled} throttled for another, ${megabytes} MB, ${nanos} ns CPU a request`
}

/** One after the other, each beside a PING just before it. */
async function withRedis(url: string, requests: number): Promise<string> {
  const redis = await newRedis(url, { connectTimeout: 5000, retryStrategy: () => 1000 })
  await redis.connect()
  const counters = await RedisCounters.open({
    url,
    monotonicMs,
    aheadMs: () => 0,
    timeoutMs: 5000,
    placeWithin: () => ({ count: 1, order: 0 }),
    onMode: (mode, reason) => print(`Redis: ${mode} ${reason ?? ''}`),
  })
  const prefix = `bench ${monotonicMs()}`
  const windows = [
    { key: `${prefix} plan`, limit: 3000, seconds: 300 },
    { key: `${prefix} key`, limit: 1200, seconds: 60 },
  ]
  const pings: number[] = []
  const admissions: number[] = []
  try {
    for (let at = 0; at < requests; at += 1) {
      const startMs = monotonicMs()
      await redis.ping()
      const middleMs = monotonicMs()
      await counters.admit(windows)
      pings.push(middleMs - startMs)
      admissions.push(monotonicMs() - middleMs)
    }
  } finally {
    redis.disconnect()
    await counters.close()
  }
  const [ping, admission] = [median(pings) * 1000, median(admissions) * 1000]
  return `Redis: ${admission.toFixed(0)} µs a request, ${(admission / ping).toFixed(1)} × a PING`
}
