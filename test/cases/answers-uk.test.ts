// Lines that people in the UK reported, each a row of a table that anybody can read and extend.
// Covers: src/search/match/**, src/search/validate/**

import assert from 'node:assert/strict'
import type { PostalRow } from '../../src/address/postal.ts'
import { formattedAddressText, postalAddress } from '../../src/address/postal-lines.ts'
import { privatePostalRow } from '../../src/private-addresses/private-index-worker.ts'
import { builtPostal } from '../search/built.ts'
import { postal, postalSource } from '../search/small-world.ts'
import { labelsOf, readCases, testCases } from './read-cases.ts'

const EMPTY = { locality: '', county: '', residential: true, point: undefined }

const cases = await readCases(new URL('./answers/uk.csv', import.meta.url))
const search = await builtPostal(postalSource(labelsOf(cases).map(rowOf)))

testCases(cases, search, labelOf)

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
