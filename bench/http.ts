// CPU and throughput of look-ups over HTTP, beside bare node:http sending the same bytes, in one run.

import { drive, type Load } from './load/closed-loop.ts'
import { Bench, cpuSeconds, type Measurable, newPaths, repeatedPaths } from './load/processes.ts'

// Many short rounds of each in turn: whatever else the machine does meets all of them alike.
const ROUNDS = 21
const REQUESTS = 3_000
const WARM_UP_ROUNDS = 5
const CONNECTIONS = 64

interface Side extends Measurable {
  readonly name: string
  /** The paths of each round. */
  readonly paths: (round: number) => readonly string[]
}

interface Measured {
  readonly cpuMicros: number
  readonly perSecond: number
}

interface Row extends Measured {
  /** CPU beside that of bare node:http, each round beside its neighbour. */
  readonly ratio: number
}

const BARE = 'bare node:http'

const report = await measure()
process.stdout.write(
  process.argv.includes('--json') ? `${JSON.stringify(report)}\n` : table(report),
)

async function measure(): Promise<Record<string, Row>> {
  using bench = new Bench()
  const service = await bench.service()
  const { baseUrl, apiKey } = service
  const repeated = repeatedPaths(apiKey)
  const { suggestions } = JSON.parse(await (await fetch(baseUrl + repeated[0])).text())
  const get = [`${suggestions[0].url}?api-key=${apiKey}`]
  const sides: Side[] = [
    { name: BARE, ...(await bench.bare(baseUrl, repeated)), paths: () => repeated },
    { name: 'autocomplete, repeated terms', ...service, paths: () => repeated },
    {
      name: 'autocomplete, new terms',
      ...service,
      paths: (round) => newPaths(apiKey, round * REQUESTS, REQUESTS),
    },
    { name: 'get, charged', ...service, paths: () => get },
  ]
  const rounds: Measured[][] = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const measured: Measured[] = []
    for (const side of sides) measured.push(await oneRound(side, round))
    if (round >= WARM_UP_ROUNDS) rounds.push(measured)
  }
  return Object.fromEntries(sides.map(({ name }, at) => [name, rowOf(rounds, at)]))
}

async function oneRound(side: Side, round: number): Promise<Measured> {
  const paths = side.paths(round)
  const before = cpuSeconds(side)
  const load = await drive(side.baseUrl, paths, CONNECTIONS, REQUESTS)
  const cpuMicros = ((cpuSeconds(side) - before) * 1e6) / REQUESTS
  checkAnswered(side.name, load)
  return { cpuMicros, perSecond: REQUESTS / load.seconds }
}

function checkAnswered(name: string, { statuses }: Load): void {
  if (statuses['200'] !== REQUESTS) throw new Error(`${name}: ${JSON.stringify(statuses)}`)
}

function rowOf(rounds: readonly (readonly Measured[])[], at: number): Row {
  return {
    cpuMicros: median(rounds.map((sides) => sides[at].cpuMicros)),
    ratio: median(rounds.map((sides) => sides[at].cpuMicros / sides[0].cpuMicros)),
    perSecond: median(rounds.map((sides) => sides[at].perSecond)),
  }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

function table(rows: Record<string, Row>): string {
  const lines = Object.entries(rows).map(([name, { cpuMicros, ratio, perSecond }]) => {
    const cells = [
      `${cpuMicros.toFixed(1).padStart(7)} µs CPU`,
      `${ratio.toFixed(2).padStart(5)} × bare`,
      `${perSecond.toFixed(0).padStart(6)}/s`,
    ]
    return `${name.padEnd(30)}${cells.join('  ')}`
  })
  return `${lines.join('\n')}\n`
}
