// What `track` costs a look-up: charged look-ups with and without a webhook, in turns, in one run.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/lib/clock.ts'
import { drive } from './load/closed-loop.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const WARM_UP = 5000
const REQUESTS = 15_000
const CONNECTIONS = 64

interface Measured {
  readonly cpuMicros: number
  readonly wallMicros: number
}

const folder = mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
const env = {
  ...process.env,
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  DEMO: '0',
  LOG_LEVEL: 'warn',
  WEBHOOK_ALLOW: '127.0.0.1',
  KEY_REQUESTS_PER_MINUTE: '999999999',
}
let received = 0
const receiver = createServer((request, response) => {
  received += 1
  request.resume()
  response.end()
})
await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
let service: ChildProcess | undefined
try {
  await measure()
} finally {
  service?.kill('SIGKILL')
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const keys = [newKeys('plain@example.com'), newKeys('track@example.com')]
  const started = await start()
  service = started.child
  const { baseUrl, child } = started
  const list = await fetch(`${baseUrl}/autocomplete/12%20ki?api-key=${keys[0].api_key}`)
  const { suggestions } = (await list.json()) as { suggestions: { url: string }[] }
  const [{ url }] = suggestions
  const { port } = receiver.address() as AddressInfo
  const body = JSON.stringify({ url: `http://127.0.0.1:${port}/` })
  await fetch(`${baseUrl}/webhook/track?api-key=${keys[1].admin_key}`, { method: 'POST', body })
  const results: Measured[][] = [[], []]
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, { api_key }] of keys.entries()) {
      const requests = round < 0 ? WARM_UP : REQUESTS
      const before = cpuSeconds(child)
      const path = `${url}?api-key=${api_key}`
      const { seconds, statuses } = await drive({
        baseUrl,
        paths: [path],
        connections: CONNECTIONS,
        requests,
        clock: systemClock,
      })
      if (statuses['200'] !== requests) throw new Error(JSON.stringify(statuses))
      const cpuMicros = ((cpuSeconds(child) - before) * 1e6) / requests
      if (round >= 0) results[at].push({ cpuMicros, wallMicros: (seconds * 1e6) / requests })
    }
  }
  report(results)
}

function report(results: readonly (readonly Measured[])[]): void {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
  const [plain, track] = results.map((rounds) => ({
    cpu: middle(rounds.map(({ cpuMicros }) => cpuMicros)),
    wall: middle(rounds.map(({ wallMicros }) => wallMicros)),
  }))
  const line = (name: string, { cpu, wall }: { cpu: number; wall: number }) =>
    `${name.padEnd(8)} ${cpu.toFixed(1).padStart(7)} µs CPU ${wall.toFixed(1).padStart(7)} µs a look-up\n`
  process.stdout.write(line('plain', plain) + line('track', track))
  const ratios = results[0].map((one, at) => results[1][at].wallMicros / one.wallMicros)
  const cpuRatio = (track.cpu / plain.cpu).toFixed(2)
  process.stdout.write(
    `track is ${middle(ratios).toFixed(2)} × plain by the clock (median of ${ratios.length} pairs), ` +
      `${cpuRatio} × by CPU; ${received} deliveries arrived\n`,
  )
}

function newKeys(email: string): { readonly api_key: string; readonly admin_key: string } {
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, ['src/main.ts', ...args, '--json'], { env, encoding: 'utf8' })
  cli('plans')
  const file = join(env.DATA_DIR, 'plans.json')
  const { plans } = JSON.parse(readFileSync(file, 'utf8'))
  const limits = { daily_lookup_limit_1: 1_000_000_000, requests_per_5_minutes: 1_000_000_000 }
  const others = plans.filter(({ name }: { name: string }) => name !== 'bench')
  const bench = { name: 'bench', product: 'au', ...limits }
  writeFileSync(file, JSON.stringify({ plans: [...others, bench] }))
  const account = ['--email', email, '--product', 'au', '--plan', 'bench']
  return JSON.parse(cli('account', 'create', ...account))
}

function start(): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((done) => {
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      const ready = /ready at (\S+)/.exec(out)
      if (ready !== null) done({ child, baseUrl: ready[1].replace('localhost', '127.0.0.1') })
    })
  })
}

/** User and system time of the whole process, its worker threads included. */
function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  const TICKS_PER_SECOND = 100
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
