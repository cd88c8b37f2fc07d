// Lines that people reported, each a row of a table that anybody can read and extend: what must come of it, and why.
// Covers: src/search/giving-up/**, src/lines/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_NATIONAL_ROW, type NationalRow, nationalLabel } from '../../src/address/national.ts'
import { AU } from '../../src/countries/au.ts'
import { builtNational } from '../search/built.ts'
import { nationalSource } from '../search/small-world.ts'
import { labelsOf, readCases, testCases } from './read-cases.ts'

const cases = await readCases(new URL('./answers/au.csv', import.meta.url))
const search = await builtNational(nationalSource(labelsOf(cases).map(rowOf)))

testCases(cases, search, ({ address_label }) => address_label)

test('an answer says what was given up to find it, and a right line gives nothing up', () => {
  const without = (term: string) => search.autocomplete({ term, top: 1 })[0]?.without
  assert.deepEqual(without('101 king st newtown nsw 2042'), [])
  assert.deepEqual(without('101 king st newtown nsw 2043'), ['postcode'])
  assert.deepEqual(without('101 king st enmore nsw 2042'), ['suburb'])
  assert.deepEqual(without('Acme Pty Ltd 139 Argent St Broken Hill'), ['words before the number'])
})

test('a right line that is typed on never loses its answer', () => {
  for (const { line, expected, kind } of cases) {
    if (kind !== 'first' || line.toUpperCase() !== expected) continue
    let isShown = false
    for (let end = 1; end <= line.length; end += 1) {
      const found = search.autocomplete({ term: line.slice(0, end), top: 6 })
      const has = found.some(({ label }) => label === expected)
      assert.ok(has || !isShown, line.slice(0, end))
      isShown = has
    }
  }
})

test('an address with the typed unit stays in sight while its street is typed with a slip', () => {
  const labels = search.autocomplete({ term: 'Unit 8, 3 Kee', top: 6 }).map(({ label }) => label)
  assert.deepEqual(labels, ['3 KEEPA RD, COROWA NSW 2646', 'UNIT 8 3 KEMBLE CL, COROWA NSW 2646'])
})

/** An address from its label; those of one postcode area lie together. */
function rowOf(label: string, at: number): NationalRow {
  const parts =
    /^(?:(?<kind>UNIT|SHOP|TOWNHOUSE|LEVEL) (?<unit>\w+) )?(?<first>\w+)(?:-(?<last>\d+))? (?<street>.*?)(?: (?<type>ST|RD|AV|PL|HWY|CT|CIR|WALK|TCE)(?: (?<suffix>[NSEW]))?)?, (?<locality>.*) (?<state>[A-Z]+) (?<postcode>\d{4})$/.exec(
      label,
    )?.groups
  assert.ok(parts !== undefined, label)
  const isLevel = parts.kind === 'LEVEL'
  const row = {
    ...EMPTY_NATIONAL_ROW,
    addressDetailPid: `GA${parts.state}${700_000_000 + at}`,
    [isLevel ? 'levelType' : 'flatType']: parts.kind ?? '',
    [isLevel ? 'levelNumber' : 'flatNumber']: parts.unit ?? '',
    numberFirst: parts.first ?? '',
    numberLast: parts.last ?? '',
    streetName: parts.street ?? '',
    streetType: parts.type ?? '',
    streetSuffix: parts.suffix ?? '',
    localityName: parts.locality ?? '',
    state: parts.state ?? '',
    postcode: parts.postcode ?? '',
    latitude: -20 - Number(parts.postcode) / 1000,
    longitude: 150,
  }
  const { addressLabel } = { addressLabel: nationalLabel(row, AU.national) }
  assert.equal(addressLabel, label)
  return { ...row, addressLabel }
}
