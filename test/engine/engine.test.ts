// The engine as a library: an index of rows and of files, opened and asked, also from another thread.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  buildIndex,
  indexOver,
  openIndex,
  sourceOfFiles,
  sourceOfRows,
} from '../../src/engine/engine.ts'
import { newDataDir } from '../support/stores.ts'

const ROW = { thoroughfare: 'Netherby Road', townOrCity: 'Aberdeen', postcode: 'AB15 9HL' }
const ROWS = ['7', '9', '11'].map((buildingNumber) => ({
  ...ROW,
  buildingNumber,
  latitude: 57.135,
  longitude: -2.165,
}))

test('an index of rows is built, opened and asked in every way', async (t) => {
  const directory = newDataDir(t)
  const { path, addresses } = await buildIndex(sourceOfRows('uk', ROWS), { directory })
  assert.equal(addresses, 3)
  const { search, memory } = await openIndex(path, 'uk')
  const [found] = search.autocomplete({ term: '7 netherby', top: 5 })
  assert.equal(search.get(found.id)?.line_1, '7 Netherby Road')
  const valid = search.validate({ line: '9 Netherby Road, Aberdeen, AB15 9HL', strict: true })
  assert.equal(valid.kind, 'one')
  const near = { latitude: 57.135, longitude: -2.165, radiusKm: 1, top: 5 }
  assert.equal(search.nearest(near).length, 3)
  assert.equal(search.places({ term: 'aber', top: 1 })[0].item.town_or_city, 'Aberdeen')
  assert.equal(indexOver(memory).search.release.addresses, 3)
})

test('an index is built by the named format, and says what was left out', async (t) => {
  const directory = newDataDir(t)
  const file = join(directory, 'addresses.csv')
  const columns = join(directory, 'map.json')
  writeFileSync(file, 'street,number,town,code\nHigh Street,1,Leeds,LS1 4AB\nHigh Street,2,,X\n')
  writeFileSync(
    columns,
    '{"thoroughfare":"street","building_number":"number","town_or_city":"town","postcode":"code"}',
  )
  const source = await sourceOfFiles('csv', { paths: [file], product: 'uk', columns })
  const { addresses } = await buildIndex(source, { directory })
  assert.equal(addresses, 1)
  assert.equal(source.report.rejected, 1)
  for (const format of ['xls', '', 'g', 'price', 'GNAF', 'csv ']) {
    await assert.rejects(sourceOfFiles(format, { paths: [file] }), /there are gnaf-core, /, format)
  }
  await assert.rejects(sourceOfFiles('gnaf', { paths: [file] }), /ADDRESS_DETAIL/)
})

test('an index says when, of what and by whose leave it was made, and a row may leave all else out', async (t) => {
  const directory = newDataDir(t)
  const now = Date.UTC(2020, 1, 29)
  const rows = async function* () {
    yield { addressDetailPid: 'GAACT1', localityName: 'ACTON', latitude: -35.3, longitude: 149.1 }
  }
  const built = await buildIndex(sourceOfRows('au', rows(), 'By us'), { directory, now })
  const { search, match, product } = await openIndex(built.path, 'au')
  const { createdAt, attribution, source, addresses } = search.release
  assert.deepEqual(
    [createdAt, attribution, source, addresses, product],
    ['2020-02-29T00:00:00.000Z', 'By us', 'rows', 1, 'au'],
  )
  assert.equal(search.get('GAACT1')?.locality_name, 'ACTON')
  assert.equal(match('nowhere at all').verdict, 'not-found')
  const today = await buildIndex(sourceOfRows('uk', ROWS), { directory })
  const uk = (await openIndex(today.path, 'uk')).search.release
  assert.equal(uk.attribution, '')
  assert.ok(uk.createdAt > '2026')
})

test('an index is refused where another product is asked for', async (t) => {
  const { path } = await buildIndex(sourceOfRows('uk', ROWS), { directory: newDataDir(t) })
  await assert.rejects(openIndex(path, 'au'), /of the product uk, not of au/)
})
