// Layers of areas joined with a release by key and by polygon, beside brute force; and what they cost a look-up.
// Usage: npm run -s bench -- areas --index FILE.idx [--polygons N] [--checked N]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { KeyAreas, keyReader } from '../src/areas/keys.ts'
import type { LayerSource } from '../src/areas/layer.ts'
import { loadLayer } from '../src/areas/layer-file.ts'
import { Layers } from '../src/areas/layer-folder.ts'
import type { Polygons } from '../src/areas/polygons/polygons.ts'
import { indexOver } from '../src/engine/engine.ts'
import { loadIndex } from '../src/index/file/index-file.ts'
import { OperatorError } from '../src/lib/operator-error.ts'
import type { AnySearch } from '../src/search/address-search.ts'
import { indexPath } from './index-path.ts'

/** Corners on each side of a polygon. */
const SIDE = 25
const UNITS = 1e7
const GETS = 200_000

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      index: { type: 'string' },
      polygons: { type: 'string', default: '10000' },
      checked: { type: 'string', default: '100000' },
    },
  })
  if (values.index === undefined) throw new OperatorError('Say which release: --index FILE.idx.')
  const path = indexPath(values.index)
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
  try {
    await measure(path, folder, Number(values.polygons), Number(values.checked))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(path: string, folder: string, polygons: number, checked: number) {
  const memory = await loadIndex(path)
  const plain: AnySearch = indexOver(memory).search
  const layers = new Layers(folder)
  const drawn = drawnOver(plain, Math.round(Math.sqrt(polygons)))
  const areas = areasOf(drawn.area.length)
  const about = { product: plain.product, from: '', source: '', attribution: '', addedAt: '' }
  const add = async (source: Omit<LayerSource, keyof typeof about>) => {
    await measureLayer(layers, path, { ...about, ...source } as LayerSource)
    return indexOver(memory, await layers.load(plain.product, '', fail)).search
  }
  const zoned = await add({ layer: 'zone', by: 'polygon', polygons: drawn, areas })
  const joined = await add({ layer: 'own', by: 'id', keys: keysOf(zoned), areas })
  check(joined, drawn, checked)
  compareGets(joined)
}

/** By the time of the processor: it is the same however busy the machine is. */
async function measureLayer(layers: Layers, path: string, source: LayerSource): Promise<void> {
  const start = process.cpuUsage()
  const { addresses, ...info } = await layers.add(source, path)
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1e6
  const stored = (await layers.list()).find(({ layer }) => layer === source.layer)
  const loading = performance.now()
  const { buffer } = await loadLayer(stored?.path ?? '')
  print(
    `${info.layer}: ${info.areas} areas by ${info.by}, ${info.joined} of ${addresses} addresses joined and written ` +
      `in ${seconds.toFixed(1)} s of processor time (${((seconds / addresses) * 17e6).toFixed(0)} s for 17 million), ` +
      `${(buffer.byteLength / addresses).toFixed(2)} bytes an address in memory, ` +
      `${((stored?.bytes ?? 0) / addresses).toFixed(2)} on disk, read in ${(performance.now() - loading).toFixed(0)} ms`,
  )
}

function fail(error: Error): never {
  throw error
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function areasOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({ code: `Z${at}`, name: `Zone ${at}` }))
}

/** A key for every address, with the area that its polygon gave it. */
function keysOf(search: AnySearch): KeyAreas {
  const keys = new KeyAreas()
  const keyOf = keyReader('id', search.product, keys)
  for (let row = 0; row < search.release.addresses; row++) {
    const key = keyOf(search.at(row).id)
    const code = search.areas?.of(row, ['zone']).zone?.code ?? ''
    if (key !== undefined && code !== '') keys.add(key, 1 + Number(code.slice(1)))
  }
  return keys
}

/** Cells with about as many addresses each, and wavy borders that neighbours share. */
function drawnOver(search: AnySearch, side: number): Polygons {
  const some = Array.from({ length: 20_000 }, (_, at) => {
    const { id } = search.at(Math.floor((at / 20_000) * search.release.addresses))
    return search.locate(id) ?? { latitude: 0, longitude: 0 }
  })
  const cuts = (values: number[]) => {
    values.sort((a, b) => a - b)
    const at = (part: number) =>
      values[Math.min(values.length - 1, Math.floor(part * values.length))] ?? 0
    return Array.from({ length: side + 1 }, (_, cut) => at(cut / side) * UNITS + cut * 10)
  }
  const xs = cuts(some.map(({ longitude }) => longitude))
  const ys = cuts(some.map(({ latitude }) => latitude))
  const corner = (column: number, row: number): [number, number] => {
    const [x, y] = [between(xs, column), between(ys, row)]
    const bend = Number.isInteger(column) && Number.isInteger(row) ? 0 : 3
    return [Math.round(x + bend * Math.sin(9 * row)), Math.round(y + bend * Math.sin(9 * column))]
  }
  const points: number[] = []
  const rings = [0]
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const steps = Array.from({ length: SIDE }, (_, at) => at / SIDE)
      const ring = [
        ...steps.map((step) => corner(column + step, row)),
        ...steps.map((step) => corner(column + 1, row + step)),
        ...steps.map((step) => corner(column + 1 - step, row + 1)),
        ...steps.map((step) => corner(column, row + 1 - step)),
        corner(column, row),
      ]
      for (const [x, y] of ring) points.push(x, y)
      rings.push(points.length / 2)
    }
  }
  const count = side * side
  return {
    points: Int32Array.from(points),
    rings: Uint32Array.from(rings),
    feature: Uint32Array.from({ length: count }, (_, at) => at),
    area: Uint32Array.from({ length: count }, (_, at) => at + 1),
  }
}

function between(cuts: readonly number[], at: number): number {
  const [from = 0, to = from] = cuts.slice(Math.floor(at))
  return from + (to - from) * (at - Math.floor(at))
}

/** Every edge of every polygon, in whole numbers of any size. */
function bruteForce({ points, rings }: Polygons, x: number, y: number): string {
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    let isInside = false
    const value = (at: number) => points[at] ?? 0
    for (let at = 2 * (rings[ring] ?? 0); at + 2 < 2 * (rings[ring + 1] ?? 0); at += 2) {
      const isUp = value(at + 1) < value(at + 3)
      const [south, north] = isUp ? [at, at + 2] : [at + 2, at]
      if (!(value(south + 1) <= y && y < value(north + 1))) continue
      const across = BigInt(value(north) - value(south)) * BigInt(y - value(south + 1))
      const along = BigInt(x - value(south)) * BigInt(value(north + 1) - value(south + 1))
      if (along < across) isInside = !isInside
    }
    if (isInside) return `Z${ring}`
  }
  return ''
}

function check(search: AnySearch, polygons: Polygons, checked: number): void {
  const { addresses } = search.release
  let wrong = 0
  for (let nth = 0; nth < checked; nth++) {
    const row = Math.floor((nth / checked) * addresses)
    const { id } = search.at(row)
    const { longitude, latitude } = search.locate(id) ?? { longitude: 0, latitude: 0 }
    const areas = search.areas?.of(row, ['zone', 'own'])
    const expected = bruteForce(
      polygons,
      Math.round(longitude * UNITS),
      Math.round(latitude * UNITS),
    )
    if (areas?.zone?.code !== expected || areas.own?.code !== expected) wrong += 1
  }
  print(`${wrong} of ${checked} addresses are in another area than by brute force`)
}

function compareGets(search: AnySearch): void {
  const ids = Array.from(
    { length: GETS },
    (_, nth) => search.at((nth * 7919) % search.release.addresses).id,
  )
  const time = (work: (id: string) => unknown) => {
    const start = performance.now()
    for (const id of ids) work(id)
    return ((performance.now() - start) * 1000) / GETS
  }
  const names = search.areas?.names ?? []
  const withAreas = (id: string) => ({
    ...search.get(id),
    areas: search.areas?.of(search.row(id), names),
  })
  time(withAreas)
  const [plain, all] = [time((id) => search.get(id)), time(withAreas)]
  print(
    `get takes ${plain.toFixed(2)} µs, with ${names.length} layers ${all.toFixed(2)} µs, in the engine alone`,
  )
}
