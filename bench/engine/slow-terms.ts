// Searches for the requests that cost an index most, in CPU or in counted steps; see docs/performance.md.
// Usage: npm run -s bench -- slow-terms FILE.idx [--by cpu|steps] [--seconds N] [--seed N] [--json]

import { parseArgs } from 'node:util'
import { SeededRandom } from '../../dev/seeded-random.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { openIndex } from '../../src/search/open-index.ts'
import { STEPS_BEYOND_MAX, STEPS_MAX, Work } from '../../src/search/work.ts'
import { indexPath } from '../index-path.ts'
import { ask, type BredSearch, breed, keyOf, type Request } from './breeding.ts'

const TIMES = 3
const TOLD = 20

export async function run(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      by: { type: 'string', default: 'cpu' },
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  const [path] = positionals
  if (path === undefined) throw new OperatorError('Name the index: slow-terms FILE.idx')
  if (values.by !== 'cpu' && values.by !== 'steps') {
    throw new OperatorError('--by must be cpu or steps.')
  }
  const isBySteps = values.by === 'steps'
  const search = (await openIndex(indexPath(path))) as BredSearch
  const until = systemClock.monotonicMs() + Number(values.seconds) * 1000
  let asked = 0
  const cost = (request: Request) => {
    asked += 1
    // Steps are the same however busy the machine is, so that one time is enough.
    return isBySteps ? stepsOf(search, request) : millisecondsOf(search, request, TIMES)
  }
  const isDone = () => systemClock.monotonicMs() > until
  const found = breed(search, new SeededRandom(Number(values.seed)), cost, isDone)
  // On a busy machine a slow moment is not a slow request: the costliest are asked again, many times.
  const again = found
    .map(({ request }) => ({
      request: keyOf(request),
      ms: millisecondsOf(search, request, TIMES * 10),
      steps: Math.round(stepsOf(search, request)),
    }))
    .sort((a, b) => (isBySteps ? b.steps - a.steps : b.ms - a.ms))
    .slice(0, TOLD)
  const lines = again.map(
    ({ request, ms, steps }) =>
      `${ms.toFixed(2).padStart(8)} ms ${String(steps).padStart(8)} steps  ${request}`,
  )
  const most = STEPS_MAX + STEPS_BEYOND_MAX
  const beyond = again.filter(({ steps }) => steps > most).length
  const summary = `${asked} requests were bred; ${beyond} of the costliest spend more than ${most} steps:`
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ asked, beyond, costliest: again })}\n`
      : `${summary}\n${lines.join('\n')}\n`,
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
