// AddressBase Premium: records of all kinds, in any order, become addresses by UPRN, and sets of changes too.
// Covers: src/importers/uk/{addressbase-premium,premium-kinds,kept-records}.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SeededRandom } from '../../../dev/seeded-random.ts'
import { EMPTY_POSTAL_ROW, type PostalRow } from '../../../src/address/postal.ts'
import { ChangedRows } from '../../../src/importers/reading/changed-rows.ts'
import { openAddressBasePremium } from '../../../src/importers/uk/addressbase-premium.ts'
import { KeptRecords, RecordsWriter } from '../../../src/importers/uk/kept-records.ts'
import { PREMIUM_COLUMNS } from '../../../src/importers/uk/premium-kinds.ts'
import { idOfRow, type NamedSuccessors, postalIdText } from '../../../src/index/ids/postal-id.ts'
import { csvLine, Folder, rowsOf } from '../fixtures.ts'

const UPRN = '100099900001'
const HEAD = '10,"Example","9999",2026-10-01,1,2026-10-01,09:00:00,"2.0","F"'
const FOOT = '99,0,12,2026-10-01,09:00:00'

/** One record, with what every record of its kind has unless the fields say otherwise. */
function record(kind: string, fields: Readonly<Record<string, string>> = {}): string {
  const all: Readonly<Record<string, string>> = {
    record_identifier: kind,
    change_type: 'I',
    uprn: UPRN,
    ...USUAL[kind],
    ...fields,
  }
  const names = PREMIUM_COLUMNS[kind]
  assert.ok(names !== undefined, kind)
  return csvLine(names.map((name) => all[name] ?? ''))
}

const USUAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  15: {
    usrn: '20000001',
    street_description: 'BACK LANE',
    locality: 'LITTLE MOOR',
    town_name: 'OLDTOWN',
    administrative_area: 'GREATER MANCHESTER',
    language: 'ENG',
  },
  21: {
    logical_status: '1',
    blpu_state: '2',
    latitude: '53.41',
    longitude: '-2.16',
    country: 'E',
    addressbase_postal: 'D',
    postcode_locator: 'SK1 1AA',
  },
  24: {
    lpi_key: '1110L000000001',
    language: 'ENG',
    logical_status: '1',
    sao_text: 'FLAT',
    sao_start_number: '3',
    pao_text: 'LINDEN COURT',
    pao_start_number: '12',
    pao_start_suffix: 'A',
    usrn: '20000001',
    official_flag: 'Y',
  },
  28: {
    udprn: '12345678',
    sub_building_name: 'FLAT 3',
    building_name: 'LINDEN COURT',
    building_number: '12',
    thoroughfare: 'EXAMPLE ROAD',
    post_town: 'STOCKPORT',
    postcode: 'SK1 1AB',
  },
  31: { organisation: 'CORNER SHOP' },
  32: { classification_code: 'RD06', class_scheme: 'AddressBase Premium Classification Scheme' },
}

const STREET = record('15')
const ADDRESS = [record('21'), record('24'), record('32')]

async function read(t: TestContext, ...files: (readonly string[])[]) {
  const folder = new Folder(t)
  const paths = files.map((lines, at) => folder.write(`${at}.csv`, `${lines.join('\n')}\n`))
  const source = await openAddressBasePremium(paths, { workFolder: folder.path })
  const rows = await rowsOf(source)
  return { rows, report: source.report, successors: pairsOf(source.successors) }
}

/** Each as the id and that of its successor. */
function pairsOf(named: NamedSuccessors | undefined): string[] {
  const sorted = named?.sorted() ?? assert.fail()
  return Array.from({ length: sorted.length / 4 }, (_, at) => {
    const [high = 0, low = 0, nextHigh = 0, nextLow = 0] = sorted.subarray(at * 4)
    return `${postalIdText({ high, low })} ${postalIdText({ high: nextHigh, low: nextLow })}`
  })
}

test('an address without a delivery point arrives as the local authority names it', async (t) => {
  const { rows } = await read(t, [HEAD, STREET, ...ADDRESS, record('31'), FOOT])
  assert.deepEqual(rows, [
    {
      sourceKey: '',
      uprn: UPRN,
      organisation: 'Corner Shop',
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
      district: '',
      country: 'England',
      postcode: 'SK1 1AA',
      residential: true,
      latitude: 53.41,
      longitude: -2.16,
    },
  ])
})

test('where there is a delivery point, its parts are shown', async (t) => {
  const { rows } = await read(t, [STREET, ...ADDRESS, record('28')])
  const { subBuilding, buildingName, buildingNumber, thoroughfare, townOrCity, postcode } =
    rows[0] ?? {}
  assert.deepEqual(
    [subBuilding, buildingName, buildingNumber, thoroughfare, townOrCity, postcode],
    ['Flat 3', 'Linden Court', '12', 'Example Road', 'Stockport', 'SK1 1AB'],
  )
})

test('Welsh and Gaelic names of the street and of the delivery point are other names', async (t) => {
  const welsh = record('15', {
    street_description: 'LON GEFN',
    locality: '',
    town_name: 'HENDREF',
    language: 'CYM',
  })
  const delivery = record('28', { welsh_thoroughfare: 'HEOL FAWR', welsh_post_town: 'TREFNANT' })
  const { rows } = await read(t, [welsh, STREET, ...ADDRESS, delivery])
  assert.deepEqual(rows[0]?.otherNames, {
    streets: ['Heol Fawr', 'Lon Gefn'],
    places: ['Trefnant', 'Hendref'],
  })
  assert.equal(rows[0]?.townOrCity, 'Stockport')
})

test('of several LPIs the official English one in use names the address', async (t) => {
  const other = (fields: Readonly<Record<string, string>>) =>
    record('24', { pao_text: 'ANOTHER HOUSE', ...fields })
  const { rows } = await read(t, [
    STREET,
    other({ logical_status: '3' }),
    other({ language: 'CYM' }),
    other({ official_flag: 'N' }),
    other({ end_date: '2020-01-01' }),
    ...ADDRESS,
  ])
  assert.deepEqual(
    rows.map(({ buildingName }) => buildingName),
    ['Linden Court'],
  )
  const alone = await read(t, [STREET, record('21'), other({ language: 'CYM' })])
  assert.equal(alone.rows[0]?.buildingName, 'Another House')
})

test('only a class of AddressBase that is in force says whether people live there', async (t) => {
  const { rows } = await read(t, [
    STREET,
    record('21'),
    record('24'),
    record('32', { class_scheme: 'VOA Special Category', classification_code: 'R' }),
    record('32', { end_date: '2020-01-01' }),
    record('32', { classification_code: 'CR08' }),
  ])
  assert.equal(rows[0]?.residential, false)
})

test('what is historic, provisional, demolished, deleted or gets no post is left out and counted', async (t) => {
  const property = (uprn: string, fields: Readonly<Record<string, string>>) => [
    record('21', { uprn, ...fields }),
    record('24', { uprn }),
  ]
  const { rows, report } = await read(t, [
    STREET,
    ...ADDRESS,
    ...property('2', { logical_status: '8' }),
    ...property('3', { logical_status: '6' }),
    ...property('4', { blpu_state: '4' }),
    ...property('5', { addressbase_postal: 'N' }),
    record('21', { uprn: '6' }),
    record('24', { uprn: '6', logical_status: '8' }),
    record('21', { uprn: '7', change_type: 'D' }),
  ])
  assert.equal(rows.length, 1)
  const counts = { deleted: 1, retired: 2, 'not-standing': 2, 'not-postal': 1 }
  assert.deepEqual(report.skippedBy, counts)
})

test('a UPRN continues as each that the source names, also where nothing else is said of it', async (t) => {
  const successor = (uprn: string, to: string, fields: Readonly<Record<string, string>> = {}) =>
    record('30', { uprn, successor: to, ...fields })
  const { rows, report, successors } = await read(t, [
    STREET,
    ...ADDRESS,
    record('21', { uprn: '2', logical_status: '8' }),
    successor('2', UPRN),
    successor('2', UPRN),
    successor('2', '3'),
    successor('4', `000${UPRN}`),
    successor('5', '5'),
    successor('6', UPRN, { end_date: '2026-10-01' }),
    successor('7', UPRN, { change_type: 'D' }),
    successor('8', 'x'),
  ])
  const pairs = [
    ['2', UPRN],
    ['2', '3'],
    ['4', UPRN],
  ]
  const ids = pairs.map((pair) => pair.map((uprn) => idOfRow({ ...EMPTY_POSTAL_ROW, uprn })))
  assert.deepEqual(successors.toSorted(), ids.map((pair) => pair.join(' ')).toSorted())
  assert.equal(rows.length, 1)
  assert.deepEqual(report.skippedBy, { deleted: 1, retired: 1 })
  assert.deepEqual(
    report.examples.map(({ reason, detail }) => [reason, detail]),
    [['key-missing', 'SUCCESSOR is "x"']],
  )
})

test('files that were split by kind have the names of their columns at the top', async (t) => {
  const names = (kind: string) => PREMIUM_COLUMNS[kind]?.join(',').toUpperCase() ?? ''
  const kinds = [
    ['15', STREET],
    ['21', record('21')],
    ['24', record('24')],
  ] as const
  const { rows, report } = await read(t, ...kinds.map(([kind, line]) => [names(kind), line]))
  assert.deepEqual([rows.length, report.rejected], [1, 0])
})

test('changes alone and other files are refused by name', async (t) => {
  const changes = HEAD.replace('"F"', '"C"')
  await assert.rejects(
    read(t, [changes, STREET, ...ADDRESS]),
    /^ImportRefused: 0\.csv has changes alone; import a full supply of AddressBase Premium, or add --changes\.$/,
  )
  await assert.rejects(read(t, ['a,b,c']), /0\.csv is refused: OS AddressBase Premium .* expected/)
})

test('a bad record is named with its file and line', async (t) => {
  const good = Array.from({ length: 100 }, (_, at) => record('21', { uprn: String(at + 10) }))
  const property = (uprn: string, fields: Readonly<Record<string, string>>) => [
    record('21', { uprn, ...(uprn === '3' && { latitude: '' }) }),
    record('24', { uprn, ...fields }),
  ]
  const bad = [
    HEAD,
    '22,"I",1,2',
    '24,"I",1,2',
    record('21', { uprn: 'x' }),
    ...property('2', { usrn: '20000009' }),
    ...property('3', {}),
  ]
  const { report } = await read(t, [STREET, ...ADDRESS], [...bad, ...good])
  assert.deepEqual(
    report.examples
      .map(({ file, line, reason, detail }) => [file, line, reason, detail].join(' '))
      .sort(),
    [
      '1.csv 2 code-unknown RECORD_IDENTIFIER is "22"',
      '1.csv 3 columns ',
      '1.csv 4 key-missing UPRN is "x"',
      '1.csv 5 street-unknown USRN is "20000009"',
      '1.csv 7 coordinates-missing ',
    ],
  )
})

/** Properties with whatever kinds of records there are, some of them twice. */
function anyRecords(random: SeededRandom): string[] {
  const lines: string[] = []
  for (let street = 1; street <= 12; street += 1) {
    const usrn = String(20_000_000 + street)
    lines.push(record('15', { usrn, street_description: `STREET ${street}` }))
    if (random.chance(0.2)) {
      lines.push(record('15', { usrn, street_description: `OLD STREET ${street}` }))
    }
    if (!random.chance(0.3)) continue
    lines.push(record('15', { usrn, street_description: `STRYD ${street}`, language: 'CYM' }))
  }
  for (let property = 1; property <= 80; property += 1) {
    const uprn = String(1 + random.below(999_999_999_999))
    const usrn = String(20_000_001 + random.below(12))
    lines.push(record('21', { uprn, logical_status: random.pick(['1', '1', '1', '8']) }))
    for (let lpi = random.below(3); lpi >= 0; lpi -= 1) {
      const language = random.pick(['ENG', 'CYM'])
      lines.push(
        record('24', { uprn, usrn, language, pao_start_number: String(1 + random.below(99)) }),
      )
    }
    if (random.chance(0.6)) lines.push(record('28', { uprn, building_number: String(property) }))
    if (random.chance(0.3)) lines.push(record('31', { uprn, organisation: `SHOP ${property}` }))
    if (random.chance(0.3)) lines.push(record('31', { uprn, organisation: `STORE ${property}` }))
    lines.push(record('32', { uprn, classification_code: random.pick(['RD06', 'CR08']) }))
  }
  return lines
}

test('any order of the records, in any number of files, gives the same rows', async (t) => {
  const random = new SeededRandom(7)
  const lines = anyRecords(random)
  const { rows } = await read(t, lines)
  assert.ok(rows.length > 40)
  for (let round = 0; round < 5; round += 1) {
    const shuffled = lines
      .map((line) => ({ line, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ line }) => line)
    const cut = 1 + random.below(lines.length - 2)
    const again = await read(t, shuffled.slice(0, cut), shuffled.slice(cut))
    assert.deepEqual(again.rows, rows)
  }
})

/** The record by which a change set names it, and what the state of all records is after a few of them. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  15: ['usrn', 'language'],
  21: ['uprn'],
  24: ['lpi_key'],
  28: ['udprn'],
  30: ['succ_key'],
  31: ['org_key'],
  32: ['class_key'],
}

/** A town of 40 addresses on 5 streets, and days on which records of all kinds come, change and go. */
class Town {
  readonly records = new Map<string, readonly [kind: string, fields: Record<string, string>]>()
  readonly #random = new SeededRandom(8)

  constructor() {
    for (let at = 0; at < 5; at++) this.put('15', streetFields(at, 'LANE'))
    for (let at = 0; at < 40; at++)
      for (const [kind, fields] of houseRecords(at)) this.put(kind, fields)
  }

  put(kind: string, fields: Record<string, string>): string {
    this.records.set(keyOf(kind, fields), [kind, fields])
    return record(kind, fields)
  }

  day(): string[] {
    const random = this.#random
    const lines: string[] = []
    for (let i = 0; i < 14; i++) {
      const [key, [kind, fields]] = random.pick([...this.records])
      if (kind === '15' || random.chance(0.6)) {
        lines.push(this.put(kind, { ...fields, change_type: 'U', ...edited(kind, random) }))
        continue
      }
      // A property goes with all of its records.
      for (const [each, [own, values]] of this.records) {
        if (each !== key && (kind !== '21' || values.uprn !== fields.uprn)) continue
        this.records.delete(each)
        lines.push(record(own, { ...values, change_type: 'D' }))
      }
    }
    const at = 40 + random.below(10)
    for (const [kind, fields] of houseRecords(at)) lines.push(this.put(kind, fields))
    return lines
  }
}

function keyOf(kind: string, fields: Readonly<Record<string, string>>): string {
  return [kind, ...(KEYS[kind] ?? []).map((name) => fields[name])].join(' ')
}

function streetFields(at: number, word: string) {
  const street_description = `${['OAK', 'ASH', 'ELM', 'FIR', 'YEW'][at]} ${word}`
  return { ...USUAL[15], usrn: String(20_000_001 + at), street_description }
}

function houseRecords(at: number): [string, Record<string, string>][] {
  const own = { uprn: String(100 + at * 5000) }
  const lpi = {
    ...own,
    lpi_key: `L${at}`,
    usrn: String(20_000_001 + (at % 5)),
    sao_text: '',
    sao_start_number: '',
  }
  return [
    ['21', { ...USUAL[21], ...own }],
    ['24', { ...USUAL[24], ...lpi, pao_start_number: String(at + 1), pao_text: '' }],
    ['32', { ...USUAL[32], ...own, class_key: `C${at}` }],
    ...(at % 3 === 0
      ? [
          ['28', { ...USUAL[28], ...own, udprn: String(5000 + at) }] as [
            string,
            Record<string, string>,
          ],
        ]
      : []),
    ...(at % 7 === 0
      ? [['31', { ...USUAL[31], ...own, org_key: `O${at}` }] as [string, Record<string, string>]]
      : []),
    ...(at % 4 === 0
      ? [['30', { ...own, succ_key: `S${at}`, successor: '7' }] as [string, Record<string, string>]]
      : []),
  ]
}

function edited(kind: string, random: SeededRandom): Record<string, string> {
  const word = random.pick(['NEW', 'OLD', 'HIGH', 'LOW'])
  if (kind === '15') return { street_description: `${word} ROAD` }
  if (kind === '21')
    return {
      latitude: `53.${random.between(40, 49)}`,
      logical_status: random.pick(['1', '1', '8']),
    }
  if (kind === '24')
    return { pao_text: `${word} HOUSE`, end_date: random.chance(0.2) ? '2026-10-01' : '' }
  if (kind === '30') return { successor: String(random.between(1, 9)) }
  if (kind === '28') return { thoroughfare: `${word} STREET` }
  return kind === '31' ? { organisation: `${word} SHOP` } : { classification_code: 'CR08' }
}

test('after sets of changes addresses are those of a full supply of that day', async (t) => {
  const folder = new Folder(t)
  const town = new Town()
  const write = (lines: readonly string[], type: string) =>
    folder.write('set.csv', [HEAD.replace('"F"', `"${type}"`), ...lines, FOOT, ''].join('\n'))
  const pathOf = (release: string) => `${folder.path}/${release}.records`
  const byId = (rows: readonly PostalRow[]) => new Map(rows.map((row) => [idOfRow(row), row]))
  const full = () =>
    [...town.records.values()].map(([kind, fields]) =>
      record(kind, { ...fields, change_type: 'I' }),
    )
  using first = new RecordsWriter(pathOf('first'))
  const whole = await openAddressBasePremium([write(full(), 'F')], {
    keep: first,
    workFolder: folder.path,
  })
  const held = byId(await rowsOf(whole))
  first.finish(pathOf('whole'))
  let named = pairsOf(whole.successors)
  for (let day = 1; day <= 4; day++) {
    const changed = new ChangedRows()
    using kept = new KeptRecords(day === 1 ? 'whole' : `day${day - 1}`, pathOf)
    using keep = new RecordsWriter(pathOf('next'))
    const set = await openAddressBasePremium([write(town.day(), 'C')], {
      changed,
      kept,
      keep,
      workFolder: folder.path,
    })
    await rowsOf(set)
    keep.finish(pathOf(`day${day}`), 'whole')
    for (const id of changed.changes.ids) held.delete(id)
    for (const row of changed.changes.rows) held.set(idOfRow(row), row)
    const { rows, successors } = await read(t, full())
    const others = named.filter((pair) => !changed.changes.ids.has(pair.split(' ')[0] ?? ''))
    named = [...others, ...pairsOf(changed.successors)].toSorted()
    assert.deepEqual(named, successors.toSorted(), `day ${day}`)
    const sorted = (all: Iterable<PostalRow>) =>
      [...all].sort((a, b) => Number(a.uprn) - Number(b.uprn))
    assert.deepEqual(sorted(held.values()), sorted(rows), `day ${day}`)
  }
  await assert.rejects(read(t, [HEAD.replace('"F"', '"C"'), FOOT]), /add --changes/)
  const open = openAddressBasePremium([write([], 'F')], { changed: new ChangedRows() })
  await assert.rejects(open, /has a full supply .* import it without --changes/)
})
