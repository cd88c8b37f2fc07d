// The full G-NAF distribution: the tables are joined into the rows that G-NAF Core would have.
// Covers: src/importers/au/**

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { NationalRow } from '../../../src/address/national.ts'
import { openGnaf } from '../../../src/importers/au/gnaf.ts'
import { openGnafCore } from '../../../src/importers/au/gnaf-core.ts'
import { Folder, rowsOf, WATTLE_STREET_EAST, zipOf } from '../fixtures.ts'

type Table = Readonly<Record<string, string>>[]

const DETAIL_COLUMNS =
  'ADDRESS_DETAIL_PID DATE_CREATED DATE_LAST_MODIFIED DATE_RETIRED BUILDING_NAME ' +
  'LOT_NUMBER_PREFIX LOT_NUMBER LOT_NUMBER_SUFFIX FLAT_TYPE_CODE FLAT_NUMBER_PREFIX FLAT_NUMBER ' +
  'FLAT_NUMBER_SUFFIX LEVEL_TYPE_CODE LEVEL_NUMBER_PREFIX LEVEL_NUMBER LEVEL_NUMBER_SUFFIX ' +
  'NUMBER_FIRST_PREFIX NUMBER_FIRST NUMBER_FIRST_SUFFIX NUMBER_LAST_PREFIX NUMBER_LAST ' +
  'NUMBER_LAST_SUFFIX STREET_LOCALITY_PID LOCATION_DESCRIPTION LOCALITY_PID ALIAS_PRINCIPAL ' +
  'POSTCODE PRIVATE_STREET LEGAL_PARCEL_ID CONFIDENCE ADDRESS_SITE_PID LEVEL_GEOCODED_CODE ' +
  'PROPERTY_PID GNAF_PROPERTY_PID PRIMARY_SECONDARY'

/** One address and everything it needs, in the state of Victoria. */
function smallDistribution(): Record<string, { columns: string; rows: Table }> {
  const place = { STREET_LOCALITY_PID: 'VIC1', LOCALITY_PID: 'loc1' }
  const detail = { ...place, ALIAS_PRINCIPAL: 'P', POSTCODE: '3999', CONFIDENCE: '2' }
  return {
    'Authority Code/Authority_Code_FLAT_TYPE_AUT': codes({ SE: 'SUITE', UNIT: 'UNIT' }),
    'Authority Code/Authority_Code_LEVEL_TYPE_AUT': codes({ L: 'LEVEL' }),
    'Authority Code/Authority_Code_STREET_TYPE_AUT': codes({ STREET: 'ST', LANE: 'LANE' }),
    'Authority Code/Authority_Code_GEOCODE_TYPE_AUT': codes({ PC: 'PROPERTY CENTROID' }),
    'Standard/VIC_STATE': {
      columns: 'STATE_PID DATE_CREATED DATE_RETIRED STATE_NAME STATE_ABBREVIATION',
      rows: [{ STATE_PID: '2', STATE_NAME: 'VICTORIA', STATE_ABBREVIATION: 'VIC' }],
    },
    'Standard/VIC_LOCALITY': {
      columns: 'LOCALITY_PID DATE_RETIRED LOCALITY_NAME PRIMARY_POSTCODE STATE_PID',
      rows: [
        { LOCALITY_PID: 'loc1', LOCALITY_NAME: 'EXAMPLETON', STATE_PID: '2' },
        { LOCALITY_PID: 'loc2', LOCALITY_NAME: 'SAMPLE HILL', STATE_PID: '2' },
      ],
    },
    'Standard/VIC_STREET_LOCALITY': {
      columns: 'STREET_LOCALITY_PID STREET_NAME STREET_TYPE_CODE STREET_SUFFIX_CODE LOCALITY_PID',
      rows: [
        {
          STREET_LOCALITY_PID: 'VIC1',
          STREET_NAME: 'WATTLE',
          STREET_TYPE_CODE: 'STREET',
          STREET_SUFFIX_CODE: 'E',
          LOCALITY_PID: 'loc1',
        },
      ],
    },
    'Standard/VIC_ADDRESS_DETAIL': {
      columns: DETAIL_COLUMNS,
      rows: [
        { ...detail, ADDRESS_DETAIL_PID: 'GAVIC1', NUMBER_FIRST: '12', PRIMARY_SECONDARY: 'P' },
        {
          ...detail,
          ADDRESS_DETAIL_PID: 'GAVIC2',
          DATE_CREATED: '2020-01-31',
          BUILDING_NAME: 'THE TOWER',
          LOT_NUMBER_PREFIX: 'A',
          LOT_NUMBER: '7',
          FLAT_TYPE_CODE: 'SE',
          FLAT_NUMBER: '3',
          FLAT_NUMBER_SUFFIX: 'B',
          LEVEL_TYPE_CODE: 'L',
          LEVEL_NUMBER: '4',
          NUMBER_FIRST_PREFIX: 'R',
          NUMBER_FIRST: '12',
          NUMBER_FIRST_SUFFIX: 'A',
          NUMBER_LAST: '14',
          LEGAL_PARCEL_ID: '1\\TP1',
          ADDRESS_SITE_PID: 's1',
          PRIMARY_SECONDARY: 'S',
        },
      ],
    },
    'Standard/VIC_ADDRESS_DEFAULT_GEOCODE': {
      columns: 'DATE_RETIRED ADDRESS_DETAIL_PID GEOCODE_TYPE_CODE LONGITUDE LATITUDE',
      rows: ['GAVIC1', 'GAVIC2', 'GAVIC3'].map((pid) => ({
        ADDRESS_DETAIL_PID: pid,
        GEOCODE_TYPE_CODE: 'PC',
        LONGITUDE: '145.01610791',
        LATITUDE: '-37.93198184',
      })),
    },
    'Standard/VIC_ADDRESS_SITE': {
      columns: 'ADDRESS_SITE_PID ADDRESS_TYPE ADDRESS_SITE_NAME',
      rows: [{ ADDRESS_SITE_PID: 's1', ADDRESS_SITE_NAME: 'THE SITE' }],
    },
    'Standard/VIC_MB_2021': {
      columns: 'MB_2021_PID MB_2021_CODE',
      rows: [{ MB_2021_PID: 'MB1', MB_2021_CODE: '20000000001' }],
    },
    'Standard/VIC_ADDRESS_MESH_BLOCK_2021': {
      columns: 'DATE_RETIRED ADDRESS_DETAIL_PID MB_2021_PID',
      rows: [{ ADDRESS_DETAIL_PID: 'GAVIC2', MB_2021_PID: 'MB1' }],
    },
    'Standard/VIC_PRIMARY_SECONDARY': {
      columns: 'PRIMARY_PID SECONDARY_PID DATE_RETIRED',
      rows: [{ PRIMARY_PID: 'GAVIC1', SECONDARY_PID: 'GAVIC2' }],
    },
  }
}

function codes(names: Readonly<Record<string, string>>) {
  const rows = Object.entries(names).map(([CODE, NAME]) => ({ CODE, NAME }))
  return { columns: 'CODE NAME DESCRIPTION', rows }
}

function writeDistribution(t: TestContext, tables: ReturnType<typeof smallDistribution>): Folder {
  const folder = new Folder(t)
  for (const [name, text] of Object.entries(textsOf(tables))) folder.write(`G-NAF/X/${name}`, text)
  return folder
}

/** File name to content. */
function textsOf(tables: ReturnType<typeof smallDistribution>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    const names = columns.split(' ')
    const lines = rows.map((row) => names.map((column) => row[column] ?? '').join('|'))
    texts[`${name}_psv.psv`] = `${[names.join('|'), ...lines].join('\r\n')}\r\n`
  }
  return texts
}

async function read(t: TestContext, tables: ReturnType<typeof smallDistribution>) {
  const source = await openGnaf([writeDistribution(t, tables).path])
  const rows = new Map<string, NationalRow>()
  for (const row of await rowsOf(source)) rows.set(row.addressDetailPid, row)
  return { source, rows }
}

test('a row is joined from all tables, and its label is that of G-NAF Core', async (t) => {
  const { rows } = await read(t, smallDistribution())
  assert.deepEqual(rows.get('GAVIC2'), {
    addressDetailPid: 'GAVIC2',
    dateCreated: '2020-01-31',
    addressLabel: 'SUITE 3B LEVEL 4 R12A-14 WATTLE ST E, EXAMPLETON VIC 3999',
    addressSiteName: 'THE SITE',
    buildingName: 'THE TOWER',
    flatType: 'SUITE',
    flatNumber: '3B',
    levelType: 'LEVEL',
    levelNumber: '4',
    numberFirst: 'R12A',
    numberLast: '14',
    lotNumber: 'A7',
    ...WATTLE_STREET_EAST,
    legalParcelId: '1\\TP1',
    mbCode: '20000000001',
    aliasPrincipal: 'P',
    principalPid: '',
    primarySecondary: 'S',
    primaryPid: 'GAVIC1',
    geocodeType: 'PROPERTY CENTROID',
    latitude: -37.93198184,
    longitude: 145.01610791,
    addressStatus: 'CURRENT',
    cleaningProvenance: {},
  })
})

test('the zip file that the distribution comes in is read as it is', async (t) => {
  const folder = new Folder(t)
  const members = Object.entries(textsOf(smallDistribution())).map(([name, content]) => ({
    name: `G-NAF/X/${name}`,
    content,
  }))
  const guide = { name: 'G-NAF/guide.pdf', content: '%PDF' }
  const zip = folder.write('g-naf.zip', zipOf([guide, ...members]))
  await assert.rejects(openGnafCore([zip]), /the full G-NAF distribution; load it by import gnaf\./)
  const source = await openGnaf([zip])
  assert.equal((await rowsOf(source)).length, 2)
})

test('an alias knows its principal, and a retired link does not count', async (t) => {
  const tables = smallDistribution()
  const [first] = tables['Standard/VIC_ADDRESS_DETAIL'].rows
  const alias = { ...first, ADDRESS_DETAIL_PID: 'GAVIC3', ALIAS_PRINCIPAL: 'A' }
  tables['Standard/VIC_ADDRESS_DETAIL'].rows.push(alias)
  tables['Standard/VIC_ADDRESS_ALIAS'] = {
    columns: 'ADDRESS_ALIAS_PID DATE_RETIRED PRINCIPAL_PID ALIAS_PID ALIAS_TYPE_CODE',
    rows: [
      { PRINCIPAL_PID: 'GAVIC1', ALIAS_PID: 'GAVIC3' },
      { PRINCIPAL_PID: 'GAVIC2', ALIAS_PID: 'GAVIC3', DATE_RETIRED: '2021-01-01' },
    ],
  }
  const { rows } = await read(t, tables)
  assert.equal(rows.get('GAVIC3')?.aliasPrincipal, 'A')
  assert.equal(rows.get('GAVIC3')?.principalPid, 'GAVIC1')
})

test('other names of streets and localities and the neighbours are handed on', async (t) => {
  const tables = smallDistribution()
  tables['Standard/VIC_LOCALITY_ALIAS'] = {
    columns: 'DATE_RETIRED LOCALITY_PID NAME',
    rows: [{ LOCALITY_PID: 'loc1', NAME: 'OLD TOWN' }],
  }
  tables['Standard/VIC_LOCALITY_NEIGHBOUR'] = {
    columns: 'DATE_RETIRED LOCALITY_PID NEIGHBOUR_LOCALITY_PID',
    rows: [
      { LOCALITY_PID: 'loc1', NEIGHBOUR_LOCALITY_PID: 'loc2' },
      { LOCALITY_PID: 'loc2', NEIGHBOUR_LOCALITY_PID: 'loc9' },
    ],
  }
  tables['Standard/VIC_STREET_LOCALITY_ALIAS'] = {
    columns: 'DATE_RETIRED STREET_LOCALITY_PID STREET_NAME STREET_TYPE_CODE STREET_SUFFIX_CODE',
    rows: [{ STREET_LOCALITY_PID: 'VIC1', STREET_NAME: 'ACACIA', STREET_TYPE_CODE: 'LANE' }],
  }
  const { source } = await read(t, tables)
  assert.deepEqual(source.knowledge, {
    localityAliases: [{ state: 'VIC', localityName: 'EXAMPLETON', alias: 'OLD TOWN' }],
    localityNeighbours: [{ state: 'VIC', localityName: 'EXAMPLETON', neighbour: 'SAMPLE HILL' }],
    streetAliases: [
      {
        state: 'VIC',
        localityName: 'EXAMPLETON',
        streetName: 'WATTLE',
        streetType: 'ST',
        streetSuffix: 'E',
        aliasName: 'ACACIA',
        aliasType: 'LANE',
        aliasSuffix: '',
      },
    ],
  })
})

test('an address that no longer exists says so, and is passed over when it has no point', async (t) => {
  const tables = smallDistribution()
  const [first] = tables['Standard/VIC_ADDRESS_DETAIL'].rows
  const gone = { ...first, DATE_RETIRED: '2021-01-01' }
  tables['Standard/VIC_ADDRESS_DETAIL'].rows.push(
    { ...gone, ADDRESS_DETAIL_PID: 'GAVIC3' },
    { ...gone, ADDRESS_DETAIL_PID: 'GAVIC4' },
  )
  const { rows, source } = await read(t, tables)
  assert.equal(rows.get('GAVIC3')?.addressStatus, 'RETIRED')
  assert.equal(rows.has('GAVIC4'), false)
  assert.deepEqual(source.report.skippedBy, { retired: 1 })
})

test('the mesh blocks of 2016 are taken where there are none of 2021', async (t) => {
  const tables = smallDistribution()
  delete tables['Standard/VIC_MB_2021']
  delete tables['Standard/VIC_ADDRESS_MESH_BLOCK_2021']
  tables['Standard/VIC_MB_2016'] = {
    columns: 'MB_2016_PID MB_2016_CODE',
    rows: [{ MB_2016_PID: 'MB1', MB_2016_CODE: '20000000009' }],
  }
  tables['Standard/VIC_ADDRESS_MESH_BLOCK_2016'] = {
    columns: 'DATE_RETIRED ADDRESS_DETAIL_PID MB_2016_PID',
    rows: [{ ADDRESS_DETAIL_PID: 'GAVIC2', MB_2016_PID: 'MB1' }],
  }
  const { rows } = await read(t, tables)
  assert.equal(rows.get('GAVIC2')?.mbCode, '20000000009')
})

test('several states are read, each with its own tables', async (t) => {
  const tables = smallDistribution()
  for (const name of Object.keys(tables).filter((key) => key.startsWith('Standard/VIC_'))) {
    const rows = tables[name].rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          value
            .replace('GAVIC', 'GAACT')
            .replace('VIC', 'ACT')
            .replace(/^(loc|s|MB)/, '$1A'),
        ]),
      ),
    )
    for (const row of rows) if (row.STATE_PID === '2') row.STATE_PID = '8'
    tables[name.replace('VIC', 'ACT')] = { columns: tables[name].columns, rows }
  }
  const { rows } = await read(t, tables)
  assert.equal(rows.size, 4)
  assert.equal(rows.get('GAACT2')?.state, 'ACT')
  assert.equal(rows.get('GAACT2')?.primaryPid, 'GAACT1')
})

test('an address whose street or locality no table has is counted as bad', async (t) => {
  const tables = smallDistribution()
  const [first] = tables['Standard/VIC_ADDRESS_DETAIL'].rows
  const rows = tables['Standard/VIC_ADDRESS_DETAIL'].rows
  rows.push({ ...first, ADDRESS_DETAIL_PID: 'GAVIC3', STREET_LOCALITY_PID: 'VIC9' })
  const { source } = await read(t, tables)
  assert.deepEqual(source.report.rejectedBy, { 'street-unknown': 1 })
})

test('a folder that is not a distribution is refused, naming what is missing', async (t) => {
  const tables = smallDistribution()
  delete tables['Standard/VIC_ADDRESS_DEFAULT_GEOCODE']
  const { path } = writeDistribution(t, tables)
  await assert.rejects(openGnaf([path]), /no VIC_ADDRESS_DEFAULT_GEOCODE_psv\.psv/)
  await assert.rejects(openGnaf([new Folder(t).path]), /Authority Code.*were expected/)
})

test('a table with other columns than its name says is refused', async (t) => {
  const tables = smallDistribution()
  tables['Standard/VIC_LOCALITY'].columns = 'SOMETHING ELSE'
  await assert.rejects(read(t, tables), /the G-NAF table .* was expected/)
})

test('thousands of addresses in packed tables keep their points, links and mesh blocks', async (t) => {
  const tables = smallDistribution()
  const [first] = tables['Standard/VIC_ADDRESS_DETAIL'].rows
  const pids = Array.from({ length: 3000 }, (_, at) => `GAVIC${at + 1}`)
  const before = (at: number) => pids[at - 1] ?? ''
  tables['Standard/VIC_ADDRESS_DETAIL'].rows = pids.map((pid) => ({
    ...first,
    ADDRESS_DETAIL_PID: pid,
  }))
  tables['Standard/VIC_ADDRESS_DEFAULT_GEOCODE'].rows = pids.map((pid, at) => ({
    ADDRESS_DETAIL_PID: pid,
    GEOCODE_TYPE_CODE: 'PC',
    LONGITUDE: String(140 + at / 1000),
    LATITUDE: '-30',
  }))
  tables['Standard/VIC_MB_2021'].rows = pids.map((_, at) => ({
    MB_2021_PID: `M${at}`,
    MB_2021_CODE: `2${at}`,
  }))
  tables['Standard/VIC_ADDRESS_MESH_BLOCK_2021'].rows = pids.map((pid, at) => ({
    ADDRESS_DETAIL_PID: pid,
    MB_2021_PID: `M${at}`,
  }))
  tables['Standard/VIC_PRIMARY_SECONDARY'].rows = pids.flatMap((pid, at) =>
    at === 0 ? [] : [{ PRIMARY_PID: before(at), SECONDARY_PID: pid }],
  )
  tables['Standard/VIC_ADDRESS_ALIAS'] = {
    columns: 'DATE_RETIRED PRINCIPAL_PID ALIAS_PID',
    rows: pids.flatMap((pid, at) =>
      at === 0 ? [] : [{ PRINCIPAL_PID: before(at), ALIAS_PID: pid }],
    ),
  }
  const folder = new Folder(t)
  for (const [name, text] of Object.entries(textsOf(tables))) {
    folder.write(`G-NAF/${name}.gz`, gzipSync(text))
  }
  const all = await rowsOf(await openGnaf([folder.path]))
  const rows = new Map(all.map((row) => [row.addressDetailPid, row]))
  assert.equal(rows.size, 3000)
  for (const [at, pid] of pids.entries()) {
    const { longitude, mbCode, primaryPid, principalPid } = rows.get(pid) ?? assert.fail(pid)
    const links = [longitude, mbCode, primaryPid, principalPid]
    assert.deepEqual(links, [140 + at / 1000, `2${at}`, before(at), before(at)])
  }
})
