// So many streets that the lists of a word that was just begun are read window by window, and not all at once.
// Covers: src/search/walks/**, src/index/terms/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EMPTY_NATIONAL_ROW,
  type NationalRow,
  nationalLabel,
} from '../../../src/address/national.ts'
import { Work } from '../../../src/search/work.ts'
import { builtNational } from '../built.ts'
import { nationalSource } from '../small-world.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ENDINGS = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)))
const NAMES = ['K', 'M'].flatMap((first) => ENDINGS.map((each) => first + each))
/** Few, and spread over all of them. */
const isWestern = (at: number) => at % 1301 === 999

const row = (streetName: string, at: number): NationalRow => {
  const state = isWestern(at) ? 'WA' : 'VIC'
  const street = {
    streetName,
    streetType: 'ST',
    numberFirst: streetName < 'L' && at % 2 === 0 ? '5' : '3',
  }
  const place = { localityName: 'UPTON', state, postcode: isWestern(at) ? '6000' : '3000' }
  const bare = { ...EMPTY_NATIONAL_ROW, ...street, ...place, latitude: -37, longitude: 145 }
  return { ...bare, addressDetailPid: `GAVIC${at}`, addressLabel: nationalLabel(bare) }
}
const rows = NAMES.map(row)
const search = await builtNational(nationalSource(rows))

test('of a word that was just begun, every street that passes the filter is found, the last ones too', () => {
  for (const first of ['K', 'M']) {
    for (const fields of [{ state: ['WA'] }, { postcode: ['6000'] }]) {
      for (const number of ['3', '']) {
        const term = `${number} ${first}`
        const found = search.autocomplete({ term, top: 40, filter: { fields } })
        const expected = rows.filter(
          ({ streetName, state, numberFirst }) =>
            streetName.startsWith(first) && state === 'WA' && numberFirst.startsWith(number),
        )
        assert.ok(expected.length > 3)
        assert.deepEqual(
          found.map(({ label }) => label).toSorted(),
          expected.map(({ addressLabel }) => addressLabel).toSorted(),
          `${term} ${JSON.stringify(fields)}`,
        )
      }
    }
  }
})

test('where all are asked for, every street of a word that was just begun comes, once', () => {
  const found = search
    .autocomplete({ term: '3 k', top: 20_000, work: new Work(1e9) })
    .map(({ label }) => label)
  const expected = rows.filter(
    ({ streetName, numberFirst }) => streetName.startsWith('K') && numberFirst === '3',
  )
  assert.deepEqual(found.toSorted(), expected.map(({ addressLabel }) => addressLabel).toSorted())
})
