// Latency at fixed rates of arrival, on 1 and 2 threads over SQLite and PostgreSQL, as JSON for the benchmark `chart`.
// Usage: npm run -s bench -- rates [--seconds N] [--turns N] [--rates N,N…] > rates.json

import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { getPath, repeatedPaths } from '../http/paths.ts'
import { cpuSeconds, type ServiceUnderTest } from '../http/processes.ts'
import { summary } from '../percentiles.ts'
import { drive } from './closed-loop.ts'
import { arrive } from './open-loop.ts'
import type { Kind, Line, Point, Rates } from './rates-file.ts'
import { withService } from './with-service.ts'

const CONNECTIONS = 256
const WARM_UP_REQUESTS = 8_000
/** Where fewer are answered than this the rate is too much, and none above it is tried. */
const ANSWERED_MIN = 0.8

interface Effort {
  readonly seconds: number
  readonly turns: number
  readonly rates: readonly number[]
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '2' },
      turns: { type: 'string', default: '3' },
      rates: { type: 'string', default: '500,1000,2000,3000,4000,6000,8000,12000,16000' },
    },
  })
  const rates = values.rates.split(',').map(Number)
  const effort = { seconds: Number(values.seconds), turns: Number(values.turns), rates }
  const lines: Line[] = []
  for (const store of ['sqlite', 'postgres'] as const) {
    for (const threads of [1, 2]) {
      await withService({ threads: String(threads), store }, async (_bench, service) => {
        const paths = { autocomplete: repeatedPaths(service.apiKey), get: [await getPath(service)] }
        for (const kind of ['autocomplete', 'get'] as const) {
          tell(`${store}, ${threads} threads, ${kind}`)
          const points = await measure(service, kind, paths[kind], effort)
          lines.push({ store, threads, kind, points })
        }
      })
    }
  }
  const [load = 0] = loadavg()
  const machine = { cores: availableParallelism(), load, node: process.versions.node }
  const report: Rates = { machine, connections: CONNECTIONS, lines }
  process.stdout.write(`${JSON.stringify(report)}\n`)
}

async function measure(
  service: ServiceUnderTest,
  kind: Kind,
  paths: readonly string[],
  { seconds, turns, rates }: Effort,
): Promise<Point[]> {
  const { baseUrl } = service
  await drive({ baseUrl, paths, connections: CONNECTIONS, requests: WARM_UP_REQUESTS, clock })
  const points: Point[] = []
  for (const perSecond of rates) {
    const tried: Point[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      tried.push(await oneTurn(service, paths, perSecond, seconds))
    }
    // The middle turn by its 99th: on a shared machine one of them may have met somebody else's work.
    tried.sort((a, b) => a.p99_ms - b.p99_ms)
    const point = tried[Math.floor(turns / 2)]
    if (point === undefined) break
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
  seconds: number,
): Promise<Point> {
  const { baseUrl } = service
  const cpuBefore = cpuSeconds(service)
  const outcome = await arrive({
    ...{ baseUrl, paths, perSecond, seconds, clock },
    connections: CONNECTIONS,
  })
  const cpu = cpuSeconds(service) - cpuBefore
  const { count, median, p95, p99, worst } = summary(outcome.latencyMs)
  return {
    per_second: perSecond,
    answered: (outcome.perSecond['200'] ?? 0) / perSecond,
    median_ms: median,
    p95_ms: p95,
    p99_ms: p99,
    worst_ms: worst,
    cpu_micros: (cpu * 1e6) / Math.max(1, count),
  }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
