// Any delimited file by a column map, with a clear word about every mistake in the map.
// Covers: src/lists/importing/{column-map,national-rows,postal-rows}.ts

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import type { NationalRow } from '../../../src/address/national.ts'
import type { PostalRow } from '../../../src/address/postal.ts'
import { openCsv } from '../../../src/lists/importing/csv.ts'
import { Folder } from '../../importers/fixtures.ts'

const NATIONAL_MAP = {
  address_detail_pid: 'Ref',
  number_first: 'No',
  street_name: 'Street',
  street_type: 'Type',
  locality_name: 'Suburb',
  state: 'State',
  postcode: 'Postcode',
  latitude: 'Lat',
  longitude: 'Lon',
}
const NATIONAL =
  'Ref;No;Street;Type;Suburb;State;Postcode;Lat;Lon\n' +
  'x1;3/12-14;Wattle;St;Exampleton;Victoria;3999;-37.9;145.0\n'
const POSTAL_MAP = { postcode: 'PC', town_or_city: 'Town', thoroughfare: 'Street', number: 'No' }

async function nationalRows(
  t: TestContext,
  text: string,
  columns: unknown,
): Promise<NationalRow[]> {
  const path = new Folder(t).write('a.csv', text)
  const source = await openCsv([path], { product: 'au', columns })
  assert.equal(source.product, 'au')
  const rows: NationalRow[] = []
  if (source.product === 'au') for await (const row of source.rows()) rows.push(row)
  return rows
}

async function postalRows(t: TestContext, text: string, columns: unknown): Promise<PostalRow[]> {
  const path = new Folder(t).write('a.csv', text)
  const source = await openCsv([path], { product: 'uk', columns })
  const rows: PostalRow[] = []
  if (source.product === 'uk') for await (const row of source.rows()) rows.push(row)
  return rows
}

test('an Australian file: numbers are taken apart, states shortened, capitals made', async (t) => {
  const [row] = await nationalRows(t, NATIONAL, NATIONAL_MAP)
  assert.equal(row.addressLabel, 'UNIT 3 12-14 WATTLE ST, EXAMPLETON VIC 3999')
  assert.deepEqual(
    [row.flatType, row.flatNumber, row.numberFirst, row.numberLast, row.state],
    ['UNIT', '3', '12', '14', 'VIC'],
  )
  assert.equal(row.aliasPrincipal, 'P')
  assert.equal(row.cleaningProvenance.number_first, 'split')
  assert.equal(row.cleaningProvenance.state, 'upper-cased, abbreviated')
})

test('columns by number need no header', async (t) => {
  const map = { columns: { postcode: 1, town_or_city: 2, thoroughfare: 3, building_number: 4 } }
  const [row] = await postalRows(t, 'sk11aa,STOCKPORT,EXAMPLE ROAD,12 - 14\n', map)
  assert.equal(row.postcode, 'SK1 1AA')
  assert.equal(row.townOrCity, 'Stockport')
  assert.equal(row.buildingNumber, '12-14')
  assert.equal(row.country, 'England')
  assert.equal(row.residential, true)
})

test('a map from columns to fields works as well as one from fields to columns', async (t) => {
  const turned = Object.fromEntries(Object.entries(NATIONAL_MAP).map(([a, b]) => [b, a]))
  assert.deepEqual(
    await nationalRows(t, NATIONAL, turned),
    await nationalRows(t, NATIONAL, NATIONAL_MAP),
  )
})

test('commas, pipes, semicolons and tabs are detected from the first line', async (t) => {
  for (const delimiter of [',', '|', ';', '\t']) {
    const text = ['PC;Town;Street;No', 'SK1 1AA;STOCKPORT;EXAMPLE ROAD;12', ''].join('\n')
    const rows = await postalRows(t, text.replaceAll(';', delimiter), POSTAL_MAP)
    assert.equal(rows[0].thoroughfare, 'Example Road')
  }
})

test('a British grid point is as good as latitude and longitude', async (t) => {
  const map = { ...POSTAL_MAP, easting: 'E', northing: 'N' }
  const text = 'PC,Town,Street,No,E,N\nSK1 1AA,Stockport,Example Road,12,530624.974,178388.464\n'
  const [row] = await postalRows(t, text, map)
  assert.ok(Math.abs(row.latitude - 51.4893656) < 1e-6)
})

test('rows without coordinates are placed by a postcode file when one is given', async (t) => {
  const folder = new Folder(t)
  const path = folder.write('a.csv', 'PC,Town,Street,No\nSK1 1AA,Stockport,Example Road,12\n')
  const postcodes = [folder.write('p.csv', 'pcds,lat,long\nSK1 1AA,53.4102,-2.1612\n')]
  const source = await openCsv([path], { product: 'uk', columns: POSTAL_MAP, postcodes })
  for await (const row of source.rows()) assert.equal(row.latitude, 53.4102)
  assert.equal(source.report.rows, 1)
})

test('each mistake in the map gets its own sentence', async (t) => {
  const cases: [unknown, RegExp][] = [
    [[], /must be one JSON object/],
    [
      { ...NATIONAL_MAP, colour: 'x' },
      /product au has no field colour; its fields are address, line_1, …, address_detail_pid/,
    ],
    [{ street_name: 'Street' }, /needs a column for locality_name, state/],
    [
      { ...NATIONAL_MAP, lot_number: 0 },
      /lot_number must name a column, or give its number from 1/,
    ],
    [{ ...NATIONAL_MAP, suburb: 'Suburb' }, /the field locality_name is named twice/],
    [{ ...NATIONAL_MAP, lot_number: 'Lot' }, /no column Lot for lot_number; its columns are Ref,/],
    [{ columns: NATIONAL_MAP, delimiter: 'x' }, /delimiter must be/],
  ]
  for (const [map, expected] of cases)
    await assert.rejects(nationalRows(t, NATIONAL, map), expected)
})

test('docs/data.md has every field that a map may name', async (t) => {
  const document = await readFile('docs/data.md', 'utf8')
  for (const product of ['au', 'uk'] as const) {
    const path = new Folder(t).write('a.csv', 'x\n')
    const refusal = openCsv([path], { product, columns: { colour: 'x' } })
    const [, list = ''] = /its fields are (.*)\./.exec(await refusal.then(String, String)) ?? []
    const fields = list.split(', ').filter((field) => field !== '…')
    assert.ok(fields.length > 20, list)
    for (const field of fields) assert.ok(document.includes(`\`${field}\``), field)
  }
})
