// The chart of docs/performance.md: every line that was measured is drawn, and its words are text.
// Covers: bench/load/rates-file.ts

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Line, Rates } from '../../../bench/load/rates-file.ts'
import { testFolder } from '../../search/built.ts'

test('the chart has a line for each store and number of threads in each of its four panels', async () => {
  const file = join(await testFolder(), 'rates.json')
  writeFileSync(file, JSON.stringify(measured()))
  const svg = execFileSync(process.execPath, ['bench/main.ts', 'chart', file], { encoding: 'utf8' })
  assert.equal(svg.match(/<polyline points="[\d., ]+"/g)?.length, 16)
  for (const name of ['Autocomplete, median', 'Get, charged on disk, 99th percentile', '4,000/s']) {
    assert.ok(svg.includes(`>${name}</text>`), name)
  }
  assert.ok(!/NaN|Infinity|undefined/.test(svg))
})

function measured(): Rates {
  const lines: Line[] = []
  for (const store of ['sqlite', 'postgres'] as const) {
    for (const threads of [1, 2]) {
      for (const kind of ['autocomplete', 'get'] as const) {
        const points = [500, 4000].map((per_second, at) => ({
          ...{ per_second, answered: 1, cpu_micros: 30 },
          ...{ median_ms: 0.5 + at, p95_ms: 2 + at, p99_ms: 4 + threads + at, worst_ms: 20 },
        }))
        lines.push({ store, threads, kind, points })
      }
    }
  }
  return { machine: { cores: 2, load: 0.5, node: '26.0.0' }, connections: 256, lines }
}
