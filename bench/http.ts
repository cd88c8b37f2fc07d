// Cost of look-ups over HTTP on sample data: node bench/http.ts [--threads N] [--store sqlite|postgres] [--json]

import { parseArgs } from 'node:util'
import { columns } from '../src/commands/shared/command.ts'
import { systemClock } from '../src/lib/clock.ts'
import { costRows, measureHttpCost, requestsMax, shareText } from './http/http-cost.ts'
import { withService } from './load/with-service.ts'

const EFFORT = { rounds: 21, warmUpRounds: 5 }

const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '1' },
    store: { type: 'string', default: 'sqlite' },
    requests: { type: 'string', default: String(3_000) },
    json: { type: 'boolean', default: false },
  },
})
const requests = Math.min(Number(values.requests), requestsMax(EFFORT))
const cost = await withService(values, (bench, service) =>
  measureHttpCost(bench, service, { ...EFFORT, requests }, systemClock),
)
const text = `${columns(costRows(cost))}\n${shareText(cost)}\n`
process.stdout.write(values.json ? `${JSON.stringify(cost)}\n` : text)
