// A list of any shape: how it is written, which column is what, and each address taken apart as search reads it.
// Covers: src/lists/importing/**, src/lists/*.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { NationalRow } from '../../../src/address/national.ts'
import type { PostalRow } from '../../../src/address/postal.ts'
import { ImportRefused } from '../../../src/lib/operator-error.ts'
import { openCsv } from '../../../src/lists/importing/csv.ts'
import { previewList, previewText } from '../../../src/lists/importing/preview.ts'
import { Folder, zipOf } from '../../importers/fixtures.ts'
import { builtNational, builtPostal } from '../../search/built.ts'

type Content = string | Uint8Array

async function opened(t: TestContext, content: Content, options: object = {}) {
  return openCsv([new Folder(t).write('list.csv', content)], options)
}

async function postal(t: TestContext, content: Content, options: object = {}) {
  const source = await opened(t, content, options)
  assert.equal(source.product, 'uk')
  const rows: PostalRow[] = []
  if (source.product === 'uk') for await (const row of source.rows()) rows.push(row)
  return { rows, report: source.report, source }
}

async function national(t: TestContext, content: Content) {
  const source = await opened(t, content)
  assert.equal(source.product, 'au')
  const rows: NationalRow[] = []
  if (source.product === 'au') for await (const row of source.rows()) rows.push(row)
  return { rows, report: source.report, source }
}

/** Sub-building, name, number, street, locality, town, county, postcode. */
function parts(row: PostalRow | undefined): string {
  if (row === undefined) return ''
  return [
    row.organisation,
    row.subBuilding,
    row.buildingName,
    row.buildingNumber,
    row.thoroughfare,
    row.dependentLocality,
    row.townOrCity,
    row.county,
    row.postcode,
  ].join('|')
}

const COUNCIL_TAX = `Council Tax bands at 1 April 2026,,
,,
Full Property Address,Band,UPRN
"263 OKAPI GREEN LANE, SUTTON, SM1 2HB",D,000058700001
"FLAT 2, 263 OKAPI GREEN LANE, SUTTON, SURREY, SM1 2HB",B,58700002
"FLAT 3 ROSE COURT, 12 - 14 HIGH ST, SUTTON, SM1 1AA",A,58700003
"ROSE COTTAGE, MILL LANE, CARSHALTON, SM5 2JY",F,58700004
"1ST FLOOR FLAT, 9A THE BROADWAY, CHEAM, SUTTON, SM3 8AY, UK",C,58700005
15 HIGH STREET SUTTON SM1 1AB,C,58700006
"THE OLD FORGE, SM5 2JZ",G,5.87E+07
,,
`

test('a council tax list with one address column below a title', async (t) => {
  const { rows, report } = await postal(t, COUNCIL_TAX)
  assert.deepEqual(rows.map(parts), [
    '|||263|Okapi Green Lane||Sutton||SM1 2HB',
    '|Flat 2||263|Okapi Green Lane||Sutton|Surrey|SM1 2HB',
    '|Flat 3|Rose Court|12-14|HIGH STREET||Sutton||SM1 1AA'.replace('HIGH STREET', 'High Street'),
    '||Rose Cottage||Mill Lane||Carshalton||SM5 2JY',
    '|1st Floor Flat||9A|The Broadway|Cheam|Sutton||SM3 8AY',
    '|||15|High Street||Sutton||SM1 1AB',
    '||The Old Forge||||Carshalton||SM5 2JZ',
  ])
  assert.deepEqual(
    rows.map((row) => row.uprn),
    ['58700001', '58700002', '58700003', '58700004', '58700005', '58700006', ''],
  )
  assert.deepEqual(report.skippedBy, { blank: 1 })
  assert.equal(report.rejected, 0)
  assert.equal(report.unsplit, 1)
  assert.deepEqual(report.unsplitExamples, ['THE OLD FORGE, SM5 2JZ'])
})

test('what was in one column is found as people type it', async (t) => {
  const { source } = await postal(t, COUNCIL_TAX)
  assert.ok(source.product === 'uk')
  const search = await builtPostal(source)
  const found = (term: string) => search.autocomplete({ term, top: 1 })[0]?.item.uprn
  assert.equal(found('263 okapi green lane, sutton'), '58700001')
  assert.equal(found('flat 2 263 okapi green ln'), '58700002')
  assert.equal(found('3/12-14 high street'), '58700003')
  assert.equal(found('rose cottage carshalton'), '58700004')
  assert.equal(found('58700005'), '58700005')
})

const REGISTER =
  '\ufeffLicence no;Premises name;Premises address 1;Premises address 2;Premises address 3;' +
  'Premises postcode;Licence holder address 1;Easting;Northing\r\n' +
  'P1;The Crown;15 High Street;Sutton;Surrey;sm11aa;1 Elsewhere Road;525800;164200\r\n' +
  'P2;Café Noir;Unit 4;The Arcade, 20-22 High Street;Sutton;SM1 1AB;;525800;164200\r\n' +
  'P3;Oak Inn;Oak Road;Carshalton;;SM5 2JY;;527800;164500\r\n'

test('a licensing register with lines, as a spreadsheet exports it', async (t) => {
  const { rows } = await postal(t, REGISTER)
  assert.deepEqual(rows.map(parts), [
    'The Crown|||15|High Street||Sutton|Surrey|SM1 1AA',
    'Café Noir|Unit 4|The Arcade|20-22|High Street||Sutton||SM1 1AB',
    'Oak Inn||||Oak Road||Carshalton||SM5 2JY',
  ])
  assert.ok(rows.every((row) => row.latitude > 51.3 && row.latitude < 51.4))
})

test('a preview shows the map, the columns left out and the rows, and how to say it otherwise', async (t) => {
  const path = new Folder(t).write('register.csv', REGISTER)
  const preview = await previewList([path], {})
  assert.deepEqual(preview.columns, {
    organisation: 'Premises name',
    line_1: 'Premises address 1',
    line_2: 'Premises address 2',
    line_3: 'Premises address 3',
    postcode: 'Premises postcode',
    easting: 'Easting',
    northing: 'Northing',
  })
  const unused = preview.table.filter(({ readAs }) => readAs === '').map(({ name }) => name)
  assert.deepEqual(unused, ['Licence no', 'Licence holder address 1'])
  assert.equal(preview.examples.length, 3)
  assert.equal(preview.isUnplaced, false)
  const text = previewText(preview, 'register.csv', 'import')
  assert.match(text, /product uk, utf-8, columns separated by semicolons, header in line 1/)
  assert.match(text, /1\. organisation: The Crown \| building_number: 15 \| thoroughfare: High St/)
  assert.match(text, /--columns 'organisation=Premises name,line_1=Premises address 1,/)
})

test('a number in front is that of the house, unless its name says that it is that of the row', async (t) => {
  const rows = '1,Oak Road,Sutton,SM1 1AA\n2,Rose Cottage,Sutton,SM1 1AA\n'
  const columnsOf = async (name: string) => {
    const path = new Folder(t).write('a.csv', `${name},Where,Town,PC\n${rows}`)
    return (await previewList([path], { product: 'uk' })).columns
  }
  assert.equal((await columnsOf('Nmbr')).line_1, 'Nmbr')
  for (const name of ['Id', 'Customer ref', 'CUSTOMER_KEY', 'Record no']) {
    assert.equal((await columnsOf(name)).line_1, 'Where', name)
  }
})

test('a preview says what cannot be used, and that no row says where it is', async (t) => {
  const path = new Folder(t).write(
    'a.csv',
    'Address\n"1 Oak Road, Sutton, SM1 1AA"\n"2 Oak Road, Sutton"\n',
  )
  const preview = await previewList([path], { product: 'uk' })
  assert.equal(preview.isUnplaced, true)
  const text = previewText(preview, 'a.csv', 'import')
  assert.match(text, /Cannot be used:\n {2}line 3, postcode-missing: "2 Oak Road, Sutton"/)
  assert.match(text, /add --postcodes/)
})

test('Windows-1252 and both kinds of UTF-16 read as the same list in UTF-8', async (t) => {
  const text = 'Address\tTown\tPostcode\r\n12 Café Road\tSutton\tSM1 1AA\r\n'
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  const contents = [
    Buffer.from(text),
    Buffer.from(text, 'latin1'),
    little,
    Buffer.from(little).swap16(),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
  ]
  for (const content of contents) {
    const { rows } = await postal(t, content)
    assert.deepEqual(rows.map(parts), ['|||12|Café Road||Sutton||SM1 1AA'])
  }
})

test('lines of whole addresses without header or quotes are one column, whatever commas they have', async (t) => {
  const list =
    '1 High Street, Sutton, SM1 1AA\n' +
    'Flat 2, 3 High Street, Cheam, Sutton, Surrey, SM1 1AB\n' +
    '5 Oak Rd, Sutton SM1 1AD\n'
  const { rows } = await postal(t, list)
  assert.deepEqual(rows.map(parts), [
    '|||1|High Street||Sutton||SM1 1AA',
    '|Flat 2||3|High Street|Cheam|Sutton|Surrey|SM1 1AB',
    '|||5|Oak Road||Sutton||SM1 1AD',
  ])
})

test('lines that end with a carriage return alone are lines', async (t) => {
  const { rows } = await postal(t, 'Address,Postcode\r"1 Oak Road, Sutton",SM1 1AA\r')
  assert.deepEqual(rows.map(parts), ['|||1|Oak Road||Sutton||SM1 1AA'])
})

test('columns without a header are lines, and the postcode is known by its look', async (t) => {
  const row = (house: number) =>
    `${house},Okapi Road,Sutton,Surrey,SM1 1AA,http://x.example/${house}\n`
  const { rows } = await postal(t, row(1) + row(2) + row(3))
  assert.deepEqual(parts(rows[1]), '|||2|Okapi Road||Sutton|Surrey|SM1 1AA')
})

test('line ends inside a cell divide an address as commas do', async (t) => {
  const { rows } = await postal(t, 'Ref,Address\n1,"Flat 1\n12 Okapi Road\nSutton\nSM1 1AA"\n')
  assert.deepEqual(rows.map(parts), ['|Flat 1||12|Okapi Road||Sutton||SM1 1AA'])
})

test('addresses without any comma are divided where streets end and by the towns that other rows name', async (t) => {
  const { rows } = await postal(
    t,
    'Address\n263 OKAPI GREEN LANE SUTTON SURREY SM1 2HB\n5 LONDON ROAD ST ALBANS AL1 1LN\n' +
      '7 OAK ROAD THORNTON HEATH CR7 8AA\n9 ELM ROAD THORNTON HEATH CR7 8AA\n' +
      '3 BROADMEAD THORNTON HEATH CR7 8AB\n',
  )
  assert.deepEqual(rows.map(parts), [
    '|||263|Okapi Green Lane||Sutton|Surrey|SM1 2HB',
    '|||5|London Road||St Albans||AL1 1LN',
    '|||7|Oak Road||Thornton Heath||CR7 8AA',
    '|||9|Elm Road||Thornton Heath||CR7 8AA',
    '|||3|Broadmead||Thornton Heath||CR7 8AB',
  ])
})

test('a house number in the column of streets is a number, and a text after = is that of every row', async (t) => {
  const list = 'Street,PC\n263 OKAPI GREEN LANE,SM1 2HB\n'
  const columns = { thoroughfare: 'Street', postcode: 'PC', town_or_city: '=Sutton' }
  const { rows } = await postal(t, list, { product: 'uk', columns })
  assert.deepEqual(rows.map(parts), ['|||263|Okapi Green Lane||Sutton||SM1 2HB'])
})

test('house names in the column of numbers are names, and a street without addresses is reported', async (t) => {
  const list =
    'SAON,PAON,Street,Town,Postcode\n' +
    'FLAT 2,12 - 14,OAK ROAD,SUTTON,SM1 1AA\n' +
    ',ROSE COTTAGE,OAK ROAD,SUTTON,SM1 1AA\n' +
    ',,ELM ROAD,SUTTON,SM1 1AA\n'
  const { rows, report } = await postal(t, list)
  assert.deepEqual(rows.map(parts), [
    '|Flat 2||12-14|Oak Road||Sutton||SM1 1AA',
    '||Rose Cottage||Oak Road||Sutton||SM1 1AA',
    '||||Elm Road||Sutton||SM1 1AA',
  ])
  assert.deepEqual(report.unsplitExamples, ['Elm Road'])
})

const AUSTRALIAN =
  'Name,Address,Lat,Lon\n' +
  'A,"Unit 5, 1 Okapi St, Fitzroy VIC 3065",-37.8,144.97\n' +
  'B,6/1 Okapi Street Fitzroy VIC 3065,-37.8,144.97\n' +
  'C,"Level 2, 12-18 Okapi Hwy North, Exampleton NSW 2999",-33.8,150.1\n' +
  'D,"Lot 7 Okapi Track, Exampleton, New South Wales, 2999, Australia",,\n'

test('an Australian list in one column gets labels, keys of its own and its place where it says it', async (t) => {
  const { rows, report, source } = await national(t, AUSTRALIAN)
  assert.deepEqual(
    rows.map((row) => row.addressLabel),
    [
      'UNIT 5 1 OKAPI ST, FITZROY VIC 3065',
      '6 1 OKAPI STREET, FITZROY VIC 3065',
      'LEVEL 2 12-18 OKAPI HWY NORTH, EXAMPLETON NSW 2999',
      'LOT 7 OKAPI TRACK, EXAMPLETON NSW 2999',
    ],
  )
  assert.equal(report.unplaced, 1)
  assert.equal(new Set(rows.map((row) => row.addressDetailPid)).size, 4)
  assert.ok(source.product === 'au')
  const search = await builtNational(source)
  const [found] = search.autocomplete({ term: '6/1 okapi st fitzroy', top: 1 })
  assert.equal(found?.id, rows[1]?.addressDetailPid)
})

test('a file that is not a list of addresses is refused in one sentence that says what to do', async (t) => {
  const cases: [Content, RegExp, object?][] = [
    ['', /has no row that can be read/],
    [Buffer.from([1, 0, 0, 0, 0, 7, 0, 9]), /not a text file/],
    ['Address,Postcode\n', /has a header and no row that can be read/],
    ['<!DOCTYPE html><html>404</html>\n', /is a web page/],
    ['[{"address": 1}]', /is JSON/],
    [zipOf([{ name: 'xl/workbook.xml', content: '<x/>' }]), /is a spreadsheet; save its sheet/],
    [
      zipOf([
        { name: 'a.pdf', content: '%PDF' },
        { name: 'b.doc', content: 'x' },
      ]),
      /no data file/,
    ],
    [
      'Colour,Size\nred,1\nblue,2\n',
      /shows no UK postcodes, Australian states or towns of New Zealand/,
    ],
    [
      'Colour,Size\nred,1\nblue,2\n',
      /no column that looks like an address; its first row is: Colour, Size\./,
      { product: 'uk' },
    ],
    [
      `Address\n${'x'.repeat(100_000)}\n`,
      /a header and no row that can be read/,
      { product: 'uk' },
    ],
    [`Address\n"1 Oak Road, SM1 1AA\n`, /no row that can be read/],
    [
      'Address\n1 Oak Road SM1 1AA\n',
      /no column Full Address for address; its columns are Address/,
      {
        product: 'uk',
        columns: { address: 'Full Address' },
      },
    ],
  ]
  for (const [content, message, options] of cases) {
    const reading = async () => {
      const source = await opened(t, content, options)
      for await (const _ of source.rows());
    }
    await assert.rejects(reading, (error) => {
      assert.ok(error instanceof ImportRefused, String(error))
      assert.match(error.message, message)
      return true
    })
  }
})

test('a zip with a list in it is read as the list, and ragged rows are counted and left out', async (t) => {
  const good = Array.from({ length: 40 }, (_, at) => `${at + 1} Oak Road,Sutton,SM1 1AA\n`).join('')
  const list = `Address,Town,Postcode\n${good}5 Oak Road,Sutton\n6 Oak Road,Sutton,SM1 1AA,x,y\n`
  const { rows, report } = await postal(t, zipOf([{ name: 'list.csv', content: list }]))
  assert.equal(rows.length, 40)
  assert.deepEqual(report.rejectedBy, { columns: 2 })
})

test('a street in the column of names is that of an address without one', async (t) => {
  const { rows } = await postal(
    t,
    `organisation,address,postcode
25 Okapi Street,"Upper Okapi, Newbridge, NEWPORT",NP11 4AA
26-30 Okapi Parade,GREAT YARMOUTH,NR30 2AA
2 Mill Court,"310 Okapi Lane, LONDON",N11 3AA
99 Bond Street,"Okapi Road, LONDON",N11 3AB
Okapi Arcade,"46 /48 Okapi Parade, GREAT YARMOUTH",NR30 2AA
`,
  )
  assert.deepEqual(rows.map(parts), [
    '|||25|Okapi Street|Newbridge|Newport||NP11 4AA',
    '|||26-30|Okapi Parade||Great Yarmouth||NR30 2AA',
    '2 Mill Court|||310|Okapi Lane||London||N11 3AA',
    '99 Bond Street||||Okapi Road||London||N11 3AB',
    'Okapi Arcade|||46-48|Okapi Parade||Great Yarmouth||NR30 2AA',
  ])
})

test('who is there is not read again in the first line, and a number in the name is no flat', async (t) => {
  const { rows } = await postal(
    t,
    `Business name,Address line 1,Address line 2,Address line 3,Postcode
500 Okapi Grill,500 Okapi Grill,Flat 4,"2 Mill Road, LONDON",N11 3AA
1251,1251,107 Okapi Street,LONDON,N11 3AB
12 Okapi Street,12 Okapi Street,LONDON,,N11 3AD
`,
  )
  assert.deepEqual(rows.map(parts), [
    '500 Okapi Grill|Flat 4||2|Mill Road||London||N11 3AA',
    '1251|||107|Okapi Street||London||N11 3AB',
    '|||12|Okapi Street||London||N11 3AD',
  ])
})
