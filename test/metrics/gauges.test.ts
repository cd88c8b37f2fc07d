// What /metrics reads when it is asked: every figure under its own name and label, in its own unit.
// Covers: src/metrics/gauges.ts, src/metrics/thread-metrics.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { metricsText } from '../../src/lib/metrics.ts'
import { watchProcess, watchThread } from '../../src/metrics/gauges.ts'
import { ServiceMetrics } from '../../src/metrics/service-metrics.ts'
import { ThreadMetrics } from '../../src/metrics/thread-metrics.ts'

function newMetrics(t: TestContext): ServiceMetrics {
  const metrics = new ServiceMetrics()
  t.after(() => metrics.close())
  return metrics
}

function samples(text: string, pattern: RegExp): string[] {
  return text.split('\n').filter((line) => pattern.test(line) && !line.startsWith('#'))
}

test('every queue, mail and webhook is counted under its own name, and ages are seconds', (t) => {
  const metrics = newMetrics(t)
  const figures = { waiting: 2, oldestWaitingMs: 3000, delivered: 5, failed: 7, dropped: 11 }
  const ended = { failedAttempts: 13, endpointsOn: 23, endpointsOff: 17, endpointsEnded: 19 }
  watchProcess(metrics, {
    mailSender: { queued: 29, oldestAgeMs: 31_000, counts: { sent: 37, failed: 41, givenUp: 43 } },
    webhooks: { dispatcher: { figures: { ...figures, ...ended, sending: 0 } } },
    auditLog: { head: { number: 47, sha256: 'ab12' } },
  })
  const text = metricsText(metrics.registry.read({}))
  assert.deepEqual(samples(text, /queue|mails|webhook|audit/).toSorted(), [
    'doorplate_audit_log_entries 47',
    'doorplate_audit_log_head_info{sha256="ab12"} 1',
    'doorplate_mails_total{outcome="failed"} 41',
    'doorplate_mails_total{outcome="given-up"} 43',
    'doorplate_mails_total{outcome="sent"} 37',
    'doorplate_queue_depth{queue="mail"} 29',
    'doorplate_queue_depth{queue="webhooks"} 2',
    'doorplate_queue_oldest_seconds{queue="mail"} 31',
    'doorplate_queue_oldest_seconds{queue="webhooks"} 3',
    'doorplate_webhook_endpoints_ended_total 19',
    'doorplate_webhook_endpoints{state="off"} 17',
    'doorplate_webhook_endpoints{state="on"} 23',
    'doorplate_webhook_events_total{outcome="delivered"} 5',
    'doorplate_webhook_events_total{outcome="dropped"} 11',
    'doorplate_webhook_events_total{outcome="given-up"} 7',
    'doorplate_webhook_failed_attempts_total 13',
  ])
})

test('the mode of the rate limits is the one in use, delay and memory are named, and each release with its size', (t) => {
  const metrics = newMetrics(t)
  const counters: { mode: 'own' | 'shared' | 'alone' } = { mode: 'shared' }
  const release = { release: 'r1', source: 's1', attribution: '', createdAt: '' }
  const releases = [
    { product: 'au' as const, addresses: 12, ...release },
    { product: 'uk' as const, addresses: 34, ...release },
  ]
  metrics.loopDelay.quantileMs = (quantile) => 1000 * quantile
  const memory = { ...process.memoryUsage(), heapUsed: 47, heapTotal: 53 }
  t.mock.method(process, 'memoryUsage', () => memory)
  watchThread(metrics, { counters, meter: { waiting: 3 }, data: { releases: () => releases } })
  const read = () => metricsText(metrics.registry.read({}))
  assert.deepEqual(samples(read(), /_mode|_data_|"meter"|delay|heap/).toSorted(), [
    'doorplate_data_addresses{product="au"} 12',
    'doorplate_data_addresses{product="uk"} 34',
    'doorplate_data_release_info{product="au",release="r1",source="s1"} 1',
    'doorplate_data_release_info{product="uk",release="r1",source="s1"} 1',
    'doorplate_event_loop_delay_seconds{quantile="0.5"} 0.5',
    'doorplate_event_loop_delay_seconds{quantile="0.99"} 0.99',
    'doorplate_event_loop_delay_seconds{quantile="1"} 1',
    'doorplate_queue_depth{queue="meter"} 3',
    'doorplate_rate_limit_mode{mode="alone"} 0',
    'doorplate_rate_limit_mode{mode="own"} 0',
    'doorplate_rate_limit_mode{mode="shared"} 1',
    'nodejs_heap_size_used_bytes 47',
  ])
  counters.mode = 'alone'
  assert.match(read(), /mode="alone"} 1/)
  assert.match(read(), /mode="shared"} 0/)
})

test('a thread that does not answer is left out after half a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { registry } = newMetrics(t)
  registry.queue('meter', () => 7)
  const made = new ThreadMetrics({ registry, channel: 'test of silence', thread: 1, threads: 2 })
  t.after(() => made.close())
  const text = made.text()
  t.mock.timers.tick(500)
  assert.deepEqual(samples(await text, /"meter"/), [
    'doorplate_queue_depth{queue="meter",thread="1"} 7',
  ])
})

test('the time and the memory of the process are those that the system has', (t) => {
  const metrics = newMetrics(t)
  const figures = { waiting: 0, oldestWaitingMs: 0, delivered: 0, failed: 0, dropped: 0 }
  const ended = { failedAttempts: 0, endpointsOn: 0, endpointsOff: 0, endpointsEnded: 0 }
  watchProcess(metrics, {
    mailSender: { queued: 0, oldestAgeMs: 0, counts: { sent: 0, failed: 0, givenUp: 0 } },
    webhooks: { dispatcher: { figures: { ...figures, ...ended, sending: 0 } } },
    auditLog: { head: { number: 47, sha256: 'ab12' } },
  })
  const seconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const before = seconds()
  const text = metricsText(metrics.registry.read({}))
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  assert.ok(value('process_cpu_seconds_total') >= before)
  assert.ok(value('process_cpu_seconds_total') <= seconds())
  assert.ok(value('process_resident_memory_bytes') > process.memoryUsage().heapUsed / 2)
})

test('whichever thread is asked answers for all of them, each under its own number, once the last has answered', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const threads = [0, 1, 2].map((thread) => {
    const { registry } = newMetrics(t)
    registry.queue('meter', () => thread + 10)
    const made = new ThreadMetrics({ registry, channel: 'test of gauges', thread, threads: 3 })
    t.after(() => made.close())
    return made
  })
  for (const asked of threads) {
    assert.deepEqual(samples(await asked.text(), /"meter"/).toSorted(), [
      'doorplate_queue_depth{queue="meter",thread="0"} 10',
      'doorplate_queue_depth{queue="meter",thread="1"} 11',
      'doorplate_queue_depth{queue="meter",thread="2"} 12',
    ])
  }
})
