// Latency at fixed rates of arrival, on 1 and 2 threads over SQLite and PostgreSQL, as JSON for bench/chart.ts.
// Usage: node bench/rates.ts [--seconds N] [--turns N] [--rates N,N…] > rates.json

import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { systemClock as clock } from '../src/lib/clock.ts'
import { getPath, repeatedPaths } from './http/paths.ts'
import { cpuSeconds, type ServiceUnderTest } from './http/processes.ts'
import { drive } from './load/closed-loop.ts'
import { arrive } from './load/open-loop.ts'
import type { Kind, Line, Point, Rates } from './load/rates-file.ts'
import { withService } from './load/with-service.ts'

const CONNECTIONS = 256
const WARM_UP_REQUESTS = 8_000
/** Where fewer are answered than this the rate is too much, and none above it is tried. */
const ANSWERED_MIN = 0.8

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    turns: { type: 'string', default: '3' },
    rates: { type: 'string', default: '500,1000,2000,3000,4000,6000,8000,12000,16000' },
  },
})
const rates = values.rates.split(',').map(Number)
const lines: Line[] = []
for (const store of ['sqlite', 'postgres'] as const) {
  for (const threads of [1, 2]) {
    await withService({ threads: String(threads), store }, async (_bench, service) => {
      const autocomplete = repeatedPaths(service.apiKey)
      const get = [await getPath(service)]
      for (const [kind, paths] of [
        ['autocomplete', autocomplete],
        ['get', get],
      ] as const) {
        tell(`${store}, ${threads} threads, ${kind}`)
        lines.push({ store, threads, kind, points: await measure(service, kind, paths) })
      }
    })
  }
}
const machine = { cores: availableParallelism(), load: loadavg()[0], node: process.versions.node }
const report: Rates = { machine, connections: CONNECTIONS, lines }
process.stdout.write(`${JSON.stringify(report)}\n`)

async function measure(
  service: ServiceUnderTest,
  kind: Kind,
  paths: readonly string[],
): Promise<Point[]> {
  const { baseUrl } = service
  const closed = { baseUrl, paths, connections: CONNECTIONS, requests: WARM_UP_REQUESTS, clock }
  await drive(closed)
  const points: Point[] = []
  for (const perSecond of rates) {
    const turns: Point[] = []
    for (let turn = 0; turn < Number(values.turns); turn += 1) {
      turns.push(await oneTurn(service, paths, perSecond))
    }
    // The middle turn by its 99th: on a shared machine one of them may have met somebody else's work.
    const point = turns.sort((a, b) => a.p99_ms - b.p99_ms)[Math.floor(turns.length / 2)]
    points.push(point)
    tell(`  ${kind} ${perSecond}/s: median ${ms(point.median_ms)}, 99th ${ms(point.p99_ms)}`)
    if (point.answered < ANSWERED_MIN) break
  }
  return points
}

async function oneTurn(
  service: ServiceUnderTest,
  paths: readonly string[],
  perSecond: number,
): Promise<Point> {
  const seconds = Number(values.seconds)
  const cpuBefore = cpuSeconds(service)
  const wanted = { baseUrl: service.baseUrl, paths, perSecond, seconds, clock }
  const outcome = await arrive({ ...wanted, connections: CONNECTIONS })
  const cpu = cpuSeconds(service) - cpuBefore
  const sorted = Float64Array.from(outcome.latencyMs).sort()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return {
    per_second: perSecond,
    answered: (outcome.perSecond['200'] ?? 0) / perSecond,
    median_ms: at(0.5),
    p95_ms: at(0.95),
    p99_ms: at(0.99),
    worst_ms: at(1),
    cpu_micros: (cpu * 1e6) / Math.max(1, sorted.length),
  }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
