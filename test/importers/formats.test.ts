// The table of formats: every one opens its files, keeps its attribution, and can be told another.
// Covers: src/importers/attributions.ts

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { IMPORT_FORMATS, type ImportRequest } from '../../src/importers/formats.ts'
import { coreFile, Folder } from './fixtures.ts'

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
    ['gnaf-core', 'gnaf', 'paf', 'price-paid', 'addressbase', 'csv'],
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

test('a csv import finds product and map by itself, and takes a map that is written out', async (t) => {
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

test('progress is reported from the beginning to the end of each reading', async (t) => {
  const calls: string[] = []
  const progress = {
    begin: (label: string, bytes: number) => calls.push(`begin ${label} ${bytes > 0}`),
    advance: (_bytes: number, rows: number) => calls.push(`advance ${rows}`),
    end: () => calls.push('end'),
  }
  const paths = [new Folder(t).write('core.psv', coreFile(3))]
  const source = await open('gnaf-core', { paths, progress })
  for await (const _ of source.rows());
  assert.deepEqual(calls, ['begin gnaf-core true', 'advance 3', 'end'])
})
