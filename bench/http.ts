// CPU and throughput of look-ups over HTTP, beside bare node:http sending the same bytes, in one run.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drive, type Load } from './load.ts'

const ROUNDS = 5
const WARM_UP = 20_000
const REQUESTS = 40_000
const CONNECTIONS = 64

interface Side {
  readonly name: string
  readonly child: ChildProcess
  readonly baseUrl: string
  readonly paths: readonly string[]
}

interface Measured {
  readonly cpuMicros: number
  readonly perSecond: number
}

const folder = mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
const children: ChildProcess[] = []
try {
  const report = await measure()
  process.stdout.write(
    process.argv.includes('--json') ? `${JSON.stringify(report)}\n` : table(report),
  )
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const env = {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    KEY_REQUESTS_PER_MINUTE: '999999999',
  }
  const apiKey = newKey({ ...process.env, ...env })
  const service = await start(['src/main.ts', 'serve'], env)
  const terms = ['12 ki', '5 station ro', 's', '12', 'rich', '3/12 smith st', 'king st melbourne']
  const autocomplete = terms.map(
    (term) => `/autocomplete/${encodeURIComponent(term)}?api-key=${apiKey}`,
  )
  const sample = await (await fetch(service.baseUrl + autocomplete[0])).text()
  const [{ url }] = JSON.parse(sample).suggestions
  const bodyFile = join(folder, 'body.json')
  writeFileSync(bodyFile, sample)
  const bare = await start(['bench/bare-server.ts', bodyFile], {})
  const sides: Side[] = [
    { name: 'bare node:http', ...bare, paths: autocomplete },
    { name: 'autocomplete', ...service, paths: autocomplete },
    { name: 'get (charged)', ...service, paths: [`${url}?api-key=${apiKey}`] },
  ]
  const results = new Map(sides.map(({ name }) => [name, [] as Measured[]]))
  for (const side of sides) await drive(side.baseUrl, side.paths, CONNECTIONS, WARM_UP)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of sides) results.get(side.name)?.push(await oneRound(side))
  }
  return Object.fromEntries([...results].map(([name, rounds]) => [name, median(rounds)]))
}

async function oneRound({ name, child, baseUrl, paths }: Side): Promise<Measured> {
  const before = cpuSeconds(child)
  const load = await drive(baseUrl, paths, CONNECTIONS, REQUESTS)
  checkAnswered(name, load)
  const cpuMicros = ((cpuSeconds(child) - before) * 1e6) / REQUESTS
  return { cpuMicros, perSecond: REQUESTS / load.seconds }
}

function checkAnswered(name: string, { statuses }: Load): void {
  if (statuses['200'] !== REQUESTS) throw new Error(`${name}: ${JSON.stringify(statuses)}`)
}

function median(rounds: readonly Measured[]): Measured {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
  return {
    cpuMicros: middle(rounds.map(({ cpuMicros }) => cpuMicros)),
    perSecond: middle(rounds.map(({ perSecond }) => perSecond)),
  }
}

function table(report: Record<string, Measured>): string {
  const bare = report['bare node:http'].cpuMicros
  const lines = Object.entries(report).map(([name, { cpuMicros, perSecond }]) => {
    const ratio = (cpuMicros / bare).toFixed(2)
    return `${name.padEnd(16)} ${cpuMicros.toFixed(1).padStart(7)} µs CPU  ${ratio.padStart(5)} × bare  ${perSecond.toFixed(0).padStart(7)}/s`
  })
  return `${lines.join('\n')}\n`
}

function newKey(env: NodeJS.ProcessEnv): string {
  const plan = { name: 'bench', product: 'au', daily_lookup_limit_1: 1_000_000_000 }
  const limits = { requests_per_5_minutes: 1_000_000_000 }
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, ['src/main.ts', ...args, '--json'], { env, encoding: 'utf8' })
  cli('plans')
  const file = join(env.DATA_DIR ?? '', 'plans.json')
  const { plans } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ plans: [...plans, { ...plan, ...limits }] }))
  const account = ['--email', 'bench@example.com', '--product', 'au', '--plan', 'bench']
  return JSON.parse(cli('account', 'create', ...account)).api_key
}

function start(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise<{ child: ChildProcess; baseUrl: string }>((done) => {
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
