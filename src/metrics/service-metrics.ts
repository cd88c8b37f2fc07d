// What the service tells about itself at /metrics: no key, no search term, no account, and nothing that a caller names.

import type { Meter } from '../access/charge/meter.ts'
import { IMPORTANCE, type Importance } from '../http/overload.ts'
import type { Jobs } from '../jobs.ts'
import { Histogram, Metrics, type Sample } from '../lib/metrics.ts'
import type { Counters, CountersMode } from '../rate-limits/counters.ts'
import type { Data } from '../releases/served-data.ts'
import type { Route } from '../routes.ts'
import { LoopDelay } from './loop-delay.ts'

const MS = 1000
/** In seconds. A kept answer takes some 20 µs, a charged one some milliseconds. */
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
const MODES: readonly CountersMode[] = ['own', 'shared', 'alone']

/** Counts as they happen. Everything is a plain array by number, because every request comes by here. */
export class ServiceMetrics {
  readonly registry = new Metrics()
  readonly loopDelay = new LoopDelay()
  /** Requests that wait for something. */
  inFlight = 0
  storeFaults = 0
  readonly #engine = new Histogram(ENGINE_BOUNDS)
  readonly #commits = new Histogram(COMMIT_BOUNDS)
  readonly #batches = new Histogram(BATCH_BOUNDS)
  readonly #routes: readonly Route[]
  readonly #counts: Float64Array
  readonly #latency: Readonly<Record<Importance, Histogram>>
  readonly #shed: Record<Importance, number>

  constructor(routes: readonly Route[]) {
    this.#routes = routes
    this.#counts = new Float64Array((routes.length + 1) * STATUSES_END)
    const each = <T>(make: () => T) =>
      Object.fromEntries(IMPORTANCE.map((name) => [name, make()])) as Record<Importance, T>
    this.#latency = each(() => new Histogram(REQUEST_BOUNDS))
    this.#shed = each(() => 0)
    this.#register()
  }

  /** `routeId` is the route's place in the list; what has no route comes behind all of them. */
  answered(route: Route | undefined, status: number, ms: number): void {
    const routeId = route === undefined ? this.#routes.length : route.id
    this.#counts[routeId * STATUSES_END + status] += 1
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

  close(): void {
    this.loopDelay.close()
  }

  #register(): void {
    const { registry } = this
    registry.counter('doorplate_requests_total', 'Answers by route and status.', () =>
      this.#answers(),
    )
    const byClass = IMPORTANCE.map((name) => ({
      labels: { class: name === 'never' ? 'other' : name },
      histogram: this.#latency[name],
    }))
    registry.histogram('doorplate_request_seconds', 'From reading to answering.', byClass)
    const only = (histogram: Histogram) => [{ labels: {}, histogram }]
    registry.histogram('doorplate_engine_seconds', 'Searching, once.', only(this.#engine))
    registry.histogram('doorplate_commit_seconds', 'One commit of charges.', only(this.#commits))
    registry.histogram('doorplate_commit_lookups', 'Charges in a commit.', only(this.#batches))
    registry.gauge('doorplate_requests_in_flight', 'Waiting for something.', () => this.inFlight)
    registry.counter('doorplate_shed_total', 'Refused for want of capacity.', () =>
      Object.entries(this.#shed)
        .filter(([name]) => name !== 'never')
        .map(([name, value]) => ({ labels: { class: name }, value })),
    )
    const faults = 'Times that the store failed.'
    registry.counter('doorplate_store_faults_total', faults, () => this.storeFaults)
  }

  #answers(): Sample[] {
    const samples: Sample[] = []
    this.#counts.forEach((value, at) => {
      if (value === 0) return
      const route = this.#routes[Math.floor(at / STATUSES_END)]?.path ?? 'none'
      samples.push({ labels: { route, status: String(at % STATUSES_END) }, value })
    })
    return samples
  }
}

interface Watched {
  readonly data: Data
  readonly counters: Counters
  readonly meter: Meter
}

/** What is not counted but looked at when somebody asks, of each thread. */
export function watch(
  { registry, loopDelay }: ServiceMetrics,
  { data, counters, meter }: Watched,
): void {
  registry.queue('meter', () => meter.waiting)
  registry.gauge('doorplate_rate_limit_mode', '1 for how rate limits are counted now.', () =>
    MODES.map((mode) => ({ labels: { mode }, value: mode === counters.mode ? 1 : 0 })),
  )
  registry.gauge('doorplate_data_release_info', '1 for each release in use.', () =>
    data.releases().map(({ product, release, source }) => ({
      labels: { product, release, source },
      value: 1,
    })),
  )
  registry.gauge('doorplate_data_addresses', 'Addresses of the release in use.', () =>
    data.releases().map(({ product, addresses }) => ({ labels: { product }, value: addresses })),
  )
  registry.gauge('doorplate_event_loop_delay_seconds', 'Of the last five seconds.', () => [
    { labels: { quantile: '0.5' }, value: loopDelay.quantileMs(0.5) / MS },
    { labels: { quantile: '0.99' }, value: loopDelay.quantileMs(0.99) / MS },
    { labels: { quantile: '1' }, value: loopDelay.quantileMs(1) / MS },
  ])
  registry.gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', () => {
    const { heapUsed } = process.memoryUsage()
    return heapUsed
  })
}

/** What there is once in a process, however many threads it has. */
export function watchProcess({ registry }: ServiceMetrics, jobs: Jobs): void {
  watchJobs(registry, jobs)
  registry.gauge('process_resident_memory_bytes', 'Memory of the process.', () =>
    process.memoryUsage.rss(),
  )
  registry.counter('process_cpu_seconds_total', 'User and system time.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

function watchJobs(registry: Metrics, { mailSender, webhooks }: Jobs): void {
  const { figures } = webhooks.dispatcher
  registry.queue('mail', () => mailSender.queued)
  registry.queue('webhooks', () => figures.waiting)
  registry.gauge('doorplate_queue_oldest_seconds', 'Age of what waits longest.', () => [
    { labels: { queue: 'mail' }, value: mailSender.oldestAgeMs / MS },
    { labels: { queue: 'webhooks' }, value: figures.oldestWaitingMs / MS },
  ])
  registry.counter('doorplate_mails_total', 'Mails of this node by what became of them.', () => [
    { labels: { outcome: 'sent' }, value: mailSender.sent },
    { labels: { outcome: 'failed' }, value: mailSender.failed },
    { labels: { outcome: 'given-up' }, value: mailSender.givenUp },
  ])
  const deliveries = 'Webhook events of this node by what became of them.'
  registry.counter('doorplate_webhook_events_total', deliveries, () => [
    { labels: { outcome: 'delivered' }, value: figures.delivered },
    { labels: { outcome: 'given-up' }, value: figures.failed },
    { labels: { outcome: 'dropped' }, value: figures.dropped },
  ])
  const attempts = 'Deliveries that were refused or not answered.'
  registry.counter(
    'doorplate_webhook_failed_attempts_total',
    attempts,
    () => figures.failedAttempts,
  )
  registry.gauge('doorplate_webhook_endpoints', 'Registered endpoints.', () => [
    { labels: { state: 'on' }, value: figures.endpoints - figures.endpointsOff },
    { labels: { state: 'off' }, value: figures.endpointsOff },
  ])
  const ended = 'Endpoints that were switched off.'
  registry.counter('doorplate_webhook_endpoints_ended_total', ended, () => figures.endpointsEnded)
}
