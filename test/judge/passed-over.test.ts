// What a line says beside an address is told in the words that were typed.
// Covers: src/judge/compare.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_NATIONAL_ROW, nationalAddress } from '../../src/address/national.ts'
import { AU } from '../../src/countries/au.ts'
import { countryOf } from '../../src/countries/country.ts'
import { passedOver } from '../../src/judge/compare.ts'

const HOUSE = nationalAddress(
  {
    ...EMPTY_NATIONAL_ROW,
    numberFirst: '46',
    streetName: 'KING',
    streetType: 'ST',
    localityName: 'NEWTOWN',
    state: 'NSW',
    postcode: '2042',
  },
  AU.national,
)

const LINES: Readonly<Record<string, readonly string[]>> = {
  '46 King St, Newtown NSW 2042': [],
  '46 King St, Newtown NSW 2042 ph 0412 345 678': ['ph 0412 345 678'],
  'Attn: Jenny, 46 King St Newtown (ring the bell)': ['Attn: Jenny', 'ring the bell'],
  "Mrs O'Brien, 46 King St Newtown, Australia": ["Mrs O'Brien"],
}

for (const [line, left] of Object.entries(LINES)) {
  test(`${line}: ${left.join(' and ') || 'nothing'} is passed over`, () => {
    assert.deepEqual(passedOver(line, countryOf('au'), HOUSE), left)
  })
}
