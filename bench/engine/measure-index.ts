// Child process: opens an index, says when the first answer was there, then times keystrokes. One JSON object.
// Unchecked: the loops go over the keystrokes and their timings, which are as many, and a check would be timed too.

import { statSync } from 'node:fs'
import { systemClock } from '../../src/lib/clock.ts'
import type { ScoredSearch } from '../../src/quality/release-contents.ts'
import { openIndex } from '../../src/search/open-index.ts'
import { summary } from '../percentiles.ts'
import { keystrokes, type Shape } from './typed-lines.ts'

const PASSES = 3
const WARM_UP = 5_000
const SEED = 20_260_101

const [path = '', targets] = process.argv.slice(2)
const bareRss = process.memoryUsage().rss
const search: ScoredSearch = await openIndex(path)
const first = search.autocomplete({ term: '1 k', top: 6 })
/** Counted from the start of the process. */
const readyMs = process.uptime() * 1000

const strokes = keystrokes(search, Number(targets), SEED)
for (const { term } of strokes.slice(0, WARM_UP)) search.autocomplete({ term, top: 6 })
// The least of three passes over all: another process that took the core is no cost of ours, and between two
// passes everything else was asked, so that the caches of the processor hold no answer ready.
const micros = new Float64Array(strokes.length).fill(Number.POSITIVE_INFINITY)
for (let pass = 0; pass < PASSES; pass += 1) {
  for (let i = 0; i < strokes.length; i += 1) {
    const start = systemClock.monotonicMs()
    search.autocomplete({ term: strokes[i].term, top: 6 })
    micros[i] = Math.min(micros[i], (systemClock.monotonicMs() - start) * 1000)
  }
}
const { release, addresses } = search.release
const bytes = statSync(path).size
const order = Array.from(micros.keys()).sort((a, b) => micros[b] - micros[a])
const shapes: readonly Shape[] = ['one character', 'bare digits', 'number and letters', 'longer']
const rss = process.memoryUsage().rss
process.stdout.write(
  `${JSON.stringify({
    release,
    addresses,
    answered: first.length,
    ready_ms: Math.round(readyMs),
    file_bytes: bytes,
    bytes_per_address: bytes / addresses,
    rss_bytes: rss,
    rss_growth_per_address: (rss - bareRss) / addresses,
    keystrokes: summary(micros),
    by_shape: Object.fromEntries(
      shapes.map((shape) => [shape, summary(micros.filter((_, i) => strokes[i].shape === shape))]),
    ),
    slowest: order
      .slice(0, 8)
      .map((i) => ({ term: strokes[i].term, micros: Math.round(micros[i]) })),
  })}\n`,
)
