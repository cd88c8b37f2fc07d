// LINZ NZ Addresses: every current row becomes an address as New Zealanders write it, with the postcode of its road.
// Covers: src/importers/nz/*.ts, src/countries/nz.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NATIONAL_TEMPLATES } from '../../../src/address/template.ts'
import { NZ } from '../../../src/countries/nz.ts'
import { openLinz } from '../../../src/importers/nz/linz.ts'
import { ImportRefused } from '../../../src/lib/operator-error.ts'
import { csvLine, Folder, rowsOf } from '../fixtures.ts'

const COLUMNS = [
  ...['address_id', 'road_id', 'full_address_number', 'full_road_name', 'full_address'],
  ...['territorial_authority', 'unit', 'address_number', 'address_number_suffix'],
  ...['address_number_high', 'road_name', 'road_name_type', 'road_name_suffix'],
  ...['suburb_locality', 'town_city', 'address_lifecycle', 'shape_X', 'shape_Y'],
]

type Row = Readonly<Record<string, string>>

const HOUSE: Row = {
  address_id: '900001',
  road_id: '77',
  full_road_name: 'Kauri Road',
  territorial_authority: 'Auckland',
  address_number: '12',
  road_name: 'Kauri',
  road_name_type: 'Road',
  suburb_locality: 'Ponsonby',
  town_city: 'Auckland',
  address_lifecycle: 'Current',
  shape_X: '174.738',
  shape_Y: '-36.852',
}

const ROADS =
  'road_id,postcode,name,locality,city\n' +
  '77,1011,Kauri Road,"Ponsonby,Grey Lynn",Auckland\n' +
  '78,1021,Rata Street,Grey Lynn,Auckland\n' +
  '79,1021,Rimu Street,Grey Lynn,Auckland\n' +
  '80,,Long Road,"Grey Lynn,Western Springs",Auckland\n'

async function read(
  t: TestContext,
  rows: readonly Row[],
  { roads = ROADS, columns = COLUMNS }: { roads?: string; columns?: readonly string[] } = {},
) {
  const folder = new Folder(t)
  const lines = rows.map((row) =>
    csvLine(columns.map((name) => ({ ...HOUSE, ...row })[name] ?? '')),
  )
  const path = folder.write('nz.csv', `\ufeff${[columns.join(','), ...lines].join('\n')}\n`)
  const postcodes = roads === '' ? [] : [folder.write('roads.csv', roads)]
  const source = await openLinz([path], { postcodes })
  return { rows: await rowsOf(source), report: source.report, source }
}

test('a row becomes an address in capitals, with its macrons, its town and its postcode', async (t) => {
  const { rows } = await read(t, [{ full_road_name: 'Kāuri Road', road_name: 'Kāuri' }])
  const [row] = rows
  assert.equal(row?.addressLabel, '12 KĀURI ROAD, PONSONBY, AUCKLAND 1011')
  assert.equal(row?.addressDetailPid, '900001')
  const { streetName, streetType, localityName, townCity, territorialAuthority, state } = row ?? {}
  assert.deepEqual(
    { streetName, streetType, localityName, townCity, territorialAuthority, state },
    {
      streetName: 'KĀURI',
      streetType: 'ROAD',
      localityName: 'PONSONBY',
      townCity: 'AUCKLAND',
      territorialAuthority: 'AUCKLAND',
      state: '',
    },
  )
  assert.deepEqual([row?.longitude, row?.latitude], [174.738, -36.852])
})

for (const [what, fields, label] of [
  ['a unit', { unit: '3' }, '3/12 KAURI ROAD, PONSONBY, AUCKLAND 1011'],
  ['a letter', { address_number_suffix: 'B' }, '12B KAURI ROAD, PONSONBY, AUCKLAND 1011'],
  [
    'a unit of a letter',
    { unit: '7A', address_number_suffix: 'B' },
    '7A/12B KAURI ROAD, PONSONBY, AUCKLAND 1011',
  ],
  ['a range', { address_number_high: '18' }, '12-18 KAURI ROAD, PONSONBY, AUCKLAND 1011'],
  [
    'a town without suburbs',
    { suburb_locality: 'Kaiwaka', town_city: 'Kaiwaka', road_id: '' },
    '12 KAURI ROAD, KAIWAKA',
  ],
  [
    'a locality without a town',
    { suburb_locality: 'Hakaru', town_city: '', road_id: '' },
    '12 KAURI ROAD, HAKARU',
  ],
  [
    'a town without a locality',
    { suburb_locality: '', town_city: 'Otaki', road_id: '' },
    '12 KAURI ROAD, OTAKI',
  ],
  [
    'a direction',
    { full_road_name: 'Kauri Road North', road_name_suffix: 'North' },
    '12 KAURI ROAD NORTH, PONSONBY, AUCKLAND 1011',
  ],
  [
    'a highway',
    { full_road_name: 'State Highway 1', road_name: '1', road_name_type: 'State Highway' },
    '12 STATE HIGHWAY 1, PONSONBY, AUCKLAND 1011',
  ],
  [
    'a type before its name',
    { full_road_name: 'Te Ara Hou', road_name: 'Hou', road_name_type: 'Te Ara' },
    '12 TE ARA HOU, PONSONBY, AUCKLAND 1011',
  ],
] as const) {
  test(`${what} is written as people write it`, async (t) => {
    const { rows } = await read(t, [fields])
    assert.deepEqual(
      rows.map(({ addressLabel }) => addressLabel),
      [label],
    )
  })
}

for (const [what, fields, postcode] of [
  ['its id', { road_id: '77', suburb_locality: 'Elsewhere' }, '1011'],
  [
    'its name and locality',
    { road_id: '', full_road_name: 'Kauri Road', suburb_locality: 'Grey Lynn' },
    '1011',
  ],
  [
    'the other roads of its locality',
    { road_id: '80', full_road_name: 'Long Road', suburb_locality: 'Grey Lynn' },
    '1021',
  ],
  ['nothing where none is known', { road_id: '99', suburb_locality: 'Nowhere' }, ''],
] as const) {
  test(`the postcode of a road is told by ${what}`, async (t) => {
    const { rows } = await read(t, [fields])
    assert.deepEqual(
      rows.map((row) => row.postcode),
      [postcode],
    )
  })
}

test('a postcode of the export itself comes first, and its leading zero is restored', async (t) => {
  const columns = [...COLUMNS, 'postcode']
  const { rows } = await read(t, [{ postcode: '975' }, { postcode: '' }], { columns })
  assert.deepEqual(
    rows.map(({ postcode }) => postcode),
    ['0975', '1011'],
  )
})

test('only addresses that are current are taken', async (t) => {
  const rows = ['Current', 'Proposed', 'Retired', 'current'].map((address_lifecycle, at) => ({
    address_id: String(at + 1),
    address_lifecycle,
  }))
  const { rows: taken, report } = await read(t, rows)
  assert.deepEqual(
    taken.map(({ addressDetailPid }) => addressDetailPid),
    ['1', '4'],
  )
  assert.deepEqual(report.skippedBy, { 'not-standing': 2 })
})

test('the point may be one text, and east of 180 degrees there are islands', async (t) => {
  const columns = ['WKT', ...COLUMNS.filter((name) => !name.startsWith('shape'))]
  const { rows } = await read(t, [{ WKT: 'POINT (-176.56 -43.95)' }], { columns })
  assert.deepEqual(
    rows.map(({ latitude, longitude }) => [latitude, longitude]),
    [[-43.95, -176.56]],
  )
})

for (const [reason, fields] of [
  ['coordinates-missing', { shape_X: '' }],
  ['coordinates-outside', { shape_X: '151.2', shape_Y: '-33.8' }],
  ['coordinates-malformed', { shape_X: 'east' }],
  ['key-missing', { address_id: '' }],
  ['place-missing', { suburb_locality: '', town_city: '' }],
  ['number-impossible', { address_number: 'twelve' }],
  ['control-character', { full_road_name: 'Kauri\u0007 Road' }],
] as const) {
  test(`a row is refused for ${reason}, and the others are taken`, async (t) => {
    const good = Array.from({ length: 30 }, (_, at) => ({ address_id: String(at + 1) }))
    const { rows, report } = await read(t, [...good, fields])
    assert.equal(rows.length, 30)
    assert.deepEqual(report.rejectedBy, { [reason]: 1 })
  })
}

test('places of two names go by each of them, and highways by their short forms', async (t) => {
  const { source } = await read(t, [
    {
      suburb_locality: 'Great Barrier Island (Aotea Island)',
      town_city: 'Great Barrier Island (Aotea Island)',
    },
    { full_road_name: 'State Highway 1', road_name: '1', road_name_type: 'State Highway' },
  ])
  const { localityAliases = [], streetAliases = [] } = source.knowledge ?? {}
  assert.deepEqual(
    localityAliases.map(({ alias }) => alias),
    ['GREAT BARRIER ISLAND', 'AOTEA ISLAND'],
  )
  assert.deepEqual(
    streetAliases.map(({ aliasName }) => aliasName),
    ['SH 1', 'SH1', 'S H 1'],
  )
})

test('a file of another kind is refused in one sentence that says what was expected', async (t) => {
  const folder = new Folder(t)
  const path = folder.write('nz.csv', 'a,b\n1,2\n')
  const source = await openLinz([path])
  await assert.rejects(rowsOf(source), (error) => {
    assert.ok(error instanceof ImportRefused)
    assert.match(error.message, /nz\.csv is refused: LINZ NZ Addresses as CSV .* was expected/)
    return true
  })
  const roads = folder.write('roads.csv', 'name,locality\nA,B\n')
  await assert.rejects(openLinz([path], { postcodes: [roads] }), /a list of roads as CSV/)
  const empty = folder.write('empty.csv', 'name,locality,postcode\nA,B,\n')
  await assert.rejects(openLinz([path], { postcodes: [empty] }), /has no road with a postcode/)
})

test('the fields on the wire are those of the declaration', () => {
  assert.equal(NZ.national.outer, 'town_city')
  assert.ok(NATIONAL_TEMPLATES.town_city.place.fields.includes('town_city'))
  assert.ok('town_city' in NZ.fields && !('state' in NZ.fields))
})
