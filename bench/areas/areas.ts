// Layers of areas joined with a release by key and by polygon, beside brute force; and what they cost a look-up.
// Usage: npm run -s bench -- areas --index FILE.idx [--polygons N] [--checked N] [--gets]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { KeyAreas, type KeyKind, keyReader } from '../../src/areas/keys.ts'
import type { LayerSource } from '../../src/areas/layer.ts'
import { loadLayer } from '../../src/areas/layer-file.ts'
import { Layers } from '../../src/areas/layer-folder.ts'
import { indexOver } from '../../src/engine/engine.ts'
import { loadIndex } from '../../src/index/file/index-file.ts'
import { OperatorError } from '../../src/lib/operator-error.ts'
import type { AnySearch } from '../../src/search/address-search.ts'
import { indexPath } from '../index-path.ts'
import { bruteForce } from './brute-force.ts'
import { drawnOver, unitsAt } from './drawn-polygons.ts'
import { costOfGets } from './gets.ts'

const GETS = 3000
const NUMBERS_OF_LAYERS = [1, 2, 5]
const FEW_AREAS = 12
/** Neighbouring rows are in other areas: two whole numbers without a common factor. */
const STRIDE = 7919

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      index: { type: 'string' },
      polygons: { type: 'string', default: '10000' },
      checked: { type: 'string', default: '100000' },
      gets: { type: 'boolean', default: false },
    },
  })
  if (values.index === undefined) throw new OperatorError('Name the release with --index FILE.idx.')
  const path = indexPath(values.index)
  const folder = mkdtempSync(join(tmpdir(), 'doorplate-bench-'))
  try {
    await measure(path, folder, Number(values.polygons), Number(values.checked), values.gets)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  path: string,
  folder: string,
  polygons: number,
  checked: number,
  hasGets: boolean,
) {
  const memory = await loadIndex(path)
  const plain: AnySearch = indexOver(memory).search
  const layers = new Layers(folder)
  const about = { product: plain.product, from: '', source: '', attribution: '', addedAt: '' }
  const drawn = drawnOver(plain, Math.round(Math.sqrt(polygons)))
  const wide = drawnOver(plain, 5)
  const area = {
    zone: bruteForce(drawn),
    wide: bruteForce(wide),
    own: (row: number) => 1 + ((row * STRIDE) % drawn.area.length),
    post: (postcode: string) => (postcode === '' ? 0 : 1 + (Number.parseInt(postcode, 36) % 997)),
    few: (row: number) => 1 + (row % FEW_AREAS),
  }
  const idsOf = (areaOf: (row: number) => number) =>
    keysOf(plain, 'id', (row) => [plain.at(row).id, areaOf(row)])
  const postcodes = keysOf(plain, 'postcode', (row) => {
    const { postcode } = plain.at(row).item
    return [postcode, area.post(postcode)]
  })
  const sources = [
    { layer: 'zone', by: 'polygon', polygons: drawn, areas: areasOf(drawn.area.length) },
    { layer: 'own', by: 'id', keys: idsOf(area.own), areas: areasOf(drawn.area.length) },
    { layer: 'post', by: 'postcode', keys: postcodes, areas: areasOf(997) },
    { layer: 'wide', by: 'polygon', polygons: wide, areas: areasOf(wide.area.length) },
    { layer: 'few', by: 'id', keys: idsOf(area.few), areas: areasOf(FEW_AREAS) },
  ] as const
  for (const source of sources) await measureLayer(layers, path, { ...about, ...source })
  const search: AnySearch = indexOver(memory, await layers.load(plain.product, '', fail)).search
  const wrong = check(search, checked, (row, x, y) => {
    const postcode = search.at(row).item.postcode
    const numbers = {
      zone: area.zone(x, y),
      own: area.own(row),
      post: area.post(postcode),
      wide: area.wide(x, y),
      few: area.few(row),
    }
    return numbers
  })
  print(wrong)
  if (!hasGets) return
  const ids = Array.from(
    { length: GETS },
    (_, nth) => search.at((nth * STRIDE) % search.release.addresses).id,
  )
  for (const cost of await costOfGets(path, await layers.list(), NUMBERS_OF_LAYERS, ids)) {
    const { layers: count, micros, ratio, from, to } = cost
    print(
      `a get with ${count} layers takes ${micros.toFixed(1)} µs of processor time, ${ratio.toFixed(3)} times one ` +
        `without (half of the rounds ${from.toFixed(3)} to ${to.toFixed(3)})`,
    )
  }
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

function codeOf(number: number): string {
  return number === 0 ? '' : `Z${number}`
}

function areasOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({ code: codeOf(at + 1), name: `Zone ${at}` }))
}

/** A key of each address, and its area. */
function keysOf(
  { product, release }: AnySearch,
  kind: KeyKind,
  keyAndArea: (row: number) => readonly [key: string, area: number],
): KeyAreas {
  const keys = new KeyAreas()
  const keyOf = keyReader(kind, product, keys)
  for (let row = 0; row < release.addresses; row++) {
    const [text, area] = keyAndArea(row)
    const key = keyOf(text)
    if (key !== undefined) keys.add(key, area)
  }
  return keys
}

/** Rows all over the release, each once. */
function check(
  search: AnySearch,
  checked: number,
  expectedAt: (row: number, x: number, y: number) => Readonly<Record<string, number>>,
): string {
  const { addresses } = search.release
  const count = Math.min(checked, addresses)
  const names = search.areas?.names ?? []
  const wrong: Record<string, number> = {}
  const inNone: Record<string, number> = {}
  for (let nth = 0; nth < count; nth++) {
    const row = Math.floor((nth / count) * addresses)
    const { longitude, latitude } = search.locate(search.at(row).id) ?? fail(new Error(`${row}`))
    const expected = expectedAt(row, unitsAt(longitude), unitsAt(latitude))
    const found = search.areas?.of(row, names)
    for (const name of names) {
      const code = codeOf(expected[name] ?? 0)
      if (found?.[name]?.code !== code) wrong[name] = (wrong[name] ?? 0) + 1
      if (code === '') inNone[name] = (inNone[name] ?? 0) + 1
    }
  }
  const of = (counts: Readonly<Record<string, number>>) =>
    names.map((name) => `${name} ${counts[name] ?? 0}`).join(', ')
  return `Of ${count} addresses beside brute force, in another area: ${of(wrong)}; in none: ${of(inNone)}`
}
