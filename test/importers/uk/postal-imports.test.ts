// PAF and AddressBase: each layout becomes rows by Royal Mail's elements.
// Covers: src/importers/uk/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  ADDRESSBASE_COLUMNS,
  type AddressBaseKind,
  openAddressBase,
} from '../../../src/importers/uk/addressbase.ts'
import { openPaf } from '../../../src/importers/uk/paf.ts'
import { csvLine, Folder, rowsOf } from '../fixtures.ts'

const PAF_ROW = [
  'SK11AA',
  'STOCKPORT',
  'LITTLE MOOR',
  '',
  'EXAMPLE ROAD',
  'BACK LANE',
  '12',
  'OAK COURT',
  'FLAT 3',
  '',
  'ACCOUNTS',
  'DJ SMITH LTD',
  '12345678',
  'S',
  'Y',
  '1A',
]

async function readPaf(t: TestContext, ...rows: string[][]) {
  const path = new Folder(t).write('paf.csv', rows.map((row) => `${csvLine(row)}\r\n`).join(''))
  const source = await openPaf([path])
  return { rows: await rowsOf(source), report: source.report }
}

test('the 16 columns of PAF arrive in mixed case under their key', async (t) => {
  const { rows, report } = await readPaf(t, PAF_ROW)
  assert.deepEqual(rows, [
    {
      sourceKey: '12345678',
      uprn: '',
      organisation: 'DJ Smith Ltd',
      department: 'Accounts',
      poBox: '',
      subBuilding: 'Flat 3',
      buildingName: 'Oak Court',
      buildingNumber: '12',
      dependentThoroughfare: 'Back Lane',
      thoroughfare: 'Example Road',
      doubleDependentLocality: '',
      dependentLocality: 'Little Moor',
      townOrCity: 'Stockport',
      county: '',
      district: '',
      country: 'England',
      postcode: 'SK1 1AA',
      residential: false,
      latitude: 0,
      longitude: 0,
    },
  ])
  assert.match(report.notes[0], /no coordinates/)
})

test('an extract of 14 columns has them the other way round, and no key', async (t) => {
  const extract = [
    'DJ SMITH LTD',
    'ACCOUNTS',
    '77',
    'OAK COURT',
    'FLAT 3',
    '12',
    'BACK LANE',
    'EXAMPLE ROAD',
    'UPPER END',
    'LITTLE MOOR',
    'STOCKPORT',
    'SK1 1AA',
    'S',
    '1A',
  ]
  const { rows } = await readPaf(t, extract)
  const { sourceKey, organisation, department, poBox, subBuilding, buildingName } = rows[0]
  assert.deepEqual(
    [sourceKey, organisation, department, poBox, subBuilding, buildingName],
    ['', 'DJ Smith Ltd', 'Accounts', '77', 'Flat 3', 'Oak Court'],
  )
  const { buildingNumber, dependentThoroughfare, thoroughfare, townOrCity, postcode } = rows[0]
  assert.deepEqual(
    [buildingNumber, dependentThoroughfare, thoroughfare, townOrCity, postcode],
    ['12', 'Back Lane', 'Example Road', 'Stockport', 'SK1 1AA'],
  )
  const { doubleDependentLocality, dependentLocality } = rows[0]
  assert.deepEqual([doubleDependentLocality, dependentLocality], ['Upper End', 'Little Moor'])
})

test('an address without organisation, box or large user is a home', async (t) => {
  const home = PAF_ROW.with(11, '').with(10, '')
  const { rows } = await readPaf(t, home, home.with(9, '123'), home.with(13, 'L'))
  assert.deepEqual(
    rows.map((row) => row.residential),
    [true, false, false],
  )
})

test('a PAF folder with a postcode file in it is placed by that file', async (t) => {
  const folder = new Folder(t)
  folder.write('CSV PAF.csv', `${csvLine(PAF_ROW)}\n`)
  folder.write('onspd.csv', 'pcds,lat,long\nSK1 1AA,53.4102,-2.1612\n')
  folder.write('readme.txt', 'Hello\n')
  const source = await openPaf([folder.path])
  const [row] = await rowsOf(source)
  assert.equal(row.latitude, 53.4102)
  assert.match(source.report.notes[0], /readme\.txt is not a PAF file/)
})

test('a Welsh file beside PAF tells the Welsh names of its addresses, and is no rows of its own', async (t) => {
  const folder = new Folder(t)
  const other = PAF_ROW.with(12, '12345679')
  const welsh = PAF_ROW.with(1, 'CAERDYDD').with(4, 'STRYD Y FARCHNAD').with(5, '')
  const others = ['12345680', '12345681', '12345682'].map((udprn) => PAF_ROW.with(12, udprn))
  folder.write(
    'CSV PAF.csv',
    [PAF_ROW, other, ...others].map((row) => `${csvLine(row)}\n`).join(''),
  )
  // Names that differ from those of the first in one part each.
  const welshRows = [
    welsh,
    welsh.with(12, '12345680').with(2, 'Y RHATH'),
    welsh.with(12, '12345681').with(3, 'TREF'),
    welsh.with(12, '12345682').with(5, 'HEOL FACH'),
  ]
  folder.write('CSV PAF Welsh.csv', welshRows.map((row) => `${csvLine(row)}\n`).join(''))
  const rows = await rowsOf(await openPaf([folder.path]))
  const street = ['', 'Stryd Y Farchnad']
  const place = ['', 'Little Moor', 'Caerdydd']
  assert.deepEqual(
    rows.map(({ otherNames }) => otherNames),
    [
      { streets: street, places: place },
      undefined,
      { streets: street, places: ['', 'Y Rhath', 'Caerdydd'] },
      { streets: street, places: ['Tref', 'Little Moor', 'Caerdydd'] },
      { streets: ['Heol Fach', 'Stryd Y Farchnad'], places: place },
    ],
  )
  assert.equal(rows[0].thoroughfare, 'Example Road')
})

test('PAF with columns of Welsh names has them, where a header names them', async (t) => {
  const header =
    'Postcode,Post Town,Thoroughfare,Building Number,UDPRN,Welsh Thoroughfare,Welsh Post Town'
  const lines = [
    'CF10 1BH,CARDIFF,MARKET STREET,8,1,STRYD Y FARCHNAD,CAERDYDD',
    'CF10 1BH,CARDIFF,A ROAD,8,2,,',
  ]
  const path = new Folder(t).write('paf.csv', [header, ...lines, ''].join('\n'))
  const rows = await rowsOf(await openPaf([path]))
  assert.deepEqual(rows[0].otherNames, { streets: ['Stryd Y Farchnad'], places: ['Caerdydd'] })
  assert.equal(rows[1].otherNames, undefined)
})

test('a folder without PAF is refused at once, and the postcodes beside it are not read', async (t) => {
  const folder = new Folder(t)
  folder.write('ONSPD.csv', 'pcds,lat,long\nno postcode,1,1\n')
  folder.write('other.csv', 'a,b\n1,2\n')
  const expected = /holds no PAF file; .* and there is only ONSPD\.csv, other\.csv\.$/
  await assert.rejects(openPaf([folder.path]), expected)
  const postcodes = [folder.write('late.csv', 'no postcode file')]
  const wrong = folder.write('wrong.csv', 'a,b\n')
  await assert.rejects(openPaf([wrong], { postcodes }), /^ImportRefused: wrong\.csv is refused/)
})

test('what is no PAF file is refused, and bad rows are counted by reason', async (t) => {
  await assert.rejects(readPaf(t, ['a', 'b']), /PAF main file .* was expected/)
  const good = Array.from({ length: 60 }, (_, at) => PAF_ROW.with(12, String(at)))
  const bad = [PAF_ROW.with(0, 'NOPE'), PAF_ROW.with(1, ''), PAF_ROW.slice(1)]
  const { report } = await readPaf(t, ...good, ...bad)
  assert.deepEqual(report.rejectedBy, { 'postcode-malformed': 1, 'place-missing': 1, columns: 1 })
})

const UPRN = '100000000001'
const POINT = { latitude: '53.4102000', longitude: '-2.1612000' }

function addressBaseLine(kind: AddressBaseKind, fields: Readonly<Record<string, string>>): string {
  return csvLine(ADDRESSBASE_COLUMNS[kind].map((name) => fields[name] ?? ''))
}

async function readAddressBase(t: TestContext, ...lines: string[]) {
  const source = await openAddressBase([new Folder(t).write('ab.csv', `${lines.join('\n')}\n`)])
  return { rows: await rowsOf(source), report: source.report }
}

const BASIC = {
  uprn: UPRN,
  organisation_name: 'EXAMPLE BAKERY',
  building_name: '19-21',
  thoroughfare: 'EXAMPLE ROAD',
  post_town: 'STOCKPORT',
  dependent_locality: 'LITTLE MOOR',
  postcode: 'SK1 1AA',
  country: 'E',
  class: 'C',
  ...POINT,
}

test('AddressBase, without a header', async (t) => {
  const { rows } = await readAddressBase(t, addressBaseLine('basic', BASIC))
  assert.equal(rows[0].uprn, UPRN)
  assert.equal(rows[0].organisation, 'Example Bakery')
  assert.equal(rows[0].buildingName, '19-21')
  assert.equal(rows[0].dependentLocality, 'Little Moor')
  assert.equal(rows[0].country, 'England')
  assert.equal(rows[0].residential, false)
  assert.equal(rows[0].latitude, 53.4102)
})

const CORE = {
  uprn: UPRN,
  classification_code: 'RD06',
  sub_building: 'FLAT 3',
  building_number: '12',
  street_name: 'EXAMPLE ROAD',
  locality: 'LITTLE MOOR',
  town_name: 'OLDTOWN',
  post_town: 'STOCKPORT',
  postcode: 'SK1 1AA',
  gss_code: 'E08000007',
  ...POINT,
}

test('AddressBase Core, with a header and without', async (t) => {
  const line = addressBaseLine('core', CORE)
  const header = ADDRESSBASE_COLUMNS.core.join(',')
  for (const lines of [[header, line], [line]]) {
    const { rows } = await readAddressBase(t, ...lines)
    assert.equal(rows[0].subBuilding, 'Flat 3')
    assert.equal(rows[0].doubleDependentLocality, 'Little Moor')
    assert.equal(rows[0].dependentLocality, 'Oldtown')
    assert.equal(rows[0].townOrCity, 'Stockport')
    assert.equal(rows[0].residential, true)
    assert.equal(rows[0].country, 'England')
  }
})

const PLUS = {
  uprn: UPRN,
  state: '2',
  class: 'RD04',
  country: 'W',
  building_number: '12',
  thoroughfare: 'EXAMPLE ROAD',
  post_town: 'STOCKPORT',
  postcode: 'SK1 1AA',
  postcode_locator: 'SK1 1AA',
  administrative_area: 'GREATER MANCHESTER',
  addressbase_postal: 'D',
  ...POINT,
}

test('AddressBase Plus: the postal address, or else what the local authority calls it', async (t) => {
  const authority = {
    ...PLUS,
    building_number: '',
    thoroughfare: '',
    post_town: '',
    postcode: '',
    postcode_locator: 'SK1 1AB',
    pao_start_number: '12',
    pao_start_suffix: 'A',
    pao_end_number: '14',
    pao_text: 'OAK COURT',
    sao_text: 'FLAT',
    sao_start_number: '3',
    sao_start_suffix: 'B',
    sao_end_number: '5',
    sao_end_suffix: 'C',
    la_organisation: 'CORNER SHOP',
    locality: 'LITTLE MOOR',
    street_description: 'BACK LANE',
    town_name: 'STOCKPORT',
    latitude: '',
    x_coordinate: '530625.00',
    y_coordinate: '178388.00',
  }
  const plain = { ...authority, pao_start_suffix: '', pao_end_number: '', sao_text: '' }
  const lines = [PLUS, authority, plain].map((fields) => addressBaseLine('plus', fields))
  const { rows } = await readAddressBase(t, ...lines)
  assert.equal(rows[0].county, 'Greater Manchester')
  assert.equal(rows[0].country, 'Wales')
  assert.equal(rows[1].subBuilding, 'Flat 3B-5C')
  assert.equal(rows[1].organisation, 'Corner Shop')
  assert.equal(rows[1].dependentLocality, 'Little Moor')
  assert.equal(rows[1].townOrCity, 'Stockport')
  assert.equal(rows[1].buildingName, 'Oak Court')
  assert.equal(rows[1].buildingNumber, '12A-14')
  assert.equal(rows[1].thoroughfare, 'Back Lane')
  assert.equal(rows[1].postcode, 'SK1 1AB')
  assert.ok(Math.abs(rows[1].latitude - 51.4894) < 0.001)
  assert.ok(Math.abs(rows[1].longitude + 0.1199) < 0.001)
  assert.equal(rows[2].buildingNumber, '12', 'no range')
})

test('AddressBase Plus has the Welsh names of streets and places beside the English ones', async (t) => {
  const welsh = {
    ...PLUS,
    welsh_thoroughfare: 'STRYD FAWR',
    welsh_dependent_locality: 'Y RHATH',
    welsh_post_town: 'CAERDYDD',
  }
  const authority = { ...PLUS, postcode: '', postcode_locator: 'SK1 1AB', town_name: 'CARDIFF' }
  const named = { ...authority, pao_text: 'A', alt_language_street_description: 'HEOL Y BONT' }
  const lines = [welsh, named, PLUS].map((fields) => addressBaseLine('plus', fields))
  const { rows } = await readAddressBase(t, ...lines)
  assert.deepEqual(
    rows.map(({ otherNames }) => otherNames),
    [
      { streets: ['Stryd Fawr'], places: ['Y Rhath', 'Caerdydd'] },
      { streets: ['Heol Y Bont'], places: [] },
      undefined,
    ],
  )
})

test('what is demolished, only planned, deleted or gets no post is passed over and counted', async (t) => {
  const lines = [
    PLUS,
    { ...PLUS, state: '4' },
    { ...PLUS, state: '6' },
    { ...PLUS, change_type: 'D' },
    { ...PLUS, addressbase_postal: 'N' },
  ]
  const { rows, report } = await readAddressBase(
    t,
    ...lines.map((fields) => addressBaseLine('plus', fields)),
  )
  assert.equal(rows.length, 1)
  assert.deepEqual(report.skippedBy, { 'not-standing': 2, deleted: 1, 'not-postal': 1 })
})

test('what is no AddressBase file is refused', async (t) => {
  await assert.rejects(readAddressBase(t, 'uprn,postcode,versiondate'), /NGD for import ngd/)
  await assert.rejects(readAddressBase(t, 'a,b,c'), /OS AddressBase, .* was expected/)
})

test('PAF and AddressBase have the county and the district of their postcode', async (t) => {
  const folder = new Folder(t)
  const codePoint = folder.write(
    'sk.csv',
    '"SK1 1AA",10,389357,390095,"E92000001","","","","E08000007",""\n' +
      '"YO1 7HH",10,460000,452000,"E92000001","","","","E06000014",""\n',
  )
  const york = PAF_ROW.with(0, 'YO17HH').with(1, 'YORK').with(12, '12345679')
  const lines = [PAF_ROW, york].map((row) => `${csvLine(row)}\r\n`).join('')
  const paf = await openPaf([folder.write('paf.csv', lines)], { postcodes: [codePoint] })
  assert.deepEqual(
    (await rowsOf(paf)).map(({ district, county }) => [district, county]),
    // A county that only repeats the town is not written.
    [
      ['Stockport', 'Greater Manchester'],
      ['York', ''],
    ],
  )
})
