// What is counted as it happens: each under its own name, class and status, and times in seconds.
// Covers: src/metrics/service-metrics.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsText } from '../../src/lib/metrics.ts'
import { ServiceMetrics } from '../../src/metrics/service-metrics.ts'

test('every figure stands under its own name, and nothing else is counted', (t) => {
  const metrics = new ServiceMetrics()
  t.after(() => metrics.close())
  const get = { id: 3, path: '/get/{id}', importance: 'metered' } as const
  const health = { id: 0, path: '/health', importance: 'never' } as const
  metrics.answered(get, 200, 2)
  metrics.answered(get, 200, 3)
  metrics.answered(get, 429, 5)
  metrics.answered(health, 200, 7)
  metrics.answered(undefined, 404, 11)
  metrics.shed('free')
  metrics.shed('free')
  metrics.shed('administration')
  metrics.searched(13)
  metrics.committed(17, 19)
  metrics.storeFailed()
  for (let at = 0; at < 3; at += 1) metrics.requestWaits()
  metrics.requestSettled()
  assert.equal(metrics.inFlight, 2)
  const lines = metricsText(metrics.registry.read()).split('\n')
  const shown = lines.filter((line) => /^doorplate/.test(line) && !/_bucket/.test(line))
  assert.deepEqual(shown.toSorted(), [
    'doorplate_commit_lookups_count 1',
    'doorplate_commit_lookups_sum 17',
    'doorplate_commit_seconds_count 1',
    'doorplate_commit_seconds_sum 0.019',
    'doorplate_engine_seconds_count 1',
    'doorplate_engine_seconds_sum 0.013',
    'doorplate_longest_turn_seconds 0',
    'doorplate_request_seconds_count{class="administration"} 0',
    'doorplate_request_seconds_count{class="free"} 0',
    'doorplate_request_seconds_count{class="metered"} 3',
    'doorplate_request_seconds_count{class="other"} 2',
    'doorplate_request_seconds_sum{class="administration"} 0',
    'doorplate_request_seconds_sum{class="free"} 0',
    'doorplate_request_seconds_sum{class="metered"} 0.01',
    'doorplate_request_seconds_sum{class="other"} 0.018',
    'doorplate_requests_in_flight 2',
    'doorplate_requests_total{route="/get/{id}",status="200"} 2',
    'doorplate_requests_total{route="/get/{id}",status="429"} 1',
    'doorplate_requests_total{route="/health",status="200"} 1',
    'doorplate_requests_total{route="none",status="404"} 1',
    'doorplate_shed_total{class="administration"} 1',
    'doorplate_shed_total{class="free"} 2',
    'doorplate_shed_total{class="metered"} 0',
    'doorplate_store_faults_total 1',
  ])
})

test('the buckets of each histogram are those that dashboards know', (t) => {
  const metrics = new ServiceMetrics()
  t.after(() => metrics.close())
  const text = metricsText(metrics.registry.read())
  const bounds = (name: string) =>
    [...text.matchAll(new RegExp(`^doorplate_${name}_bucket\\{.*le="([^"]+)"`, 'gm'))].map(
      ([, bound]) => bound,
    )
  const request = '0.000025 0.00005 0.0001 0.00025 0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1'
  assert.deepEqual(
    bounds('request_seconds').slice(0, 17),
    `${request} 0.25 0.5 1 2.5 +Inf`.split(' '),
  )
  const engine = '0.00001 0.000025 0.00005 0.0001 0.00025 0.0005 0.001 0.0025 0.01 0.05 +Inf'
  assert.deepEqual(bounds('engine_seconds'), engine.split(' '))
  const commit = '0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 +Inf'
  assert.deepEqual(bounds('commit_seconds'), commit.split(' '))
  assert.deepEqual(bounds('commit_lookups'), '1 2 4 8 16 32 64 128 256 +Inf'.split(' '))
})
