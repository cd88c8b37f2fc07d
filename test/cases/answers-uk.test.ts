// Lines that people in the UK reported, each a row of a table that anybody can read and extend.
// Covers: src/search/match/**, src/search/validate/**

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PostalRow } from '../../src/address/postal.ts'
import { formattedAddressText, postalAddress } from '../../src/address/postal-lines.ts'
import { privatePostalRow } from '../../src/private-addresses/postal-row.ts'
import { builtPostal } from '../search/built.ts'
import { postal, postalSource } from '../search/small-world.ts'
import { readCases } from './read-cases.ts'

const EMPTY = { locality: '', county: '', residential: true, point: undefined }

const cases = await readCases(new URL('./answers/uk.csv', import.meta.url))
const labels = [...new Set(cases.map(({ expected }) => expected).filter((label) => label !== ''))]
const search = await builtPostal(postalSource(labels.map(rowOf)))

for (const { line, expected, kind, why } of cases) {
  if (kind === 'held') continue
  test(`${line}: ${kind} ${expected}, ${why}`, () => {
    if (kind.startsWith('validate')) {
      const answer = search.validate({ line, strict: true })
      const status = { one: '200', several: '300', none: '404' }[answer.kind]
      assert.equal(`validate ${status}`, kind)
      if (answer.kind === 'one') assert.equal(labelOf(answer.address), expected)
      return
    }
    const [first] = search.autocomplete({ term: line, top: 6 })
    assert.equal(first === undefined ? '' : labelOf(first.item), expected)
  })
}

test('every case says one of the things that can come of a line', () => {
  const known = ['held', 'first', 'validate 200', 'validate 300', 'validate 404']
  for (const { kind, why } of cases)
    assert.ok(known.includes(kind) && why !== '', `${kind}: ${why}`)
})

function labelOf(address: ReturnType<typeof postalAddress>): string {
  return `${formattedAddressText(address)}, ${address.postcode}`
}

/** A delivery point from its label: lines, town, postcode. */
function rowOf(label: string, at: number): PostalRow {
  const parts = label.split(', ')
  const [postcode = '', town_or_city = '', ...lines] = parts.toReversed()
  const [line_1 = '', line_2 = '', line_3 = '', line_4 = ''] = lines.toReversed()
  const address = { ...EMPTY, line_1, line_2, line_3, line_4, town_or_city, postcode }
  const row = postal({ ...privatePostalRow(address, String(at)), country: 'England' })
  assert.equal(labelOf(postalAddress(row)).toUpperCase(), label.toUpperCase())
  return row
}
