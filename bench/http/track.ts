// What `track` costs a look-up: an account with a track webhook beside one without, in turns, in one run.
// Usage: npm run -s bench -- track [--rounds N]

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { systemClock as clock } from '../../src/lib/clock.ts'
import { drive } from '../load/closed-loop.ts'
import { median } from '../percentiles.ts'
import { getPath } from './paths.ts'
import { Bench, cpuSeconds, type ServiceUnderTest } from './processes.ts'

const WARM_UP = 5000
const REQUESTS = 15_000
const CONNECTIONS = 64

interface Measured {
  readonly cpuMicros: number
  readonly wallMicros: number
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '7' } },
  })
  let received = 0
  const receiver = createServer((request, response) => {
    received += 1
    request.resume()
    response.end()
  })
  try {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const rounds = await measure(receiver, Number(values.rounds))
    process.stdout.write(`${reportText(rounds)}; ${received} deliveries arrived\n`)
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

interface Round {
  readonly plain: Measured
  readonly track: Measured
}

async function measure(receiver: Server, rounds: number): Promise<Round[]> {
  using bench = await Bench.make({ clock, product: 'au', index: undefined, parent: tmpdir() })
  const tracked = await bench.newAccount('track@example.com', '')
  const env = { WEBHOOK_ALLOW: '127.0.0.1' }
  const plain = await bench.service({ threads: 1, databaseUrl: '', env })
  const track = { ...plain, apiKey: tracked.apiKey }
  const { port } = receiver.address() as AddressInfo
  await fetch(`${plain.baseUrl}/webhook/track?api-key=${tracked.adminKey}`, {
    method: 'POST',
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/` }),
  })
  for (const account of [plain, track]) await oneTurn(account, WARM_UP)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ plain: await oneTurn(plain, REQUESTS), track: await oneTurn(track, REQUESTS) })
  }
  return measured
}

async function oneTurn(service: ServiceUnderTest, requests: number): Promise<Measured> {
  const paths = [await getPath(service)]
  const before = cpuSeconds(service)
  const { baseUrl } = service
  const load = await drive({ baseUrl, paths, connections: CONNECTIONS, requests, clock })
  if (load.statuses['200'] !== requests) throw new Error(JSON.stringify(load.statuses))
  const cpuMicros = ((cpuSeconds(service) - before) * 1e6) / requests
  return { cpuMicros, wallMicros: (load.seconds * 1e6) / requests }
}

function reportText(rounds: readonly Round[]): string {
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  const cpu = {
    plain: middle(({ plain }) => plain.cpuMicros),
    track: middle(({ track }) => track.cpuMicros),
  }
  const wall = {
    plain: middle(({ plain }) => plain.wallMicros),
    track: middle(({ track }) => track.wallMicros),
  }
  const lines = (['plain', 'track'] as const).map(
    (name) =>
      `${name.padEnd(8)} ${cpu[name].toFixed(1).padStart(7)} µs CPU ${wall[name].toFixed(1).padStart(7)} µs a look-up`,
  )
  const byClock = middle(({ plain, track }) => track.wallMicros / plain.wallMicros).toFixed(2)
  const byCpu = (cpu.track / cpu.plain).toFixed(2)
  const ratios = `track is ${byClock} × plain by the clock (median of ${rounds.length} pairs), ${byCpu} × by CPU`
  return [...lines, ratios].join('\n')
}
