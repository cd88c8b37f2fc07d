// A suburb that is not that of the street gives way to the town behind it, where countries have both.
// Covers: src/search/giving-up/attempts.ts, src/countries/giving-up.ts, src/search/validate/validate.ts

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EMPTY_NATIONAL_ROW,
  type NationalRow,
  nationalLabel,
} from '../../../src/address/national.ts'
import { NZ } from '../../../src/countries/nz.ts'
import { builtNational } from '../built.ts'
import { nationalSource } from '../small-world.ts'

const PLACES = [
  ['15', 'WAKA', 'WAY', 'BELLEVUE', 'TAURANGA', '3110', -37.68],
  ['2', 'HIGH', 'STREET', 'GATE PA', 'TAURANGA', '3112', -37.71],
  ['8', 'HIGH', 'STREET', 'GATE PA', 'TAURANGA', '3112', -37.71],
  ['15', 'WAKA VIEW', 'WAY', 'TE PUKE', 'TE PUKE', '3119', -37.71],
  ['6', 'HIGH', 'STREET', 'BELLEVUE', 'TAURANGA', '3110', -37.68],
  ['21', 'BELLEVUE', 'DRIVE', 'GATE PA', 'TAURANGA', '3112', -37.71],
  ['15', 'WAKA', 'WAY', 'TAUPO', 'TAUPO', '3330', -38.69],
] as const

const rows = PLACES.map(
  ([number, name, type, suburb, town, postcode, latitude], at): NationalRow => {
    const row = {
      ...EMPTY_NATIONAL_ROW,
      addressDetailPid: String(7_000_000 + at),
      numberFirst: number,
      streetName: name,
      streetType: type,
      localityName: suburb,
      townCity: town,
      postcode,
      latitude,
      longitude: 176.1,
    }
    return { ...row, addressLabel: nationalLabel(row, NZ.national) }
  },
)
const search = await builtNational({ ...nationalSource(rows), product: 'nz' })
const first = (term: string) => search.autocomplete({ term, top: 1 })[0]

test('the street is looked for in the town before a longer name nearby', () => {
  const found = first('15 Waka Way Gate Pa Tauranga 3112')
  assert.equal(found?.label, '15 WAKA WAY, BELLEVUE, TAURANGA 3110')
  assert.deepEqual(found?.without, ['suburb', 'postcode'])
})

test('a number that the suburb lacks on its own street is not taken from another suburb', () => {
  assert.notEqual(
    first('6 High Street Gate Pa Tauranga')?.label,
    '6 HIGH STREET, BELLEVUE, TAURANGA 3110',
  )
})

test('a suburb that is only the name of the street again is not confirmed', () => {
  const validated = (line: string) => search.validate({ line, strict: true }).kind
  assert.equal(validated('21 Bellevue Drive, Gate Pa Tauranga 3112'), 'one')
  assert.notEqual(validated('21 Bellevue Drive, Bellevue Tauranga 3112'), 'one')
})
