// Runs a benchmark by its name: `npm run -s bench -- engine --quick`.

import { errorCode, OperatorError } from '../src/lib/operator-error.ts'

interface Benchmark {
  run(args: readonly string[]): Promise<void>
}

const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  quality: () => import('./quality/quality.ts'),
  engine: () => import('./engine/engine.ts'),
  'slow-terms': () => import('./engine/slow-terms.ts'),
  http: () => import('./http/http.ts'),
  limits: () => import('./rate-limits.ts'),
  track: () => import('./http/track.ts'),
  load: () => import('./load/load.ts'),
  rates: () => import('./load/rates.ts'),
  batch: () => import('./load/batch.ts'),
  chart: () => import('./load/chart.ts'),
  neighbours: () => import('./neighbours/neighbours.ts'),
  costs: () => import('./neighbours/costs.ts'),
  changes: () => import('./changes/changes.ts'),
  areas: () => import('./areas/areas.ts'),
  generate: () => import('./generator/generate.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
try {
  const load = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined
  if (load === undefined) {
    const names = Object.keys(BENCHMARKS).join(', ')
    throw new OperatorError(
      `Choose a benchmark: ${names}; docs/performance.md and docs/quality.md describe each.`,
    )
  }
  const benchmark = await load()
  await benchmark.run(args)
} catch (error) {
  if (!(error instanceof Error)) throw error
  const isForeseen = error instanceof OperatorError || errorCode(error).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`bench: ${isForeseen ? error.message : error.stack}\n`)
  process.exitCode = 1
}
