// Speed, memory and size of the address engine at two sizes, beside SQLite FTS5; see docs/performance.md.
// Usage: npm run -s bench -- engine [--product au|uk] [--quick] [--rows N] [--small N] [--no-fts] [--json] [FILE.idx…]

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isProduct, PRODUCT_CHOICE, type Product } from '../../src/address/product.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import { indexPath } from '../index-path.ts'
import { BARS, type Measured, reportText } from './report.ts'

const QUICK_ROWS = { small: 100_000, large: 400_000 }
const FULL_ROWS = {
  au: { small: 1_000_000, large: 17_000_000 },
  nz: { small: 400_000, large: 2_400_000 },
  uk: { small: 1_000_000, large: 30_000_000 },
}

/** The files that are generated of each product, in the order of the import's arguments. */
const FILES = {
  au: { format: 'gnaf-core', postcodes: [] },
  nz: { format: 'linz', postcodes: [] },
  uk: { format: 'paf', postcodes: ['code-point'] },
} as const

interface Wanted {
  readonly folder: string
  /** The list of roads that addresses of New Zealand are generated on. */
  readonly roads?: string | undefined
  readonly product: Product
  /** How many addresses are typed key by key, and how many distinct queries are asked. */
  readonly targets: string
  readonly queries: string
  readonly hasFts: boolean
}

/** Index files that are given are measured as they are; without any, two sizes are generated and built. */
export async function run(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rows: { type: 'string' },
      small: { type: 'string' },
      product: { type: 'string', default: 'au' },
      targets: { type: 'string', default: '1000' },
      queries: { type: 'string', default: '20000' },
      folder: { type: 'string' },
      roads: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'no-fts': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const paths = positionals.map(indexPath)
  const { product, targets, queries } = values
  if (!isProduct(product)) throw new OperatorError(`--product must be ${PRODUCT_CHOICE}.`)
  const sizes = values.quick ? QUICK_ROWS : FULL_ROWS[product]
  const rows = new Set([Number(values.small ?? sizes.small), Number(values.rows ?? sizes.large)])
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
  const { roads } = values
  const wanted = { folder, product, targets, queries, roads, hasFts: !values['no-fts'] }
  try {
    const measured: Measured[] = []
    for (const path of paths) measured.push(await measureIndex(path, wanted))
    if (paths.length === 0) for (const each of rows) measured.push(await build(each, wanted))
    const report = { measured, bars: BARS }
    process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : reportText(report))
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function build(rows: number, wanted: Wanted): Promise<Measured> {
  const own = join(wanted.folder, `${wanted.product}-${rows}`)
  mkdirSync(own, { recursive: true })
  const { format, postcodes } = FILES[wanted.product]
  const generated = (name: string) => join(own, `${name}.csv`)
  tell(`generating ${rows} rows …`)
  let generateMs = 0
  for (const name of [format, ...postcodes]) {
    const roads = wanted.roads === undefined ? [] : ['--roads', wanted.roads]
    const args = ['generate', name, '--rows', String(rows), '--out', generated(name), ...roads]
    generateMs += (await child('../main.ts', args)).ms
  }
  tell('building the index …')
  const files = wanted.roads === undefined ? postcodes.map(generated) : [wanted.roads]
  const places = files.flatMap((path) => ['--postcodes', path])
  const args = ['import', format, generated(format), ...places, '--json']
  const built = await child('../../src/main.ts', args, { DATA_DIR: own })
  for (const name of [format, ...postcodes]) rmSync(generated(name))
  const { release } = JSON.parse(built.out)
  const measured = await measureIndex(join(own, 'releases', `${release}.idx`), wanted)
  const generate = { ms: generateMs, rows_per_second: (rows / generateMs) * 1000 }
  return { ...measured, build: { ms: built.ms, peak_bytes: built.peakBytes }, generate }
}

async function measureIndex(path: string, wanted: Wanted): Promise<Measured> {
  const { folder, targets, queries, hasFts } = wanted
  tell('asking and typing …')
  const typed = await child('measure-index.ts', [path, targets, queries])
  const engine = JSON.parse(typed.out)
  const { median, p99, worst } = engine.once.all
  tell(
    `  median ${median.toFixed(1)} µs, 99th ${Math.round(p99)} µs, worst ${Math.round(worst)} µs`,
  )
  if (!hasFts) return { engine }
  tell('the same rows in SQLite FTS5 …')
  const file = join(folder, `fts-${engine.addresses}.db`)
  const asked = await child('measure-fts.ts', [path, file, queries])
  return { engine, fts5: { ...JSON.parse(asked.out), peak_bytes: asked.peakBytes } }
}

interface Ended {
  readonly out: string
  readonly ms: number
  readonly peakBytes: number
}

/** Runs a program, named from here, to its end. */
function child(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const start = performance.now()
  const path = fileURLToPath(new URL(program, import.meta.url))
  const running = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  let peakBytes = 0
  running.stdout.on('data', (text) => (out += text))
  running.stderr.on('data', (text) => (err += text))
  // The kernel keeps the highest mark itself; it only has to be read before the process is gone.
  const reading = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(running.pid))
  }, 50)
  return new Promise((done, failed) => {
    running.on('close', (code) => {
      clearInterval(reading)
      if (code !== 0) failed(new Error(`${program} ${args.join(' ')}: ${err}`))
      else done({ out, ms: performance.now() - start, peakBytes })
    })
  })
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
