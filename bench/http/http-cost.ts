// CPU and throughput of look-ups over HTTP, beside bare node:http sending the same bytes, in one run.

import type { Clock } from '../../src/lib/clock.ts'
import { drive, type Load } from '../load/closed-loop.ts'
import { median, summary } from '../percentiles.ts'
import { getPath, MADE_UP_PATHS_MAX, madeUpPaths, repeatedPaths, typedPaths } from './paths.ts'
import { type Bench, cpuSeconds, type Measurable, type ServiceUnderTest } from './processes.ts'

const CONNECTIONS = 64

/** Many short rounds of each in turn: whatever else the machine does meets all of them alike. */
export interface Effort {
  readonly rounds: number
  readonly warmUpRounds: number
  /** Of each kind in each round. */
  readonly requests: number
}

export interface HttpCost {
  readonly connections: number
  readonly rounds: number
  readonly requests: number
  readonly bare: Cost
  readonly autocomplete_repeated: Cost
  /** Of the release's own addresses, cut at a random key, each once. */
  readonly autocomplete_new: Cost
  /** A number and three letters, each once: most fit nothing. */
  readonly autocomplete_made_up: Cost
  readonly get_charged: Cost
}

interface Cost {
  readonly cpu_micros: number
  /** CPU beside that of bare node:http, each round beside its neighbour. */
  readonly beside_bare: number
  readonly per_second: number
  /** Throughput beside that of repeated autocompletes, each round beside its neighbour. */
  readonly beside_autocomplete: number
  /** From asking to the whole answer, of all rounds, with all connections asking at once. */
  readonly latency_ms: { readonly median: number; readonly p99: number; readonly worst: number }
}

/** What `rounds` may ask for at most. */
export function requestsMax({ rounds, warmUpRounds }: Omit<Effort, 'requests'>): number {
  return Math.floor(MADE_UP_PATHS_MAX / (rounds + warmUpRounds))
}

export async function measureHttpCost(
  bench: Bench,
  service: ServiceUnderTest,
  effort: Effort,
  clock: Clock,
): Promise<HttpCost> {
  const { apiKey, baseUrl } = service
  const { rounds, requests } = effort
  const repeated = repeatedPaths(apiKey)
  const get = [await getPath(service)]
  const madeUp = (round: number) => madeUpPaths(apiKey, round * requests, requests)
  const typed = typedPaths(await bench.search(), apiKey, requests * (effort.warmUpRounds + rounds))
  const ofRound = (round: number) => typed.slice(round * requests, (round + 1) * requests)
  const sides: Readonly<Record<Kind, Side>> = {
    bare: { ...(await bench.bare(baseUrl, repeated)), paths: () => repeated },
    autocomplete_repeated: { ...service, paths: () => repeated },
    // A release that is too small for as many has made-up ones in the last rounds.
    autocomplete_new: {
      ...service,
      paths: (round) => [...ofRound(round), ...madeUp(round)].slice(0, requests),
    },
    autocomplete_made_up: { ...service, paths: madeUp },
    get_charged: { ...service, paths: () => get },
  }
  const measured: Round[] = []
  for (let round = 0; round < effort.warmUpRounds + rounds; round += 1) {
    const turn = (kind: Kind) =>
      oneTurn(kind, sides[kind], sides[kind].paths(round), requests, clock)
    const one = {
      bare: await turn('bare'),
      autocomplete_repeated: await turn('autocomplete_repeated'),
      autocomplete_new: await turn('autocomplete_new'),
      autocomplete_made_up: await turn('autocomplete_made_up'),
      get_charged: await turn('get_charged'),
    }
    if (round >= effort.warmUpRounds) measured.push(one)
  }
  const cost = (kind: Kind) => costOf(measured, kind)
  return {
    connections: CONNECTIONS,
    rounds,
    requests,
    bare: cost('bare'),
    autocomplete_repeated: cost('autocomplete_repeated'),
    autocomplete_new: cost('autocomplete_new'),
    autocomplete_made_up: cost('autocomplete_made_up'),
    get_charged: cost('get_charged'),
  }
}

type Kind = Exclude<keyof HttpCost, 'connections' | 'rounds' | 'requests'>

interface Side extends Measurable {
  /** The paths of each round. */
  readonly paths: (round: number) => readonly string[]
}

/** One round of each kind. */
type Round = Readonly<Record<Kind, Measured>>

interface Measured {
  readonly cpuMicros: number
  readonly perSecond: number
  readonly latenciesMs: readonly number[]
}

/** A few requests may be over before the system has counted their time. */
const CPU_SECONDS_MIN = 1e-6

async function oneTurn(
  kind: Kind,
  side: Measurable,
  paths: readonly string[],
  requests: number,
  clock: Clock,
): Promise<Measured> {
  const before = cpuSeconds(side)
  const load = await drive({
    baseUrl: side.baseUrl,
    paths,
    connections: CONNECTIONS,
    requests,
    clock,
  })
  const cpuMicros = (Math.max(cpuSeconds(side) - before, CPU_SECONDS_MIN) * 1e6) / requests
  checkAnswered(kind, load)
  return { cpuMicros, perSecond: requests / load.seconds, latenciesMs: load.latenciesMs }
}

function checkAnswered(kind: Kind, { requests, statuses }: Load): void {
  if (statuses['200'] !== requests) throw new Error(`${kind}: ${JSON.stringify(statuses)}`)
}

function costOf(rounds: readonly Round[], kind: Kind): Cost {
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  const latency = summary(rounds.flatMap((round) => round[kind].latenciesMs))
  return {
    cpu_micros: middle((round) => round[kind].cpuMicros),
    beside_bare: middle((round) => round[kind].cpuMicros / round.bare.cpuMicros),
    per_second: middle((round) => round[kind].perSecond),
    beside_autocomplete: middle(
      (round) => round[kind].perSecond / round.autocomplete_repeated.perSecond,
    ),
    latency_ms: { median: latency.median, p99: latency.p99, worst: latency.worst },
  }
}

/** Rows for people, the first of them the head. */
export function costRows(cost: HttpCost): string[][] {
  const row = (name: string, { cpu_micros, beside_bare, per_second, latency_ms }: Cost) => [
    name,
    `${cpu_micros.toFixed(1)} µs`.padStart(8),
    `${beside_bare.toFixed(2)} ×`.padStart(11),
    per_second.toLocaleString('en-GB', { maximumFractionDigits: 0 }).padStart(8),
    `${latency_ms.median.toFixed(1)}, ${latency_ms.p99.toFixed(1)} ms`.padStart(13),
  ]
  return [
    ['OVER HTTP', '     CPU', 'BESIDE BARE', 'A SECOND', ' MEDIAN, 99TH'],
    row('bare node:http', cost.bare),
    row('autocomplete, repeated terms', cost.autocomplete_repeated),
    row('autocomplete, new terms as typed', cost.autocomplete_new),
    row('autocomplete, made-up terms', cost.autocomplete_made_up),
    row('get, charged on disk', cost.get_charged),
  ]
}

/** What a charge costs in throughput. */
export function shareText({ get_charged: { beside_autocomplete: share } }: HttpCost): string {
  return `A charged get has ${share.toFixed(2)} of the throughput of an autocomplete.`
}
