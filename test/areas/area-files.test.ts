// Tables of areas: well-known files are told by their headers, others by the columns that are named.
// Covers: src/areas/{area-files,area-columns}.ts

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type AreaFilesRequest, readAreaFiles } from '../../src/areas/area-files.ts'
import { keyReader } from '../../src/areas/keys.ts'
import { newDataDir } from '../support/stores.ts'

const folder = newDataDir({ after })
mkdirSync(folder, { recursive: true })

async function read(name: string, text: string, asked: Partial<AreaFilesRequest>) {
  const path = join(folder, name)
  writeFileSync(path, text, 'latin1')
  return readAll([path], asked)
}

async function readAll(paths: readonly string[], asked: Partial<AreaFilesRequest>) {
  const none = { by: undefined, code: undefined, name: undefined, names: undefined }
  const request = { product: 'uk', layer: 'council', ...none, ...asked } as const
  const { by, keys, areas, notes } = await readAreaFiles(paths, request)
  const areaOf = (text: string) => {
    const key = keyReader(by, request.product, keys)(text)
    return areas[(key === undefined ? 0 : keys.areaOf(key.high, key.low)) - 1]
  }
  return { by, areas, notes, areaOf }
}

const ONSPD =
  'pcd,pcd2,pcds,doterm,oscty,oslaua,osward,ctry,pcon,lsoa11,lsoa21\n' +
  '"AB1 0AA","AB1  0AA","AB1 0AA","199606","S99999999","S12000033","S13002843","S92000003","S14000002","S01","S21"\n'
const KNOWN: readonly (readonly [file: string, text: string, asked: object, expected: object])[] = [
  ['ONSPD.csv', ONSPD, {}, { by: 'postcode', key: 'ab10aa', code: 'S12000033' }],
  ['ONSPD.csv', ONSPD, { layer: 'ward' }, { by: 'postcode', key: 'AB1 0AA', code: 'S13002843' }],
  ['ONSPD.csv', ONSPD, { layer: 'lsoa' }, { by: 'postcode', key: 'AB1 0AA', code: 'S21' }],
  ['ONSPD.csv', ONSPD, { layer: 'lsoa11' }, { by: 'postcode', key: 'AB1 0AA', code: 'S01' }],
  [
    'ONSPD-2025.csv',
    'pcd7,pcd8,pcds,lad25cd,wd25cd\nAB1 0AA,AB1  0AA,AB1 0AA,S1,S2\n',
    { layer: 'ward' },
    { by: 'postcode', key: 'AB1 0AA', code: 'S2' },
  ],
  [
    'NSPL-2026.csv',
    'pcd7,pcd8,pcds,oa21cd,cty26cd,lad26cd,wd26cd,pcon24cd\nAB1 0AA,AB1  0AA,AB1 0AA,1,2,S1,S2,S3\n',
    { layer: 'constituency' },
    { by: 'postcode', key: 'AB1 0AA', code: 'S3' },
  ],
  [
    'ONSUD.csv',
    'GRIDGB1E,UPRN,PCDS,CTY25CD,LAD25CD,PARNCP25CD\n1,00012345,AB1 0AA,E99999999,S2,S1\n',
    { layer: 'parish' },
    { by: 'uprn', key: '12345', code: 'S1' },
  ],
  [
    'ab.csv',
    '"AB101AA",10,394251,806376,"S92000003","","S08000020","","S12000033","S13002483"\n',
    { layer: 'ward' },
    { by: 'postcode', key: 'AB10 1AA', code: 'S13002483' },
  ],
  [
    'LGA_2021_AUST.csv',
    'MB_CODE_2021,LGA_CODE_2021,LGA_NAME_2021,STATE_CODE_2021\n20000010000,24600,Melbourne,2\n',
    { product: 'au' },
    { by: 'mesh-block', key: '20000010000', code: '24600', name: 'Melbourne' },
  ],
  [
    'MB_2021_AUST.csv',
    'MB_CODE_2021,MB_CATEGORY_NAME_2021,SA1_CODE_2021,SA2_CODE_2021,SA2_NAME_2021\n20000010000,Park,2,21,Carlton\n',
    { product: 'au', layer: 'sa2' },
    { by: 'mesh-block', key: '20000010000', code: '21', name: 'Carlton' },
  ],
  [
    'VIC_ADDRESS_MESH_BLOCK_2021_psv.psv',
    'ADDRESS_MESH_BLOCK_2021_PID|DATE_CREATED|DATE_RETIRED|ADDRESS_DETAIL_PID|MB_MATCH_CODE|MB_2021_PID\n' +
      'amb0|2026-02-01||GAVIC423917985|1|MB2120631914110\n',
    { product: 'au', layer: 'mesh-block' },
    { by: 'id', key: 'GAVIC423917985', code: '20631914110' },
  ],
  [
    'own.csv',
    'Post code,Zone,Title\nAB1 0AA,7,North\n',
    { layer: 'delivery', code: 'zone', name: 'TITLE' },
    { by: 'postcode', key: 'AB1 0AA', code: '7', name: 'North' },
  ],
]

for (const [file, text, asked, expected] of KNOWN) {
  test(`${file} is told by its header: ${JSON.stringify(expected)}`, async () => {
    const { key, ...wanted } = { name: '', key: '', ...expected }
    const { by, areaOf } = await read(file, text, asked)
    assert.deepEqual({ by, ...areaOf(key) }, wanted)
  })
}

test('names come from a table of codes and names, and a code that means "none" is none', async () => {
  const names = join(folder, 'names.csv')
  writeFileSync(names, 'LAD23CD,LAD23NM\nS12000033,Aberdeen City\n')
  const { areas } = await read('ONSPD.csv', ONSPD, { names })
  assert.deepEqual(areas, [{ code: 'S12000033', name: 'Aberdeen City' }])
  await assert.rejects(read('ONSPD.csv', ONSPD, { layer: 'county' }), /gives no address an area/)
})

test('a whole folder is read; other files than tables of areas are skipped, and conflicts are counted', async () => {
  const parts = join(folder, 'parts')
  mkdirSync(parts)
  writeFileSync(join(parts, 'a.csv'), 'postcode,code\nAB1 0AA,1\nAB1 0AB,2\nnonsense-postcode,2\n')
  writeFileSync(join(parts, 'b.csv'), 'postcode,code\nAB1 0AA,3\nAB1 0AC,2\n')
  writeFileSync(join(parts, 'c.csv'), 'PC,PQ\nPostcode,Quality\n')
  const { areaOf, notes } = await readAll([parts], {})
  assert.deepEqual(
    ['AB1 0AA', 'AB1 0AB', 'AB1 0AC', 'AB1 0AD'].map((key) => areaOf(key)?.code),
    ['1', '2', '2', undefined],
  )
  assert.deepEqual(notes, [
    'rejected, key-missing: 1',
    '1 row with a second area for the same postcode; the first is used.',
  ])
})

test('what cannot be read is refused in a sentence that names the columns', async () => {
  const cases: [string, string, object, string][] = [
    [
      'x.csv',
      'a,b\n1,2\n',
      {},
      'x.csv is refused: no column is a uprn or id or mesh-block or postcode. Its columns: a, b.',
    ],
    [
      'x.csv',
      'uprn,b\n1,2\n',
      { by: 'postcode' },
      'x.csv is refused: no column is a postcode. Its columns: uprn, b.',
    ],
    [
      'x.csv',
      'uprn,b\n1,2\n',
      {},
      'x.csv is refused: no column looks like the codes of "council"; name it with --code. Its columns: uprn, b.',
    ],
    [
      'x.csv',
      'uprn,b\n1,2\n',
      { code: 'c' },
      'x.csv is refused: there is no column c. Its columns: uprn, b.',
    ],
    ['x.csv', '\0\xff', {}, 'x.csv is refused: it is not a table with a header.'],
  ]
  for (const [file, text, asked, message] of cases) {
    await assert.rejects(read(file, text, asked), { message }, message)
  }
  await assert.rejects(readAll([join(folder, 'none.csv')], {}), /there is no such file/)
})
