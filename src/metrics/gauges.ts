// What is not counted as it happens but read when /metrics is asked for: queues, data, memory.

import type { Meter } from '../access/charge/meter.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { MailSender } from '../mail/sender.ts'
import type { Counters, CountersMode } from '../rate-limits/counters.ts'
import type { Data } from '../releases/served-data.ts'
import type { Dispatcher } from '../webhooks/delivery/dispatcher.ts'
import type { ServiceMetrics } from './service-metrics.ts'

const MS = 1000
const MODES: readonly CountersMode[] = ['own', 'shared', 'alone']

interface Watched {
  readonly data: Pick<Data, 'releases'>
  readonly counters: Pick<Counters, 'mode'>
  readonly meter: Pick<Meter, 'waiting'>
}

/** Of each thread. */
export function watchThread(
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

interface WatchedJobs {
  readonly mailSender: Pick<MailSender, 'queued' | 'oldestAgeMs' | 'sent' | 'failed' | 'givenUp'>
  readonly webhooks: { readonly dispatcher: Pick<Dispatcher, 'figures'> }
  readonly auditLog: { readonly head: { readonly number: number; readonly sha256: string } }
}

/** What there is once in a process, however many threads it has. */
export function watchProcess({ registry }: ServiceMetrics, jobs: WatchedJobs): void {
  watchJobs(registry, jobs)
  const { auditLog } = jobs
  registry.gauge('doorplate_audit_log_entries', 'Entries of the audit log.', () => {
    return auditLog.head.number
  })
  registry.gauge('doorplate_audit_log_head_info', '1 for the hash of the last entry.', () => [
    { labels: { sha256: auditLog.head.sha256 }, value: 1 },
  ])
  registry.gauge('process_resident_memory_bytes', 'Memory of the process.', () =>
    process.memoryUsage.rss(),
  )
  registry.counter('process_cpu_seconds_total', 'User and system time.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

function watchJobs(registry: Metrics, { mailSender, webhooks }: WatchedJobs): void {
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
    { labels: { state: 'on' }, value: figures.endpointsOn },
    { labels: { state: 'off' }, value: figures.endpointsOff },
  ])
  const ended = 'Endpoints that were switched off.'
  registry.counter('doorplate_webhook_endpoints_ended_total', ended, () => figures.endpointsEnded)
}
