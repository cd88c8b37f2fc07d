// The verdict on one line or one row of parts.
// Covers: src/match/**

import assert from 'node:assert/strict'
import test from 'node:test'
import { matchAddress } from '../../src/match/match.ts'
import { builtNational } from '../search/built.ts'
import { national, nationalSource } from '../search/small-world.ts'

const search = await builtNational(
  nationalSource([
    national('44 KING ST, NEWTOWN NSW 2042'),
    national('3/44 KING ST, NEWTOWN NSW 2042'),
    national('46 KING ST, NEWTOWN NSW 2042'),
  ]),
)

test('the label of an address is an exact match', () => {
  const match = matchAddress(search, '46 KING ST, NEWTOWN NSW 2042')
  assert.equal(match.verdict, 'exact')
  assert.equal(match.address, '46 KING ST, NEWTOWN NSW 2042')
  assert.equal(match.reason, '')
  assert.ok(match.confidence > 0.95)
})

test('the parts of a row find what their line finds', () => {
  const cells = { unit: '3', number: '44', street: 'King St', place: 'Newtown', postcode: '2042' }
  const { verdict, address } = matchAddress(search, cells)
  assert.equal(verdict, 'corrected')
  assert.match(address, /^UNIT 3 44 KING/)
})

test('a line that names nothing is not found, and says so', () => {
  const match = matchAddress(search, 'zzz')
  assert.equal(match.verdict, 'not-found')
  assert.equal(match.id, '')
  assert.notEqual(match.reason, '')
})
