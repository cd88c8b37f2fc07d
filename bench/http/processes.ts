// The processes that are measured: a service of its own with a key that nothing limits, and bare node:http beside it.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAccount } from '../../src/account/accounts.ts'
import { defaultPlans } from '../../src/account/plans/default-plans.ts'
import type { Plans } from '../../src/account/plans/plans.ts'
import { loadPlans } from '../../src/account/plans/plans-file.ts'
import { PRODUCTS, type Product } from '../../src/address/product.ts'
import { buildIndex } from '../../src/index/build/build.ts'
import { readRelease } from '../../src/index/file/index-file.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { errorCode, OperatorError } from '../../src/lib/operator-error.ts'
import { Releases } from '../../src/releases/release-folder.ts'
import { sampleSource } from '../../src/sample/sample.ts'
import { openIndex } from '../../src/search/open-index.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import type { EngineFigures } from '../engine/engine-figures.ts'
import type { ScoredSearch } from '../quality/release-contents.ts'

const UNLIMITED = 999_999_999
const UNLIMITED_REQUESTS = {
  daily_lookup_limit_1: UNLIMITED,
  requests_per_5_minutes: UNLIMITED,
  work_burst_ms: UNLIMITED,
}
/** Beside the default plans: one that nothing limits, and one whose share of work hardly refills, so it can be read. */
const MORE_PLANS = [
  { name: 'bench', ...UNLIMITED_REQUESTS, work_ms_per_second: UNLIMITED },
  { name: 'counted', ...UNLIMITED_REQUESTS, work_ms_per_second: 1 },
]
const STDERR_CHARACTERS_MAX = 2_000
/** What `npm start` begins with too: no setting, but how memory is asked for. */
const HUGE_PAGES = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const BARE_SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const MEASURE_INDEX = fileURLToPath(new URL('../engine/measure-index.ts', import.meta.url))

export interface Measurable {
  readonly child: ChildProcess
  readonly baseUrl: string
}

export interface ServiceUnderTest extends Measurable {
  readonly apiKey: string
}

interface Keys {
  readonly accountId: string
  readonly apiKey: string
  readonly adminKey: string
}

interface BenchParts {
  readonly clock: Clock
  readonly product: Product
  /** An index file, which is only read; undefined: the sample. */
  readonly index: string | undefined
  /** Serves the sample of the other product too. */
  readonly hasBoth?: boolean
  /** Where the scratch folder is made: the disk that it is on is the one that charges are written to. */
  readonly parent: string
}

interface ServiceSettings {
  readonly threads: number
  /** Empty: SQLite in the scratch folder. */
  readonly databaseUrl: string
  /** More settings, as in the environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** A scratch folder and processes, all gone when the run is over or interrupted. Nobody else's store is touched. */
export class Bench {
  readonly #parts: BenchParts
  readonly #folder: string
  readonly #children: ChildProcess[] = []
  readonly #interrupted = () => {
    this[Symbol.dispose]()
    process.exit(1)
  }

  private constructor(parts: BenchParts) {
    this.#parts = parts
    this.#folder = scratchFolder(parts.parent)
    for (const signal of SIGNALS) process.once(signal, this.#interrupted)
  }

  static async make(parts: BenchParts): Promise<Bench> {
    const bench = new Bench(parts)
    try {
      await bench.#prepare()
      return bench
    } catch (error) {
      bench[Symbol.dispose]()
      throw error
    }
  }

  /** The release that is measured, open in this process: whose addresses are asked for. */
  async search(): Promise<ScoredSearch> {
    return openIndex(await this.#indexPath())
  }

  /** In a process of its own, whose memory holds nothing else. */
  async engine(targets: number): Promise<EngineFigures> {
    const child = this.#spawn([MEASURE_INDEX, await this.#indexPath(), String(targets)], {})
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    return new Promise((done, fail) => {
      child.once('close', (code) => (code === 0 ? done(JSON.parse(out)) : fail(ended(child, code))))
    })
  }

  /** The service, and an API key. It reads no settings but these: neither the environment nor a file `.env`. */
  async service({ threads, databaseUrl, env }: ServiceSettings): Promise<ServiceUnderTest> {
    const { apiKey } = await this.newAccount('bench@example.com', databaseUrl)
    const settings = {
      DATA_DIR: this.dataDir,
      DATABASE_URL: databaseUrl,
      THREADS: String(threads),
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'error',
      KEY_REQUESTS_PER_MINUTE: String(UNLIMITED),
      ...env,
    }
    return { ...(await this.#start([MAIN, 'serve'], settings)), apiKey }
  }

  /** An account that nothing limits, unless another plan is named. */
  async newAccount(email: string, databaseUrl: string, planName = 'bench'): Promise<Keys> {
    const { product, clock } = this.#parts
    return this.withStore(databaseUrl, async (store, plans) => {
      const made = await createAccount(store, plans, { email, product, planName }, clock.now())
      if (made.kind !== 'created') throw new Error(`No account could be made: ${made.kind}.`)
      return made
    })
  }

  /** The store of the service and its plans: the default ones, `bench` and `counted`. */
  async withStore<T>(
    databaseUrl: string,
    work: (store: Store, plans: Plans) => Promise<T>,
  ): Promise<T> {
    const store = await openStore({ databaseUrl, dataDir: this.dataDir })
    try {
      return await work(store, await loadPlans(this.dataDir))
    } finally {
      await store.close()
    }
  }

  /** Bare node:http that answers what the service answers to these paths, header by header. */
  async bare(baseUrl: string, paths: readonly string[]): Promise<Measurable> {
    const answers = await Promise.all(paths.map((path) => answerOf(baseUrl + path)))
    const file = join(this.#folder, 'answers.json')
    writeFileSync(file, JSON.stringify(answers))
    return this.#start([BARE_SERVER, file], {})
  }

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.off(signal, this.#interrupted)
    for (const child of this.#children) child.kill('SIGKILL')
    // A process that was killed may still be writing its last file.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  }

  get dataDir(): string {
    return join(this.#folder, 'data')
  }

  get #releases(): string {
    return join(this.dataDir, 'releases')
  }

  async #indexPath(): Promise<string> {
    const releases = new Releases(this.#releases)
    return releases.pathOf((await releases.inUse(this.#parts.product)) ?? '')
  }

  async #prepare(): Promise<void> {
    const { product, index, hasBoth } = this.#parts
    await mkdir(this.#releases, { recursive: true })
    const more = PRODUCTS.flatMap((each) => MORE_PLANS.map((plan) => ({ ...plan, product: each })))
    const plans = [...JSON.parse(defaultPlans()).plans, ...more]
    writeFileSync(join(this.dataDir, 'plans.json'), JSON.stringify({ plans }))
    for (const each of PRODUCTS) {
      if (each === product && index !== undefined) await this.#useIndex(index)
      else if (each === product || hasBoth === true) await this.#useSample(each)
    }
  }

  async #useSample(product: Product): Promise<void> {
    const source = sampleSource(product)
    const options = { directory: this.#releases, now: this.#parts.clock.now() }
    await new Releases(this.#releases).use((await buildIndex(source, options)).release)
  }

  async #useIndex(index: string): Promise<void> {
    const releases = new Releases(this.#releases)
    const { release } = (await readRelease(index)).release
    symlinkSync(index, releases.pathOf(release))
    await releases.use(release)
  }

  #start(args: readonly string[], env: Record<string, string>): Promise<Measurable> {
    const child = this.#spawn(args, env)
    return new Promise((done, fail) => {
      let out = ''
      child.once('close', (code) => fail(ended(child, code)))
      child.stdout.on('data', (chunk) => {
        out += chunk
        const [, baseUrl] = /ready at (http:\/\/[\w.]+:\d+)\s*\/?\s/.exec(out) ?? []
        if (baseUrl !== undefined)
          done({ child, baseUrl: baseUrl.replace('localhost', '127.0.0.1') })
      })
    })
  }

  #spawn(args: readonly string[], env: Record<string, string>) {
    const cwd = this.#folder
    const child = spawn(process.execPath, args, {
      env: { ...HUGE_PAGES, ...env },
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.push(child)
    let err = ''
    child.stderr.on('data', (chunk) => {
      err = (err + chunk).slice(-STDERR_CHARACTERS_MAX)
    })
    return Object.assign(child, { lastWords: () => err.trim() })
  }
}

function scratchFolder(parent: string): string {
  try {
    return mkdtempSync(resolve(parent, 'doorplate-bench-'))
  } catch (error) {
    throw new OperatorError(`No folder can be made in ${parent} (${errorCode(error)}).`)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function ended(child: { readonly lastWords: () => string }, code: number | null): OperatorError {
  return new OperatorError(
    `A process that was to be measured ended (${code}): ${child.lastWords()}`,
  )
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
    Number(ifThere(`${folder}/${thread}/schedstat`).split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9
}

/** A thread may end between the list of threads and the look at it. */
function ifThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return ''
    throw error
  }
}

export function residentBytes({ child }: Measurable): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}
