// The processes that are measured over HTTP: a service with a key that nothing limits, and bare node:http beside it.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Measurable {
  readonly child: ChildProcess
  readonly baseUrl: string
}

/** A folder and processes that are gone when the run is over. */
export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
  readonly #children: ChildProcess[] = []
  readonly #env = {
    DATA_DIR: join(this.folder, 'data'),
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'error',
    KEY_REQUESTS_PER_MINUTE: '999999999',
  }

  /** The service on sample data, and an API key. */
  async service(): Promise<Measurable & { readonly apiKey: string }> {
    const apiKey = this.#newKey()
    return { ...(await this.#start(['src/main.ts', 'serve'], this.#env)), apiKey }
  }

  /** Bare node:http that answers what the service answers to these paths, header by header. */
  async bare(baseUrl: string, paths: readonly string[]): Promise<Measurable> {
    const answers = await Promise.all(paths.map((path) => answerOf(baseUrl + path)))
    const file = join(this.folder, 'answers.json')
    writeFileSync(file, JSON.stringify(answers))
    return this.#start(['bench/load/bare-server.ts', file], {})
  }

  [Symbol.dispose](): void {
    for (const child of this.#children) child.kill('SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }

  #newKey(): string {
    const env = { ...process.env, ...this.#env }
    const cli = (...args: string[]) =>
      execFileSync(process.execPath, ['src/main.ts', ...args, '--json'], { env, encoding: 'utf8' })
    cli('plans')
    const file = join(this.#env.DATA_DIR, 'plans.json')
    const { plans } = JSON.parse(readFileSync(file, 'utf8'))
    const plan = { name: 'bench', product: 'au', daily_lookup_limit_1: 1_000_000_000 }
    const limits = { requests_per_5_minutes: 1_000_000_000 }
    writeFileSync(file, JSON.stringify({ plans: [...plans, { ...plan, ...limits }] }))
    const account = ['--email', 'bench@example.com', '--product', 'au', '--plan', 'bench']
    return JSON.parse(cli('account', 'create', ...account)).api_key
  }

  #start(args: string[], env: Record<string, string>): Promise<Measurable> {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#children.push(child)
    return new Promise((done) => {
      let out = ''
      child.stdout.on('data', (chunk) => {
        out += chunk
        const ready = /ready at (http:\/\/[\w.]+:\d+)\s*\/?\s/.exec(out)
        if (ready !== null) done({ child, baseUrl: ready[1].replace('localhost', '127.0.0.1') })
      })
    })
  }
}

// What Node writes by itself it writes for the bare server too.
const NODES_OWN = ['date', 'connection', 'keep-alive']

async function answerOf(url: string): Promise<{ headers: string[]; body: string }> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`${response.status} for ${new URL(url).pathname}`)
  const headers = [...response.headers].filter(([name]) => !NODES_OWN.includes(name)).flat()
  return { headers, body: await response.text() }
}

/** User and system time of the whole process, its worker threads included. */
export function cpuSeconds({ child }: Measurable): number {
  const folder = `/proc/${child.pid}/task`
  const nanoseconds = readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9
}

const REPEATED = ['12 ki', '5 station ro', 's', '12', 'rich', '3/12 smith st', 'king st melbourne']
const CONSONANTS = 'bcdfghjklmnprstvwy'
const VOWELS = 'aeiou'
const NUMBERS = 60

export function repeatedPaths(apiKey: string): string[] {
  return REPEATED.map((term) => autocompletePath(term, apiKey))
}

/** Terms that nobody has typed before, `from` on and each once: a number and three letters, such as `12 kin`. */
export function newPaths(apiKey: string, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const [nth, number] = divide(from + at, NUMBERS)
    const [second, first] = divide(nth, CONSONANTS.length)
    const [third, vowel] = divide(second, VOWELS.length)
    const name = CONSONANTS.charAt(first) + VOWELS.charAt(vowel) + CONSONANTS.charAt(third)
    return autocompletePath(`${number + 1} ${name}`, apiKey)
  })
}

/** How many there are: no run may ask for more. */
export const NEW_PATHS_MAX = NUMBERS * CONSONANTS.length * VOWELS.length * CONSONANTS.length

function divide(whole: number, by: number): [times: number, rest: number] {
  return [Math.floor(whole / by), whole % by]
}

function autocompletePath(term: string, apiKey: string): string {
  return `/autocomplete/${encodeURIComponent(term)}?api-key=${apiKey}`
}
