// The postcodes of a sample district: each is handed out once, and those that are reserved never.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_DISTRICTS } from '../../../dev/sample/places-uk.ts'
import { PostcodeBook } from '../../../dev/sample/postcodes.ts'
import { INCODE_LETTERS } from '../../../src/address/postcode.ts'

test('the postcodes of a sector are given out in order, without reserved ones, until none is left', () => {
  const [district] = SAMPLE_DISTRICTS
  assert.ok(district)
  const book = new PostcodeBook(district)
  const all = [...INCODE_LETTERS].flatMap((one) => [...INCODE_LETTERS].map((two) => one + two))
  const reserved = [all[0], all[1], all[25], all.at(-1)]
  for (const letters of reserved) {
    assert.equal(book.reserve(`1${letters}`), `${district.outcode} 1${letters}`)
  }
  const free = all.filter((letters) => !reserved.includes(letters))
  for (const letters of free.slice(0, -1)) {
    assert.equal(book.next('1'), `${district.outcode} 1${letters}`)
  }
  assert.equal(book.next('2'), `${district.outcode} 2${all[0]}`)
  assert.equal(book.next('1'), `${district.outcode} 1${free.at(-1)}`)
  assert.throws(() => book.next('1'), { message: 'Sector 1 has no postcode left.' })
  assert.equal(book.next('2'), `${district.outcode} 2${all[1]}`)
})
