// Speed, memory and size of the address engine at two sizes, beside SQLite FTS5; see docs/performance.md.

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BARS, type Measured, type Report, reportText } from './engine/report.ts'

const NODE = process.execPath
const QUICK_ROWS = { small: 100_000, large: 400_000 }
const FULL_ROWS = { small: 1_000_000, large: 17_000_000 }

const { positionals, values } = parseArgs({
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
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
const sizes = values.quick ? QUICK_ROWS : FULL_ROWS
const report = await measure()
process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : reportText(report))

/** Index files that are given are measured as they are; without any, two sizes are generated and built. */
async function measure(): Promise<Report> {
  try {
    const measured: Measured[] = []
    for (const path of positionals) measured.push(await measureIndex(path))
    if (positionals.length > 0) return { measured, bars: BARS }
    const small = Number(values.small ?? sizes.small)
    const large = Number(values.rows ?? sizes.large)
    for (const rows of small === large ? [large] : [small, large]) measured.push(await build(rows))
    return { measured, bars: BARS }
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function build(rows: number): Promise<Measured> {
  const own = join(folder, String(rows))
  mkdirSync(own, { recursive: true })
  const file = join(own, 'core.psv')
  tell(`generating ${rows} rows …`)
  const generating = await child([
    'bench/generate.ts',
    'gnaf-core',
    '--rows',
    String(rows),
    '--out',
    file,
  ])
  tell('building the index …')
  const args = ['src/main.ts', 'import', 'gnaf-core', file, '--json']
  const built = await child(args, { DATA_DIR: own })
  rmSync(file)
  const { release } = JSON.parse(built.out)
  const measured = await measureIndex(join(own, 'releases', `${release}.idx`))
  const generate = { ms: generating.ms, rows_per_second: (rows / generating.ms) * 1000 }
  return { ...measured, build: { ms: built.ms, peak_bytes: built.peakBytes }, generate }
}

async function measureIndex(path: string): Promise<Measured> {
  tell('typing …')
  const typed = await child(['bench/engine/measure-index.ts', path, values.targets])
  const engine = JSON.parse(typed.out)
  const { median, p99, worst } = engine.keystrokes
  tell(
    `  median ${median.toFixed(1)} µs, 99th ${Math.round(p99)} µs, worst ${Math.round(worst)} µs`,
  )
  if (values['no-fts']) return { engine }
  tell('the same rows in SQLite FTS5 …')
  const file = join(folder, `fts-${engine.addresses}.db`)
  const asked = await child(['bench/engine/measure-fts.ts', path, file, values.targets])
  return { engine, fts5: { ...JSON.parse(asked.out), peak_bytes: asked.peakBytes } }
}

interface Ended {
  readonly out: string
  readonly ms: number
  readonly peakBytes: number
}

function child(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const start = performance.now()
  const running = spawn(NODE, args, {
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
      if (code !== 0) failed(new Error(`${args.join(' ')}: ${err}`))
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
