// Speed, memory and size of the address engine at two sizes, beside SQLite FTS5; see docs/performance.md.
// Usage: npm run -s bench -- engine [--quick] [--rows N] [--small N] [--no-fts] [--json] [FILE.idx…]

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BARS, type Measured, reportText } from './report.ts'

const QUICK_ROWS = { small: 100_000, large: 400_000 }
const FULL_ROWS = { small: 1_000_000, large: 17_000_000 }

interface Wanted {
  readonly folder: string
  /** How many addresses are typed. */
  readonly targets: string
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
      targets: { type: 'string', default: '1000' },
      folder: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'no-fts': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const sizes = values.quick ? QUICK_ROWS : FULL_ROWS
  const rows = new Set([Number(values.small ?? sizes.small), Number(values.rows ?? sizes.large)])
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
  const wanted = { folder, targets: values.targets, hasFts: !values['no-fts'] }
  try {
    const measured: Measured[] = []
    for (const path of positionals) measured.push(await measureIndex(path, wanted))
    if (positionals.length === 0) for (const each of rows) measured.push(await build(each, wanted))
    const report = { measured, bars: BARS }
    process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : reportText(report))
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function build(rows: number, wanted: Wanted): Promise<Measured> {
  const own = join(wanted.folder, String(rows))
  mkdirSync(own, { recursive: true })
  const file = join(own, 'core.psv')
  tell(`generating ${rows} rows …`)
  const generating = await child('../main.ts', [
    ...['generate', 'gnaf-core', '--rows', String(rows)],
    ...['--out', file],
  ])
  tell('building the index …')
  const args = ['import', 'gnaf-core', file, '--json']
  const built = await child('../../src/main.ts', args, { DATA_DIR: own })
  rmSync(file)
  const { release } = JSON.parse(built.out)
  const measured = await measureIndex(join(own, 'releases', `${release}.idx`), wanted)
  const generate = { ms: generating.ms, rows_per_second: (rows / generating.ms) * 1000 }
  return { ...measured, build: { ms: built.ms, peak_bytes: built.peakBytes }, generate }
}

async function measureIndex(path: string, { folder, targets, hasFts }: Wanted): Promise<Measured> {
  tell('typing …')
  const typed = await child('measure-index.ts', [path, targets])
  const engine = JSON.parse(typed.out)
  const { median, p99, worst } = engine.keystrokes
  tell(
    `  median ${median.toFixed(1)} µs, 99th ${Math.round(p99)} µs, worst ${Math.round(worst)} µs`,
  )
  if (!hasFts) return { engine }
  tell('the same rows in SQLite FTS5 …')
  const file = join(folder, `fts-${engine.addresses}.db`)
  const asked = await child('measure-fts.ts', [path, file, targets])
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
