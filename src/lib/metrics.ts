// Metrics in the text format of Prometheus, read when they are asked for.

import { elementAt } from './element-at.ts'

type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels: Labels
  readonly value: number
}

type Reading = number | readonly Sample[]

type Kind = 'counter' | 'gauge' | 'histogram'

interface Family {
  readonly name: string
  readonly kind: Kind
  readonly help: string
  readonly lines: (more: Labels) => string[]
}

export interface FamilyText extends Omit<Family, 'lines'> {
  readonly lines: readonly string[]
}

/** Each part of the service registers its metrics once. They are read on demand, so a request pays nothing for them. */
export class Metrics {
  readonly #families = new Map<string, Family>()
  readonly #queues = new Map<string, () => number>()

  constructor() {
    this.gauge('doorplate_queue_depth', 'Waiting work, by queue.', () =>
      [...this.#queues].flatMap(([name, depth]) => samplesBy('queue', { [name]: depth() })),
    )
  }

  counter(name: string, help: string, read: () => Reading): void {
    this.#add({ name, help, kind: 'counter', lines: (more) => sampleLines(name, read(), more) })
  }

  gauge(name: string, help: string, read: () => Reading): void {
    this.#add({ name, help, kind: 'gauge', lines: (more) => sampleLines(name, read(), more) })
  }

  histogram(name: string, help: string, series: readonly LabelledHistogram[]): void {
    const lines = (more: Labels) =>
      series.flatMap(({ labels, histogram }) =>
        histogramLines(name, { labels: { ...labels, ...more }, histogram }),
      )
    this.#add({ name, help, kind: 'histogram', lines })
  }

  /** A queue of the service or of a background job: `doorplate_queue_depth{queue="…"}`. */
  queue(name: string, depth: () => number): void {
    this.#queues.set(name, depth)
  }

  read(more: Labels = {}): FamilyText[] {
    return [...this.#families.values()].map((family) => ({ ...family, lines: family.lines(more) }))
  }

  #add(family: Family): void {
    if (this.#families.has(family.name)) throw new Error(`${family.name} is registered twice.`)
    this.#families.set(family.name, family)
  }
}

export function samplesBy(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

/** Families with the same name, from several threads, become one. */
export function metricsText(families: readonly FamilyText[]): string {
  const byName = Map.groupBy(families, ({ name }) => name)
  const texts = [...byName].map(([name, same]) => {
    const { help, kind } = elementAt(same, 0)
    const lines = same.flatMap((family) => family.lines)
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines].join('\n')
  })
  return `${texts.join('\n')}\n`
}

interface LabelledHistogram {
  readonly labels: Labels
  readonly histogram: Histogram
}

/** Counts by upper bounds. Plain arrays: one is written to on every request. */
export class Histogram {
  readonly bounds: readonly number[]
  /** One more than the bounds, for what is above all of them. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = Array<number>(bounds.length + 1).fill(0)
  }

  observe(value: number): void {
    let at = 0
    while (value > (this.bounds[at] ?? Number.POSITIVE_INFINITY)) at += 1
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.sum += value
  }
}

function sampleLines(name: string, reading: Reading, more: Labels): string[] {
  if (typeof reading === 'number') return [`${name}${labelText(more)} ${reading}`]
  return reading.map(({ labels, value }) => {
    return `${name}${labelText({ ...labels, ...more })} ${value}`
  })
}

function histogramLines(name: string, { labels, histogram }: LabelledHistogram): string[] {
  const { bounds, counts, sum } = histogram
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    const le = at < bounds.length ? String(bounds[at]) : '+Inf'
    return `${name}_bucket${labelText({ ...labels, le })} ${total}`
  })
  const shown = labelText(labels)
  return [...buckets, `${name}_sum${shown} ${sum}`, `${name}_count${shown} ${total}`]
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
