// Child process: opens an index, says when the first answer was there, then times look-ups. Prints one JSON object.
// Unchecked: the loops go over the queries and their timings, which are as many, and a check would be timed too.

import { statSync } from 'node:fs'
import { systemClock } from '../../src/lib/clock.ts'
import { openIndex } from '../../src/search/open-index.ts'
import { Work } from '../../src/search/work.ts'
import { summary } from '../percentiles.ts'
import type { ScoredSearch } from '../quality/release-contents.ts'
import type { EngineFigures, OnceFigures } from './engine-figures.ts'
import { QUERY_KINDS, randomQueries } from './random-queries.ts'
import { keystrokes, type Shape } from './typed-lines.ts'

const WARM_UP = 5_000
const SLOWEST = 8
const SEED = 20_260_101
const WARM_UP_SEED = 7

const [path = '', targets, queries] = process.argv.slice(2)
const bareRss = process.memoryUsage().rss
const search: ScoredSearch = await openIndex(path)
search.autocomplete({ term: '1 k', top: 6 })
/** Counted from the start of the process. */
const readyMs = process.uptime() * 1000

const once = askedOnce()
const inOrder = typedInOrder()
const { product, release, addresses } = search.release
const bytes = statSync(path).size
const rss = process.memoryUsage().rss
const figures: EngineFigures = {
  product,
  release,
  addresses,
  ready_ms: Math.round(readyMs),
  file_bytes: bytes,
  bytes_per_address: bytes / addresses,
  rss_bytes: rss,
  rss_growth_per_address: (rss - bareRss) / addresses,
  once,
  ...inOrder,
}
process.stdout.write(`${JSON.stringify(figures)}\n`)

/** Distinct queries in random order, each once: most have a word that nobody typed before, as most keystrokes do. */
function askedOnce(): OnceFigures {
  const asked = randomQueries(search, Number(queries), SEED)
  for (const { term } of randomQueries(search, Number(queries) >>> 1, WARM_UP_SEED)) {
    search.autocomplete({ term, top: 6 })
  }
  const before = process.cpuUsage()
  const micros = timesOf(asked)
  const all = process.cpuUsage(before)
  const isUndisturbed = (time: number) => !Number.isNaN(time)
  const by_kind = QUERY_KINDS.map((kind) => [
    kind,
    summary(micros.filter((time, i) => asked[i].kind === kind && isUndisturbed(time))),
  ])
  return {
    all: summary(micros.filter(isUndisturbed)),
    // With all threads: the collector of garbage, the compiler, and the measuring itself.
    process_mean: (all.user + all.system) / Math.max(1, asked.length),
    by_kind: Object.fromEntries(by_kind),
    steps: summary(asked.map(({ term }) => stepsOf(term))),
    slowest: slowestOf(micros, asked),
  }
}

function stepsOf(term: string): number {
  const work = new Work()
  search.autocomplete({ term, top: 6, work })
  return work.spent
}

function typedInOrder(): Pick<EngineFigures, 'keystrokes' | 'by_shape' | 'slowest'> {
  const strokes = keystrokes(search, Number(targets), SEED)
  for (const { term } of strokes.slice(0, WARM_UP)) search.autocomplete({ term, top: 6 })
  const micros = timesOf(strokes)
  const shapes: readonly Shape[] = ['one character', 'bare digits', 'number and letters', 'longer']
  return {
    keystrokes: summary(micros.filter((time) => !Number.isNaN(time))),
    by_shape: Object.fromEntries(
      shapes.map((shape) => [
        shape,
        summary(micros.filter((time, i) => strokes[i].shape === shape && !Number.isNaN(time))),
      ]),
    ),
    slowest: slowestOf(micros, strokes),
  }
}

/** NaN where the machine gave the core to another program meanwhile: that is no cost of ours. */
function timesOf(asked: readonly { readonly term: string }[]): Float64Array {
  const micros = new Float64Array(asked.length)
  for (let i = 0; i < asked.length; i += 1) {
    const interrupted = process.resourceUsage().involuntaryContextSwitches
    const start = systemClock.monotonicMs()
    search.autocomplete({ term: asked[i].term, top: 6 })
    const time = (systemClock.monotonicMs() - start) * 1000
    const isAlone = process.resourceUsage().involuntaryContextSwitches === interrupted
    micros[i] = isAlone ? time : Number.NaN
  }
  return micros
}

function slowestOf(micros: Float64Array, asked: readonly { readonly term: string }[]) {
  const order = Array.from(micros.keys())
    .filter((i) => !Number.isNaN(micros[i]))
    .sort((a, b) => micros[b] - micros[a])
  return order
    .slice(0, SLOWEST)
    .map((i) => ({ term: asked[i].term, micros: Math.round(micros[i]) }))
}
