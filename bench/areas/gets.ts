// What areas cost a get: the whole request, charged on disk, beside the same requests without areas, in turns.

import { cp, mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { StoredLayer } from '../../src/areas/layer-folder.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { cpuSeconds, type ServiceUnderTest } from '../http/processes.ts'
import { drive } from '../load/closed-loop.ts'
import { withBench } from '../load/with-service.ts'
import { median } from '../percentiles.ts'

const CONNECTIONS = 16
const REQUESTS = 3000
const ROUNDS = 21
const WARM_UP_ROUNDS = 7

interface Cost {
  readonly layers: number
  readonly micros: number
  /** Each round beside its neighbour without areas; the middle half of the rounds lies between these. */
  readonly ratio: number
  readonly from: number
  readonly to: number
}

/** With none, and with each number of the layers. */
export async function costOfGets(
  index: string,
  layers: readonly StoredLayer[],
  numbers: readonly number[],
  ids: readonly string[],
): Promise<readonly Cost[]> {
  return withBench({ index, threads: '1', store: 'sqlite' }, async ({ bench, start }) => {
    const folder = join(bench.dataDir, 'areas')
    await mkdir(folder)
    for (const { path } of layers) await cp(path, join(folder, basename(path)))
    const service = await start()
    const names = layers.map(({ layer }) => layer)
    const optionsOf = (count: number) =>
      count === 0 ? '' : `&areas=${count === names.length ? 'all' : names.slice(0, count)}`
    const kinds = [0, ...numbers].map((count) => ({
      count,
      paths: ids.map((id) => `/get/${id}?api-key=${service.apiKey}${optionsOf(count)}`),
    }))
    const rounds: number[][] = []
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      // The one that begins is another each time.
      const micros = new Array<number>(kinds.length)
      for (const at of kinds.keys()) {
        const kind = (at + round) % kinds.length
        micros[kind] = await oneTurn(service, kinds[kind]?.paths ?? [])
      }
      if (round >= WARM_UP_ROUNDS) rounds.push(micros)
    }
    return kinds.map(({ count }, at) => {
      const ratios = rounds.map((round) => (round[at] ?? 0) / (round[0] ?? 0)).sort((a, b) => a - b)
      const quarter = (part: number) => ratios[Math.floor((part / 4) * (ratios.length - 1))] ?? 0
      const micros = median(rounds.map((round) => round[at] ?? 0))
      return { layers: count, micros, ratio: quarter(2), from: quarter(1), to: quarter(3) }
    })
  })
}

async function oneTurn(service: ServiceUnderTest, paths: readonly string[]): Promise<number> {
  const before = cpuSeconds(service)
  const { statuses } = await drive({
    baseUrl: service.baseUrl,
    paths,
    connections: CONNECTIONS,
    requests: REQUESTS,
    clock: systemClock,
  })
  if (statuses['200'] !== REQUESTS) throw new Error(JSON.stringify(statuses))
  return ((cpuSeconds(service) - before) * 1e6) / REQUESTS
}
