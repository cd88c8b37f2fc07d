// Price paid data: addresses as Royal Mail would write them, the latest sale of each, in every layout.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openPricePaid, premisesOf } from '../../../src/importers/uk/price-paid.ts'
import { csvLine, Folder, rowsOf } from '../fixtures.ts'

const POSTCODES = 'pcds,lat,long,ctry\nSK1 1AA,53.4102,-2.1612,E92000001\n'

interface Sale {
  readonly id?: string
  readonly date?: string
  readonly postcode?: string
  readonly type?: string
  readonly paon?: string
  readonly saon?: string
  readonly street?: string
  readonly locality?: string
  readonly district?: string
  readonly status?: string
}

const number = (id: number) => `{00000000-0000-0000-0000-${String(id).padStart(12, '0')}}`

/** The bulk layout: no header, PAON before SAON, a status at the end. */
function bulk(sale: Sale): string {
  const { id = number(1), date = '2020-05-01 00:00', postcode = 'SK1 1AA', type = 'T' } = sale
  const { paon = '12', saon = '', street = 'EXAMPLE ROAD', locality = '', status = 'A' } = sale
  const place = [street, locality, 'STOCKPORT', sale.district ?? 'STOCKPORT', 'GREATER MANCHESTER']
  return csvLine([id, '100000', date, postcode, type, 'N', 'F', paon, saon, ...place, 'A', status])
}

async function read(t: TestContext, text: string, postcodes = POSTCODES) {
  const folder = new Folder(t)
  const path = folder.write('pp.csv', text)
  const source = await openPricePaid([path], { postcodes: [folder.write('p.csv', postcodes)] })
  return { rows: await rowsOf(source), report: source.report, source }
}

test('a sale of the bulk file becomes a postal row in mixed case, placed by its postcode', async (t) => {
  const { rows } = await read(
    t,
    `${bulk({ saon: 'FLAT 3', paon: 'OAK COURT, 12 - 14', locality: "ST MARY'S" })}\n`,
  )
  assert.deepEqual(rows, [
    {
      sourceKey: '',
      uprn: '',
      organisation: '',
      department: '',
      poBox: '',
      subBuilding: 'Flat 3',
      buildingName: 'Oak Court',
      buildingNumber: '12-14',
      dependentThoroughfare: '',
      thoroughfare: 'Example Road',
      doubleDependentLocality: '',
      dependentLocality: "St Mary's",
      townOrCity: 'Stockport',
      county: 'Greater Manchester',
      district: 'Stockport',
      country: 'England',
      postcode: 'SK1 1AA',
      residential: true,
      latitude: 53.4102,
      longitude: -2.1612,
    },
  ])
})

const REPORT_HEADER =
  'unique_id,price_paid,deed_date,postcode,property_type,new_build,estate_type,saon,paon,street,' +
  'locality,town,district,county,transaction_category,linked_data_uri'
const REPORT_ROW = csvLine([
  '00000000-0000-0000-0000-000000000001',
  '1',
  '2019-04-11',
  'SK1 1AA',
  'F',
  'N',
  'L',
  'FLAT 8',
  '34',
  'EXAMPLE ROAD',
  '',
  'STOCKPORT',
  'STOCKPORT',
  'GREATER MANCHESTER',
  'A',
  'http://example.com/1',
])

test('in the layout of the report builder the flat comes first, with a header and without', async (t) => {
  for (const text of [`${REPORT_HEADER}\n${REPORT_ROW}\n`, `${REPORT_ROW}\n`]) {
    const { rows } = await read(t, text)
    assert.equal(rows[0].subBuilding, 'Flat 8')
    assert.equal(rows[0].buildingNumber, '34')
  }
})

test('numbers, names and ranges are told apart', () => {
  const cases: [string, string, string][] = [
    ['12', '', '12'],
    ['12a', '', '12A'],
    ['12 - 14', '', '12-14'],
    ['12A - 14B', '', '12A-14B'],
    ['ROSE COTTAGE', 'Rose Cottage', ''],
    ['OAK COURT, 12', 'Oak Court', '12'],
    ['12, OAK COURT', 'Oak Court', '12'],
    ['UNIT 1', 'Unit 1', ''],
    ['', '', ''],
  ]
  for (const [paon, buildingName, buildingNumber] of cases) {
    assert.deepEqual(premisesOf(paon), { buildingName, buildingNumber }, paon)
  }
})

test('of several sales of an address the latest stands, wherever it is in the file', async (t) => {
  const lines = [
    bulk({ id: number(1), date: '2021-01-12 00:00', district: 'NEW DISTRICT' }),
    bulk({ id: number(4), date: '2021-01-11 00:00', district: 'OLDER DISTRICT' }),
    bulk({ id: number(2), date: '1999-01-01 00:00', district: 'OLD DISTRICT' }),
    bulk({ id: number(3), paon: '13' }),
  ]
  const { rows, report } = await read(t, `${lines.join('\n')}\n`)
  assert.deepEqual(
    rows.map((row) => [row.buildingNumber, row.district]),
    [
      ['12', 'New District'],
      ['13', 'Stockport'],
    ],
  )
  assert.deepEqual(report.skippedBy, { superseded: 2 })
})

test('spaces and case make no second address', async (t) => {
  const lines = [bulk({ id: number(1) }), bulk({ id: number(2), street: 'Example  Road' })]
  assert.equal((await read(t, `${lines.join('\n')}\n`)).rows.length, 1)
})

test('a sale that is deleted later leaves the address of an earlier one', async (t) => {
  const lines = [
    bulk({ id: number(1), date: '1999-01-01 00:00', district: 'OLD DISTRICT' }),
    bulk({ id: number(2), date: '2021-01-01 00:00' }),
    bulk({ id: number(3), paon: '99' }),
    bulk({ id: number(2), date: '2021-01-01 00:00', status: 'D' }),
    bulk({ id: number(3), paon: '99', status: 'D' }),
  ]
  const { rows, report } = await read(t, `${lines.join('\n')}\n`)
  assert.deepEqual(
    rows.map((row) => row.district),
    ['Old District'],
  )
  assert.deepEqual(report.skippedBy, { deleted: 4 })
})

test('a sale that is changed later stands as changed', async (t) => {
  const lines = [
    bulk({ id: number(1), paon: '12' }),
    bulk({ id: number(1), paon: '21', status: 'C' }),
  ]
  const { rows } = await read(t, `${lines.join('\n')}\n`)
  assert.deepEqual(
    rows.map((row) => row.buildingNumber),
    ['21'],
  )
})

test('houses and flats are residential, other property is not', async (t) => {
  const lines = ['D', 'S', 'T', 'F', 'O'].map((type, at) =>
    bulk({ id: number(at), type, paon: String(at + 1) }),
  )
  const { rows } = await read(t, `${lines.join('\n')}\n`)
  assert.deepEqual(
    rows.map((row) => row.residential),
    [true, true, true, true, false],
  )
})

test('a new postcode is placed by its sector and counted, an unknown one is left out', async (t) => {
  const good = Array.from({ length: 30 }, (_, at) => bulk({ id: number(at), paon: String(at + 1) }))
  const near = bulk({ id: number(90), postcode: 'SK1 1ZZ' })
  const unknown = bulk({ id: number(91), postcode: 'SK99 1AA' })
  const missing = bulk({ id: number(92), postcode: '', paon: '77' })
  const { rows, report } = await read(t, `${[...good, near, unknown].join('\n')}\n`)
  assert.equal(rows.length, 31)
  assert.equal(report.approximate, 1)
  assert.deepEqual(report.rejectedBy, { 'postcode-unknown': 1 })
  const elsewhere = bulk({ id: number(93), postcode: 'BT1 1AA' })
  const third = await read(t, `${[...good, elsewhere].join('\n')}\n`)
  assert.equal(third.report.unplaced, 1, 'the postcode file has nothing of that area')
  assert.deepEqual([third.rows[30].latitude, third.rows[30].country], [0, 'Northern Ireland'])
  const second = await read(t, `${[...good, missing].join('\n')}\n`)
  assert.deepEqual(second.report.rejectedBy, { 'postcode-missing': 1 })
})

test('the rows can be read again', async (t) => {
  const { rows, source } = await read(t, `${bulk({})}\n`)
  assert.deepEqual(await rowsOf(source), rows)
})

test('what is no price paid file, and one without postcodes, is refused', async (t) => {
  await assert.rejects(read(t, 'a,b\n1,2\n'), /HM Land Registry price paid data .* was expected/)
  const path = new Folder(t).write('pp.csv', bulk({}))
  await assert.rejects(openPricePaid([path], { postcodes: [] }), /needs a postcode file/)
})
