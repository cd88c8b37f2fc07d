// What the command `bench` measures: the release in use, in the index and over HTTP, beside bare node:http.

import { stat } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { PRODUCTS, type Product } from '../src/address/product.ts'
import {
  type Given,
  numberOption,
  type Printed,
  productOption,
  UsageError,
} from '../src/commands/shared/command.ts'
import { columns } from '../src/lib/columns.ts'
import { OperatorError } from '../src/lib/operator-error.ts'
import { releasesIn } from '../src/releases/release-folder.ts'
import {
  costRows,
  type Effort,
  type HttpCost,
  measureHttpCost,
  requestsMax,
  shareText,
} from './http/http-cost.ts'
import { Bench, residentBytes } from './http/processes.ts'
import type { Summary } from './percentiles.ts'

const ROUNDS = { rounds: 9, warmUpRounds: 2 }
const REQUESTS = 3_000
const TARGETS = 300
const THREADS_MAX = 64

export async function benchRelease(given: Given): Promise<Printed> {
  const report = await measure(given, await readWanted(given))
  return { json: report, text: textOf(report) }
}

interface Wanted {
  readonly product: Product
  /** Undefined: there is none, so the sample is measured. */
  readonly index: string | undefined
  readonly threads: number
  readonly effort: Effort
  readonly parent: string
}

interface Report {
  readonly release: string
  readonly product: Product
  readonly is_sample: boolean
  readonly addresses: number
  readonly machine: {
    readonly node: string
    readonly cores: number
    /** Of the last minute, before the run: on a busy machine only the ratios mean something. */
    readonly load: number
  }
  readonly engine: {
    readonly keystroke_micros: Summary
    readonly ready_ms: number
  }
  readonly memory: {
    readonly index_bytes: number
    readonly bytes_per_address: number
    /** Of a process that has the index open and nothing else. */
    readonly engine_rss_bytes: number
    /** Of the whole service, after all of its answers. */
    readonly service_rss_bytes: number
  }
  readonly threads: number
  readonly http: HttpCost
}

async function readWanted(given: Given): Promise<Wanted> {
  const product = productOption(given)
  const parent = given.options.folder ?? tmpdir()
  const isFolder = (await stat(parent).catch(() => undefined))?.isDirectory() === true
  if (!isFolder) throw new UsageError(`--folder: there is no folder ${parent}.`)
  return {
    ...(await chooseRelease(given, product)),
    threads: numberOption(given, 'threads', 1, THREADS_MAX) ?? 1,
    effort: {
      ...ROUNDS,
      requests: numberOption(given, 'requests', 1, requestsMax(ROUNDS)) ?? REQUESTS,
    },
    parent,
  }
}

/** Of the product that was named, or of the first that has one. */
async function chooseRelease(
  { config }: Given,
  product: Product | undefined,
): Promise<Pick<Wanted, 'product' | 'index'>> {
  const releases = releasesIn(config.dataDir)
  for (const each of product === undefined ? PRODUCTS : [product]) {
    const release = await releases.inUse(each)
    if (release !== undefined) return { product: each, index: releases.pathOf(release) }
  }
  return { product: product ?? 'au', index: undefined }
}

async function measure({ clock, tell }: Given, wanted: Wanted): Promise<Report> {
  if (process.platform !== 'linux') {
    throw new OperatorError('The CPU of a process is read from /proc, which only Linux has.')
  }
  const { product, index, threads, effort, parent } = wanted
  const load = loadavg()[0] ?? 0
  using bench = await Bench.make({ clock, product, index, parent })
  tell('Typing into the index …')
  const typed = await bench.engine(Math.min(TARGETS, effort.requests))
  tell('Asking over HTTP …')
  const service = await bench.service({ threads, databaseUrl: '' })
  const http = await measureHttpCost(bench, service, effort, clock)
  return {
    release: typed.release,
    product,
    is_sample: index === undefined,
    addresses: typed.addresses,
    machine: { node: process.versions.node, cores: availableParallelism(), load },
    engine: { keystroke_micros: typed.keystrokes, ready_ms: typed.ready_ms },
    memory: {
      index_bytes: typed.file_bytes,
      bytes_per_address: typed.bytes_per_address,
      engine_rss_bytes: typed.rss_bytes,
      service_rss_bytes: residentBytes(service),
    },
    threads,
    http,
  }
}

function textOf(report: Report): string {
  const { machine, memory, engine, http } = report
  const { count, median, p99, worst } = engine.keystroke_micros
  const sample = report.is_sample ? ', sample data' : ''
  const threads = report.threads === 1 ? 'one thread' : `${report.threads} threads`
  const facts = [
    [
      'keystroke',
      `${micros(median)} median, ${micros(p99)} 99th, ${micros(worst)} worst of ${whole(count)}`,
    ],
    ['first answer', `${whole(engine.ready_ms)} ms after the start of a process`],
    [
      'index',
      `${mega(memory.index_bytes)}, ${memory.bytes_per_address.toFixed(1)} bytes an address`,
    ],
    [
      'memory',
      `${mega(memory.engine_rss_bytes)} with the index open, ${mega(memory.service_rss_bytes)} the service`,
    ],
  ]
  return [
    `Release ${report.release}, ${whole(report.addresses)} addresses${sample}`,
    `Node ${machine.node}, ${machine.cores} cores, load ${machine.load.toFixed(1)} at the start, ${threads}`,
    '',
    columns(facts),
    '',
    columns(costRows(http)),
    '',
    shareText(http),
    ...(machine.load > machine.cores / 2
      ? ['The machine was busy: only the ratios mean something.']
      : []),
  ].join('\n')
}

function micros(value: number): string {
  return value < 1000 ? `${value.toFixed(0)} µs` : `${(value / 1000).toFixed(1)} ms`
}

function mega(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`
}

function whole(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 0 })
}
