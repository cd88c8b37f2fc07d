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
  median_micros: 30,
  p99_micros: 500,
  worst_micros: 10_000,
  bytes_per_address: 80,
  build_ms: 240_000,
  build_peak_bytes: 4 * 2 ** 30,
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
  const { addresses, keystrokes, by_shape, slowest } = engine
  return [
    '',
    `${addresses.toLocaleString('en-GB')} addresses`,
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
    '  microseconds              count   median      95th      99th     worst',
    row('every keystroke', keystrokes),
    ...Object.entries(by_shape).map(([shape, figures]) => row(`  ${shape}`, figures)),
    ...(fts5 === undefined ? [] : ftsText(fts5)),
    `  slowest            ${slowest.map(({ term, micros }) => `"${term}" ${micros}`).join(', ')}`,
  ]
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
  const ratio = b.keystrokes.median / a.keystrokes.median
  const meanRatio = b.keystrokes.mean / a.keystrokes.mean
  const checks: (readonly [string, number, number])[] = [
    ['median keystroke, µs', b.keystrokes.median, bars.median_micros],
    ['99th, µs', b.keystrokes.p99, bars.p99_micros],
    ['worst, µs', b.keystrokes.worst, bars.worst_micros],
    ['bytes an address', b.bytes_per_address, bars.bytes_per_address],
    ['first answer, ms', b.ready_ms, bars.ready_ms],
    ['build, ms', large.build?.ms ?? 0, bars.build_ms],
    ['build memory, bytes', large.build?.peak_bytes ?? 0, bars.build_peak_bytes],
    ['median beside that of the smaller', ratio, bars.ratio],
    ['mean beside that of the smaller', meanRatio, bars.ratio],
  ]
  return checks.map(([what, figure, most]) => {
    const isMet = figure <= most
    return `${isMet ? 'met   ' : 'MISSED'}  ${what}: ${round(figure)}, at most ${round(most)}`
  })
}

function row(name: string, { count, median, p95, p99, worst }: Summary): string {
  const cells = [median, p95, p99, worst].map((value) => round(value).padStart(10))
  return `    ${name.padEnd(20)}${String(count).padStart(7)}${cells.join('')}`
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
