// The table of formats: every one opens its files, keeps its attribution, and can be told another.
// Covers: src/importers/reading/table.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { IMPORT_FORMATS, type ImportRequest } from '../../src/engine/formats.ts'
import { coreFile, Folder } from '../importers/fixtures.ts'

function format(name: string) {
  const found = IMPORT_FORMATS.find((candidate) => candidate.name === name)
  assert.ok(found !== undefined, name)
  return found
}

const open = (name: string, request: ImportRequest) => format(name).open(request)

function csvRequest(t: TestContext, map: string): ImportRequest {
  const folder = new Folder(t)
  return {
    paths: [folder.write('a.csv', 'PC,Town,Street\nSK1 1AA,Stockport,Example Road\n')],
    product: 'uk',
    columns: folder.write('map.json', map),
  }
}

test('the names of the formats are those of the command line', () => {
  assert.deepEqual(
    IMPORT_FORMATS.map(({ name }) => name),
    [
      'gnaf-core',
      'gnaf',
      'linz',
      'paf',
      'price-paid',
      'addressbase',
      'addressbase-premium',
      'ngd',
      'csv',
    ],
  )
})

test('a release keeps the attribution of its source unless another is given', async (t) => {
  const paths = [new Folder(t).write('core.psv', coreFile(1))]
  assert.match((await open('gnaf-core', { paths })).attribution, /G-NAF © Geoscape Australia/)
  const named = await open('gnaf-core', { paths, attribution: 'Ours' })
  assert.equal(named.attribution, 'Ours')
  assert.equal(named.format, 'gnaf-core')
})

test('the column map of a csv import is read from its file', async (t) => {
  const map = '{"postcode":"PC","town_or_city":"Town","thoroughfare":"Street"}'
  const source = await open('csv', csvRequest(t, map))
  for await (const _ of source.rows());
  assert.equal(source.report.rows, 1)
})

test('a csv import detects product and columns, and takes a written column map', async (t) => {
  const { columns: _, product: __, ...request } = csvRequest(t, '{}')
  const written = { ...request, columns: 'postcode=PC,town_or_city=Town,line_1=3' }
  for (const each of [request, written]) {
    const source = await open('csv', each)
    for await (const _ of source.rows());
    assert.deepEqual([source.product, source.report.rows], ['uk', 1])
  }
})

test('a csv import with a broken map says so', async (t) => {
  const { columns, ...request } = csvRequest(t, '{')
  await assert.rejects(open('csv', { ...request, columns: String(columns) }), /it is not JSON/)
  await assert.rejects(open('csv', { ...request, columns: '/no/map.json' }), /cannot be read/)
  await assert.rejects(open('csv', { ...request, columns: 'colour=PC' }), /no field colour/)
})

test('a price paid import without postcodes says which option is missing', async (t) => {
  const paths = [new Folder(t).write('pp.csv', 'x')]
  await assert.rejects(open('price-paid', { paths }), /--postcodes/)
})

/** What a progress was told, and that it never went back nor beyond its end. */
class Followed {
  readonly calls: string[] = []
  #total = 0
  #read = 0

  begin(label: string, bytes: number): void {
    this.calls.push(`begin ${label}`)
    this.#total = bytes
    this.#read = 0
    assert.ok(bytes > 0, label)
  }

  advance(bytes: number, rows: number): void {
    assert.ok(bytes >= this.#read && bytes <= this.#total, `${bytes} of ${this.#total}`)
    this.#read = bytes
    this.calls.push(`advance ${rows}`)
  }

  end(): void {
    assert.equal(this.#read, this.#total, 'all bytes were read')
    this.calls.push('end')
  }
}

const PLACES = 'pcds,lat,long\nSK1 1AA,53.41,-2.16\n'
const SALE =
  '"{AAAAAAAA-1}","1","2019-04-11 00:00","SK1 1AA","T","N","F","12","","HIGH STREET","","STOCKPORT","STOCKPORT",' +
  '"GREATER MANCHESTER","A","A"\n'
const PAF = 'SK1 1AA,Stockport,,,High Street,,12,,,,,,1001,S,,1A\n'
const MAIL =
  'udprn,versiondate,organisationname,departmentname,subbuildingname,buildingname,buildingnumber,' +
  'dependentthoroughfare,thoroughfare,doubledependentlocality,dependentlocality,posttown,postcode,poboxnumber,' +
  'latitude,longitude,uprn\n1001,2026-09-30,,,,,12,,High Street,,,Stockport,SK1 1AA,,53.41,-2.16,100099900001\n'
const PREMIUM =
  '21,I,1,100099900001,1,2,,,,,53.41,-2.16,1,1110,E,,,,,D,SK1 1AA,0\n' +
  '28,I,2,100099900001,1001,,,,,12,,High Street,,,Stockport,SK1 1AA,S,1A,,,,,,,,,,,\n'
const LIST = 'Address,Postcode\n"12 High Street, Stockport",SK1 1AA\n'

const TOWNS = 'Address,Town,Postcode\n12 High Street,Stockport,SK1 1AA\n'

test('progress is told from the beginning to the end of each reading, of plain and of packed files', async (t) => {
  const folder = new Folder(t)
  const postcodes = [folder.write('places.csv', PLACES)]
  const cases: [string, string, string, string[]][] = [
    ['gnaf-core', 'core.psv', coreFile(3), ['begin gnaf-core', 'advance 3', 'advance 6', 'end']],
    ['paf', 'paf.csv', PAF, [...OF_PLACES, 'begin paf', 'advance 1', 'advance 2', 'end']],
    [
      'price-paid',
      'sales.csv',
      SALE,
      [
        ...OF_PLACES,
        'begin price-paid',
        'begin price-paid, finding the latest sales',
        'advance 1',
        'advance 2',
        'end',
        'begin price-paid',
        'advance 0',
        'advance 1',
        'end',
      ],
    ],
    [
      'csv',
      'list.csv',
      LIST,
      [
        'begin csv, finding the towns',
        'advance 1',
        'advance 2',
        'end',
        ...OF_PLACES,
        'begin csv',
        'advance 1',
        'advance 2',
        'end',
      ],
    ],
  ]
  for (const [name, text, records] of [
    ['ngd', MAIL, 1],
    ['addressbase-premium', PREMIUM, 2],
  ] as const) {
    const reading = [`begin ${name}`, `advance ${records}`, `advance ${2 * records}`, 'end']
    const joining = [`begin ${name}, joining`, 'advance 1', 'end']
    cases.push([name, `${name}.csv`, text, [...OF_PLACES, ...reading, ...joining]])
  }
  const townCalls = [...OF_PLACES, 'begin csv', 'advance 1', 'advance 2', 'end']
  cases.push(['csv', 'towns.csv', TOWNS, townCalls])
  for (const [name, file, text, calls] of cases) {
    const paths = [folder.write(`1${file}`, text), folder.write(`2${file}.gz`, gzipSync(text))]
    const progress = new Followed()
    const source = await open(name, { paths, postcodes, progress })
    for await (const _ of source.rows());
    assert.deepEqual(progress.calls, calls, name)
  }
})

const OF_PLACES = ['begin postcodes', 'advance 1', 'end']

test('a reading may begin again, and counts anew', async (t) => {
  const folder = new Folder(t)
  const paths = [folder.write('core.psv', `${coreFile(3)}bad\n`)]
  const source = await open('gnaf-core', { paths })
  for (const _ of [1, 2]) {
    for await (const _ of source.rows());
    const { rows, rejected, examples } = source.report
    assert.deepEqual([rows, rejected, examples.length], [3, 1, 1])
  }
})

test('each source has its own words of attribution', async (t) => {
  const folder = new Folder(t)
  const postcodes = [folder.write('places.csv', PLACES)]
  const opened = {
    'gnaf-core': await open('gnaf-core', { paths: [folder.write('core.psv', coreFile(1))] }),
    paf: await open('paf', { paths: [folder.write('paf.csv', PAF)] }),
    'price-paid': await open('price-paid', { paths: [folder.write('pp.csv', SALE)], postcodes }),
    ngd: await open('ngd', { paths: [folder.write('mail.csv', MAIL)] }),
    csv: await open('csv', { paths: [folder.write('list.csv', LIST)] }),
  }
  const [crown, royalMail] = [
    'OS data © Crown copyright and database right',
    'Royal Mail data © Royal Mail copyright and database right',
  ]
  assert.deepEqual(
    Object.entries(opened).map(([name, { attribution }]) => [name, attribution]),
    Object.entries({
      'gnaf-core':
        'Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of Australia under ' +
        'the Open Geo-coded National Address File (G-NAF) End User Licence Agreement.',
      paf: `Contains ${royalMail}: the Postcode Address File (PAF) may be used only under a licence from Royal Mail.`,
      'price-paid':
        'Contains HM Land Registry data © Crown copyright and database right. This data is licensed under the Open ' +
        `Government Licence v3.0. Contains ${crown}. Contains ${royalMail}. Contains National Statistics data © ` +
        'Crown copyright and database right.',
      ngd:
        `© Crown copyright and database rights, Ordnance Survey. Contains ${royalMail}. OS NGD Address may be used ` +
        'only under a licence from Ordnance Survey.',
      csv: 'Address data supplied by the operator of this service.',
    }),
  )
})

test('a written column map may name columns by number, with commas, and with spaces around them', async (t) => {
  const paths = [
    new Folder(t).write('a.csv', 'PC,"Town, or city",Street\nSK1 1AA,Stockport,Example Road\n'),
  ]
  const columns = 'postcode = 1,town_or_city=Town, or city, thoroughfare=Street '
  const source = await open('csv', { paths, product: 'uk', columns })
  for await (const row of source.rows()) {
    assert.ok('townOrCity' in row)
    assert.deepEqual(
      [row.postcode, row.townOrCity, row.thoroughfare],
      ['SK1 1AA', 'Stockport', 'Example Road'],
    )
  }
  assert.equal(source.report.rows, 1)
})

test('a column far to the right is named by its number', async (t) => {
  const cells = [...'abcdefghij'].join(',')
  const paths = [new Folder(t).write('a.csv', `${cells},"12 Oak Road, Sutton",SM1 1AA\n`)]
  const source = await open('csv', { paths, product: 'uk', columns: 'address=11,postcode=12' })
  for await (const row of source.rows()) {
    assert.ok('postcode' in row)
    assert.equal(row.postcode, 'SM1 1AA')
  }
  assert.equal(source.report.rows, 1)
})
