// Latency at fixed rates of arrival, and what is left of the peak at five times of it.
// Usage: npm run -s bench -- load [--seconds N] [--connections N] [--threads N] [--store sqlite|postgres]

import { parseArgs } from 'node:util'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { getPath, repeatedPaths } from '../http/paths.ts'
import { cpuSeconds, type ServiceUnderTest } from '../http/processes.ts'
import { summary } from '../percentiles.ts'
import { drive } from './closed-loop.ts'
import { arrive, type Outcome } from './open-loop.ts'
import { withService } from './with-service.ts'

const PEAK_REQUESTS = 6_000
const SHARES = [0.2, 0.5, 0.8]
const OVERLOAD = 5
// Short turns beside short peaks: whatever else the machine does meets both alike.
const OVERLOAD_TURNS = 5
const OVERLOAD_SECONDS = 1.5

interface Effort {
  readonly seconds: number
  readonly connections: number
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '256' },
      threads: { type: 'string', default: '1' },
      store: { type: 'string', default: 'sqlite' },
    },
  })
  const effort = { seconds: Number(values.seconds), connections: Number(values.connections) }
  await withService(values, async (_bench, service) => {
    await measure('autocomplete', service, repeatedPaths(service.apiKey), effort)
    await measure('get, charged', service, [await getPath(service)], effort)
  })
}

async function measure(
  name: string,
  service: ServiceUnderTest,
  paths: readonly string[],
  { seconds, connections }: Effort,
): Promise<void> {
  const { baseUrl } = service
  await peakOf(service, paths, connections)
  const before = await peakOf(service, paths, connections)
  say(`${name}: peak ${before.perSecond.toFixed(0)}/s over ${connections} connections`)
  for (const share of SHARES) {
    const perSecond = before.perSecond * share
    const outcome = await arrive({ baseUrl, paths, perSecond, seconds, connections, clock })
    say(`  ${percent(share)} of it arriving   ${latencies(outcome)}`)
  }
  const stopAsking = askHealth(baseUrl)
  const turns: Turn[] = []
  for (let turn = 0; turn < OVERLOAD_TURNS; turn += 1) {
    turns.push(await overloadBesidePeak(service, paths, connections))
  }
  const health = await stopAsking()
  const all = (pick: (turn: Turn) => number) => turns.map((turn) => percent(pick(turn))).join(', ')
  say(`  ${OVERLOAD} times as much arriving, beside the peak just before, ${OVERLOAD_TURNS} times:`)
  say(`    answered 200 a second: ${all(({ perSecond }) => perSecond)}`)
  say(`    answered 200 a second of CPU: ${all(({ perCpuSecond }) => perCpuSecond)}`)
  say(`    of the answers 200: ${all(({ good }) => good)}`)
  say(`    health meanwhile: ${health.answered} of ${health.asked}, slowest ${health.slowestMs} ms`)
}

interface Turn {
  readonly perSecond: number
  readonly perCpuSecond: number
  readonly good: number
}

async function overloadBesidePeak(
  service: ServiceUnderTest,
  paths: readonly string[],
  connections: number,
): Promise<Turn> {
  const peak = await peakOf(service, paths, connections)
  const cpuBefore = cpuSeconds(service)
  const perSecond = peak.perSecond * OVERLOAD
  const outcome = await arrive({
    baseUrl: service.baseUrl,
    paths,
    perSecond,
    seconds: OVERLOAD_SECONDS,
    connections,
    clock,
  })
  const cpu = cpuSeconds(service) - cpuBefore
  const good = outcome.perSecond['200'] ?? 0
  const answers = Object.values(outcome.perSecond).reduce((sum, rate) => sum + rate, 0)
  return {
    perSecond: good / peak.perSecond,
    perCpuSecond: outcome.latencyMs.length / cpu / peak.perCpuSecond,
    good: good / answers,
  }
}

/** A second of CPU says what the service can do where neighbours take the core away. */
async function peakOf(service: ServiceUnderTest, paths: readonly string[], connections: number) {
  const cpuBefore = cpuSeconds(service)
  const load = await drive({
    baseUrl: service.baseUrl,
    paths,
    connections,
    requests: PEAK_REQUESTS,
    clock,
  })
  const cpu = cpuSeconds(service) - cpuBefore
  return { perSecond: load.requests / load.seconds, perCpuSecond: load.requests / cpu }
}

/** Asks for health ten times a second, as a load balancer would. */
function askHealth(baseUrl: string) {
  let asked = 0
  let answered = 0
  let slowestMs = 0
  const timer = setInterval(async () => {
    asked += 1
    const startMs = performance.now()
    const { ok } = await fetch(`${baseUrl}/health/live`)
    if (ok) answered += 1
    slowestMs = Math.max(slowestMs, performance.now() - startMs)
  }, 100)
  return async () => {
    clearInterval(timer)
    while (answered < asked && slowestMs < 10_000) await new Promise((next) => setTimeout(next, 50))
    return { asked, answered, slowestMs: Math.round(slowestMs) }
  }
}

function latencies({ latencyMs, perSecond }: Outcome): string {
  const { median, p95, p99, worst } = summary(latencyMs)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const answered = (perSecond['200'] ?? 0).toFixed(0)
  return `${answered}/s  median ${ms(median)}, 95th ${ms(p95)}, 99th ${ms(p99)}, worst ${ms(worst)}`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)}%`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
