// OS NGD Address: feature types are told by their headers, and joined by UPRN.
// Covers: src/importers/uk/{ngd,ngd-features}.ts, src/importers/uk/uprn-join.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { PostalRow } from '../../../src/address/postal.ts'
import { type NgdOptions, openNgd } from '../../../src/importers/uk/ngd.ts'
import { csvLine, Folder, rowsOf, zipOf } from '../fixtures.ts'

type Fields = Readonly<Record<string, string>>

const BUILT: Fields = {
  uprn: '100099900001',
  versiondate: '2026-09-30',
  versionavailabletodate: '',
  description: 'Built Address',
  organisationname: '',
  poboxnumber: '',
  subname: 'FLAT 3',
  name: 'LINDEN COURT',
  number: '12A',
  streetname: 'BACK LANE',
  locality: 'LITTLE MOOR',
  townname: 'OLDTOWN',
  islandname: '',
  postcode: 'SK1 1AA',
  country: 'England',
  alternatelanguagestreetname: '',
  alternatelanguagetownname: '',
  classificationcode: 'RD06',
  buildstatus: 'Built Complete',
  usrn: '20000001',
  lowertierlocalauthoritygsscode: 'E08000007',
  latitude: '53.4100000',
  longitude: '-2.1600000',
}

const MAIL: Fields = {
  udprn: '12345678',
  versiondate: '2026-09-30',
  organisationname: '',
  departmentname: '',
  subbuildingname: 'FLAT 3',
  buildingname: 'LINDEN COURT 12A',
  buildingnumber: '',
  dependentthoroughfare: '',
  thoroughfare: 'EXAMPLE ROAD',
  doubledependentlocality: '',
  dependentlocality: 'LITTLE MOOR',
  posttown: 'STOCKPORT',
  postcode: 'SK1 1AB',
  postcodetype: 'Small',
  welshthoroughfare: '',
  welshposttown: '',
  poboxnumber: '',
  latitude: '53.4200000',
  longitude: '-2.1700000',
  uprn: '100099900001',
  matchedaddressfeaturetype: 'Built Address',
}

const ALTERNATE: Fields = {
  alternateaddressid: '00000000-0000-0000-0000-000000000001',
  uprn: '100099900001',
  featuretypeversiondate: '2026-09-30',
  usrn: '20000001',
  streetname: 'LON GEFN',
  locality: '',
  townname: 'HENDREF',
  islandname: '',
  language: 'CYM',
}

/** A file with the header of its first row. */
function file(...rows: Fields[]): string {
  const names = Object.keys(rows[0] ?? {})
  return [names.join(','), ...rows.map((row) => csvLine(names.map((name) => row[name] ?? '')))]
    .map((line) => `${line}\n`)
    .join('')
}

async function read(t: TestContext, files: Fields, options: NgdOptions = {}) {
  const folder = new Folder(t)
  for (const [name, text] of Object.entries(files)) folder.write(name, text)
  const source = await openNgd([folder.path], { workFolder: folder.path, ...options })
  return { rows: await rowsOf(source), report: source.report }
}

/** What the tests look at most. */
function lineOf(row: PostalRow | undefined): string {
  assert.ok(row !== undefined)
  const { subBuilding, buildingName, buildingNumber, thoroughfare } = row
  const { dependentLocality, townOrCity, postcode } = row
  const parts = [subBuilding, buildingName, buildingNumber, thoroughfare, dependentLocality]
  return [...parts, townOrCity, postcode].filter((part) => part !== '').join(', ')
}

test('a Built Address arrives as the local authority names it, with UPRN, district, country and use', async (t) => {
  const { rows } = await read(t, { 'built.csv': file(BUILT) })
  assert.deepEqual(rows, [
    {
      sourceKey: '',
      uprn: '100099900001',
      organisation: '',
      department: '',
      poBox: '',
      subBuilding: 'Flat 3',
      buildingName: 'Linden Court',
      buildingNumber: '12A',
      dependentThoroughfare: '',
      thoroughfare: 'Back Lane',
      doubleDependentLocality: '',
      dependentLocality: 'Little Moor',
      townOrCity: 'Oldtown',
      county: 'Greater Manchester',
      district: 'Stockport',
      country: 'England',
      postcode: 'SK1 1AA',
      residential: true,
      latitude: 53.41,
      longitude: -2.16,
    },
  ])
})

test('where Royal Mail delivers, its address is shown, and the rest is still that of the Built Address', async (t) => {
  const shop = { ...MAIL, udprn: '2', uprn: '100099900002', organisationname: 'CORNER SHOP' }
  const { rows } = await read(t, {
    'mail.csv': file(MAIL, shop),
    'built.csv': file(BUILT, { ...BUILT, uprn: '100099900002', classificationcode: 'CR08' }),
  })
  assert.deepEqual(
    rows.map((row) => [row.uprn, row.organisation, row.residential, row.district, row.latitude]),
    [
      ['100099900001', '', true, 'Stockport', 53.41],
      ['100099900002', 'Corner Shop', false, 'Stockport', 53.41],
    ],
  )
  assert.equal(
    lineOf(rows[0]),
    'Flat 3, Linden Court 12A, Example Road, Little Moor, Stockport, SK1 1AB',
  )
})

test('an address that Royal Mail alone knows is taken as it is, with or without a UPRN', async (t) => {
  const { rows } = await read(t, {
    'mail.csv': file(
      { ...MAIL, uprn: '' },
      { ...MAIL, udprn: '3', uprn: '100099900003' },
      { ...MAIL, udprn: '4', uprn: '', postcodetype: 'Large' },
    ),
    'built.csv': file({ ...BUILT, uprn: '100099900009' }),
  })
  assert.deepEqual(
    rows.map((row) => [row.uprn, row.sourceKey, row.residential, row.latitude]),
    [
      ['', '12345678', true, 53.42],
      ['', '4', false, 53.42],
      ['100099900003', '', true, 53.42],
      ['100099900009', '', true, 53.41],
    ],
  )
})

test('names in Welsh and Gaelic are other names of the street and of the place', async (t) => {
  const welsh = {
    ...BUILT,
    alternatelanguagestreetname: 'STRYD GEFN',
    alternatelanguagetownname: 'HENDRE',
  }
  const { rows } = await read(t, {
    'a.csv': file(welsh),
    'm.csv': file({ ...MAIL, welshthoroughfare: 'HEOL FAWR', welshposttown: 'TREFNANT' }),
  })
  assert.deepEqual(rows[0]?.otherNames, {
    streets: ['Heol Fawr', 'Stryd Gefn'],
    places: ['Trefnant', 'Hendre'],
  })
})

test('an alternate address gives other names of its street, but not those of another street or place', async (t) => {
  const { rows } = await read(t, {
    'alternates.csv': file(
      ALTERNATE,
      { ...ALTERNATE, streetname: 'OLD LANE', language: 'ENG', townname: 'ELSEWHERE' },
      { ...ALTERNATE, streetname: 'SIDE STREET', usrn: '20000002', language: 'ENG' },
    ),
    'built.csv': file(BUILT),
  })
  assert.deepEqual(rows[0]?.otherNames, { streets: ['Lon Gefn', 'Old Lane'], places: ['Hendref'] })
})

test('files and their rows may come in any order', async (t) => {
  const uprns = ['100099900001', '5000', '6000', '7000']
  const built = uprns.map((uprn, at) => ({ ...BUILT, uprn, number: String(at + 1) }))
  const mail = uprns.slice(1).map((uprn, at) => ({ ...MAIL, uprn, buildingnumber: String(at + 5) }))
  const { rows } = await read(t, { '1.csv': file(...built), '2.csv': file(...mail) })
  const again = await read(t, {
    '1.csv': file(...mail.slice(1).toReversed()),
    '2.csv': file(...built.toReversed()),
    '3.csv': file(...mail.slice(0, 1)),
  })
  assert.equal(rows.length, 4)
  assert.deepEqual(again.rows, rows)
})

test('an alternate address whose own is in no file says nothing', async (t) => {
  const more = [
    { ...ALTERNATE, uprn: '8' },
    { ...ALTERNATE, uprn: '9' },
  ]
  const { rows, report } = await read(t, { 'a.csv': file(...more), 'b.csv': file(BUILT) })
  assert.deepEqual([rows.length, report.rejected], [1, 0])
})

test('of two stages of an address that which stands is taken, in any order', async (t) => {
  const planned = { ...BUILT, buildstatus: 'Prebuild', subname: 'A PLOT' }
  const gone = { ...BUILT, buildstatus: 'Historic', subname: 'A RUIN' }
  const names = async (...stages: Fields[]) => {
    const files = { 'b.csv': file(...stages), 'm.csv': file({ ...MAIL, uprn: '' }) }
    const { rows } = await read(t, files, { preBuild: true, historic: true })
    return rows.slice(1).map(({ subBuilding }) => subBuilding)
  }
  assert.deepEqual(await names(gone, planned, BUILT), ['Flat 3'])
  assert.deepEqual(await names(gone, planned), ['A Plot'])
})

const STAGES = [
  BUILT,
  { ...BUILT, uprn: '2', buildstatus: 'Prebuild', description: 'Prebuild Address' },
  { ...BUILT, uprn: '3', buildstatus: 'Historic', description: 'Historic Address' },
  { ...BUILT, uprn: '4', description: 'Non-Addressable Object' },
  { ...BUILT, uprn: '5', versionavailabletodate: '2026-01-01T00:00:00.000Z' },
]

test('what is not built yet, is gone or gets no post is left out and counted', async (t) => {
  const { rows, report } = await read(t, { 'built.csv': file(...STAGES) })
  assert.deepEqual(
    rows.map(({ uprn }) => uprn),
    ['100099900001'],
  )
  const counts = { 'not-standing': 1, retired: 1, 'not-postal': 1, superseded: 1 }
  assert.deepEqual(report.skippedBy, counts)
})

test('--pre-build and --historic take what is not built yet and what is gone', async (t) => {
  const files = { 'built.csv': file(...STAGES) }
  const uprns = async (options: NgdOptions) => {
    const { rows } = await read(t, files, options)
    return rows.map(({ uprn }) => uprn)
  }
  assert.deepEqual(await uprns({ preBuild: true }), ['100099900001', '2'])
  assert.deepEqual(await uprns({ historic: true }), ['100099900001', '3'])
})

test('a Royal Mail Address of what is not built yet is left out with it', async (t) => {
  const planned = { ...MAIL, uprn: '2', matchedaddressfeaturetype: 'Pre-Build Address' }
  const files = { 'b.csv': file(BUILT), 'm.csv': file(planned) }
  assert.equal((await read(t, files)).rows.length, 1)
  assert.equal((await read(t, files, { preBuild: true })).rows.length, 2)
})

test('what Royal Mail delivers to is an address, though it is called an object', async (t) => {
  const object = { ...BUILT, description: 'Non-Addressable Object' }
  const { rows } = await read(t, { 'b.csv': file(object), 'm.csv': file(MAIL) })
  assert.equal(rows.length, 1)
})

test('a folder of zips, with feature types that say nothing about addresses, is read as delivered', async (t) => {
  const folder = new Folder(t)
  const zip = (name: string, content: string) =>
    folder.write(`${name}.zip`, zipOf([{ name: `${name}.csv`, content }]))
  zip('add_gb_builtaddress', file(BUILT))
  zip('add_gb_royalmailaddress', file(MAIL))
  folder.write('add_gb_streetaddress.csv', 'usrn,versiondate,streettype\n1,2026-09-30,x\n')
  folder.write('add_gb_builtaddress_rltenty.csv', 'relatedentityid,uprn,featuretypeversiondate\n')
  folder.write('readme.txt', 'Hello\n')
  const source = await openNgd([folder.path], { workFolder: folder.path })
  const rows = await rowsOf(source)
  assert.equal(rows[0]?.townOrCity, 'Stockport')
  assert.deepEqual(source.report.notes, [
    'add_gb_builtaddress_rltenty.csv has no addresses of OS NGD and was skipped.',
    'add_gb_streetaddress.csv has no addresses of OS NGD and was skipped.',
    'readme.txt has no addresses of OS NGD and was skipped.',
  ])
})

test('a missing column is named with its file, and another file is refused', async (t) => {
  const { streetname: _, ...noStreet } = BUILT
  const { posttown: __, buildingname: ___, ...noTown } = MAIL
  const refused = (files: Fields, reason: RegExp) => assert.rejects(read(t, files), reason)
  await refused(
    { 'b.csv': file(noStreet) },
    /^ImportRefused: b\.csv is refused: the header of OS NGD Built Address lacks the column streetname\.$/,
  )
  await refused(
    { 'b.csv': file(BUILT), 'm.csv': file(noTown) },
    /m\.csv is refused: .* Royal Mail Address lacks the columns buildingname, posttown\.$/,
  )
  await refused({ 'b.csv': 'UPRN,POSTCODE\n1,SK1 1AA\n' }, /OS NGD Address .* was expected/)
  await refused({ 'a.csv': 'x,y\n', 'b.csv': 'x,y\n' }, /No file has addresses of OS NGD/)
})

test('an address without a town is in its locality, on its island or in its district', async (t) => {
  const bare = { ...BUILT, townname: '', locality: '' }
  const { rows } = await read(t, {
    'b.csv': file(
      { ...BUILT, townname: '' },
      { ...bare, uprn: '2', islandname: 'ISLE OF SKYE' },
      { ...bare, uprn: '3' },
      { ...bare, uprn: '4', townname: 'LITTLE MOOR', locality: 'LITTLE MOOR' },
    ),
  })
  assert.deepEqual(
    rows.map(({ dependentLocality, townOrCity }) => [dependentLocality, townOrCity]),
    [
      ['', 'Little Moor'],
      ['', 'Isle of Skye'],
      ['', 'Stockport'],
      ['', 'Little Moor'],
    ],
  )
})

test('a bad row is named with its file and line, also when it was joined', async (t) => {
  const good = Array.from({ length: 60 }, (_, at) => ({ ...BUILT, uprn: String(at + 10) }))
  const bad = { ...BUILT, postcode: 'SK1', uprn: '7' }
  const noKey = { ...BUILT, uprn: 'x' }
  const built = file(...good, bad, noKey)
  for (const more of [{}, { 'm.csv': file({ ...MAIL, uprn: '11' }) }]) {
    const { rows, report } = await read(t, { 'b.csv': built, ...more })
    assert.equal(rows.length, 60)
    assert.deepEqual(report.rejectedBy, { 'postcode-malformed': 1, 'key-missing': 1 })
    const where = report.examples.map(({ file, line, reason }) => `${file} ${line} ${reason}`)
    assert.deepEqual(where.sort(), ['b.csv 62 postcode-malformed', 'b.csv 63 key-missing'])
  }
})

test('a row that was just short enough to be read, and is too long to be joined, is counted', async (t) => {
  const header =
    'uprn,versiondate,subname,name,number,streetname,locality,townname,postcode,classificationcode,latitude,longitude'
  const row = (uprn: number, name: string) =>
    `${uprn},,,${name},1,BACK LANE,,OLDTOWN,SK1 1AA,RD06,53.41,-2.16`
  const long = row(2, 'x'.repeat(64 * 1024 - row(2, '').length))
  const files = { 'b.csv': `${header}\n${row(1, 'A')}\n${long}\n`, 'm.csv': file(MAIL) }
  const { rows, report } = await read(t, files)
  assert.deepEqual([rows.length, report.rejectedBy], [2, { 'too-long': 1 }])
})

test('a file that is mostly bad is refused, also when it was joined', async (t) => {
  const bad = ['1', '2', '3'].map((uprn) => ({ ...BUILT, uprn, postcode: '' }))
  const files = { 'b.csv': file(BUILT, ...bad), 'm.csv': file(MAIL) }
  await assert.rejects(read(t, files), /3 of the 4 rows read are bad: postcode-missing 3/)
})
