// A country that is none of those served, declared as `docs/countries.md` says: its shape of postcodes is enough.
// Covers: src/importers/reading/national-fields.ts, src/lists/importing/national-rows.ts
// Covers: src/index/words/written-forms.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_NATIONAL_ROW, nationalLabel } from '../../src/address/national.ts'
import { AU } from '../../src/countries/au.ts'
import type { Country } from '../../src/countries/country.ts'
import { formsTable } from '../../src/countries/tables.ts'
import { NationalFields } from '../../src/importers/reading/national-fields.ts'
import { postcodeForms } from '../../src/index/words/written-forms.ts'
import { splitNational } from '../../src/lists/importing/national-rows.ts'

const CANADA: Country = {
  ...AU,
  name: 'Canada',
  national: { ...AU.national, latitudes: [41, 84], longitudes: [-142, -52], unitGap: '-' },
  words: {
    ...AU.words,
    country: new Set(['CANADA']),
    regions: formsTable('ON ONTARIO|BC BRITISH_COLUMBIA'),
  },
  postcode: {
    isNumber: false,
    whole: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
    inLine: /\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b/i,
    strict: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/,
    outcode: /^[A-Z]\d[A-Z]$/,
    incode: /^\d[A-Z]\d$/,
    description: 'a postal code',
    hint: 'a postal code, such as K1A 0B1',
  },
}

const ROW = {
  ...EMPTY_NATIONAL_ROW,
  addressDetailPid: 'ON1',
  flatNumber: '102',
  numberFirst: '101',
  streetName: 'MAIN',
  streetType: 'ST',
  localityName: 'OTTAWA',
  state: 'ON',
  postcode: 'K1A 0B1',
  latitude: 45.4,
  longitude: -75.7,
}

test('an importer takes postcodes of letters, spelt in one way, and no others', () => {
  const fields = new NationalFields(CANADA)
  const spelt = ['K1A 0B1', 'k1a0b1', 'K1A  0B1', 'nonsense'].map((text) => fields.postcode(text))
  assert.deepEqual(spelt, ['K1A 0B1', 'K1A 0B1', 'K1A 0B1', 'nonsense'])
  assert.equal(fields.faultOf(ROW), undefined)
  assert.equal(fields.faultOf({ ...ROW, postcode: '3000' }), 'postcode-malformed')
  assert.equal(fields.faultOf({ ...ROW, state: 'VIC' }), 'state-unknown')
  assert.equal(fields.postcode('800'), '800', 'no zero is missing')
  assert.equal(new NationalFields(AU).postcode('800'), '0800')
})

test('a label is put together as the country says', () => {
  assert.equal(
    nationalLabel(ROW, CANADA.national ?? AU.national),
    '102-101 MAIN ST, OTTAWA ON K1A 0B1',
  )
})

test('a postcode is found with its space, without it and by either half', () => {
  assert.deepEqual(postcodeForms(CANADA, 'K1A 0B1'), ['K1A', '0B1', 'K1A0B1'])
  assert.deepEqual(postcodeForms(AU, '3000'), ['3000'])
})

test('a list in one column is taken apart, with the postcode before the province or behind it', () => {
  const given = { postcode: '', localityName: '', state: '', townCity: '' }
  for (const line of [
    '101 Main St, Ottawa ON K1A 0B1, Canada',
    '101 Main St, Ottawa, Ontario K1A 0B1',
    '101 Main St, Ottawa, K1A 0B1, ON',
  ]) {
    const { streetName, postcode, state, localityName } = splitNational(
      CANADA,
      [line.toUpperCase()],
      given,
      undefined,
    )
    assert.deepEqual(
      [streetName, localityName, state, postcode],
      ['MAIN', 'OTTAWA', 'ON', 'K1A 0B1'],
      line,
    )
  }
})
