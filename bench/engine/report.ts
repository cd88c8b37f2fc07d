// What the engine benchmark found, and as a text for people.

import type { Summary } from '../percentiles.ts'
import type { EngineFigures } from './engine-figures.ts'

export interface Measured {
  readonly engine: EngineFigures
  readonly build?: { readonly ms: number; readonly peak_bytes: number }
  readonly generate?: { readonly ms: number; readonly rows_per_second: number }
  readonly fts5?: FtsFigures
}

interface FtsFigures {
  readonly build_ms: number
  readonly peak_bytes: number
  readonly file_bytes: number
  readonly bytes_per_address: number
  readonly as_found: Summary
  readonly by_rank: Summary
}

/** What a national file must reach on two cores. */
export const BARS = {
  median_micros: 38,
  p99_micros: 400,
  worst_micros: 4_000,
  /** The median with one typing error beside that of whole lines. */
  misspelt_times: 1.7,
  bytes_per_address: 70,
  build_ms: { au: 240_000, nz: 40_000, uk: 360_000 },
  build_peak_bytes: 3 * 2 ** 30,
  ready_ms: 3_000,
  ratio: 2,
} as const

interface Report {
  readonly measured: readonly Measured[]
  readonly bars: typeof BARS
}

export function reportText({ measured, bars }: Report): string {
  const lines = measured.flatMap(sizeText)
  const [small, large] = measured
  if (small !== undefined && large !== undefined) lines.push('', ...comparison(small, large, bars))
  return `${lines.join('\n')}\n`
}

function sizeText({ engine, build, generate, fts5 }: Measured): string[] {
  const { product, addresses, once, keystrokes, by_shape, slowest } = engine
  return [
    '',
    `${product}: ${addresses.toLocaleString('en-GB')} addresses`,
    `  file               ${mega(engine.file_bytes)}, ${engine.bytes_per_address.toFixed(1)} bytes an address`,
    `  memory growth      ${engine.rss_growth_per_address.toFixed(1)} bytes an address`,
    `  first answer       ${engine.ready_ms} ms after the process starts`,
    ...(build === undefined
      ? []
      : [`  build              ${seconds(build.ms)}, at most ${mega(build.peak_bytes)} of memory`]),
    ...(generate === undefined
      ? []
      : [
          `  generator          ${Math.round(generate.rows_per_second).toLocaleString('en-GB')} rows/s`,
        ]),
    '  microseconds, random order      count   median      95th      99th     worst      mean',
    row('each query once', once.all),
    ...Object.entries(once.by_kind).map(([kind, figures]) => row(`  ${kind}`, figures)),
    ...(fts5 === undefined ? [] : ftsText(fts5)),
    `  CPU of the process  ${round(once.process_mean)} a query, with all threads`,
    `  work                at most ${round(once.steps.worst)} steps, 99th ${round(once.steps.p99)}`,
    `  slowest             ${slowestText(once.slowest)}`,
    '  microseconds, in order          count   median      95th      99th     worst      mean',
    row('every keystroke', keystrokes),
    ...Object.entries(by_shape).map(([shape, figures]) => row(`  ${shape}`, figures)),
    `  slowest             ${slowestText(slowest)}`,
  ]
}

function slowestText(slowest: EngineFigures['slowest']): string {
  return slowest.map(({ term, micros }) => `"${term}" ${micros}`).join(', ')
}

function ftsText(fts5: FtsFigures): string[] {
  return [
    row('FTS5, as found', fts5.as_found),
    row('FTS5, by rank', fts5.by_rank),
    `  FTS5 file          ${mega(fts5.file_bytes)}, ${fts5.bytes_per_address.toFixed(1)} bytes an address, ` +
      `built in ${seconds(fts5.build_ms)}`,
  ]
}

function comparison(small: Measured, large: Measured, bars: typeof BARS): string[] {
  const [a, b] = [small.engine, large.engine]
  const ratio = b.once.all.median / a.once.all.median
  const meanRatio = b.once.all.mean / a.once.all.mean
  const misspelt = b.once.by_kind['one typing error']?.median ?? 0
  const whole = b.once.by_kind['whole line']?.median ?? 1
  const checks: (readonly [string, number, number])[] = [
    ['median query, µs', b.once.all.median, bars.median_micros],
    ['99th, µs', b.once.all.p99, bars.p99_micros],
    ['worst, µs', b.once.all.worst, bars.worst_micros],
    ['one typing error beside a whole line', misspelt / whole, bars.misspelt_times],
    ['bytes an address', b.bytes_per_address, bars.bytes_per_address],
    ['first answer, ms', b.ready_ms, bars.ready_ms],
    ['build, ms', large.build?.ms ?? 0, bars.build_ms[b.product]],
    ['build memory, bytes', large.build?.peak_bytes ?? 0, bars.build_peak_bytes],
    ['median beside that of the smaller', ratio, bars.ratio],
    ['mean beside that of the smaller', meanRatio, bars.ratio],
  ]
  return checks.map(([what, figure, most]) => {
    const isMet = figure <= most
    return `${isMet ? 'met   ' : 'MISSED'}  ${what}: ${round(figure)}, at most ${round(most)}`
  })
}

function row(name: string, { count, median, p95, p99, worst, mean }: Summary): string {
  const cells = [median, p95, p99, worst, mean].map((value) => round(value).padStart(10))
  return `    ${name.padEnd(24)}${String(count).padStart(9)}${cells.join('')}`
}

function round(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: value < 100 ? 1 : 0 })
}

function mega(bytes: number): string {
  return `${round(bytes / 1e6)} MB`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
