// Metrics as Prometheus reads them: buckets that add up, labels that are escaped, families that come once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Metrics, metricsText } from '../../src/lib/metrics.ts'

test('a value at a bound is within it, and buckets add up to the count', () => {
  const histogram = new Histogram([0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 1, 1.5]) histogram.observe(value)
  const metrics = new Metrics()
  metrics.histogram('x_seconds', 'How long.', [{ labels: { path: '/a' }, histogram }])
  const lines = metricsText(metrics.read()).split('\n')
  assert.deepEqual(
    lines.filter((line) => line.startsWith('x_seconds')),
    [
      'x_seconds_bucket{path="/a",le="0.1"} 2',
      'x_seconds_bucket{path="/a",le="1"} 4',
      'x_seconds_bucket{path="/a",le="+Inf"} 5',
      'x_seconds_sum{path="/a"} 3.15',
      'x_seconds_count{path="/a"} 5',
    ],
  )
})

test('quotes, backslashes and line ends of a label are escaped', () => {
  const metrics = new Metrics()
  metrics.gauge('x', 'One.', () => [{ labels: { name: 'a"b\\c\nd' }, value: 1 }])
  assert.match(metricsText(metrics.read()), /^x\{name="a\\"b\\\\c\\nd"\} 1$/m)
})

test('families of one name become one, with each sample marked by where it is from', () => {
  const threads = ['0', '1'].map((thread) => {
    const metrics = new Metrics()
    metrics.counter('y_total', 'Two.', () => Number(thread) + 5)
    return metrics.read({ thread })
  })
  const text = metricsText(threads.flat())
  assert.equal(text.split('# TYPE y_total counter').length, 2)
  assert.match(text, /^y_total\{thread="0"\} 5\ny_total\{thread="1"\} 6$/m)
  const metrics = new Metrics()
  metrics.gauge('z', '', () => 1)
  assert.throws(() => metrics.gauge('z', '', () => 1), /registered twice/)
})
