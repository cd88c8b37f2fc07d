// Searches for the requests that cost an index most, in milliseconds of CPU; see docs/performance.md.
// Usage: npm run -s bench -- slow-terms FILE.idx [--seconds N] [--seed N] [--json]

import { parseArgs } from 'node:util'
import { systemClock } from '../../src/lib/clock.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { SeededRandom } from '../../src/lib/seeded-random.ts'
import { openIndex } from '../../src/search/open-index.ts'
import { Work } from '../../src/search/work.ts'
import { ask, type BredSearch, breed, type Request, termOf } from './breeding.ts'

const TIMES = 3
const TOLD = 20

export async function run(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (path === undefined) throw new OperatorError('Say which index: slow-terms FILE.idx')
  const search = (await openIndex(path)) as BredSearch
  const until = systemClock.monotonicMs() + Number(values.seconds) * 1000
  let asked = 0
  const cost = (request: Request) => {
    asked += 1
    return millisecondsOf(search, request, TIMES)
  }
  const isDone = () => systemClock.monotonicMs() > until
  const found = breed(search, new SeededRandom(Number(values.seed)), cost, isDone)
  // On a busy machine a slow moment is not a slow request: the costliest are asked again, many times.
  const again = found
    .map(({ request }) => ({
      manner: request.manner,
      km: request.km,
      term: termOf(request),
      ms: millisecondsOf(search, request, TIMES * 10),
      steps: Math.round(stepsOf(search, request)),
    }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, TOLD)
  const lines = again.map(
    ({ manner, km, term, ms, steps }) =>
      `${ms.toFixed(2).padStart(8)} ms ${String(steps).padStart(8)} steps  ${manner} ${km} km "${term}"`,
  )
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ asked, costliest: again })}\n`
      : `${asked} requests were bred; the costliest:\n${lines.join('\n')}\n`,
  )
}

/** The least CPU of some times: another process that took the core is no cost of ours. */
function millisecondsOf(search: BredSearch, request: Request, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < times; i += 1) {
    const start = process.cpuUsage()
    ask(search, request, new Work())
    const { user, system } = process.cpuUsage(start)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

function stepsOf(search: BredSearch, request: Request): number {
  const work = new Work()
  ask(search, request, work)
  return work.spent
}
