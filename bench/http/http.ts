// Cost of look-ups over HTTP, at length, over either store, on sample data or on an index file of Australia.
// Usage: npm run -s bench -- http [--index FILE] [--threads N] [--store sqlite|postgres] [--requests N] [--json]

import { parseArgs } from 'node:util'
import { systemClock } from '../../src/lib/clock.ts'
import { columns } from '../../src/lib/columns.ts'
import { withService } from '../load/with-service.ts'
import { costRows, measureHttpCost, requestsMax, shareText } from './http-cost.ts'

/** Until then the engine is still being compiled: after 20,000 new terms one takes half of what the first ones take. */
const EFFORT = { rounds: 21, warmUpRounds: 11 }

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
  const requests = Math.min(Number(values.requests), requestsMax(EFFORT))
  const cost = await withService(values, (bench, service) =>
    measureHttpCost(bench, service, { ...EFFORT, requests }, systemClock),
  )
  const text = `${columns(costRows(cost))}\n${shareText(cost)}\n`
  process.stdout.write(values.json ? `${JSON.stringify(cost)}\n` : text)
}
