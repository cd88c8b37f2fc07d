// G-NAF Core: every column arrives, what import does is noted, and a bad file is refused with reasons.
// Covers: src/importers/reading/**, src/importers/reading/national-fields.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { EMPTY_NATIONAL_ROW } from '../../../src/address/national.ts'
import { AU } from '../../../src/countries/au.ts'
import { openGnafCore } from '../../../src/importers/au/gnaf-core.ts'
import { NationalFields } from '../../../src/importers/reading/national-fields.ts'
import { EXAMPLES_MAX } from '../../../src/importers/reading/rejects.ts'
import { ImportRefused } from '../../../src/lib/operator-error.ts'
import {
  CORE_HEADER,
  coreFile,
  coreLine,
  Folder,
  rowsOf,
  WATTLE_STREET_EAST,
  zipOf,
} from '../fixtures.ts'

async function readText(t: TestContext, text: string | Uint8Array) {
  const source = await openGnafCore([new Folder(t).write('core.psv', text)])
  return { rows: await rowsOf(source), report: source.report }
}

const withLines = (...lines: string[]) => `${[CORE_HEADER, ...lines].join('\n')}\n`

/** Enough good rows that a bad one or two are no reason to refuse the file. */
const among = (...bad: string[]) => coreFile(100) + bad.map((line) => `${line}\n`).join('')

async function refusal(t: TestContext, text: string | Uint8Array): Promise<string> {
  const error = await readText(t, text).then(
    () => assert.fail('the file was taken'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ImportRefused, String(error))
  return error.message
}

test('all 27 columns of a row arrive', async (t) => {
  const line = coreLine({
    DATE_CREATED: '2020-01-31',
    ADDRESS_LABEL: 'UNIT 2 LEVEL 3 12A-14 WATTLE ST E, EXAMPLETON VIC 3999',
    ADDRESS_SITE_NAME: 'THE SITE',
    BUILDING_NAME: 'THE TOWER',
    FLAT_TYPE: 'UNIT',
    FLAT_NUMBER: '2',
    LEVEL_TYPE: 'LEVEL',
    LEVEL_NUMBER: '3',
    NUMBER_FIRST: '12A',
    NUMBER_LAST: '14',
    LOT_NUMBER: '7',
    STREET_SUFFIX: 'E',
    LEGAL_PARCEL_ID: '1\\TP000001',
    MB_CODE: '20000000001',
    ALIAS_PRINCIPAL: 'A',
    PRINCIPAL_PID: 'GAVIC900000002',
    PRIMARY_SECONDARY: 'S',
    PRIMARY_PID: 'GAVIC900000003',
    GEOCODE_TYPE: 'PROPERTY CENTROID',
  })
  const { rows } = await readText(t, withLines(line))
  assert.deepEqual(rows, [
    {
      addressDetailPid: 'GAVIC900000001',
      dateCreated: '2020-01-31',
      addressLabel: 'UNIT 2 LEVEL 3 12A-14 WATTLE ST E, EXAMPLETON VIC 3999',
      addressSiteName: 'THE SITE',
      buildingName: 'THE TOWER',
      flatType: 'UNIT',
      flatNumber: '2',
      levelType: 'LEVEL',
      levelNumber: '3',
      numberFirst: '12A',
      numberLast: '14',
      lotNumber: '7',
      ...WATTLE_STREET_EAST,
      legalParcelId: '1\\TP000001',
      mbCode: '20000000001',
      aliasPrincipal: 'A',
      principalPid: 'GAVIC900000002',
      primarySecondary: 'S',
      primaryPid: 'GAVIC900000003',
      geocodeType: 'PROPERTY CENTROID',
      latitude: -37.93198184,
      longitude: 145.01610791,
      addressStatus: 'CURRENT',
      cleaningProvenance: {},
    },
  ])
})

test('columns are found by their names, in any order, with a mark and Windows line ends', async (t) => {
  const header = CORE_HEADER.split('|').reverse().join('|')
  const line = coreLine().split('|').reverse().join('|')
  const { rows } = await readText(t, `\ufeff${header}\r\n${line}\r\n`)
  assert.equal(rows[0].addressDetailPid, 'GAVIC900000001')
  assert.equal(rows[0].latitude, -37.93198184)
})

test('plain, gzip and zip files, several at once, are one import', async (t) => {
  const folder = new Folder(t)
  const paths = [
    folder.write('a.psv', coreFile(2)),
    folder.write('b.psv.gz', gzipSync(coreFile(3))),
    folder.write('c.zip', zipOf([{ name: 'Standard/GNAF_CORE.psv', content: coreFile(4) }])),
  ]
  const source = await openGnafCore(paths)
  assert.equal((await rowsOf(source)).length, 9)
  assert.equal(source.report.rows, 9)
})

test('the rows can be read again, and the report is about the last reading', async (t) => {
  const source = await openGnafCore([new Folder(t).write('core.psv', among('x|y'))])
  const first = await rowsOf(source)
  assert.deepEqual(await rowsOf(source), first)
  assert.equal(source.report.rows, 100)
  assert.equal(source.report.rejected, 1)
})

test('batches hold the same rows', async (t) => {
  const source = await openGnafCore([new Folder(t).write('core.psv', coreFile(5000))])
  assert.ok(source.batches !== undefined)
  const rows = []
  for await (const batch of source.batches()) rows.push(...batch)
  assert.deepEqual(rows, await rowsOf(source))
})

test('spaces and lowercase letters are corrected, and the row says so', async (t) => {
  const line = coreLine({
    STREET_NAME: ' Old  wattle ',
    LOCALITY_NAME: 'EXAMPLETON\u00a0',
    BUILDING_NAME: 'Café Él',
    ADDRESS_LABEL: '1 Old Wattle St, Exampleton VIC 3999',
  })
  const [row] = (await readText(t, withLines(line))).rows
  assert.equal(row.streetName, 'OLD WATTLE')
  assert.equal(row.localityName, 'EXAMPLETON')
  assert.equal(row.buildingName, 'CAFÉ ÉL')
  assert.equal(row.addressLabel, '1 OLD WATTLE ST, EXAMPLETON VIC 3999')
  assert.deepEqual(row.cleaningProvenance, {
    street_name: 'trimmed, spaces collapsed, upper-cased',
    locality_name: 'trimmed',
    building_name: 'upper-cased',
    address_label: 'upper-cased',
  })
})

test('a label that is there stays as it is, whatever the fields would make of it', async (t) => {
  const line = coreLine({ ADDRESS_LABEL: 'THE OLD MILL, EXAMPLETON VIC 3999' })
  const [row] = (await readText(t, withLines(line))).rows
  assert.equal(row.addressLabel, 'THE OLD MILL, EXAMPLETON VIC 3999')
})

test('a table of the full distribution is not taken for the core, and says which import it is for', async (t) => {
  const folder = new Folder(t)
  folder.write('GNAF_CORE.psv', coreFile(2))
  folder.write('VIC_ADDRESS_DETAIL_psv.psv', 'a|b\n')
  await assert.rejects(
    openGnafCore([folder.path]),
    /full G-NAF distribution; load it by import gnaf/,
  )
})

test('a label that is missing is written as G-NAF Core writes it', async (t) => {
  const line = coreLine({ FLAT_TYPE: 'UNIT', FLAT_NUMBER: '5' })
  const [row] = (await readText(t, withLines(line))).rows
  assert.equal(row.addressLabel, 'UNIT 5 1 WATTLE ST, EXAMPLETON VIC 3999')
})

test('a postcode that lost its zero and dates in other forms are put right', async (t) => {
  const nt = { STATE: 'NT', POSTCODE: '800', DATE_CREATED: '31/1/2020' }
  const other = { POSTCODE: '', DATE_CREATED: '2020-01-31 00:00:00' }
  const { rows } = await readText(t, withLines(coreLine(nt), coreLine(other)))
  assert.equal(rows[0].postcode, '0800')
  assert.equal(rows[0].dateCreated, '2020-01-31')
  assert.equal(rows[0].cleaningProvenance.postcode, 'leading zero restored')
  assert.equal(rows[1].postcode, '')
  assert.equal(rows[1].dateCreated, '2020-01-31')
})

test('words are as good as letters in the coded columns', async (t) => {
  const principal = {
    ALIAS_PRINCIPAL: 'PRINCIPAL',
    PRIMARY_SECONDARY: 'Primary',
    STATE: 'Victoria',
  }
  const alias = { ALIAS_PRINCIPAL: 'Alias', PRIMARY_SECONDARY: 'SECONDARY' }
  const { rows } = await readText(t, withLines(coreLine(principal), coreLine(alias)))
  assert.deepEqual(
    rows.map((row) => [row.aliasPrincipal, row.primarySecondary, row.state]),
    [
      ['P', 'P', 'VIC'],
      ['A', 'S', 'VIC'],
    ],
  )
})

test('a refusal names the column at fault and what it says', async (t) => {
  const code = withLines(coreLine({ PRIMARY_SECONDARY: 'MAYBE' }), coreLine({ STATE: 'XX' }))
  assert.match(await refusal(t, code), /line 2, code-unknown \(PRIMARY_SECONDARY is "MAYBE"\)/)
  const state = withLines(coreLine({ STATE: 'XX' }), coreLine({ STATE: 'YY' }))
  assert.match(await refusal(t, state), /line 2, state-unknown \(STATE is "XX"\)/)
})

test('a bad row is left out and counted by its reason', async (t) => {
  const cases: [string, string][] = [
    ['key-missing', coreLine({ ADDRESS_DETAIL_PID: '' })],
    ['place-missing', coreLine({ LOCALITY_NAME: '' })],
    ['state-unknown', coreLine({ STATE: 'XX' })],
    ['postcode-malformed', coreLine({ POSTCODE: '39999' })],
    ['number-impossible', coreLine({ NUMBER_FIRST: '-5' })],
    ['number-impossible', coreLine({ NUMBER_FIRST: '', NUMBER_LAST: '7' })],
    ['coordinates-missing', coreLine({ LATITUDE: '' })],
    ['coordinates-missing', coreLine({ LONGITUDE: '' })],
    ['coordinates-malformed', coreLine({ LATITUDE: '37,9' })],
    ['coordinates-outside', coreLine({ LATITUDE: '37.9' })],
    ['coordinates-outside', coreLine({ LONGITUDE: '0', LATITUDE: '0' })],
    ['code-unknown', coreLine({ ALIAS_PRINCIPAL: 'Q' })],
    ['control-character', coreLine({ STREET_NAME: 'WAT\u0000TLE' })],
    ['columns', `${coreLine()}|`],
    ['columns', 'only|three|columns'],
    ['too-long', coreLine({ BUILDING_NAME: 'X'.repeat(70_000) })],
  ]
  for (const [reason, line] of cases) {
    const { rows, report } = await readText(t, among(line))
    assert.equal(rows.length, 100, reason)
    assert.deepEqual(report.rejectedBy, { [reason]: 1 })
  }
})

test('the first few bad rows are shown with file, line, reason and a short excerpt', async (t) => {
  const bad = Array.from({ length: 20 }, (_, at) => coreLine({ STATE: `Z${at}` }))
  const { report } = await readText(t, coreFile(1000) + bad.map((line) => `${line}\n`).join(''))
  assert.equal(report.rejected, 20)
  assert.equal(report.examples.length, EXAMPLES_MAX)
  const [first] = report.examples
  assert.deepEqual([first.file, first.line, first.reason], ['core.psv', 1002, 'state-unknown'])
  assert.match(first.excerpt, /^GAVIC900000001\|/)
  assert.ok(first.excerpt.length <= 81)
})

test('a few rows in Latin-1 are counted, and a file full of them is refused', async (t) => {
  const latin = Buffer.from(`${coreLine({ BUILDING_NAME: 'CAF\xc9' })}\n`, 'latin1')
  const few = await readText(t, Buffer.concat([Buffer.from(coreFile(100)), latin]))
  assert.deepEqual(few.report.rejectedBy, { encoding: 1 })
  const many = Buffer.concat([Buffer.from(coreFile(10)), latin, latin, latin])
  assert.match(await refusal(t, many), /encoding 3/)
})

test('more than five in a hundred bad rows refuse the file, five do not', async (t) => {
  const bad = coreLine({ STATE: 'XX' })
  const five = await readText(t, coreFile(95) + `${bad}\n`.repeat(5))
  assert.equal(five.report.rejected, 5)
  const message = await refusal(t, coreFile(94) + `${bad}\n`.repeat(6))
  assert.match(message, /6 of the 100 rows read are bad: state-unknown 6/)
  assert.match(message, /The first is line 96/)
})

test('a single bad row does not refuse a short file', async (t) => {
  const { rows, report } = await readText(t, withLines(coreLine(), coreLine({ STATE: 'XX' })))
  assert.equal(rows.length, 1)
  assert.equal(report.rejected, 1)
})

test('a file that is mostly bad is given up before its end', async (t) => {
  const bad = `${coreLine({ STATE: 'XX' })}\n`.repeat(100_000)
  assert.match(await refusal(t, withLines() + bad), /1001 of the 1001 rows/)
})

test('a file that ends in the middle of a row is refused as cut short', async (t) => {
  const text = coreFile(100)
  assert.match(await refusal(t, text.slice(0, -30)), /cut short/)
  const { rows } = await readText(t, text.slice(0, -1))
  assert.equal(rows.length, 100, 'only the last line end is missing')
})

test('a gzip file that is cut is refused', async (t) => {
  const gzip = gzipSync(coreFile(5000))
  assert.match(await refusal(t, gzip.subarray(0, gzip.length - 20)), /cut short/)
})

test('no rows at all are refused', async (t) => {
  assert.match(await refusal(t, `${CORE_HEADER}\n`), /no usable row/)
  assert.match(await refusal(t, ''), /empty/)
})

test('a file that is something else is refused, naming what was expected', async (t) => {
  for (const text of ['id,street\n1,Wattle\n', '{"a":1}\n', '<html>\n', '\u0000\u0001\n']) {
    assert.match(await refusal(t, text), /a G-NAF Core file .* was expected/)
  }
})

const GOOD_ROW = {
  ...EMPTY_NATIONAL_ROW,
  addressDetailPid: 'GAVIC1',
  localityName: 'ELY',
  state: 'VIC',
}

test('a point on the edge of Australia and its territories is in it, and one a step beyond is not', () => {
  const at = (latitude: number, longitude: number) =>
    new NationalFields(AU).faultOf({ ...GOOD_ROW, latitude, longitude })
  for (const [latitude, longitude] of [
    [-55, 96],
    [-8, 169],
  ] as const) {
    assert.equal(at(latitude, longitude), undefined)
  }
  for (const [latitude, longitude] of [
    [-55.001, 100],
    [-7.999, 100],
    [-30, 95.999],
    [-30, 169.001],
  ] as const) {
    assert.equal(at(latitude, longitude), 'coordinates-outside', `${latitude} ${longitude}`)
  }
  assert.equal(at(Number.NaN, 150), 'coordinates-malformed')
  assert.equal(at(-30, Number.NaN), 'coordinates-malformed')
})

test('a key of 64 characters and a number of 12 are taken, and longer ones are not', () => {
  const fault = (more: object) => new NationalFields(AU).faultOf({ ...GOOD_ROW, ...more }, false)
  assert.equal(fault({}), undefined)
  assert.equal(fault({ addressDetailPid: 'G'.repeat(64) }), undefined)
  assert.equal(fault({ addressDetailPid: 'G'.repeat(65) }), 'key-missing')
  for (const numberFirst of ['12', '6C', 'RMB1204', '1'.repeat(12), 'A0', 'Z9']) {
    assert.equal(fault({ numberFirst }), undefined, numberFirst)
    assert.equal(fault({ numberFirst, numberLast: numberFirst }), undefined, numberFirst)
  }
  for (const odd of ['1'.repeat(13), 'AB', '1-2', '1/2', '1:', '1@', '1[', '1a']) {
    assert.equal(fault({ numberFirst: odd }), 'number-impossible', odd)
    assert.equal(fault({ numberFirst: '1', numberLast: odd }), 'number-impossible', odd)
  }
  for (const postcode of ['', '0800', '9999']) assert.equal(fault({ postcode }), undefined)
  for (const postcode of ['800', '08000', '080/', '080:', 'A800']) {
    assert.equal(fault({ postcode }), 'postcode-malformed', postcode)
  }
})
