// Cost of look-ups over HTTP, at length, over either store, on sample data or on an index file of Australia.
// Usage: npm run -s bench -- http [--index FILE] [--threads N] [--store sqlite|postgres] [--requests N] [--json]

import { parseArgs } from 'node:util'
import { systemClock } from '../../src/lib/clock.ts'
import { columns } from '../../src/lib/columns.ts'
import { withService } from '../load/with-service.ts'
import { costRows, measureHttpCost, requestsMax, shareText } from './http-cost.ts'

const ROUNDS = 21
/** Until then the engine is still being compiled, by each thread for itself: at first a new term takes 650 µs. */
const WARM_UP_ROUNDS_EACH = 11
const WARM_UP_THREADS_MAX = 4

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      index: { type: 'string' },
      threads: { type: 'string', default: '1' },
      store: { type: 'string', default: 'sqlite' },
      requests: { type: 'string', default: '3000' },
      json: { type: 'boolean', default: false },
    },
  })
  const threads = Math.min(Number(values.threads), WARM_UP_THREADS_MAX)
  const effort = { rounds: ROUNDS, warmUpRounds: WARM_UP_ROUNDS_EACH * threads }
  const requests = Math.min(Number(values.requests), requestsMax(effort))
  const cost = await withService(values, (bench, service) =>
    measureHttpCost(bench, service, { ...effort, requests }, systemClock),
  )
  const text = `${columns(costRows(cost))}\n${shareText(cost)}\n`
  process.stdout.write(values.json ? `${JSON.stringify(cost)}\n` : text)
}
