// Where postcodes are: ONSPD, NSPL and Code-Point Open, told apart by what is in them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { metresBetween } from '../../../src/address/geo.ts'
import { openPostcodes } from '../../../src/importers/uk/postcode-files.ts'
import { postcodeKey } from '../../../src/importers/uk/postcodes.ts'
import { csvLine, Folder, zipOf } from '../fixtures.ts'

const ONSPD =
  'pcd,pcd2,pcds,dointr,doterm,oseast1m,osnrth1m,ctry,lat,long\n' +
  '"SK1 1AA","SK1  1AA","SK1 1AA","198001","","389300","390400","E92000001",53.4102,-2.1612\n' +
  '"BT1 1AA","BT1  1AA","BT1 1AA","198001","","333800","374200","N92000002",54.5990,-5.9300\n' +
  '"ZZ1 1AA","ZZ1  1AA","ZZ1 1AA","198001","","","","L93000001",99.999999,0.000000\n'

/** Lambeth: a point that Ordnance Survey publishes in both systems. */
const CODE_POINT =
  '"SE1 7AA",10,530625,178388,"E92000001","","","","",""\n"NP167AA",10,353000,193000,"W92000004","","","","",""\n'

test('ONSPD and NSPL give latitude, longitude and country, for Northern Ireland too', async (t) => {
  const postcodes = await openPostcodes([new Folder(t).write('onspd.csv', ONSPD)])
  assert.equal(postcodes.size, 2)
  assert.deepEqual(postcodes.find('BT1 1AA'), {
    latitude: 54.599,
    longitude: -5.93,
    country: 'Northern Ireland',
    county: '',
    district: '',
    isApproximate: false,
  })
})

test('Code-Point Open is turned from the grid into latitude and longitude to a metre', async (t) => {
  const postcodes = await openPostcodes([new Folder(t).write('se.csv', CODE_POINT)])
  const place = postcodes.find('SE1 7AA')
  assert.ok(place !== undefined)
  assert.ok(metresBetween(place, { latitude: 51.4893656495, longitude: -0.1199255718 }) < 1)
  assert.equal(place.country, 'England')
  assert.equal(postcodes.find('NP16 7AA')?.country, 'Wales')
})

test('older releases of Code-Point Open, of 19 columns, have the same places', async (t) => {
  const old = ['SE1 7AA', '10', ...Array(8).fill('0'), '530625', '178388', 'E92000001']
  const line = csvLine([...old, 'E1', 'E2', 'E3', 'E09000022', 'E5', 'S'])
  assert.equal(line.split(',').length, 19)
  const postcodes = await openPostcodes([new Folder(t).write('se.csv', `${line}\n`)])
  const place = postcodes.find('SE1 7AA')
  assert.ok(place !== undefined)
  assert.ok(metresBetween(place, { latitude: 51.4893656495, longitude: -0.1199255718 }) < 1)
  assert.equal(place.country, 'England')
  assert.equal(place.district, 'Lambeth')
})

test('a folder or a zip of area files is read, and its descriptions are passed over', async (t) => {
  const folder = new Folder(t)
  folder.write('Data/CSV/se.csv', CODE_POINT)
  folder.write('Data/CSV/sk.csv.gz', gzipSync('"SK1 1AA",10,389300,390400,"E92000001",,,,,\n'))
  folder.write('Doc/Code-Point_Open_Column_Headers.csv', 'PC,PQ,EA,NO,CY,RH,LH,CC,DC,WC\n')
  const fromFolder = await openPostcodes([folder.path])
  assert.equal(fromFolder.size, 3)
  assert.match(fromFolder.report.notes[0], /Column_Headers\.csv is not a postcode file/)
  const zip = zipOf([
    { name: 'Doc/licence.txt', content: 'words\n' },
    { name: 'Data/CSV/se.csv', content: CODE_POINT },
  ])
  assert.equal((await openPostcodes([folder.write('codepo.zip', zip)])).size, 2)
})

test('county and district come from the code of the district, of each kind of file', async (t) => {
  const folder = new Folder(t)
  const onspd =
    'pcds,oscty,oslaua,ctry,lat,long\n' +
    '"SK1 1AA","E99999999","E08000007","E92000001",53.41,-2.16\n' +
    '"CB1 1AA","E10000003","E07000008","E92000001",52.2,0.13\n' +
    '"EH1 1AA","S99999999","S12000036","S92000003",55.95,-3.19\n' +
    '"IM1 1AA","M99999999","M99999999","M83000003",54.15,-4.48\n'
  const codePoint =
    '"NG161AA",10,446000,344000,"E92000001","E19","E18","E10000024","E07000172","E05"\n'
  const files = [folder.write('onspd.csv', onspd), folder.write('ng.csv', codePoint)]
  const postcodes = await openPostcodes(files)
  const regions = ['SK1 1AA', 'CB1 1AA', 'EH1 1AA', 'IM1 1AA', 'NG16 1AA'].map((postcode) => {
    const place = postcodes.find(postcode)
    return [place?.district, place?.county]
  })
  assert.deepEqual(regions, [
    ['Stockport', 'Greater Manchester'],
    ['Cambridge', 'Cambridgeshire'],
    ['City of Edinburgh', 'City of Edinburgh'],
    ['', ''],
    ['Broxtowe', 'Nottinghamshire'],
  ])
})

test('a postcode newer than the file is put in the middle of its sector, and says so', async (t) => {
  const rows = [
    ['SK1 1AA', '53.40', '-2.10'],
    ['SK1 1AB', '53.42', '-2.12'],
    ['SK1 9AA', '53.60', '-2.60'],
  ]
  const text = rows.map(([pcds, lat, long]) => csvLine([pcds, lat, long])).join('\n')
  const path = new Folder(t).write('p.csv', `pcds,lat,long\n${text}\n`)
  const postcodes = await openPostcodes([path])
  assert.deepEqual(postcodes.find('SK1 1ZZ'), {
    latitude: 53.41,
    longitude: -2.11,
    country: '',
    county: '',
    district: '',
    isApproximate: true,
  })
  const outcode = postcodes.find('SK1 5AA')
  assert.equal(outcode?.isApproximate, true)
  assert.equal(postcodes.find('SK10 1AA'), undefined, 'SK10 is another outcode')
  assert.equal(postcodes.find('no postcode'), undefined)
})

test('of a postcode that is given twice the later place counts', async (t) => {
  const text = 'pcds,lat,long\nSK1 1AA,53.1,-2.1\nSK1 1AA,53.2,-2.2\n'
  const postcodes = await openPostcodes([new Folder(t).write('p.csv', text)])
  assert.equal(postcodes.size, 1)
  assert.equal(postcodes.find('SK1 1AA')?.latitude, 53.2)
})

test('what is no postcode file is refused, naming what was expected', async (t) => {
  const path = new Folder(t).write('p.csv', 'name,age\nx,1\n')
  await assert.rejects(openPostcodes([path]), /ONSPD, NSPL or Code-Point Open/)
})

test('places outside the country are counted as bad', async (t) => {
  const good = Array.from({ length: 40 }, (_, at) => `SK${at + 1} 1AA,53.1,-2.1`)
  const text = ['pcds,lat,long', ...good, 'SK1 1AB,-2.1,53.1', 'NOPE,53.1,-2.1'].join('\n')
  const postcodes = await openPostcodes([new Folder(t).write('p.csv', `${text}\n`)])
  assert.deepEqual(postcodes.report.rejectedBy, {
    'coordinates-outside': 1,
    'postcode-malformed': 1,
  })
})

test('a postcode without a place, or with one that is no number, is passed over and is no fault', async (t) => {
  for (const none of [',', '99.999999,0', 'x,-2.1', ',-2.1']) {
    const text = `pcds,lat,long\nSK1 1AA,53.1,-2.1\nSK1 1AB,${none}\n`
    const { size, report } = await openPostcodes([new Folder(t).write('p.csv', text)])
    assert.deepEqual([size, report.rejectedBy], [1, {}], none)
  }
  for (const none of [',', 'x,390400', '389300,']) {
    const text = `pcds,oseast1m,osnrth1m\nSK1 1AA,389300,390400\nSK1 1AB,${none}\n`
    const { size, report } = await openPostcodes([new Folder(t).write('p.csv', text)])
    assert.deepEqual([size, report.rejectedBy], [1, {}], none)
  }
})

test('no two postcodes have the same key, and keys keep sectors together', () => {
  const letters = 'ABDEFGHJLNPQRSTUWXYZ'
  const letter = fc.constantFrom(...letters)
  const outcode = fc.stringMatching(/^[A-Z]{1,2}[0-9][0-9A-Z]?$/)
  const postcode = fc
    .tuple(outcode, fc.nat(9), letter, letter)
    .map(([out, digit, a, b]) => `${out} ${digit}${a}${b}`)
  const seen = new Map<number, string>()
  fc.assert(
    fc.property(postcode, (text) => {
      const key = postcodeKey(text)
      assert.ok(key >= 0 && key <= 0xffffffff)
      assert.equal(postcodeKey(text.replace(' ', '')), key)
      assert.equal(seen.get(key) ?? text, text)
      seen.set(key, text)
      const sector = Math.floor(key / 400)
      assert.equal(Math.floor(postcodeKey(`${text.slice(0, -2)}AA`) / 400), sector)
    }),
    { numRuns: 5000 },
  )
})

test('what has not the shape of a postcode has no key', () => {
  const shape = /^[A-Z]{1,2}[0-9][0-9A-Z]?[0-9][ABDEFGHJLNPQRSTUWXYZ]{2}$/
  const near = fc.array(fc.constantFrom(...'AAACIKZ0199 -a/:@['), { minLength: 3, maxLength: 9 })
  fc.assert(
    fc.property(near, (letters) => {
      const text = letters.join('')
      const isPostcode = shape.test(text.replaceAll(' ', ''))
      assert.equal(postcodeKey(text) !== -1, isPostcode, JSON.stringify(text))
    }),
    { numRuns: 5000 },
  )
  for (const text of [
    'SK1-1AA',
    'SK1 1CA',
    'SK1 1AC',
    'SKA 1AA',
    'S 1AA',
    '1SK 1AA',
    'SK111 1AA',
  ]) {
    assert.equal(postcodeKey(text), -1, text)
  }
})

test('all 4,000 postcodes of an outcode have keys together, and no two outcodes share one', () => {
  const letters = 'ABDEFGHJLNPQRSTUWXYZ'
  const outcodes = ['S1', 'S10', 'S1A', 'S2', 'SK1', 'SK1A', 'SK10', 'SK19', 'SK2', 'SL1', 'ZE99']
  const keys = new Set<number>()
  for (const outcode of outcodes) {
    const own = new Set<number>()
    for (let unit = 0; unit < 4000; unit += 1) {
      const [first, second] = [
        letters.charAt(Math.floor(unit / 20) % 20),
        letters.charAt(unit % 20),
      ]
      const key = postcodeKey(`${outcode} ${Math.floor(unit / 400)}${first}${second}`)
      assert.equal(key % 4000, unit)
      own.add(Math.floor(key / 4000))
      keys.add(key)
    }
    assert.equal(own.size, 1, outcode)
  }
  assert.equal(keys.size, outcodes.length * 4000)
})

test('the columns of every edition are known by their names', async (t) => {
  const folder = new Folder(t)
  const points: readonly (readonly [string, string])[] = [
    ['lat,long', '51.489366,-0.119926'],
    ['latitude,longitude', '51.489366,-0.119926'],
    ['oseast1m,osnrth1m', '530625,178388'],
    ['eastings,northings', '530625,178388'],
    ['easting,northing', '530625,178388'],
    ['east1m,north1m', '530625,178388'],
  ]
  const names = {
    postcode: ['pcds', 'pcd', 'pcd2', 'pcd7', 'pcd8', 'Postcode'],
    country: ['ctry', 'country_code', 'ctry25cd', 'CTRY24CD'],
    district: ['oslaua', 'laua', 'admin_district_code', 'lad25cd', 'lad24cd', 'LAD23CD'],
  }
  for (let at = 0; at < 6; at += 1) {
    const [point, where] = points[at] ?? assert.fail()
    const header = [names.postcode[at], names.country[at % 4], names.district[at], point]
    const text = `${header.join(',')}\nSE1 7AA,E92000001,E09000022,${where}\n`
    const place = (await openPostcodes([folder.write(`${at}.csv`, text)])).find('SE1 7AA')
    assert.ok(place !== undefined, header.join())
    assert.ok(
      metresBetween(place, { latitude: 51.489366, longitude: -0.119926 }) < 1,
      header.join(),
    )
    assert.deepEqual(
      [place.country, place.district, place.county],
      ['England', 'Lambeth', 'Greater London'],
      header.join(),
    )
  }
})

test('what a file has twice, as one and by areas, is read once, and a note says what was passed over', async (t) => {
  const folder = new Folder(t)
  folder.write('Data/ONSPD_FEB_2026_UK.csv', 'pcds,lat,long\nSK1 1AA,53.1,-2.1\n')
  folder.write('Data/multi_csv/ONSPD_FEB_2026_UK_SK.csv', 'pcds,lat,long\nSK1 1AA,53.9,-2.9\n')
  folder.write('Data/ONSPD_FEB_2026_UK_M.csv', 'pcds,lat,long\nM1 1AA,53.9,-2.9\n')
  folder.write('User Guide/names.csv', 'code,name\nE1,x\n')
  const postcodes = await openPostcodes([folder.path])
  assert.equal(postcodes.size, 1)
  assert.equal(postcodes.find('SK1 1AA')?.latitude, 53.1)
  assert.deepEqual(postcodes.report.notes, [
    'User Guide/names.csv is not a postcode file and was skipped.',
  ])
  const [only] = [folder.write('alone/ONSPD_UK_M.csv', 'pcds,lat,long\nM1 1AA,53.9,-2.9\n')]
  assert.equal((await openPostcodes([only])).size, 1)
})

test('seventy thousand postcodes keep their places, countries and districts', async (t) => {
  const letters = 'ABDEFGHJLNPQRSTUWXYZ'
  const lines = ['pcds,lat,long,ctry,oslaua']
  const postcodes: string[] = []
  for (let at = 0; at < 70_000; at += 1) {
    const unit = `${letters.charAt(at % 20)}${letters.charAt(Math.floor(at / 20) % 20)}`
    const postcode = `SK${Math.floor(at / 4000)} ${Math.floor(at / 400) % 10}${unit}`
    postcodes.push(postcode)
    const isWelsh = at % 2 === 1
    const codes = isWelsh ? 'W92000004,W06000015' : 'E92000001,E08000007'
    lines.push(`${postcode},${50 + at / 20_000},${-at / 20_000},${codes}`)
  }
  const found = await openPostcodes([new Folder(t).write('p.csv', `${lines.join('\n')}\n`)])
  assert.equal(found.size, 70_000)
  for (let at = 0; at < 70_000; at += 3333) {
    const isWelsh = at % 2 === 1
    assert.deepEqual(found.find(postcodes[at] ?? ''), {
      latitude: Math.round((50 + at / 20_000) * 1e6) / 1e6,
      longitude: Math.round((-at / 20_000) * 1e6) / 1e6 || 0,
      country: isWelsh ? 'Wales' : 'England',
      county: isWelsh ? 'Cardiff' : 'Greater Manchester',
      district: isWelsh ? 'Cardiff' : 'Stockport',
      isApproximate: false,
    })
  }
})

test('a file with half of a latitude and longitude is read by its grid, or is no postcode file', async (t) => {
  const folder = new Folder(t)
  for (const half of ['lat', 'long']) {
    const file = `pcds,${half},oseast1m,osnrth1m\nSE1 7AA,51.5,530625,178388\n`
    const postcodes = await openPostcodes([folder.write(`${half}.csv`, file)])
    const place = postcodes.find('SE1 7AA') ?? assert.fail(half)
    assert.ok(metresBetween(place, { latitude: 51.4893656495, longitude: -0.1199255718 }) < 1)
  }
  for (const header of ['pcds,lat', 'pcds,long', 'pcds,oseast1m', 'pcds,osnrth1m', 'lat,long']) {
    const path = folder.write('other.csv', `${header}\nSE1 7AA,51.5\n`)
    await assert.rejects(openPostcodes([path]), /a postcode file .* was expected/, header)
  }
})

test('a postcode file without one postcode is refused', async (t) => {
  const path = new Folder(t).write('none.csv', 'pcds,lat,long\n')
  await assert.rejects(openPostcodes([path]), /There is no usable row in the data/)
})
