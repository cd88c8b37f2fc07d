// Draws what the benchmark `rates` measured, as SVG for docs/performance.md.
// Usage: npm run -s bench -- chart rates.json > docs/images/latency.svg

import { readFileSync } from 'node:fs'
import { OperatorError } from '../../src/lib/operator-error.ts'
import type { Kind, Line, Point, Rates } from './rates-file.ts'

const PANEL = { width: 380, height: 206, left: 56, top: 104, gapX: 76, gapY: 72 }
const SIZE = { width: 920, height: 640 }
const MS_TICKS = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000]
const KINDS: readonly (readonly [Kind, string])[] = [
  ['autocomplete', 'Autocomplete'],
  ['get', 'Get, charged on disk'],
]
const FIGURES = [
  ['median', (point: Point) => point.median_ms],
  ['99th percentile', (point: Point) => point.p99_ms],
] as const
/** Distinguished by colour and by dash, on white and on black. */
const LOOKS = [
  { store: 'sqlite', threads: 1, name: 'SQLite, 1 thread', colour: '#3b82c4', dash: '' },
  { store: 'sqlite', threads: 2, name: 'SQLite, 2 threads', colour: '#3b82c4', dash: '6 4' },
  { store: 'postgres', threads: 1, name: 'PostgreSQL, 1 thread', colour: '#d9731a', dash: '' },
  { store: 'postgres', threads: 2, name: 'PostgreSQL, 2 threads', colour: '#d9731a', dash: '6 4' },
] as const

export async function run([file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new OperatorError('Name the file that the benchmark rates wrote.')
  process.stdout.write(drawing(JSON.parse(readFileSync(file, 'utf8'))))
}

function drawing({ lines, machine, connections }: Rates): string {
  const panels = KINDS.flatMap(([kind, title], column) => {
    const own = lines.filter((line) => line.kind === kind)
    return FIGURES.map(([name, of], row) => panel(own, `${title}, ${name}`, of, column, row))
  })
  const about =
    `Arrivals by the clock over ${connections} connections, latency from the moment of arrival; ` +
    `${machine.cores} cores, load ${machine.load.toFixed(0)}, Node ${machine.node}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-labelledby="title about" font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="12">
<title id="title">Latency over the rate of arrival</title>
<style>
text { fill: #57606a } .strong { fill: #24292f } .grid { stroke: #d0d7de } .back { fill: #ffffff }
@media (prefers-color-scheme: dark) { text { fill: #9aa4b0 } .strong { fill: #e6edf3 } .grid { stroke: #30363d } .back { fill: #0d1117 } }
</style>
<rect class="back" width="${SIZE.width}" height="${SIZE.height}" rx="6"/>
<text class="strong" x="24" y="32" font-size="17" font-weight="600">Latency over the rate of arrival</text>
<text id="about" x="24" y="${SIZE.height - 14}" font-size="11">${escaped(about)}</text>
${legend()}
${panels.join('\n')}
</svg>
`
}

function legend(): string {
  return LOOKS.map(({ name, colour, dash }, at) => {
    const x = 24 + at * 190
    const line = `<line x1="${x}" y1="54" x2="${x + 30}" y2="54" stroke="${colour}" stroke-width="2.5" stroke-dasharray="${dash}"/>`
    return `${line}<text x="${x + 38}" y="58">${name}</text>`
  }).join('\n')
}

function panel(
  lines: readonly Line[],
  title: string,
  of: (point: Point) => number,
  column: number,
  row: number,
): string {
  const left = PANEL.left + column * (PANEL.width + PANEL.gapX)
  const top = PANEL.top + row * (PANEL.height + PANEL.gapY)
  const points = lines.flatMap((line) => line.points)
  const rateMax = Math.max(...points.map(({ per_second }) => per_second))
  const all = points.map(of).filter((ms) => ms > 0)
  const low = MS_TICKS.findLast((tick) => tick <= Math.min(...all)) ?? Math.min(...MS_TICKS)
  const high = MS_TICKS.find((tick) => tick >= Math.max(...all)) ?? Math.max(...MS_TICKS)
  const x = (rate: number) => left + (rate / rateMax) * PANEL.width
  const y = (ms: number) => top + PANEL.height * (1 - Math.log(ms / low) / Math.log(high / low))
  const parts = [
    `<text class="strong" x="${left}" y="${top - 10}" font-weight="600">${escaped(title)}</text>`,
  ]
  for (const tick of MS_TICKS.filter((ms) => ms >= low && ms <= high)) {
    const at = y(tick).toFixed(1)
    const label = tick < 1000 ? `${tick} ms` : `${tick / 1000} s`
    parts.push(
      `<line class="grid" x1="${left}" y1="${at}" x2="${left + PANEL.width}" y2="${at}"/>`,
      `<text x="${left - 6}" y="${Number(at) + 4}" text-anchor="end">${label}</text>`,
    )
  }
  for (const rate of rateTicks(rateMax)) {
    const end = rate === rateMax ? '/s' : ''
    const label = rate.toLocaleString('en-GB') + end
    parts.push(
      `<text x="${x(rate).toFixed(1)}" y="${top + PANEL.height + 18}" text-anchor="middle">${label}</text>`,
    )
  }
  return [...parts, ...lines.map((line) => drawn(line, of, x, y))].join('\n')
}

function rateTicks(max: number): number[] {
  const step = [500, 1000, 2000, 4000, 5000].find((each) => max / each <= 6) ?? max / 4
  const ticks = Array.from({ length: Math.ceil(max / step) }, (_, at) => at * step)
  // The last one has the unit, and room for it.
  return [...ticks.filter((tick) => tick <= max - step * 0.75), max]
}

function drawn(
  { store, threads, points }: Line,
  of: (point: Point) => number,
  x: (rate: number) => number,
  y: (ms: number) => number,
): string {
  const look = LOOKS.find((each) => each.store === store && each.threads === threads)
  if (look === undefined) return ''
  const places = points
    .filter((point) => of(point) > 0)
    .map((point) => [x(point.per_second).toFixed(1), y(of(point)).toFixed(1)])
  const path = places.map((place) => place.join(',')).join(' ')
  const dots = places.map(
    ([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="2.6" fill="${look.colour}"/>`,
  )
  return `<polyline points="${path}" fill="none" stroke="${look.colour}" stroke-width="2.2" stroke-linejoin="round" stroke-dasharray="${look.dash}"/>${dots.join('')}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
