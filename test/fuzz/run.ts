// `npm run -s fuzz -- --requests N --seed S [--postgres]`: the fuzz of all routes at any length.

import { parseArgs } from 'node:util'
import { freshDatabase, startPostgres } from '../../dev/postgres-server.ts'
import { dropDatabase } from '../support/servers/postgres.ts'
import { runCampaign } from './campaign.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    postgres: { type: 'boolean', default: false },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
const tell = (line: string) => void process.stderr.write(`${line}\n`)
tell(`${requests} requests with seed ${seed}`)

const server = values.postgres ? await startPostgres() : undefined
const databaseUrl = server && (await freshDatabase(server.adminUrl))
const from = performance.now()
const outcome = await runCampaign({ requests, seed, tell, ...(databaseUrl && { databaseUrl }) })
const seconds = (performance.now() - from) / 1000
if (server !== undefined && databaseUrl !== undefined) {
  await dropDatabase(server.adminUrl, databaseUrl)
  await server.stop()
}

for (const [name, counts] of [...outcome.statuses].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const each = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  process.stdout.write(`${name}  ${each.join('  ')}\n`)
}
process.stdout.write(`slowest ${Math.round(outcome.slowest.ms)} ms, ${outcome.slowest.request}\n`)
process.stdout.write(`charged ${outcome.charged}, counted ${outcome.counted}\n`)
for (const failure of outcome.failures) process.stdout.write(`\nFAILED ${failure}\n`)
const isRight = outcome.failures.length === 0 && outcome.charged === outcome.counted
process.stdout.write(`${requests} requests in ${seconds.toFixed(1)} s, seed ${seed}: `)
process.stdout.write(isRight ? 'no failure\n' : `${outcome.failures.length} failures\n`)
process.exitCode = isRight ? 0 : 1
