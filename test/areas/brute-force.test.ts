// A join of a whole release beside brute force; at full size it is `npm run -s bench -- areas --checked 1000000`.
// Covers: bench/areas/{brute-force,drawn-polygons}.ts, src/areas/join.ts, src/territories/own-areas.ts

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { bruteForce } from '../../bench/areas/brute-force.ts'
import { drawnOver, unitsAt } from '../../bench/areas/drawn-polygons.ts'
import { Layers } from '../../src/areas/layer-folder.ts'
import { PolygonIndex } from '../../src/areas/polygons/polygon-index.ts'
import { buildIndex, openIndex, sourceOfRows, withLayers } from '../../src/engine/engine.ts'
import type { AnySearch } from '../../src/search/address-search.ts'
import { ownAreas } from '../../src/territories/own-areas.ts'
import { newDataDir } from '../support/stores.ts'

const ROWS = 3000
const SIDE = 6
const ABOUT = { from: '', source: 'drawn', attribution: '', addedAt: '2026-01-01T00:00:00.000Z' }

/** Several at each place, as units are, and with as many decimals as G-NAF has. */
function addressAt(row: number) {
  const place = Math.floor(row / 3)
  return {
    addressDetailPid: `GAVIC${row + 1}`,
    numberFirst: String(1 + place),
    flatNumber: String(row % 3),
    streetName: `STREET ${place % 40}`,
    localityName: 'EXAMPLETON',
    longitude: 144 + ((place * 7919) % 99_991) / 1e6 + 0.000_000_05 + (place % 7) / 1e8,
    latitude: -37 - ((place * 104_729) % 99_989) / 1e6 - 0.000_000_05,
  }
}

test('every address is in the area that brute force finds, joined or drawn by an account: in holes, parts and on borders', async (t) => {
  const directory = newDataDir(t)
  const rows = Array.from({ length: ROWS }, (_, row) => addressAt(row))
  const { path } = await buildIndex(sourceOfRows('au', rows), { directory })
  const index = await openIndex(path, 'au')
  const polygons = drawnOver(index.search as AnySearch, SIDE)
  const expected = bruteForce(polygons)
  const areas = Array.from(polygons.area, (number) => ({ code: `Z${number}`, name: '' }))
  const layers = new Layers(join(directory, 'areas'))
  await layers.add({ ...ABOUT, product: 'au', layer: 'zone', by: 'polygon', polygons, areas }, path)
  const { search } = await withLayers(index, layers.directory)
  const own = ownAreas(undefined, [{ name: 'zone', areas, index: new PolygonIndex(polygons) }])
  let inNone = 0
  for (let row = 0; row < ROWS; row++) {
    const point = search.locate(search.at(row).id) ?? assert.fail()
    const number = expected(unitsAt(point.longitude), unitsAt(point.latitude))
    const code = number === 0 ? '' : `Z${number}`
    if (number === 0) inNone += 1
    assert.equal(search.areas?.of(row, ['zone']).zone?.code, code, `joined ${row}`)
    assert.equal(own.of(row, ['zone'], { point: () => point }).zone?.code, code, `drawn ${row}`)
  }
  assert.ok(inNone > 0 && inNone < ROWS / 4, `${inNone}`)
})
