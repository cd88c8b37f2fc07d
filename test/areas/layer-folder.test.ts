// Layers of areas: joined with any release as a brute-force join would, again with the next, and swapped while served.
// Covers: src/areas/*.ts, src/releases/sample-layer.ts

import assert from 'node:assert/strict'
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { Area, Areas } from '../../src/address/area.ts'
import { type AreaFilesRequest, readAreaFiles } from '../../src/areas/area-files.ts'
import { fullName } from '../../src/areas/layer.ts'
import { readGeoJson } from '../../src/areas/polygons/geo-files.ts'
import { areasReader } from '../../src/endpoints/look-ups/areas.ts'
import { buildIndex, indexOver, sourceOfRows, withLayers } from '../../src/engine/engine.ts'
import { unfinishedPath } from '../../src/index/build/build.ts'
import { makeLog } from '../../src/lib/log.ts'
import { type Releases, releasesIn } from '../../src/releases/release-folder.ts'
import { sampleLayer } from '../../src/releases/sample-layer.ts'
import { Data } from '../../src/releases/served-data.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { runs } from '../support/runs.ts'
import { newDataDir } from '../support/stores.ts'

const NO_AREA: Area = { code: '', name: '' }
const POSTCODES = { au: ['0800', '3121', '3122'], uk: ['SK1 1AA', 'SK1 1AB', 'M1 1AA'] }
const MESH_BLOCKS = ['20000010000', '20000020000', '']

interface Chosen {
  readonly number: number
  readonly street: number
  readonly postcode: number
  readonly block: number
  readonly x: number
  readonly y: number
}

const chosen: fc.Arbitrary<Chosen> = fc.record({
  number: fc.nat(200),
  street: fc.nat(3),
  postcode: fc.nat(2),
  block: fc.nat(2),
  x: fc.integer({ min: -4, max: 4 }),
  y: fc.integer({ min: -4, max: 4 }),
})

/** What is joined by, as a file would write it. */
const KEYS = {
  au: {
    postcode: ({ postcode }: Chosen) => String(Number(POSTCODES.au[postcode])),
    'mesh-block': ({ block }: Chosen) => MESH_BLOCKS[block] ?? '',
    id: ({ number }: Chosen) => (number % 3 === 0 ? `GANT_${number}` : `GAVIC${number}`),
  },
  uk: {
    postcode: ({ postcode }: Chosen) =>
      (POSTCODES.uk[postcode] ?? '').replace(' ', '').toLowerCase(),
    uprn: ({ number }: Chosen) => String(10_000_000_000 * (number % 2) + number + 1),
    id: ({ number }: Chosen) => `uprn-${10_000_000_000 * (number % 2) + number + 1}`,
  },
} as const

function sourceOf(product: 'au' | 'uk', rows: readonly Chosen[]) {
  const point = ({ x, y }: Chosen) => ({ longitude: 144 + x / 1e7, latitude: -37 + y / 1e7 })
  if (product === 'au') {
    return sourceOfRows(
      'au',
      rows.map((row) => ({
        addressDetailPid: KEYS.au.id(row),
        numberFirst: String(row.number + 1),
        streetName: `STREET ${row.street}`,
        localityName: 'EXAMPLETON',
        state: 'VIC',
        postcode: POSTCODES.au[row.postcode] ?? '',
        mbCode: MESH_BLOCKS[row.block] ?? '',
        // One is far from its street, where the columns do not reach.
        ...(row.number === 7 ? { longitude: 115, latitude: -32 } : point(row)),
      })),
    )
  }
  return sourceOfRows(
    'uk',
    rows.map((row) => ({
      uprn: KEYS.uk.uprn(row),
      buildingNumber: String(row.number + 1),
      thoroughfare: `Street ${row.street}`,
      townOrCity: 'Stockport',
      postcode: POSTCODES.uk[row.postcode] ?? '',
      ...point(row),
    })),
  )
}

async function useRows(
  releases: Releases,
  product: 'au' | 'uk',
  rows: readonly Chosen[],
  now: number,
) {
  const { directory } = releases
  const { release } = await buildIndex(sourceOf(product, rows), { directory, now })
  await releases.use(release)
  return release
}

const ABOUT = {
  from: '',
  source: 'areas.csv',
  attribution: 'Ours.',
  addedAt: '2026-01-01T00:00:00.000Z',
}

async function addTable(
  releases: Releases,
  text: string,
  asked: Pick<AreaFilesRequest, 'product' | 'layer'> &
    Partial<AreaFilesRequest> & { from?: string },
) {
  const file = join(releases.directory, 'table.csv')
  writeFileSync(file, text)
  const { from = '', ...request } = asked
  const none = { by: undefined, code: undefined, name: undefined, names: undefined }
  const { notes: _, ...read } = await readAreaFiles([file], { ...none, ...request })
  rmSync(file)
  const { product, layer } = asked
  const release = releases.pathOf(await releases.requireInUse(product))
  return releases.layers.add({ ...ABOUT, product, layer, from, ...read }, release)
}

function dataOf(dataDir: string, now = '2026-01-01T00:00:00Z') {
  const said: string[] = []
  const clock = new ManualClock(now)
  const data = new Data(
    dataDir,
    clock,
    makeLog(
      'info',
      () => clock.now(),
      (line) => said.push(line),
    ),
  )
  return { data, clock, said }
}

async function served(dataDir: string): Promise<Data> {
  const { data } = dataOf(dataDir)
  await data.ensure(() => {})
  return data
}

/** Without the threads of a service. */
async function opened(releases: Releases, product: 'au' | 'uk'): Promise<Pick<Data, 'searches'>> {
  const { memory } = await releases.loadInUse(product)
  const layers = await releases.layers.load(product, '2026-01-01', assert.fail)
  return { searches: { [product]: indexOver(memory, layers).search } }
}

function areasOf(
  data: Pick<Data, 'searches'>,
  product: 'au' | 'uk',
  id: string,
  asked = 'all',
): Areas {
  const search = data.searches[product]
  const names = search?.areas?.named(asked) ?? []
  return search?.areas?.of(search.row(id), names) ?? {}
}

for (const product of ['au', 'uk'] as const) {
  test(`any table joins any release of ${product}, and the next one, as row by row comparison would`, async (t) => {
    const some = fc.uniqueArray(chosen, {
      minLength: 1,
      maxLength: 40,
      selector: ({ number }) => number,
    })
    const kinds = Object.entries<(row: Chosen) => string>(KEYS[product])
    await fc.assert(
      fc.asyncProperty(
        some,
        some,
        fc.array(fc.nat(7), { maxLength: 30 }),
        async (rows, next, codes) => {
          const releases = releasesIn(newDataDir(t))
          await useRows(releases, product, rows, 0)
          const tables = kinds.map(([kind, keyOf]) => {
            const keys = [...new Set([...rows, ...next].map(keyOf))].filter((key) => key !== '')
            const pairs = codes
              .slice(0, keys.length)
              .map((code, at) => [keys[at], `C${code}`] as const)
            return { kind, keyOf, areas: new Map(pairs) }
          })
          const used = tables.filter(({ keyOf, areas }) =>
            rows.some((row) => areas.has(keyOf(row))),
          )
          for (const { kind, areas } of used) {
            const column = kind === 'id' ? 'id' : kind === 'mesh-block' ? 'MB_CODE_2021' : kind
            const lines = [...areas].map(([key, code]) => `${key},${code},Name of ${code}\n`)
            await addTable(releases, `${column},code,name\n${lines.join('')}`, {
              product,
              layer: kind,
            })
          }
          for (const held of [rows, next]) {
            if (held === next) {
              await releases.joinLayers(await useRows(releases, product, held, 86_400_000))
            }
            const data = await opened(releases, product)
            for (const row of held) {
              const areas = areasOf(data, product, KEYS[product].id(row))
              for (const { kind, keyOf, areas: table } of used) {
                const code = table.get(keyOf(row))
                const expected = code === undefined ? NO_AREA : { code, name: `Name of ${code}` }
                assert.deepEqual(areas[kind], expected, `${kind} ${JSON.stringify(row)}`)
              }
            }
            for (const { layer, joined, addresses } of await releases.layers.of(product)) {
              const { keyOf, areas: table } =
                used.find(({ kind }) => kind === layer) ?? assert.fail()
              assert.equal(joined, held.filter((row) => table.has(keyOf(row))).length)
              assert.equal(addresses, held.length)
            }
          }
        },
      ),
      { numRuns: runs(4) },
    )
  })
}

const ROWS: readonly Chosen[] = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => ({
  number,
  street: number % 2,
  postcode: number % 3,
  block: 0,
  x: number - 3,
  y: 0,
}))

async function withRows(t: TestContext, product: 'au' | 'uk' = 'uk') {
  const dataDir = newDataDir(t)
  const releases = releasesIn(dataDir)
  await useRows(releases, product, ROWS, 0)
  return { dataDir, releases }
}

const COUNCILS =
  'postcode,code,name\nSK1 1AA,E1,Stockport\nSK1 1AB,E1,Stockport\nM1 1AA,E2,Manchester\n'

test('a layer is added, replaced and removed in a running service, which reads nothing twice', async (t) => {
  const { dataDir, releases } = await withRows(t)
  const { data, said } = dataOf(dataDir)
  await data.ensure(() => {})
  const before = data.searches.uk
  assert.deepEqual(areasOf(data, 'uk', 'uprn-1'), {})
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  await data.refresh()
  assert.deepEqual(areasOf(data, 'uk', 'uprn-1'), { council: { code: 'E1', name: 'Stockport' } })
  assert.equal(
    data.searches.uk?.autocomplete,
    before?.autocomplete,
    'the index is not opened again',
  )
  const taken = data.indexes()[0]
  await data.refresh()
  assert.equal(data.indexes()[0], taken)
  await addTable(releases, 'postcode,code\nSK1 1AA,X\n', { product: 'uk', layer: 'council' })
  await data.refresh()
  assert.deepEqual(areasOf(data, 'uk', 'uprn-1'), { council: { code: 'X', name: '' } })
  assert.deepEqual(areasOf(data, 'uk', 'uprn-10000000002'), { council: NO_AREA })
  await releases.layers.remove('uk', 'council')
  await data.refresh()
  assert.deepEqual(areasOf(data, 'uk', 'uprn-1'), {})
  assert.equal(said.filter((line) => line.includes('areas in use')).length, 3)
})

test('two nodes on one folder take a layer, and join it again at once with the next release', async (t) => {
  const { dataDir, releases } = await withRows(t)
  const nodes = [dataOf(dataDir), dataOf(dataDir)]
  for (const { data } of nodes) await data.ensure(() => {})
  const held = () => nodes.map(({ data }) => areasOf(data, 'uk', 'uprn-1').council?.code)
  const refresh = () => Promise.all(nodes.map(({ data }) => data.refresh()))
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  await refresh()
  assert.deepEqual(held(), ['E1', 'E1'])
  await useRows(releases, 'uk', ROWS.slice(0, 3), 1)
  await refresh()
  assert.deepEqual(held(), ['E1', 'E1'])
  assert.deepEqual(
    nodes.flatMap(({ said }) => said.filter((line) => line.includes('refused'))),
    [],
  )
})

test('other threads of the process take the layers with the index that they have', async (t) => {
  const { dataDir, releases } = await withRows(t)
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  const data = await served(dataDir)
  const { data: other } = dataOf(dataDir)
  for (const memory of data.memory()) other.take(memory)
  const inProgram = await withLayers(await releases.loadInUse('uk'), releases.layers.directory)
  const { areas, row } = inProgram.search
  assert.equal(areas?.of(row('uprn-1'), ['council']).council?.code, 'E1')
  assert.deepEqual(areasOf(other, 'uk', 'uprn-1'), { council: { code: 'E1', name: 'Stockport' } })
})

test('what a killed process left half written is no layer, and is removed by the next one', async (t) => {
  const { releases } = await withRows(t)
  const { directory } = releases.layers
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  const left = unfinishedPath(directory, 'uk_layer', 0)
  writeFileSync(left, 'half')
  utimesSync(left, 0, 0)
  assert.deepEqual((await releases.layers.of('uk')).map(fullName), ['council'])
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  assert.deepEqual(readdirSync(directory), ['uk.council.areas'])
})

test('a damaged layer is left out and named in the log; look-ups and other layers go on', async (t) => {
  const { dataDir, releases } = await withRows(t)
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  writeFileSync(join(releases.layers.directory, 'uk.ward.areas'), 'x'.repeat(1000))
  const { data, said } = dataOf(dataDir)
  await data.ensure(() => {})
  assert.deepEqual(Object.keys(areasOf(data, 'uk', 'uprn-1')), ['council'])
  assert.match(
    said.join(),
    /areas refused.*uk\.ward\.areas cannot be used: it is not a layer of areas/,
  )
})

test('of two vintages the one that holds today is meant, from its day on; each can be asked for', async (t) => {
  const { dataDir, releases } = await withRows(t)
  for (const [from, code] of [
    ['2025-05-01', 'OLD'],
    ['2026-05-01', 'NEW'],
  ] as const) {
    await addTable(releases, `postcode,code\nSK1 1AA,${code}\n`, {
      product: 'uk',
      layer: 'ward',
      from,
    })
  }
  const { data, clock } = dataOf(dataDir, '2026-04-30T12:00:00Z')
  await data.ensure(() => {})
  const codes = () => {
    const asked = areasOf(data, 'uk', 'uprn-1', 'ward,ward@2025-05-01, ward@2026-05-01,ward')
    return Object.values(asked).map(({ code }) => code)
  }
  assert.deepEqual(codes(), ['OLD', 'OLD', 'NEW'])
  assert.deepEqual(Object.keys(areasOf(data, 'uk', 'uprn-1')), ['ward'])
  clock.advance(86_400_000)
  await data.refresh()
  assert.deepEqual(codes(), ['NEW', 'OLD', 'NEW'])
})

test('an area is chosen by code or name, in any case, and completed by the start of its name', async (t) => {
  const { dataDir, releases } = await withRows(t)
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  const data = await served(dataDir)
  const { areas } = data.searches.uk ?? {}
  const work = { spent: 0 }
  const rows = (council: string[]) => {
    const selection = areas?.select({ council }, work)
    const start = [0, 1, 2, 3, 4, 5].filter((street) => selection?.allowsStreet(street) ?? false)
    return selection && { streets: [...(selection.streets ?? [])], start }
  }
  assert.deepEqual(rows(['e2']), rows(['manchester']))
  assert.deepEqual(rows(['E2'])?.streets, rows(['E2'])?.start)
  assert.deepEqual(rows(['E2', 'STOCKPORT', 'e1'])?.streets, [0, 1, 2, 3, 4, 5])
  const ofFew = work.spent
  rows(new Array(100).fill('E1'))
  assert.ok(work.spent - ofFew > 10 * ofFew, 'a hundred areas are paid for')
  const search = data.searches.uk ?? assert.fail()
  const [asked, before] = [areasReader(search, 'all', work), work.spent]
  assert.deepEqual(asked('uprn-1'), { areas: { council: { code: 'E1', name: 'Stockport' } } })
  assert.ok(work.spent > before, 'an answer pays for each layer')
  assert.equal(rows(['E3']), undefined)
  assert.equal(areas?.select({ none: ['E1'] }), undefined)
  assert.deepEqual(areas?.complete('st', ['council'], 5), ['Stockport'])
  assert.deepEqual(areas?.complete('', ['council'], 5), [])
})

test('an address that lies far from its street is joined where it lies', async (t) => {
  const { dataDir, releases } = await withRows(t, 'au')
  const ring = [
    [114.9, -32.1],
    [115.1, -32.1],
    [115.1, -31.9],
    [114.9, -31.9],
    [114.9, -32.1],
  ]
  const geometry = { type: 'Polygon', coordinates: [ring] }
  const feature = { type: 'Feature', properties: { code: 'W', name: 'West' }, geometry }
  const asked = { layer: 'zone', code: undefined, name: undefined, skipsBad: false }
  const { notes: _, ...read } = readGeoJson(
    Buffer.from(JSON.stringify(feature)),
    'zones.json',
    asked,
  )
  const release = releases.pathOf(await releases.requireInUse('au'))
  const info = await releases.layers.add(
    { ...ABOUT, product: 'au', layer: 'zone', ...read },
    release,
  )
  assert.equal(info.joined, 1)
  const data = await served(dataDir)
  assert.deepEqual(areasOf(data, 'au', 'GAVIC7'), { zone: { code: 'W', name: 'West' } })
})

test('the made-up layer of the sample goes when real addresses come, and no other', async (t) => {
  const { releases } = await withRows(t)
  const release = releases.pathOf(await releases.requireInUse('uk'))
  const layer = await sampleLayer('uk', ABOUT.addedAt)
  assert.deepEqual(
    layer.areas.find(({ code }) => code === 'Z-AB'),
    { code: 'Z-AB', name: 'Aberdeen zone' },
  )
  await releases.layers.add(layer, release)
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council', code: 'code' })
  const next = await useRows(
    releases,
    'uk',
    [{ number: 1, street: 0, postcode: 0, block: 0, x: 0, y: 0 }],
    1,
  )
  await releases.joinLayers(next)
  const left = await releases.layers.of('uk')
  assert.deepEqual(
    left.map((one) => [one.layer, one.release]),
    [['council', next]],
  )
})

test('a layer that no address is in replaces none', async (t) => {
  const { releases } = await withRows(t)
  await addTable(releases, COUNCILS, { product: 'uk', layer: 'council' })
  const elsewhere = 'postcode,code\nZZ1 1ZZ,X\n'
  await assert.rejects(addTable(releases, elsewhere, { product: 'uk', layer: 'council' }), {
    message:
      'No address of uk is in an area of areas.csv, so nothing was changed. Is it of another country, or joined by ' +
      'another key?',
  })
  assert.equal((await releases.layers.of('uk'))[0]?.joined, ROWS.length)
})

test('a layer that cannot be joined, a bad name and one layer too many are refused in a sentence', async (t) => {
  const { releases } = await withRows(t)
  const table = 'MB_CODE_2021,code\n20000010000,A\n'
  await assert.rejects(addTable(releases, table, { product: 'uk', layer: 'sa1' }), {
    message: 'The addresses of uk have no mesh blocks; join the layer by another key.',
  })
  for (const layer of ['all', 'Ward', '../x', 'a'.repeat(41)]) {
    await assert.rejects(
      addTable(releases, COUNCILS, { product: 'uk', layer, code: 'code' }),
      /cannot be called/,
    )
  }
  await assert.rejects(releases.layers.remove('uk', 'ward'), {
    message: 'uk has no layer "ward". Its layers: none.',
  })
})
