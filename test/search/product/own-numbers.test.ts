// An address by the number that it keeps for life: UPRN and PID, as a term and as an id.
// Covers: src/address/uprn.ts, src/index/ids/postal-id.ts

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { EMPTY_NATIONAL_ROW } from '../../../src/address/national.ts'
import { EMPTY_POSTAL_ROW } from '../../../src/address/postal.ts'
import { normaliseUprn } from '../../../src/address/uprn.ts'
import { loadIndex } from '../../../src/index/file/index-file.ts'
import { entriesOf } from '../../../src/index/file/index-sections.ts'
import type { NationalSearch, PostalSearch } from '../../../src/search/address-search.ts'
import { built, builtNational, builtPostal } from '../built.ts'

const POSTAL = {
  ...EMPTY_POSTAL_ROW,
  thoroughfare: 'Okapi Road',
  townOrCity: 'Macclesfield',
  postcode: 'SK10 1AA',
}
const POSTAL_ROWS = [
  { ...POSTAL, buildingNumber: '1', uprn: '100000000001', residential: false },
  { ...POSTAL, buildingNumber: '2', uprn: '77' },
  { ...POSTAL, buildingNumber: '3', sourceKey: '12345678' },
]
const NATIONAL = {
  ...EMPTY_NATIONAL_ROW,
  streetName: 'OKAPI',
  streetType: 'ROAD',
  localityName: 'EXAMPLETON',
  state: 'VIC',
  postcode: '3999',
  latitude: -37.9,
  longitude: 145,
}
const NATIONAL_ROWS = [
  { ...NATIONAL, numberFirst: '1', addressDetailPid: 'GAVIC900000001' },
  { ...NATIONAL, numberFirst: '2', addressDetailPid: 'GAVIC900000002' },
  { ...NATIONAL, numberFirst: '3', addressDetailPid: 'GASA_900000003' },
]

function postal(rows: readonly (typeof EMPTY_POSTAL_ROW)[]) {
  return { product: 'uk' as const, format: 'test', attribution: '', rows: () => rows }
}

let uk: PostalSearch
let au: NationalSearch

before(async () => {
  uk = await builtPostal(postal(POSTAL_ROWS))
  au = await builtNational({
    product: 'au',
    format: 'test',
    attribution: '',
    rows: () => NATIONAL_ROWS,
  })
})

const numbersOf = (term: string) =>
  uk.autocomplete({ term, top: 6 }).map(({ item }) => item.building_number)

test('an address has its UPRN as its last member, and one without has no such member', () => {
  const [first] = uk.autocomplete({ term: '1 okapi road', top: 1 })
  assert.equal(Object.keys(first.item).at(-1), 'uprn')
  assert.equal(first.item.uprn, '100000000001')
  const [third] = uk.autocomplete({ term: '3 okapi road', top: 1 })
  assert.equal('uprn' in third.item, false)
})

test('a UPRN finds its address alone, with or without zeros and its name', () => {
  for (const term of [
    '100000000001',
    ' 0100000000001 ',
    'UPRN 100000000001',
    'uprn:100000000001',
  ]) {
    assert.deepEqual(numbersOf(term), ['1'], term)
  }
  assert.deepEqual(numbersOf('uprn 77'), ['2'])
})

test('a short number stays a house number, and an unknown UPRN finds nothing', () => {
  assert.deepEqual(numbersOf('77'), [])
  assert.deepEqual(numbersOf('100000000009'), [])
  assert.deepEqual(numbersOf('12345678'), [], 'another key of the same digits is no UPRN')
})

test('a filter that keeps the address out keeps its UPRN out', () => {
  const term = '100000000001'
  const found = (filter: object) => uk.autocomplete({ term, top: 6, filter }).length
  assert.equal(found({ residential: false }), 1)
  assert.equal(found({ residential: true }), 0)
  assert.equal(found({ fields: { town_or_city: ['Macclesfield'] } }), 1)
  assert.equal(found({ fields: { town_or_city: ['Leeds'] } }), 0)
})

test('the id uprn-… gets and locates the address, and no other', () => {
  assert.equal(uk.get('uprn-100000000001')?.building_number, '1')
  assert.equal(uk.get('UPRN-0077')?.building_number, '2')
  assert.notEqual(uk.locate('uprn-77'), undefined)
  for (const id of ['uprn-12345678', 'uprn-', 'uprn-x', 'uprn-1e3', '77']) {
    assert.equal(uk.get(id), undefined, id)
  }
})

test('data without UPRNs takes no room for them', async () => {
  const rows = POSTAL_ROWS.map((row) => ({ ...row, uprn: '' }))
  const { path } = await built(postal(rows))
  const names = entriesOf(await loadIndex(path)).map(({ name }) => name)
  assert.deepEqual(
    names.filter((name) => /uprn/i.test(name)),
    [],
  )
})

test('a UPRN is up to twelve digits; what a spreadsheet made of it is none', () => {
  assert.equal(normaliseUprn('000123'), '123')
  assert.equal(normaliseUprn('100023336956.0'), '100023336956')
  for (const text of ['', '0', '1.00023E+11', '1234567890123', '12a']) {
    assert.equal(normaliseUprn(text), undefined, text)
  }
})

test('a PID finds its address alone, in any case', () => {
  const found = (term: string) => au.autocomplete({ term, top: 6 }).map(({ id }) => id)
  assert.deepEqual(found('GAVIC900000002'), ['GAVIC900000002'])
  assert.deepEqual(found(' gavic900000002 '), ['GAVIC900000002'])
  assert.deepEqual(found('gasa_900000003'), ['GASA_900000003'])
  assert.deepEqual(found('GAVIC900000009'), [])
})
