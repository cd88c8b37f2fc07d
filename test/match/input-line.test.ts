// Rows of parts, as lists have them: said twice, said in the wrong cell, or not at all.

import assert from 'node:assert/strict'
import test from 'node:test'
import { lineOf } from '../../src/match/input-line.ts'
import { matchAddress } from '../../src/match/match.ts'
import { builtNational } from '../search/built.ts'
import { national, nationalSource } from '../search/small-world.ts'

const search = await builtNational(
  nationalSource([
    national('44 KING ST, NEWTOWN NSW 2042'),
    national('3/44 KING ST, NEWTOWN NSW 2042'),
    national('12 KING ST, NEWTOWN NSW 2042'),
    national('12/12 KING ST, NEWTOWN NSW 2042'),
    national('5 RICHMOND ST, NEWTOWN NSW 2042'),
    national('5 UPPER NEWTOWN RD, NEWTOWN NSW 2042'),
  ]),
)
const where = { place: 'Newtown', postcode: '2042' }

test('what two cells say both is said once', () => {
  const rows = [
    { unit: '3', number: '44', street: '44 King St', ...where },
    { unit: '3', number: '3/44', street: 'King St', ...where },
    { unit: "'3", number: '44,', street: 'King St,', ...where },
    { unit: '3', number: '44', street: '3/44 King St', ...where },
    { unit: 'UNIT 3', number: '44', street: 'Unit 3 44 King St', ...where },
    { unit: '3', number: '44', street: 'King Street', type: 'St', ...where },
    { unit: '3', number: '44', street: 'King St, Newtown NSW 2042', state: 'NSW', ...where },
    { unit: '3', number: '44', street: 'King St', place: 'Newtown NSW 2042', state: 'NSW' },
  ]
  for (const row of rows) {
    const { verdict, address } = matchAddress(search, row)
    assert.deepEqual([verdict, address], ['exact', 'UNIT 3 44 KING ST, NEWTOWN NSW 2042'])
  }
  const house = matchAddress(search, { number: '12', street: '12 King St', ...where })
  assert.equal(house.address, '12 KING ST, NEWTOWN NSW 2042')
})

test('a street whose name ends with that of its place keeps it', () => {
  const row = { number: '5', street: 'Upper Newtown', type: 'Rd', ...where }
  assert.equal(matchAddress(search, row).address, '5 UPPER NEWTOWN RD, NEWTOWN NSW 2042')
})

test('a cell that says nothing, in whatever way, is as if it were empty', () => {
  for (const nothing of [
    '',
    '-',
    'N/A',
    '#N/A',
    'null',
    'NONE',
    '0',
    '0.0',
    '?',
    ',',
    'as above',
    'Ditto',
    'not known',
  ]) {
    const row = { unit: nothing, number: '44', street: 'King St', level: nothing, ...where }
    assert.equal(matchAddress(search, row).address, '44 KING ST, NEWTOWN NSW 2042', nothing)
  }
  const decimals = { number: '44.0', street: 'King St', place: 'Newtown', postcode: '2042.0' }
  assert.equal(matchAddress(search, decimals).verdict, 'exact')
})

test('a missing street is never looked for in the cell of the place', () => {
  for (const street of ['Newtown St', 'Old Newtown St']) {
    const { verdict, id } = matchAddress(search, {
      number: '5',
      street,
      ...where,
      place: 'Richmond',
    })
    assert.deepEqual([verdict, id], ['not-found', ''], street)
  }
})

test('telephone numbers are no part of a line, and P/L is no level', () => {
  const au = ['0461 165 986', '(02) 9876 5432', '+61 461 165 986', '0461165986', '02-9876-5432']
  for (const phone of au) {
    const line = `Jo King ${phone}, 44 King St, Newtown NSW 2042`
    assert.equal(matchAddress(search, line).address, '44 KING ST, NEWTOWN NSW 2042', phone)
  }
  for (const phone of ['07700 900123', '020 7946 0958', '+44 (0)20 7946 0958', '01632960123']) {
    assert.equal(lineOf(`${phone} 12 High St, Ely CB7 4AA`, 'uk'), '12 High St, Ely CB7 4AA')
  }
  const kept = ['Lot 12, 0456 High Rd, Darwin NT 0810', '1-3/12 King St 0800', '12 Rd 0412 345']
  for (const line of kept) assert.equal(lineOf(line, 'au'), line)
  assert.equal(
    matchAddress(search, 'ABC Plumbing P/L, 44 King St, Newtown').address,
    '44 KING ST, NEWTOWN NSW 2042',
  )
})
