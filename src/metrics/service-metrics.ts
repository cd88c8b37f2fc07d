// Metrics that are counted as requests happen. They contain no key, search term, account or other text of a caller.

import { IMPORTANCE, type Importance } from '../http/overload.ts'
import { Histogram, Metrics, type Sample, samplesBy } from '../lib/metrics.ts'
import { recordOf } from '../lib/record-of.ts'
import { LongestTurn, LoopDelay } from './loop-delay.ts'

const MS = 1000
/** In seconds. A cached answer takes about 20 µs, a charged one some milliseconds. */
const REQUEST_BOUNDS = [
  0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
  0.5, 1, 2.5,
]
const ENGINE_BOUNDS = [
  0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05,
]
const COMMIT_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256]
const STATUSES_END = 600

interface CountedRoute {
  /** Its index in the list of all routes. */
  readonly id: number
  readonly path: string
  readonly importance: Importance
}

/** Plain arrays by number, because every request is counted here. */
export class ServiceMetrics {
  readonly registry = new Metrics()
  readonly loopDelay = new LoopDelay()
  readonly #longestTurn = new LongestTurn()
  readonly #engine = new Histogram(ENGINE_BOUNDS)
  readonly #commits = new Histogram(COMMIT_BOUNDS)
  readonly #batches = new Histogram(BATCH_BOUNDS)
  /** By the id of a route. */
  readonly #routes: RouteCounts[] = []
  readonly #unknownPaths = new RouteCounts('none')
  readonly #latency = recordOf(IMPORTANCE, () => new Histogram(REQUEST_BOUNDS))
  readonly #shed = recordOf(IMPORTANCE, () => 0)
  #inFlight = 0
  #storeFaults = 0

  constructor() {
    this.#register()
  }

  /** Requests that wait for something. */
  get inFlight(): number {
    return this.#inFlight
  }

  requestWaits(): void {
    this.#inFlight += 1
  }

  requestSettled(): void {
    this.#inFlight -= 1
  }

  answered(route: CountedRoute | undefined, status: number, ms: number): void {
    this.#countsOf(route).add(status)
    this.#latency[route === undefined ? 'never' : route.importance].observe(ms / MS)
  }

  shed(importance: Importance): void {
    this.#shed[importance] += 1
  }

  searched(ms: number): void {
    this.#engine.observe(ms / MS)
  }

  committed(lookups: number, ms: number): void {
    this.#batches.observe(lookups)
    this.#commits.observe(ms / MS)
  }

  storeFailed(): void {
    this.#storeFaults += 1
  }

  close(): void {
    this.loopDelay.close()
    this.#longestTurn.close()
  }

  #register(): void {
    const { registry } = this
    registry.counter('doorplate_requests_total', 'Answers by route and status.', () =>
      [...this.#routes, this.#unknownPaths].flatMap((counts) => counts?.samples() ?? []),
    )
    const byClass = IMPORTANCE.map((name) => ({
      labels: { class: name === 'never' ? 'other' : name },
      histogram: this.#latency[name],
    }))
    registry.histogram('doorplate_request_seconds', 'Reading to answer.', byClass)
    const only = (histogram: Histogram) => [{ labels: {}, histogram }]
    registry.histogram('doorplate_engine_seconds', 'Search, not cached.', only(this.#engine))
    registry.histogram('doorplate_commit_seconds', 'One commit of charges.', only(this.#commits))
    registry.histogram('doorplate_commit_lookups', 'Charges in a commit.', only(this.#batches))
    registry.gauge('doorplate_requests_in_flight', 'Requests that wait.', () => this.#inFlight)
    registry.counter('doorplate_shed_total', 'Requests refused because of overload.', () => {
      const { never: _, ...shed } = this.#shed
      return samplesBy('class', shed)
    })
    registry.gauge(
      'doorplate_longest_turn_seconds',
      'The longest that the event loop was busy without a break in the last minute.',
      () => this.#longestTurn.seconds,
    )
    const faults = 'Failures of the store, also those that a retry fixed.'
    registry.counter('doorplate_store_faults_total', faults, () => this.#storeFaults)
  }

  #countsOf(route: CountedRoute | undefined): RouteCounts {
    if (route === undefined) return this.#unknownPaths
    const known = this.#routes[route.id]
    if (known !== undefined) return known
    const made = new RouteCounts(route.path)
    this.#routes[route.id] = made
    return made
  }
}

class RouteCounts {
  readonly #path: string
  readonly #counts = new Float64Array(STATUSES_END)

  constructor(path: string) {
    this.#path = path
  }

  add(status: number): void {
    this.#counts[status] = (this.#counts[status] ?? 0) + 1
  }

  samples(): Sample[] {
    const samples: Sample[] = []
    for (let status = 0; status < STATUSES_END; status += 1) {
      const value = this.#counts[status] ?? 0
      if (value === 0) continue
      samples.push({ labels: { route: this.#path, status: String(status) }, value })
    }
    return samples
  }
}
