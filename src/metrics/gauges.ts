// Metrics that are read when /metrics is asked for: queues, data, memory.

import type { Meter } from '../access/charge/meter.ts'
import { type Metrics, samplesBy } from '../lib/metrics.ts'
import type { MailSender } from '../mail/sender.ts'
import type { Counters } from '../rate-limits/counters.ts'
import type { Data } from '../releases/served-data.ts'
import type { Dispatcher } from '../webhooks/delivery/dispatcher.ts'
import type { ServiceMetrics } from './service-metrics.ts'

const MS = 1000

interface Watched {
  readonly data: Pick<Data, 'releases'>
  readonly counters: Pick<Counters, 'mode'>
  readonly meter: Pick<Meter, 'waiting'>
}

export function watchThread(
  { registry, loopDelay }: ServiceMetrics,
  { data, counters, meter }: Watched,
): void {
  registry.queue('meter', () => meter.waiting)
  registry.gauge('doorplate_rate_limit_mode', '1 for how rate limits are counted now.', () =>
    samplesBy('mode', { own: 0, shared: 0, alone: 0, [counters.mode]: 1 }),
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
  registry.gauge('doorplate_event_loop_delay_seconds', 'Lateness in the last 5 s.', () =>
    [0.5, 0.99, 1].map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: loopDelay.quantileMs(quantile) / MS,
    })),
  )
  const heap = 'Memory in use by JavaScript.'
  registry.gauge('nodejs_heap_size_used_bytes', heap, () => process.memoryUsage().heapUsed)
}

interface WatchedJobs {
  readonly mailSender: Pick<MailSender, 'queued' | 'oldestAgeMs' | 'counts'>
  readonly webhooks: { readonly dispatcher: Pick<Dispatcher, 'figures'> }
  readonly auditLog: { readonly head: { readonly number: number; readonly sha256: string } }
}

export function watchProcess({ registry }: ServiceMetrics, jobs: WatchedJobs): void {
  watchJobs(registry, jobs)
  const { auditLog } = jobs
  const entries = 'Entries of the audit log.'
  registry.gauge('doorplate_audit_log_entries', entries, () => auditLog.head.number)
  registry.gauge('doorplate_audit_log_head_info', '1 for the hash of the last entry.', () =>
    samplesBy('sha256', { [auditLog.head.sha256]: 1 }),
  )
  const resident = 'Memory of the process.'
  registry.gauge('process_resident_memory_bytes', resident, () => process.memoryUsage.rss())
  registry.counter('process_cpu_seconds_total', 'User and system time.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

function watchJobs(registry: Metrics, { mailSender, webhooks }: WatchedJobs): void {
  const { figures } = webhooks.dispatcher
  registry.queue('mail', () => mailSender.queued)
  registry.queue('webhooks', () => figures.waiting)
  registry.gauge('doorplate_queue_oldest_seconds', 'Age of the oldest waiting one.', () =>
    samplesBy('queue', {
      mail: mailSender.oldestAgeMs / MS,
      webhooks: figures.oldestWaitingMs / MS,
    }),
  )
  const mails = 'Mails of this node by what became of them.'
  registry.counter('doorplate_mails_total', mails, () => {
    const { sent, failed, givenUp } = mailSender.counts
    return samplesBy('outcome', { sent, failed, 'given-up': givenUp })
  })
  const deliveries = 'Webhook events of this node by what became of them.'
  registry.counter('doorplate_webhook_events_total', deliveries, () => {
    const { delivered, failed, dropped } = figures
    return samplesBy('outcome', { delivered, 'given-up': failed, dropped })
  })
  const attempts = 'Deliveries that were refused or not answered.'
  registry.counter(
    'doorplate_webhook_failed_attempts_total',
    attempts,
    () => figures.failedAttempts,
  )
  registry.gauge('doorplate_webhook_endpoints', 'Registered endpoints.', () =>
    samplesBy('state', { on: figures.endpointsOn, off: figures.endpointsOff }),
  )
  const ended = 'Endpoints that were switched off.'
  registry.counter('doorplate_webhook_endpoints_ended_total', ended, () => figures.endpointsEnded)
}
